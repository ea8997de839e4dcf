import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { rotateBlock3 } from '../../../math/mat3.ts';
import { quat2Mat } from '../../../math/quat.ts';
import { copy3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { isCellular } from '../../tree/flexTerms.ts';
import { elementCount, elementNodes, elementRotation, elementSize, MAX_NODES, stiffnessOf } from '../finiteElement.ts';

const nodes = new Int32Array(MAX_NODES);
const position = new Float64Array(3 * MAX_NODES);
const quat = new Float64Array(4);
const rotation = new Float64Array(9);
const block = new Float64Array(9);

/** Rotated stiffness of the cells, or faces, of interpolated flexes: R^T K R for each pair of nodes.
 *  reads  d: work_flex_node   writes d: flexelem_krot */
export function rotateStiffness(m: Model, d: Data): void {
  const { nflex, nflexstiffness, flex_stiffness } = m;
  zero(d.flexelem_krot, 0, nflexstiffness);
  for (let f = 0; f < nflex; f++) {
    if (!isCellular(m, f)) continue;
    const count = elementCount(m, f);
    for (let e = 0; e < count; e++) if (flex_stiffness[stiffnessOf(m, f, e)] !== 0) rotateElement(m, d, f, e);
  }
}

function rotateElement(m: Model, d: Data, f: int, e: int): void {
  const { flex_stiffness } = m;
  const { flexelem_krot, work_flex_node } = d;
  const n = elementNodes(m, f, e, nodes);
  for (let k = 0; k < n; k++) copy3(position, 3 * k, work_flex_node, 3 * nodes[k]);
  elementRotation(m, f, e, position, quat);
  quat2Mat(rotation, 0, quat, 0);
  const size = 3 * elementSize(m, f);
  const start = stiffnessOf(m, f, e);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      const at = start + 3 * a * size + 3 * b;
      rotateBlock3(block, 0, flex_stiffness, at, size, rotation, 0, 0, 1);
      copy3(flexelem_krot, at, block, 0);
      copy3(flexelem_krot, at + size, block, 3);
      copy3(flexelem_krot, at + 2 * size, block, 6);
    }
  }
}

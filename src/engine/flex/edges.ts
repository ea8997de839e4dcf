import type { int } from '../../math/int.ts';
import { normalize3, sub3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { lastDof } from '../position/chain.ts';
import { addPointRow } from './pointRow.ts';

const direction = new Float64Array(3);

/** Lengths of the edges of flex f, and their Jacobians where something depends on the rates.
 *  writes d: flexedge_length, adds to d: flexedge_J */
export function edgeLengths(m: Model, d: Data, f: int): void {
  const { flex_edgeadr, flex_edgenum, flex_edge, flex_vertadr, flex_vertbodyid } = m;
  const { flex_edgeequality, flex_edgedamping, flex_edgestiffness, flex_damping } = m;
  const { flexedge_J_rownnz, flexedge_J_rowadr, flexedge_J_colind } = m;
  const { flexvert_xpos, flexedge_length, flexedge_J } = d;
  const forces = flex_edgedamping[f] !== 0 || flex_edgestiffness[f] !== 0 || flex_damping[f] !== 0;
  const needed = flex_edgeequality[f] === 1 || forces;
  const end = flex_edgeadr[f] + flex_edgenum[f];
  for (let e = flex_edgeadr[f]; e < end; e++) {
    const v1 = flex_vertadr[f] + flex_edge[2 * e];
    const v2 = flex_vertadr[f] + flex_edge[2 * e + 1];
    sub3(direction, 0, flexvert_xpos, 3 * v2, flexvert_xpos, 3 * v1);
    flexedge_length[e] = normalize3(direction, 0);
    if (!needed) continue;
    const adr = flexedge_J_rowadr[e];
    const nnz = flexedge_J_rownnz[e];
    const b1 = flex_vertbodyid[v1];
    const b2 = flex_vertbodyid[v2];
    // what moves both ends as one rigid body does not change the length
    const common = commonDof(m, b1, b2);
    addPointRow(m, d, flexedge_J, flexedge_J_colind, adr, nnz, b1, flexvert_xpos, 3 * v1, direction, 0, -1, common);
    addPointRow(m, d, flexedge_J, flexedge_J_colind, adr, nnz, b2, flexvert_xpos, 3 * v2, direction, 0, 1, common);
  }
}

/** The last dof that moves both bodies, negative if there is none. */
function commonDof(m: Model, b1: int, b2: int): int {
  const { dof_parentid } = m;
  let i = lastDof(m, b1);
  let j = lastDof(m, b2);
  while (i !== j) {
    if (i > j) i = dof_parentid[i];
    else j = dof_parentid[j];
  }
  return i;
}

import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { lastDof } from '../position/chain.ts';

/** Adds to a sparse row the velocity of a point of a body along a vector, times a scale:
 *  row += scale v^T J_p, over the columns colind[adr .. adr + nnz), increasing; `above`: only dofs after this one count. */
export function addPointRow(
  m: Model,
  d: Data,
  row: Float64Array,
  colind: Int32Array,
  adr: int,
  nnz: int,
  body: int,
  point: Float64Array,
  p: int,
  vector: Float64Array,
  v: int,
  scale: number,
  above: int,
): void {
  const { dof_parentid, body_rootid } = m;
  const { cdof, subtree_com } = d;
  const com = 3 * body_rootid[body];
  const fx = scale * vector[v];
  const fy = scale * vector[v + 1];
  const fz = scale * vector[v + 2];
  // the moment of the vector about the centre of mass of the tree, where the motion axes are
  const x = point[p] - subtree_com[com];
  const y = point[p + 1] - subtree_com[com + 1];
  const z = point[p + 2] - subtree_com[com + 2];
  const tx = y * fz - z * fy;
  const ty = z * fx - x * fz;
  const tz = x * fy - y * fx;
  let k = adr + nnz - 1;
  for (let i = lastDof(m, body); i > above; i = dof_parentid[i]) {
    while (k >= adr && colind[k] > i) k--;
    if (k < adr) return;
    if (colind[k] !== i) continue;
    const c = 6 * i;
    row[k] +=
      cdof[c] * tx + cdof[c + 1] * ty + cdof[c + 2] * tz + (cdof[c + 3] * fx + cdof[c + 4] * fy + cdof[c + 5] * fz);
  }
}

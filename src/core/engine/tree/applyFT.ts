import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

/** Adds to qfrc the joint forces of a force and a torque (world frame) that act on a body at a point:
 *  qfrc += J_p^T force + J_r^T torque.
 *  reads  m: body_weldid body_dofadr body_dofnum body_rootid dof_parentid   d: cdof subtree_com */
export function applyFT(
  m: Model,
  d: Data,
  qfrc: Float64Array,
  q: int,
  force: Float64Array,
  f: int,
  torque: Float64Array,
  t: int,
  point: Float64Array,
  p: int,
  body: int,
): void {
  const { body_weldid, body_dofadr, body_dofnum, body_rootid, dof_parentid } = m;
  const { cdof, subtree_com } = d;
  const weld = body_weldid[body];
  if (body_dofnum[weld] === 0) return;
  const com = 3 * body_rootid[body];
  const fx = force[f];
  const fy = force[f + 1];
  const fz = force[f + 2];
  // torque about the center of mass of the tree, the origin of the motion axes
  const x = point[p] - subtree_com[com];
  const y = point[p + 1] - subtree_com[com + 1];
  const z = point[p + 2] - subtree_com[com + 2];
  const tx = torque[t] + (y * fz - z * fy);
  const ty = torque[t + 1] + (z * fx - x * fz);
  const tz = torque[t + 2] + (x * fy - y * fx);
  for (let i = body_dofadr[weld] + body_dofnum[weld] - 1; i >= 0; i = dof_parentid[i]) {
    const c = 6 * i;
    qfrc[q + i] +=
      cdof[c] * tx + cdof[c + 1] * ty + cdof[c + 2] * tz + (cdof[c + 3] * fx + cdof[c + 4] * fy + cdof[c + 5] * fz);
  }
}

import { lastDof } from '../../../engine/tree/chain.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, addToScl3, cross3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Body, bodyOffset } from '../layout.ts';

/*  Dofs and wrenches of constraints between two bodies. */

export const FIRST = 1;
export const SECOND = 2;

/** work_chain2: which of the two bodies each of the n dofs of work_chain moves */
export function markSides(m: Model, d: Data, b1: int, b2: int, n: int): void {
  const { dof_parentid } = m;
  const { work_chain, work_chain2 } = d;
  let i = lastDof(m, b1);
  let j = lastDof(m, b2);
  for (let c = n - 1; c >= 0; c--) {
    const dof = work_chain[c];
    work_chain2[c] = 0;
    if (i === dof) {
      work_chain2[c] += FIRST;
      i = dof_parentid[i];
    }
    if (j === dof) {
      work_chain2[c] += SECOND;
      j = dof_parentid[j];
    }
  }
}

const torque = new Float64Array(3);

/** EXT of a body += sign times a wrench (torque, force) at a point, about the origin of its tree's axes */
export function addWrench(
  m: Model,
  d: Data,
  w: Float64Array,
  body: int,
  point: Float64Array,
  p: int,
  wrench: Float64Array,
  sign: number,
): void {
  if (body === 0) return;
  const ext = bodyOffset(m, Body.EXTERNAL) + 6 * body;
  sub3(torque, 0, point, p, d.subtree_com, 3 * m.body_rootid[body]);
  cross3(torque, 0, torque, 0, wrench, 3);
  addTo3(torque, 0, wrench, 0);
  addToScl3(w, ext, torque, 0, sign);
  addToScl3(w, ext + 3, wrench, 3, sign);
}

import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { copy6, crossMotion, shiftMotion } from '../../math/spatial.ts';
import { addToScl3, cross3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { JointType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { lastDof } from '../tree/chain.ts';

const offset = new Float64Array(3);
const pointVel = new Float64Array(6);
const axisDot = new Float64Array(6);
const part = new Float64Array(3);

/** res[r..r+3) = J vec and res[r+3..r+6) = dJ/dt vec for a world point of a body, J its linear Jacobian.
 *  reads  m: body_* dof_parentid   d: cdof cdof_dot cvel subtree_com */
export function pointMotion(
  m: Model,
  d: Data,
  res: Float64Array,
  r: int,
  point: Float64Array,
  p: int,
  body: int,
  vec: Float64Array,
  v: int,
): void {
  const { dof_parentid } = m;
  const { cdof } = d;
  zero(res, r, 6);
  pointOffset(m, d, point, p, body);
  for (let k = lastDof(m, body); k >= 0; k = dof_parentid[k]) {
    const s = vec[v + k];
    if (s === 0) continue;
    addToScl3(res, r, cdof, 6 * k + 3, s);
    cross3(part, 0, cdof, 6 * k, offset, 0);
    addToScl3(res, r, part, 0, s);
    axisRate(m, d, k);
    addToScl3(res, r + 3, axisDot, 3, s);
    cross3(part, 0, axisDot, 0, offset, 0);
    addToScl3(res, r + 3, part, 0, s);
    cross3(part, 0, cdof, 6 * k, pointVel, 3);
    addToScl3(res, r + 3, part, 0, s);
  }
}

/** Sets `offset` from the tree's center of mass to the point, and `pointVel`, the velocity of the body at the point. */
function pointOffset(m: Model, d: Data, point: Float64Array, p: int, body: int): void {
  const { subtree_com, cvel } = d;
  const root = 3 * m.body_rootid[body];
  for (let c = 0; c < 3; c++) offset[c] = point[p + c] - subtree_com[root + c];
  shiftMotion(pointVel, 0, cvel, 6 * body, point, p, subtree_com, root);
}

/** axisDot = rate of motion axis k. Axes of a ball joint rotate with the body itself, not with its parent. */
function axisRate(m: Model, d: Data, k: int): void {
  const { dof_jntid, dof_bodyid, jnt_type, jnt_dofadr } = m;
  const { cdof, cdof_dot, cvel } = d;
  const j = dof_jntid[k];
  const type = jnt_type[j];
  const isRotation = type === JointType.BALL || (type === JointType.FREE && k >= jnt_dofadr[j] + 3);
  if (isRotation) crossMotion(axisDot, 0, cvel, 6 * dof_bodyid[k], cdof, 6 * k);
  else copy6(axisDot, 0, cdof_dot, 6 * k);
}

/** Rates of the dense Jacobians (3 x nv) of a world point of a body: linear (jacp) and angular (jacr).
 *  reads  m: body_* dof_parentid   d: cdof cdof_dot cvel subtree_com */
export function jacDot(
  m: Model,
  d: Data,
  jacp: Float64Array,
  p: int,
  jacr: Float64Array,
  r: int,
  point: Float64Array,
  i: int,
  body: int,
): void {
  const { nv, dof_parentid } = m;
  const { cdof } = d;
  zero(jacp, p, 3 * nv);
  zero(jacr, r, 3 * nv);
  pointOffset(m, d, point, i, body);
  for (let k = lastDof(m, body); k >= 0; k = dof_parentid[k]) {
    axisRate(m, d, k);
    for (let c = 0; c < 3; c++) jacr[r + k + c * nv] = axisDot[c];
    // d/dt (v + w x offset) = dv/dt + dw/dt x offset + w x velocity of the point
    cross3(part, 0, axisDot, 0, offset, 0);
    for (let c = 0; c < 3; c++) jacp[p + k + c * nv] = axisDot[3 + c] + part[c];
    cross3(part, 0, cdof, 6 * k, pointVel, 3);
    for (let c = 0; c < 3; c++) jacp[p + k + c * nv] += part[c];
  }
}

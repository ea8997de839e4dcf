import type { int } from '../../../math/int.ts';
import { addTo6, copy6, crossForce, crossMotion, dot6, mulDofVec, mulInertVec, zero6 } from '../../../math/spatial.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Body, bodyOffset, Dof, dofOffset, drDqOffset, stateSize } from '../layout.ts';
import { groupSize, sameGroup } from './groups.ts';

const now = new Float64Array(6);
const part = new Float64Array(6);

/** RQ += d(M x)/dq for the vector x at `x` of w: inverse dynamics at rest, without gravity, at the acceleration x.
 *  reads  d: cdof cinert crb, w: Dof.COMPOSITE_MOMENTUM   adds to w: RQ   scratch w: Dof.ACC_BEFORE ACC_CHANGE COMPOSITE_FORCE, Body.MOTION EXTERNAL */
export function massByRotation(m: Model, d: Data, w: Float64Array, x: int): void {
  const { nv, dof_parentid } = m;
  const nx = stateSize(m);
  const { cdof } = d;
  const RQ = drDqOffset(m);
  restMotion(m, d, w, x);
  for (let i = 0; i < nv; i++) restTerms(m, d, w, i);
  const p = dofOffset(m, Dof.COMPOSITE_MOMENTUM);
  const c = dofOffset(m, Dof.ACC_CHANGE);
  const g = dofOffset(m, Dof.COMPOSITE_FORCE);
  for (let i = 0; i < nv; i++) {
    for (let j = i; j >= 0; j = dof_parentid[j]) {
      w[RQ + i * nx + j] += dot6(w, p + 6 * i, w, c + 6 * j);
      if (i === j) continue;
      w[RQ + j * nx + i] += sameGroup(m, i, j) ? dot6(w, p + 6 * j, w, c + 6 * i) : dot6(cdof, 6 * j, w, g + 6 * i);
    }
  }
}

/** Accelerations before each group of dofs and the forces of subtrees. */
function restMotion(m: Model, d: Data, w: Float64Array, x: int): void {
  const { nbody, body_parentid, body_dofadr, body_dofnum } = m;
  const { cdof, cinert } = d;
  const acc = bodyOffset(m, Body.MOTION);
  const frc = bodyOffset(m, Body.EXTERNAL);
  zero6(w, acc);
  zero6(w, frc);
  for (let b = 1; b < nbody; b++) {
    copy6(now, 0, w, acc + 6 * body_parentid[b]);
    const end = body_dofadr[b] + body_dofnum[b];
    for (let i = body_dofadr[b]; i < end; ) {
      const n = groupSize(m, i);
      for (let k = i; k < i + n; k++) copy6(w, dofOffset(m, Dof.ACC_BEFORE) + 6 * k, now, 0);
      mulDofVec(part, 0, cdof, 6 * i, w, x + i, n);
      addTo6(now, 0, part, 0);
      i += n;
    }
    copy6(w, acc + 6 * b, now, 0);
    mulInertVec(w, frc + 6 * b, cinert, 10 * b, now, 0);
  }
  for (let b = nbody - 1; b > 0; b--) {
    if (body_parentid[b] > 0) addTo6(w, frc + 6 * body_parentid[b], w, frc + 6 * b);
  }
}

/** c = a0 x S, g = S x* F + I c */
function restTerms(m: Model, d: Data, w: Float64Array, i: int): void {
  const { dof_bodyid } = m;
  const { cdof, crb } = d;
  const b = dof_bodyid[i];
  const c = dofOffset(m, Dof.ACC_CHANGE) + 6 * i;
  const g = dofOffset(m, Dof.COMPOSITE_FORCE) + 6 * i;
  crossMotion(w, c, w, dofOffset(m, Dof.ACC_BEFORE) + 6 * i, cdof, 6 * i);
  crossForce(w, g, cdof, 6 * i, w, bodyOffset(m, Body.EXTERNAL) + 6 * b);
  mulInertVec(part, 0, crb, 10 * b, w, c);
  addTo6(w, g, part, 0);
}

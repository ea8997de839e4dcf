import { worldAcceleration } from '../../../engine/velocity/rne.ts';
import type { int } from '../../../math/int.ts';
import { addTo6, copy6, mulDofVec, zero6 } from '../../../math/spatial.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Body, bodyOffset, Dof, dofOffset } from '../layout.ts';
import { groupSize } from './groups.ts';

const part = new Float64Array(6);
const now = new Float64Array(24);

// slots of `now`: velocity, motion at speeds qacc, acceleration, acceleration without gravity and qacc
const V = 0;
const W = 6;
const A = 12;
const B = 18;

/** Velocities and accelerations before and after each group of dofs, and the motion of bodies at speeds qacc, which is
 *  d.qacc or the acceleration that advances the step. Without `rows`, omits the fields that only constraint rows need:
 *  W0 B0, Body.MOTION BIAS_ACC.
 *  reads  m: body_* dof_jntid jnt_type   d: cdof cdof_dot cvel qvel rne_cacc   writes w */
export function motion(m: Model, d: Data, w: Float64Array, qacc: Float64Array, rows: boolean): void {
  const { nbody, body_parentid, body_dofadr, body_dofnum } = m;
  const { cvel, rne_cacc } = d;
  const bodyW = bodyOffset(m, Body.MOTION);
  const bodyB = bodyOffset(m, Body.BIAS_ACC);
  zero6(w, bodyW);
  zero6(w, bodyB);
  worldAcceleration(m, rne_cacc);
  for (let b = 1; b < nbody; b++) {
    const parent = 6 * body_parentid[b];
    copy6(now, V, cvel, parent);
    copy6(now, A, rne_cacc, parent);
    if (rows) {
      copy6(now, W, w, bodyW + parent);
      copy6(now, B, w, bodyB + parent);
    }
    const end = body_dofadr[b] + body_dofnum[b];
    for (let i = body_dofadr[b]; i < end; ) {
      const n = groupSize(m, i);
      passGroup(m, d, w, qacc, i, n, rows);
      i += n;
    }
    copy6(rne_cacc, 6 * b, now, A);
    if (!rows) continue;
    copy6(w, bodyW + 6 * b, now, W);
    copy6(w, bodyB + 6 * b, now, B);
  }
}

/** The group of n dofs from i on: state before it, then its contribution. */
function passGroup(m: Model, d: Data, w: Float64Array, qacc: Float64Array, i: int, n: int, rows: boolean): void {
  const { cdof, cdof_dot, qvel } = d;
  for (let k = i; k < i + n; k++) {
    copy6(w, dofOffset(m, Dof.VEL_BEFORE) + 6 * k, now, V);
    copy6(w, dofOffset(m, Dof.ACC_BEFORE) + 6 * k, now, A);
    if (!rows) continue;
    copy6(w, dofOffset(m, Dof.MOTION_BEFORE) + 6 * k, now, W);
    copy6(w, dofOffset(m, Dof.BIAS_ACC_BEFORE) + 6 * k, now, B);
  }
  mulDofVec(part, 0, cdof, 6 * i, qvel, i, n);
  addTo6(now, V, part, 0);
  mulDofVec(part, 0, cdof, 6 * i, qacc, i, n);
  if (rows) addTo6(now, W, part, 0);
  addTo6(now, A, part, 0);
  mulDofVec(part, 0, cdof_dot, 6 * i, qvel, i, n);
  addTo6(now, A, part, 0);
  if (rows) addTo6(now, B, part, 0);
  for (let k = i; k < i + n; k++) copy6(w, dofOffset(m, Dof.VEL_AFTER) + 6 * k, now, V);
}

import type { int } from '../../math/int.ts';
import { add6, addScl6, addTo6, dot6, inertialForce, mulDofVec, zero6 } from '../../math/spatial.ts';
import { scl3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { tendonBias } from './tendonBias.ts';

const part = new Float64Array(6);

/** Joint forces of gravity, centrifugal and Coriolis effects, and tendon inertia.
 *  reads  as rne and tendonBias
 *  writes d: qfrc_bias */
export function bias(m: Model, d: Data): void {
  rne(m, d, false, d.qfrc_bias, 0);
  tendonBias(m, d, d.qfrc_bias, 0);
}

/** res = M qacc + bias by the recursive Newton-Euler method, or the bias alone without accelerations. Gravity is an
 *  upward acceleration of the world.
 *  reads  m: body_* dof_bodyid opt   d: cdof cdof_dot cinert cvel qvel qacc, awake lists
 *  writes res, d: rne_cacc rne_cfrc */
export function rne(m: Model, d: Data, withAcc: boolean, res: Float64Array, r: int): void {
  const { body_parentid, dof_bodyid } = m;
  const { nbody_awake, nv_awake, body_awake_ind, dof_awake_ind, work_branch_ind, work_sleep_int } = d;
  const { cdof, rne_cacc, rne_cfrc } = d;
  worldAcceleration(m, rne_cacc);
  zero6(rne_cfrc, 0);
  for (let k = 0; k < nbody_awake; k++) {
    const i = body_awake_ind[k];
    if (i === 0) continue;
    bodyAcceleration(m, d, rne_cacc, i, withAcc);
    bodyForce(d, rne_cfrc, 6 * i, rne_cacc, i);
  }
  for (let k = work_sleep_int[SleepSlot.BRANCH] - 1; k >= 0; k--) {
    const i = work_branch_ind[k];
    addTo6(rne_cfrc, 6 * body_parentid[i], rne_cfrc, 6 * i);
  }
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    res[r + i] = dot6(cdof, 6 * i, rne_cfrc, 6 * dof_bodyid[i]);
  }
}

/** Acceleration of the world: minus gravity. */
export function worldAcceleration(m: Model, cacc: Float64Array): void {
  const { gravity } = m.opt;
  zero6(cacc, 0);
  if ((m.opt.disableflags & Disable.GRAVITY) === 0) scl3(cacc, 3, gravity, 0, -1);
}

/** cacc = cacc_parent + cdof_dot qvel + cdof qacc for body i
 *  @inline */
export function bodyAcceleration(m: Model, d: Data, cacc: Float64Array, i: int, withAcc: boolean): void {
  const { body_parentid, body_dofadr, body_dofnum } = m;
  const { cdof, cdof_dot, qvel, qacc } = d;
  const dof = body_dofadr[i];
  const n = body_dofnum[i];
  if (n === 1) {
    addScl6(cacc, 6 * i, cacc, 6 * body_parentid[i], cdof_dot, 6 * dof, qvel[dof]);
  } else {
    mulDofVec(part, 0, cdof_dot, 6 * dof, qvel, dof, n);
    add6(cacc, 6 * i, cacc, 6 * body_parentid[i], part, 0);
  }
  if (!withAcc) return;
  mulDofVec(part, 0, cdof, 6 * dof, qacc, dof, n);
  addTo6(cacc, 6 * i, part, 0);
}

/** res = I cacc + cvel x* I cvel: the net force on body i
 *  @inline */
export function bodyForce(d: Data, res: Float64Array, r: int, cacc: Float64Array, i: int): void {
  const { cinert, cvel } = d;
  inertialForce(res, r, cinert, 10 * i, cacc, 6 * i, cvel, 6 * i);
}

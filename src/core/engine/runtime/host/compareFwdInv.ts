/** Inverse dynamics after the position and velocity stages, and its comparison with forward dynamics. */
import type { Data } from '../../../model/data.ts';
import { Enable, Integrator } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { stagesOf } from '../engine.ts';

/** @throws Error with the flag `invdiscrete` and the integrator RK4 */
export function checkDiscrete(m: Model): void {
  if (m.opt.enableflags & Enable.INVDISCRETE && m.opt.integrator === Integrator.RK4) {
    throw new Error(
      'compareFwdInv: the invdiscrete flag is not supported with the RK4 integrator. Disable it or use another integrator',
    );
  }
}

/** Computes `d.qfrc_inverse` from `d.qacc` after the position and velocity stages. `sense` runs between the constraint force
 *  and the inverse force. */
export function inverseFromAcc(m: Model, d: Data, sense?: (m: Model, d: Data) => void): void {
  const stages = stagesOf(m);
  const discrete = (m.opt.enableflags & Enable.INVDISCRETE) !== 0;
  if (discrete) {
    d.work_keep_qacc.set(d.qacc);
    stages.discreteAcc(m, d);
  }
  try {
    stages.invConstraint(m, d);
    sense?.(m, d);
    stages.inverseForce(m, d);
  } finally {
    if (discrete) d.qacc.set(d.work_keep_qacc);
  }
}

/** Compare inverse dynamics with the forward dynamics just computed: `d.solver_fwdinv` gets the norms of the differences of
 *  the constraint force and of the applied force. Keeps the results of forward dynamics. */
export function compareFwdInv(m: Model, d: Data): void {
  const stages = stagesOf(m);
  d.solver_fwdinv.fill(0);
  if (d.nefc === 0) return;
  const constraint = d.qfrc_constraint.slice();
  const force = d.efc_force.slice(0, d.nefc);
  checkDiscrete(m);
  inverseFromAcc(m, d);
  // work_int_frc = the force applied in forward dynamics
  stages.appliedForce(m, d);
  d.solver_fwdinv[0] = distance(constraint, d.qfrc_constraint);
  d.solver_fwdinv[1] = distance(d.work_int_frc, d.qfrc_inverse);
  d.qfrc_constraint.set(constraint);
  d.efc_force.set(force);
}

function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return Math.sqrt(sum);
}

/** A step that reuses the results of its first stages. This file only calls. */
import { checkAcc, checkPos, checkVel } from '../../engine/check.ts';
import { forwardSkip } from '../../engine/forward.ts';
import { integrate, rungeKutta, step } from '../../engine/step.ts';
import { NGAIN } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable, GainType, Integrator, Stage } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** One step without the stages up to `skipstage`, whose results must belong to the current state; computes sensors
 *  unless `skipsensor`. */
export function stepSkip(m: Model, d: Data, skipstage: Stage, skipsensor: boolean): void {
  // the sleep check precedes a step, and fields of sleeping trees are not recomputed: no stage can be skipped
  if (m.opt.enableflags & Enable.SLEEP) {
    step(m, d);
    return;
  }
  checkPos(m, d);
  checkVel(m, d);
  forwardSkip(m, d, skipstage, skipsensor);
  checkAcc(m, d);
  if (m.opt.integrator === Integrator.RK4) rungeKutta(m, d);
  else integrate(m, d, reusesFactor(m, skipstage));
}

/** True if the matrix of the integrator equals that of the last step. Euler's contains M and damping coefficients;
 *  those of the implicit integrators also contain velocity derivatives of actuator forces, which may depend on
 *  controls. */
function reusesFactor(m: Model, skipstage: Stage): boolean {
  if (skipstage === Stage.NONE) return false;
  const { integrator } = m.opt;
  const linear = linearDampers(m);
  if (integrator === Integrator.EULER) return skipstage === Stage.VEL || linear;
  if (integrator === Integrator.IMPLICITSPRINGDAMPER) return skipstage === Stage.VEL || linear;
  return skipstage === Stage.VEL && fixedGains(m);
}

/** True if no damping coefficient depends on speed. */
function linearDampers(m: Model): boolean {
  const zero = (a: Float64Array) => {
    for (let k = 0; k < a.length; k++) if (a[k] !== 0) return false;
    return true;
  };
  return zero(m.dof_dampingpoly) && zero(m.actuator_dampingpoly);
}

/** True if no gain depends on velocity. */
function fixedGains(m: Model): boolean {
  for (let i = 0; i < m.nactuator; i++) {
    const type = m.actuator_gaintype[i];
    if (type === GainType.MUSCLE || type === GainType.DCMOTOR) return false;
    if (type === GainType.AFFINE && m.actuator_gainprm[NGAIN * i + 2] !== 0) return false;
  }
  return true;
}

import { exp } from '../../math/elementary/exp.ts';
import type { int } from '../../math/int.ts';
import { norm3 } from '../../math/vec3.ts';
import { MINVAL, NBIAS, NDYN, NGAIN } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { BiasType, CtrlInput, Disable, DynType, Enable, GainType, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { motorResistance } from '../actuation/dcmotor.ts';
import { muscleGainVel } from '../actuation/muscle.ts';
import { actuatorDisabled, nextActivation } from '../actuation/nextActivation.ts';
import { isDiscrete } from '../tree/metricTerms.ts';
import { actuatorState } from '../tree/sleepState.ts';
import { addRankOne } from './addJTBJ.ts';

/** Adds the derivative of the actuator forces with respect to velocity to qDeriv.
 *  reads  m: actuator_*   d: ctrl act act_dot actuator_length actuator_velocity actuator_force actuator_moment
 *  adds to d: qDeriv */
export function actuatorVel(m: Model, d: Data): void {
  const { nactuator, actuator_outadr, actuator_outnum } = m;
  const { actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  if ((m.opt.disableflags & Disable.ACTUATION) !== 0) return;
  const sleeps = (m.opt.enableflags & Enable.SLEEP) !== 0;
  for (let i = 0; i < nactuator; i++) {
    if (actuatorDisabled(m, i) || isClamped(m, d, i)) continue;
    if (sleeps && actuatorState(m, d, i) === SleepState.ASLEEP) continue;
    const B = forceVel(m, d, i, gainVaries(m, i) ? inputNow(m, d, i) : 0);
    if (B === 0) continue;
    const end = actuator_outadr[i] + actuator_outnum[i];
    for (let o = actuator_outadr[i]; o < end; o++) {
      addRankOne(m, d, actuator_moment, moment_rowadr[o], moment_rownnz[o], moment_colind, B);
    }
  }
}

/** True if the gain of actuator i depends on its length or velocity. */
export function gainVaries(m: Model, i: int): boolean {
  const type = m.actuator_gaintype[i];
  return type === GainType.AFFINE || type === GainType.MUSCLE;
}

/** True if the force of actuator i is clamped to its range, where it does not depend on velocity. */
export function isClamped(m: Model, d: Data, i: int): boolean {
  const { actuator_forcelimited, actuator_forcerange, actuator_gaintype, actuator_outadr } = m;
  const { actuator_force } = d;
  if (actuator_forcelimited[i] === 0) return false;
  const o = actuator_outadr[i];
  const hi = actuator_forcerange[2 * i + 1];
  if (actuator_gaintype[i] === GainType.SO3) return norm3(actuator_force, o) >= hi;
  return actuator_force[o] <= actuator_forcerange[2 * i] || actuator_force[o] >= hi;
}

/** Derivative of the force of actuator i with respect to the velocity of its output; its gain multiplies `input`. */
export function forceVel(m: Model, d: Data, i: int, input: number): number {
  const { actuator_gaintype, actuator_biastype, actuator_gainprm, actuator_biasprm, actuator_outadr } = m;
  const { actuator_length, actuator_velocity } = d;
  const gain = NGAIN * i;
  const o = actuator_outadr[i];
  const biastype = actuator_biastype[i];
  const gaintype = actuator_gaintype[i];
  let derivative: number = 0;
  if (biastype === BiasType.AFFINE || biastype === BiasType.SO3) derivative = actuator_biasprm[NBIAS * i + 2];
  else if (biastype === BiasType.DCMOTOR) derivative = backEmfVel(m, d, i);
  if (gaintype === GainType.DCMOTOR) return derivative + motorVel(m, d, i);
  if (gaintype === GainType.AFFINE && actuator_gainprm[gain + 2] !== 0) {
    derivative += actuator_gainprm[gain + 2] * input;
  } else if (gaintype === GainType.MUSCLE) {
    const dgain = muscleGainVel(
      actuator_length[o],
      actuator_velocity[o],
      m.actuator_lengthrange,
      2 * o,
      m.actuator_acc0[o],
      actuator_gainprm,
      gain,
    );
    if (dgain !== 0) derivative += dgain * input;
  }
  return derivative;
}

/** Input that the gain multiplies. */
function inputNow(m: Model, d: Data, i: int): number {
  const { actuator_dyntype, actuator_ctrladr, actuator_actadr, actuator_actnum, actuator_actearly } = m;
  const { ctrl, act, act_dot } = d;
  if (actuator_dyntype[i] === DynType.NONE) return ctrl[actuator_ctrladr[i]];
  const adr = actuator_actadr[i] + actuator_actnum[i] - 1;
  return actuator_actearly[i] !== 0 ? nextActivation(m, d, i, adr, act_dot[adr]) : act[adr];
}

/** Winding resistance of motor i: at its temperature with the integrator `discrete`, else the nominal one, as in MuJoCo. */
function resistance(m: Model, d: Data, i: int): number {
  const R: number = isDiscrete(m) ? motorResistance(m, d, i) : m.actuator_gainprm[NGAIN * i];
  return Math.max(MINVAL, R);
}

/** Back-EMF of a motor without a current state: -K^2 / R. */
function backEmfVel(m: Model, d: Data, i: int): number {
  const { actuator_dynprm, actuator_gainprm } = m;
  const K = actuator_gainprm[NGAIN * i + 1];
  return actuator_dynprm[NDYN * i] > 0 ? 0 : (-K * K) / resistance(m, d, i);
}

/** Controller of a DC motor, acting directly or (with back-EMF) through the current of the next step, and damping of
 *  bristles. The controller's voltage is V = R/K torque + K w, so dV/dw = -kd R/K + K. */
function motorVel(m: Model, d: Data, i: int): number {
  const { actuator_dynprm, actuator_gainprm, actuator_ctrlspec } = m;
  const gain = NGAIN * i;
  const dyn = NDYN * i;
  const R = resistance(m, d, i);
  const nominal = Math.max(MINVAL, actuator_gainprm[gain]);
  const K = actuator_gainprm[gain + 1];
  const te = actuator_dynprm[dyn];
  let dV: number = 0;
  if ((actuator_ctrlspec[i] & (CtrlInput.POS | CtrlInput.VEL | CtrlInput.FF)) !== 0) {
    dV = (-actuator_gainprm[gain + 6] * nominal) / K + K;
  }
  let derivative = (K * dV) / R;
  if (te > 0) derivative = (K * (dV - K) * (1 - exp(-m.opt.timestep / te))) / R;
  const sigma1 = actuator_dynprm[dyn + 6];
  if (sigma1 > 0) derivative -= sigma1;
  return derivative;
}

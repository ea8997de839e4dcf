import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { addToSclSparse } from '../../math/linear/sparse.ts';
import { MINVAL, NBIAS, NDYN, NGAIN } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { BiasType, CtrlInput, Disable, Enable, GainType, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { unreachable } from '../../model/unreachable.ts';
import { zeroDofs } from '../tree/awakeDofs.ts';
import { actuatorState } from '../tree/sleepState.ts';
import { motorResistance, motorVoltage, servoInput } from './dcmotor.ts';
import { addMotorFriction, limitActuators, limitJoints, limitTendons } from './forceLimit.ts';
import { muscleBias, muscleGain } from './muscle.ts';
import { actuatorDisabled, nextActivation } from './nextActivation.ts';
import { wrapPeriod, wrapSetpoint } from './setpoint.ts';
import { so3Force } from './so3.ts';

/** Actuator forces: gain * input + bias. Skips actuators of plugins.
 *  reads  m: actuator_*   d: work_ctrl work_gain work_bias act act_dot actuator_length actuator_velocity
 *  writes d: actuator_force */
export function actuatorForce(m: Model, d: Data): void {
  if (m.nactuator === 0) return;
  const { nout, nactuator, actuator_gaintype } = m;
  zero(d.actuator_force, 0, nout);
  if ((m.opt.disableflags & Disable.ACTUATION) !== 0) return;
  for (let i = 0; i < nactuator; i++) {
    if (!actuatorActive(m, d, i)) continue;
    if (actuator_gaintype[i] === GainType.SO3) so3Force(m, d, i);
    else scalarForce(m, d, i);
  }
}

/** Clamps forces per actuator, tendon and joint, and maps them to the joints. Adds gravity compensation for joints that
 *  receive it through their actuators.
 *  reads  m: actuator_*   d: actuator_force actuator_moment qfrc_gravcomp
 *  writes d: actuator_force qfrc_actuator work_tenforce */
export function applyActuators(m: Model, d: Data): void {
  const { nout, nactuator } = m;
  const { actuator_force, actuator_moment, moment_rownnz, moment_rowadr, moment_colind, qfrc_actuator } = d;
  if (nactuator === 0 || (m.opt.disableflags & Disable.ACTUATION) !== 0) {
    zeroDofs(m, d, qfrc_actuator);
    return;
  }
  limitTendons(m, d);
  limitActuators(m, d);
  for (let i = 0; i < nactuator; i++) {
    if (m.actuator_biastype[i] === BiasType.DCMOTOR && actuatorActive(m, d, i)) addMotorFriction(m, d, i);
  }
  // qfrc = moment^T force
  zeroDofs(m, d, qfrc_actuator);
  for (let o = 0; o < nout; o++) {
    const f = actuator_force[o];
    if (f !== 0)
      addToSclSparse(
        qfrc_actuator,
        0,
        actuator_moment,
        moment_rowadr[o],
        f,
        moment_rownnz[o],
        moment_colind,
        moment_rowadr[o],
      );
  }
  addGravcomp(m, d);
  limitJoints(m, d);
}

/** False for actuators that are asleep, in a disabled group, or implemented by a plugin. */
function actuatorActive(m: Model, d: Data, i: int): boolean {
  if ((m.opt.enableflags & Enable.SLEEP) !== 0 && actuatorState(m, d, i) === SleepState.ASLEEP) return false;
  return !actuatorDisabled(m, i) && m.actuator_plugin[i] < 0;
}

/** Force of an actuator with one output. */
function scalarForce(m: Model, d: Data, i: int): void {
  const { actuator_gaintype, actuator_biastype, actuator_gainprm, actuator_biasprm, actuator_outadr } = m;
  const { actuator_actnum, actuator_ctrlnum, actuator_ctrladr } = m;
  const { actuator_force, actuator_length, actuator_velocity, work_ctrl } = d;
  const o = actuator_outadr[i];
  const type = actuator_gaintype[i];
  // a pure gain is a motor; with an affine bias it is a servo
  if (type === GainType.FIXED && actuator_actnum[i] === 0 && actuator_ctrlnum[i] > 0) {
    const gain = actuator_gainprm[NGAIN * i];
    const control = work_ctrl[actuator_ctrladr[i]];
    const p = NBIAS * i;
    if (actuator_biastype[i] === BiasType.NONE) {
      actuator_force[o] = gain * control + 0;
      return;
    }
    if (actuator_biastype[i] === BiasType.AFFINE) {
      const length = actuator_length[o];
      actuator_force[o] =
        gain * wrapSetpoint(control, length, wrapPeriod(m, i)) +
        (actuator_biasprm[p] + actuator_biasprm[p + 1] * length + actuator_biasprm[p + 2] * actuator_velocity[o]);
      return;
    }
  }
  if (type === GainType.PID) {
    actuator_force[o] = pidInput(m, d, i) + biasOf(m, d, i, 0);
    return;
  }
  const gain = gainOf(m, d, i);
  actuator_force[o] = gain * gainInput(m, d, i) + biasOf(m, d, i, gain);
}

function gainOf(m: Model, d: Data, i: int): number {
  const { actuator_gaintype, actuator_gainprm, actuator_outadr } = m;
  const { actuator_length, actuator_velocity } = d;
  const p = NGAIN * i;
  const o = actuator_outadr[i];
  const type = actuator_gaintype[i] as GainType;
  switch (type) {
    case GainType.FIXED:
      return actuator_gainprm[p];
    case GainType.AFFINE:
      return (
        actuator_gainprm[p] +
        actuator_gainprm[p + 1] * actuator_length[o] +
        actuator_gainprm[p + 2] * actuator_velocity[o]
      );
    case GainType.MUSCLE:
      return muscleGain(
        actuator_length[o],
        actuator_velocity[o],
        m.actuator_lengthrange,
        2 * o,
        m.actuator_acc0[o],
        actuator_gainprm,
        p,
      );
    case GainType.DCMOTOR: {
      // torque per ampere if the current is a state, else per volt
      const K = actuator_gainprm[p + 1];
      return m.actuator_dynprm[NDYN * i] > 0 ? K : K / Math.max(MINVAL, motorResistance(m, d, i));
    }
    case GainType.SO3:
    case GainType.PID:
    case GainType.USER:
      break;
    default:
      unreachable(type);
  }
  return d.work_gain[i];
}

/** Input that the gain multiplies: a control, or the last activation. */
function gainInput(m: Model, d: Data, i: int): number {
  const { actuator_gaintype, actuator_actadr, actuator_actnum, actuator_actearly, actuator_dynprm } = m;
  const { act, act_dot } = d;
  const motor = actuator_gaintype[i] === GainType.DCMOTOR;
  let input: number = 0;
  if (actuator_actnum[i] === 0 || (motor && actuator_dynprm[NDYN * i] <= 0)) {
    input = actuatorControl(m, d, i);
  } else {
    const adr = actuator_actadr[i] + actuator_actnum[i] - 1;
    input = actuator_actearly[i] !== 0 ? nextActivation(m, d, i, adr, act_dot[adr]) : act[adr];
  }
  return wrapSetpoint(input, d.actuator_length[m.actuator_outadr[i]], wrapPeriod(m, i));
}

/** Control of actuator i. For a motor with a controller: the voltage of the controller. */
function actuatorControl(m: Model, d: Data, i: int): number {
  const { actuator_gaintype, actuator_ctrlnum, actuator_ctrlspec, actuator_ctrladr } = m;
  const { work_ctrl } = d;
  if (actuator_ctrlnum[i] === 0) return 0;
  if (actuator_gaintype[i] === GainType.DCMOTOR && actuator_ctrlspec[i] !== CtrlInput.VOLTAGE) {
    return motorVoltage(m, d, i, work_ctrl);
  }
  return work_ctrl[actuator_ctrladr[i]];
}

/** Input part of a PID servo, kp q + kv v + ff + ki z; the rest is in the bias. The bias contains kp and kv,
 *  negated. */
function pidInput(m: Model, d: Data, i: int): number {
  const { actuator_ctrladr, actuator_ctrlspec, actuator_outadr, actuator_gainprm, actuator_biasprm } = m;
  const { actuator_actadr, actuator_actnum, actuator_actearly } = m;
  const { act, act_dot, actuator_length, work_ctrl } = d;
  const u = actuator_ctrladr[i];
  const spec = actuator_ctrlspec[i];
  const bias = NBIAS * i;
  const length = actuator_length[actuator_outadr[i]];
  const q = wrapSetpoint(servoInput(work_ctrl, u, spec, CtrlInput.POS), length, wrapPeriod(m, i));
  const v = servoInput(work_ctrl, u, spec, CtrlInput.VEL);
  let force =
    -actuator_biasprm[bias + 1] * q - actuator_biasprm[bias + 2] * v + servoInput(work_ctrl, u, spec, CtrlInput.FF);
  const ki = actuator_gainprm[NGAIN * i];
  if (actuator_actnum[i] > 0 && ki > 0) {
    const adr = actuator_actadr[i] + actuator_actnum[i] - 1;
    force += ki * (actuator_actearly[i] !== 0 ? nextActivation(m, d, i, adr, act_dot[adr]) : act[adr]);
  }
  return force;
}

function biasOf(m: Model, d: Data, i: int, gain: number): number {
  const { actuator_biastype, actuator_biasprm, actuator_outadr } = m;
  const { actuator_length, actuator_velocity } = d;
  const p = NBIAS * i;
  const o = actuator_outadr[i];
  const type = actuator_biastype[i] as BiasType;
  switch (type) {
    case BiasType.NONE:
      return 0;
    case BiasType.AFFINE:
      return (
        actuator_biasprm[p] +
        actuator_biasprm[p + 1] * actuator_length[o] +
        actuator_biasprm[p + 2] * actuator_velocity[o]
      );
    case BiasType.MUSCLE:
      return muscleBias(actuator_length[o], m.actuator_lengthrange, 2 * o, m.actuator_acc0[o], actuator_biasprm, p);
    case BiasType.DCMOTOR:
      // back-EMF; a motor with a current state includes it there
      return m.actuator_dynprm[NDYN * i] > 0 ? 0 : -gain * m.actuator_gainprm[NGAIN * i + 1] * actuator_velocity[o];
    case BiasType.SO3:
    case BiasType.USER:
      break;
    default:
      unreachable(type);
  }
  return d.work_bias[i];
}

function addGravcomp(m: Model, d: Data): void {
  const { dof_jntid, jnt_actgravcomp } = m;
  const { nv_awake, dof_awake_ind, qfrc_actuator, qfrc_gravcomp } = d;
  if ((m.opt.disableflags & Disable.GRAVITY) !== 0) return;
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    if (jnt_actgravcomp[dof_jntid[i]] !== 0) qfrc_actuator[i] += qfrc_gravcomp[i];
  }
}

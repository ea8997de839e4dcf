import { muscleGain, muscleGainVel } from '../../../engine/actuation/muscle.ts';
import { actuatorDisabled, nextActivation } from '../../../engine/actuation/nextActivation.ts';
import { lastDof } from '../../../engine/position/chain.ts';
import { exp } from '../../../math/elementary/exp.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { copy4, normalize4, quat2Vel } from '../../../math/quat.ts';
import { rightJacobianInverse } from '../../../math/rotationJacobian.ts';
import { crossForce, dot6 } from '../../../math/spatial.ts';
import { addTo3, cross3, sub3 } from '../../../math/vec3.ts';
import { MINVAL, NBIAS, NDYN, NGAIN } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { BiasType, Disable, DynType, GainType, JointType, TrnType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { activationAt, controlAt, Mat, matAt, nextActAt } from '../layout.ts';
import { sameGroup } from '../tree/groups.ts';
import { muscleBiasLen, muscleGainLen, muscleRate } from './muscle.ts';
import { addScalar, addTendonTurning } from './scalarForce.ts';
import { tendonJacobian } from './tendonJacobian.ts';

/*  Actuators with one control, at most one activation and one output: force = gain(length, velocity) input + bias. */

/** Derivatives of the force of the actuator at hand by length, velocity, control and activation, then those of its next
 *  activation by control and activation. */
const slope = new Float64Array(6);
const LENGTH = 0;
const VELOCITY = 1;
const CONTROL = 2;
const ACTIVATION = 3;
const NEXT_CONTROL = 4;
const NEXT_ACTIVATION = 5;

/** Forces of actuators by position, velocity, control and activation, and the next activations by the last two.
 *  adds to w: RQ RV   writes w: dr/du, dr/dact, next activations */
export function actuation(m: Model, d: Data, w: Float64Array): void {
  const { nv, nu, na, nactuator } = m;
  w.fill(0, controlAt(m), nextActAt(m) + na * (2 * nv + na + nu));
  if ((m.opt.disableflags & Disable.ACTUATION) !== 0) {
    for (let a = 0; a < na; a++) w[nextActAt(m) + na * 2 * nv + a * na + a] = 1;
    return;
  }
  for (let i = 0; i < nactuator; i++) {
    actuatorSlopes(m, d, i);
    placeActivation(m, w, i);
    if (!actuatorDisabled(m, i)) placeForce(m, d, w, i);
  }
}

const rate = new Float64Array(2);

/** Fills `slope` for actuator i. */
function actuatorSlopes(m: Model, d: Data, i: int): void {
  const { actuator_actadr, actuator_actnum, actuator_actearly, actuator_ctrladr, actuator_outadr } = m;
  const { act, act_dot, work_ctrl } = d;
  slope.fill(0, 0, 6);
  const u = actuator_ctrladr[i];
  const free: number = controlFree(m, d, u) ? 1 : 0;
  const adr = actuator_actadr[i] + actuator_actnum[i] - 1;
  let input = work_ctrl[u];
  slope[CONTROL] = free;
  if (actuator_actnum[i] > 0) {
    nextSlopes(m, d, i, adr);
    slope[NEXT_CONTROL] *= free;
    const early = actuator_actearly[i] !== 0;
    input = early ? nextActivation(m, d, i, adr, act_dot[adr]) : act[adr];
    slope[CONTROL] = early ? slope[NEXT_CONTROL] : 0.0;
    slope[ACTIVATION] = early ? slope[NEXT_ACTIVATION] : 1.0;
  }
  forceSlopes(m, d, i, actuator_outadr[i], input);
}

/** Whether control u is inside its range, where it has an effect. */
function controlFree(m: Model, d: Data, u: int): boolean {
  const { actuator_ctrllimited, actuator_ctrlrange } = m;
  if ((m.opt.disableflags & Disable.CLAMPCTRL) !== 0 || actuator_ctrllimited[u] === 0) return true;
  return d.ctrl[u] >= actuator_ctrlrange[2 * u] && d.ctrl[u] <= actuator_ctrlrange[2 * u + 1];
}

/** The next value of activation `adr` by the control of its actuator and by itself. */
function nextSlopes(m: Model, d: Data, i: int, adr: int): void {
  const { actuator_dyntype, actuator_dynprm, actuator_actlimited, actuator_actrange, actuator_ctrladr } = m;
  const { act, act_dot, work_ctrl } = d;
  const h = m.opt.timestep;
  const tau = Math.max(MINVAL, actuator_dynprm[NDYN * i]);
  rate[0] = 0;
  rate[1] = 0;
  let span = h;
  switch (actuator_dyntype[i]) {
    case DynType.INTEGRATOR:
      rate[0] = 1;
      break;
    case DynType.FILTEREXACT:
      span = tau * (1 - exp(-h / tau));
      rate[0] = 1 / tau;
      rate[1] = -1 / tau;
      break;
    case DynType.FILTER:
      rate[0] = 1 / tau;
      rate[1] = -1 / tau;
      break;
    case DynType.MUSCLE:
      muscleRate(rate, work_ctrl[actuator_ctrladr[i]], act[adr], actuator_dynprm, NDYN * i);
      break;
    default:
      break;
  }
  slope[NEXT_CONTROL] = span * rate[0];
  slope[NEXT_ACTIVATION] = 1 + span * rate[1];
  if (actuatorDisabled(m, i)) {
    slope[NEXT_CONTROL] = 0;
    slope[NEXT_ACTIVATION] = 1;
  }
  if (actuator_actlimited[i] === 0) return;
  const next = nextActivation(m, d, i, adr, act_dot[adr]);
  if (next > actuator_actrange[2 * i] && next < actuator_actrange[2 * i + 1]) return;
  slope[NEXT_CONTROL] = 0;
  slope[NEXT_ACTIVATION] = 0;
}

/** The force of actuator i by length, velocity and input; a force at the end of its range does not change. */
function forceSlopes(m: Model, d: Data, i: int, o: int, input: number): void {
  const { actuator_gaintype, actuator_biastype, actuator_gainprm, actuator_biasprm, actuator_lengthrange } = m;
  const { actuator_forcelimited, actuator_forcerange, actuator_acc0 } = m;
  const { actuator_length, actuator_velocity, actuator_force } = d;
  const g = NGAIN * i;
  const b = NBIAS * i;
  const len = actuator_length[o];
  const vel = actuator_velocity[o];
  let gain = actuator_gainprm[g];
  if (actuator_gaintype[i] === GainType.AFFINE) {
    gain += actuator_gainprm[g + 1] * len + actuator_gainprm[g + 2] * vel;
    slope[LENGTH] = actuator_gainprm[g + 1] * input;
    slope[VELOCITY] = actuator_gainprm[g + 2] * input;
  } else if (actuator_gaintype[i] === GainType.MUSCLE) {
    gain = muscleGain(len, vel, actuator_lengthrange, 2 * o, actuator_acc0[o], actuator_gainprm, g);
    slope[LENGTH] = muscleGainLen(len, vel, actuator_lengthrange, 2 * o, actuator_acc0[o], actuator_gainprm, g) * input;
    slope[VELOCITY] =
      muscleGainVel(len, vel, actuator_lengthrange, 2 * o, actuator_acc0[o], actuator_gainprm, g) * input;
  }
  slope[CONTROL] *= gain;
  slope[ACTIVATION] *= gain;
  if (actuator_biastype[i] === BiasType.AFFINE) {
    slope[LENGTH] += actuator_biasprm[b + 1];
    slope[VELOCITY] += actuator_biasprm[b + 2];
  } else if (actuator_biastype[i] === BiasType.MUSCLE) {
    slope[LENGTH] += muscleBiasLen(len, actuator_lengthrange, 2 * o, actuator_acc0[o], actuator_biasprm, b);
  }
  if (actuator_forcelimited[i] === 0) return;
  const force = actuator_force[o];
  if (force > actuator_forcerange[2 * i] && force < actuator_forcerange[2 * i + 1]) return;
  slope.fill(0, 0, 4);
}

/** The next activation of actuator i by control and activation; it does not depend on the state otherwise. */
function placeActivation(m: Model, w: Float64Array, i: int): void {
  const { nv, nu, na, actuator_actadr, actuator_actnum, actuator_ctrladr } = m;
  const act = nextActAt(m) + 2 * nv * na;
  const end = actuator_actadr[i] + actuator_actnum[i];
  for (let a = actuator_actadr[i]; a < end; a++) {
    w[act + a * na + a] = slope[NEXT_ACTIVATION];
    w[act + na * na + a * nu + actuator_ctrladr[i]] = slope[NEXT_CONTROL];
  }
}

/** The force of actuator i, by its transmission. */
function placeForce(m: Model, d: Data, w: Float64Array, i: int): void {
  const { nu, na, actuator_outadr, actuator_ctrladr, actuator_actadr, actuator_actnum } = m;
  const { actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  const o = actuator_outadr[i];
  const first = moment_rowadr[o];
  const end = first + moment_rownnz[o];
  const u = controlAt(m) + actuator_ctrladr[i];
  for (let k = first; k < end; k++) w[u + moment_colind[k] * nu] -= actuator_moment[k] * slope[CONTROL];
  if (actuator_actnum[i] > 0) {
    const a = activationAt(m) + actuator_actadr[i] + actuator_actnum[i] - 1;
    for (let k = first; k < end; k++) w[a + moment_colind[k] * na] -= actuator_moment[k] * slope[ACTIVATION];
  }
  placeTransmission(m, d, w, i, o);
}

function placeTransmission(m: Model, d: Data, w: Float64Array, i: int, o: int): void {
  const { actuator_trntype, actuator_trnid, actuator_gear, jnt_type } = m;
  const { actuator_moment, moment_rownnz, moment_rowadr, moment_colind, actuator_force } = d;
  const type = actuator_trntype[i];
  const id = actuator_trnid[2 * i];
  // the length of a ball or free joint does not change by its moment
  const quaternion = type === TrnType.JOINT && jnt_type[id] <= JointType.BALL;
  const stiffness = quaternion || type === TrnType.SITE ? 0.0 : slope[LENGTH];
  addScalar(m, w, actuator_moment, moment_rowadr[o], moment_rownnz[o], moment_colind, stiffness, slope[VELOCITY]);
  if (type === TrnType.TENDON) {
    const gear = actuator_gear[6 * o];
    const damping = slope[VELOCITY] * gear * gear;
    if (tendonJacobian(m, d, w, id)) addTendonTurning(m, d, w, id, gear * actuator_force[o], damping);
  } else if (type === TrnType.SITE) {
    siteTurning(m, d, w, id, o);
  } else if (quaternion && jnt_type[id] === JointType.BALL) {
    ballLength(m, d, w, id, o);
  }
}

const quat = new Float64Array(4);
const vec = new Float64Array(3);
const turn = new Float64Array(9);

/** The length of a servo on a ball joint, gear . log(q), changes by gear^T times the inverse right Jacobian. */
function ballLength(m: Model, d: Data, w: Float64Array, joint: int, o: int): void {
  const { nv, jnt_qposadr, jnt_dofadr, actuator_gear } = m;
  const RQ = matAt(m, Mat.RQ);
  const v = jnt_dofadr[joint];
  copy4(quat, 0, d.qpos, jnt_qposadr[joint]);
  normalize4(quat, 0);
  quat2Vel(vec, 0, quat, 0, 1);
  rightJacobianInverse(turn, 0, vec, 0);
  for (let c = 0; c < 3; c++) {
    let by: number = 0;
    for (let r = 0; r < 3; r++) by += actuator_gear[6 * o + r] * turn[3 * r + c];
    for (let r = 0; r < 3; r++) w[RQ + (v + r) * nv + v + c] -= slope[LENGTH] * by * actuator_gear[6 * o + r];
  }
}

const wrench = new Float64Array(6);
const moved = new Float64Array(6);

/** A wrench W that is fixed in a site turns with it: its moment by dof i, S_i . W, changes with a dof j below i by
 *  S_i . (S_j x* W), and not at all with one above, which turns both. */
function siteTurning(m: Model, d: Data, w: Float64Array, site: int, o: int): void {
  const { nv, site_bodyid, body_rootid, dof_parentid, actuator_gear } = m;
  const { site_xpos, site_xmat, subtree_com, cdof, qvel, actuator_force, actuator_moment } = d;
  const { moment_rowadr, moment_rownnz, moment_colind } = d;
  const RQ = matAt(m, Mat.RQ);
  const body = site_bodyid[site];
  mulMatVec3(wrench, 0, site_xmat, 9 * site, actuator_gear, 6 * o + 3);
  mulMatVec3(wrench, 3, site_xmat, 9 * site, actuator_gear, 6 * o);
  sub3(vec, 0, site_xpos, 3 * site, subtree_com, 3 * body_rootid[body]);
  cross3(moved, 0, vec, 0, wrench, 3);
  addTo3(wrench, 0, moved, 0);
  const last = lastDof(m, body);
  for (let j = last; j >= 0; j = dof_parentid[j]) {
    crossForce(moved, 0, cdof, 6 * j, wrench, 0);
    let speed: number = 0;
    for (let i = dof_parentid[j]; i >= 0; i = dof_parentid[i]) {
      if (sameGroup(m, i, j)) continue;
      const by = dot6(cdof, 6 * i, moved, 0);
      speed += by * qvel[i];
      w[RQ + i * nv + j] -= by * actuator_force[o];
    }
    const s = speed * slope[VELOCITY];
    if (s === 0) continue;
    const end = moment_rowadr[o] + moment_rownnz[o];
    for (let k = moment_rowadr[o]; k < end; k++) w[RQ + moment_colind[k] * nv + j] -= actuator_moment[k] * s;
  }
}

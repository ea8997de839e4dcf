/** Functions on a Model and a Data for the user's own arrays. */
import { zero } from '../math/array.ts';
import { normalize4 } from '../math/quat.ts';
import { MINVAL } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { JointType, type ObjType, type SameFrame } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { readDelayed } from './actuation/actuatorDynamics.ts';
import { xfrcAccumulate as accumulate } from './actuation/fwdAcceleration.ts';
import { contactForce as forceOfContact } from './constraint/contactForce.ts';
import { stagesOf } from './engine.ts';
import { differentiatePos as differentiate, integratePos as integrate } from './integrate/integratePos.ts';
import { applyFT as apply } from './passive/applyFT.ts';
import { angmomMat as angmom } from './position/angmomMat.ts';
import * as mass from './position/inertia/solveM.ts';
import * as jacobian from './position/jacobian.ts';
import { local2Global as toGlobal } from './position/local2Global.ts';
import * as motion from './sensor/measure/objectMotion.ts';
import { recallSensor } from './sensor/recall.ts';
import { jacDot as rateOfJac } from './velocity/pointMotion.ts';

const none = new Float64Array(3);

/** res = M vec */
export function mulM(m: Model, d: Data, res: Float64Array, vec: Float64Array): void {
  expectLength('vec', vec, m.nv);
  mass.mulM(m, d, expectLength('res', res, m.nv), 0, vec, 0);
}

/** res = M^(1/2) vec, the factor being sqrt(D) L */
export function mulM2(m: Model, d: Data, res: Float64Array, vec: Float64Array): void {
  expectLength('vec', vec, m.nv);
  mass.mulM2(m, d, expectLength('res', res, m.nv), 0, vec, 0);
}

/** dst += M, lower triangle of a dense nv x nv matrix */
export function addM(m: Model, d: Data, dst: Float64Array): void {
  mass.addMDense(m, d, expectLength('dst', dst, m.nv * m.nv), 0);
}

/** dst = M as a dense nv x nv matrix */
export function fullM(m: Model, d: Data, dst: Float64Array): Float64Array {
  mass.fullM(m, d, expectLength('dst', dst, m.nv * m.nv), 0);
  return dst;
}

/** x = M^-1 y, for `n` vectors that follow each other */
export function solveM(m: Model, d: Data, x: Float64Array, y: Float64Array, n = 1): void {
  expectLength('y', y, n * m.nv);
  mass.solveM(m, d, expectLength('x', x, n * m.nv), 0, y, 0, n);
}

/** x = M^(-1/2) y, for `n` vectors that follow each other */
export function solveM2(m: Model, d: Data, x: Float64Array, y: Float64Array, n = 1): void {
  expectLength('y', y, n * m.nv);
  mass.solveM2(m, d, expectLength('x', x, n * m.nv), 0, y, 0, n);
}

/** Move `qpos` on by velocity `qvel` for time `dt`, on the manifold. */
export function integratePos(m: Model, qpos: Float64Array, qvel: Float64Array, dt: number): void {
  expectLength('qvel', qvel, m.nv);
  integrate(m, expectLength('qpos', qpos, m.nq), 0, qvel, 0, dt);
}

/** qvel = the velocity that takes `qpos1` to `qpos2` in time `dt` */
export function differentiatePos(
  m: Model,
  qvel: Float64Array,
  dt: number,
  qpos1: Float64Array,
  qpos2: Float64Array,
): void {
  expectLength('qpos1', qpos1, m.nq);
  expectLength('qpos2', qpos2, m.nq);
  differentiate(m, expectLength('qvel', qvel, m.nv), 0, dt, qpos1, 0, qpos2, 0);
}

/** Scale every quaternion in `qpos` to length 1. */
export function normalizeQuat(m: Model, qpos: Float64Array): void {
  expectLength('qpos', qpos, m.nq);
  for (let j = 0; j < m.njnt; j++) {
    if (m.jnt_type[j] === JointType.BALL) normalize4(qpos, m.jnt_qposadr[j]);
    if (m.jnt_type[j] === JointType.FREE) normalize4(qpos, m.jnt_qposadr[j] + 3);
  }
}

/** Position and rotation matrix in the world of a frame that is given in a body. */
export function local2Global(
  d: Data,
  xpos: Float64Array,
  xmat: Float64Array,
  pos: Float64Array,
  quat: Float64Array,
  body: number,
  sameframe: SameFrame = 0,
): void {
  toGlobal(d, xpos, 0, xmat, 0, pos, 0, quat, 0, body, sameframe);
}

/** Add to `qfrc` the joint forces of a force and a torque (world frame) that act on a body at a point. */
export function applyFT(
  m: Model,
  d: Data,
  force: Float64Array | undefined,
  torque: Float64Array | undefined,
  point: Float64Array,
  body: number,
  qfrc: Float64Array,
): void {
  expectBody(m, body);
  apply(m, d, expectLength('qfrc', qfrc, m.nv), 0, force ?? none, 0, torque ?? none, 0, point, 0, body);
}

/** Add to `qfrc` the joint forces of everything in `d.xfrc_applied`. */
export function xfrcAccumulate(m: Model, d: Data, qfrc: Float64Array): void {
  accumulate(m, d, expectLength('qfrc', qfrc, m.nv), 0);
}

/** res = 6D velocity of an object about its origin, rotation first, in world axes or in its own (`local`) */
export function objectVelocity(
  m: Model,
  d: Data,
  type: ObjType,
  id: number,
  res: Float64Array,
  local = false,
): Float64Array {
  motion.objectVelocity(m, d, type, id, expectLength('res', res, 6), 0, local);
  return res;
}

/** res = 6D acceleration of an object about its origin, rotation first, gravity included; needs `rnePostConstraint` */
export function objectAcceleration(
  m: Model,
  d: Data,
  type: ObjType,
  id: number,
  res: Float64Array,
  local = false,
): Float64Array {
  motion.objectAcceleration(m, d, type, id, expectLength('res', res, 6), 0, local);
  return res;
}

/** res = force and torque of contact `id` in its frame */
export function contactForce(m: Model, d: Data, id: number, res: Float64Array): Float64Array {
  zero(expectLength('res', res, 6), 0, 6);
  if (id >= 0 && id < d.ncon) forceOfContact(m, d, id, res, 0);
  return res;
}

/** Jacobians (3 x nv) of a world point of a body: linear and angular. Either can be left out. */
export function jac(
  m: Model,
  d: Data,
  jacp: Float64Array | undefined,
  jacr: Float64Array | undefined,
  point: Float64Array,
  body: number,
): void {
  expectBody(m, body);
  if (jacp) jacobian.jacPos(m, d, expectLength('jacp', jacp, 3 * m.nv), 0, point, 0, body);
  if (jacr) jacobian.jacRot(m, d, expectLength('jacr', jacr, 3 * m.nv), 0, body);
}

/** Jacobians of the origin of a body. */
export function jacBody(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, body = 0): void {
  jac(m, d, jacp, jacr, d.xpos.subarray(3 * body, 3 * body + 3), body);
}

/** Jacobians of the centre of mass of a body. */
export function jacBodyCom(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, body = 0): void {
  jac(m, d, jacp, jacr, d.xipos.subarray(3 * body, 3 * body + 3), body);
}

/** Jacobian of the centre of mass of a body and what hangs on it. */
export function jacSubtreeCom(m: Model, d: Data, jacp: Float64Array, body: number): void {
  expectBody(m, body);
  jacobian.jacSubtreeCom(m, d, expectLength('jacp', jacp, 3 * m.nv), 0, body);
}

/** Jacobians of a geom. */
export function jacGeom(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, geom = 0): void {
  jac(m, d, jacp, jacr, d.geom_xpos.subarray(3 * geom, 3 * geom + 3), m.geom_bodyid[geom]);
}

/** Jacobians of a site. */
export function jacSite(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, site = 0): void {
  jac(m, d, jacp, jacr, d.site_xpos.subarray(3 * site, 3 * site + 3), m.site_bodyid[site]);
}

/** Rates of the Jacobians of a world point of a body. */
export function jacDot(
  m: Model,
  d: Data,
  jacp: Float64Array | undefined,
  jacr: Float64Array | undefined,
  point: Float64Array,
  body: number,
): void {
  expectBody(m, body);
  const p = jacp ?? new Float64Array(3 * m.nv);
  const r = jacr ?? new Float64Array(3 * m.nv);
  rateOfJac(m, d, expectLength('jacp', p, 3 * m.nv), 0, expectLength('jacr', r, 3 * m.nv), 0, point, 0, body);
}

/** mat (3 x nv) such that mat qvel is the angular momentum of the subtree of a body about its centre of mass */
export function angmomMat(m: Model, d: Data, mat: Float64Array, body: number): void {
  expectBody(m, body);
  angmom(m, d, expectLength('mat', mat, 3 * m.nv), 0, body);
}

/** Control of an actuator as it acts at `time`: delayed if it has a delay. `interp` (0 hold, 1 line, 2 cubic) is that of
 *  the model unless given. */
export function readCtrl(m: Model, d: Data, id: number, time: number, interp = m.actuator_history[2 * id + 1]): number {
  if (m.actuator_history[2 * id] === 0) return d.ctrl[m.actuator_ctrladr[id]];
  const value = new Float64Array(1);
  readDelayed(m, d, id, time, interp, value, 0);
  return value[0];
}

/** Value of a sensor as it reads at `time`, from its history if it has one. */
export function readSensor(
  m: Model,
  d: Data,
  id: number,
  time: number,
  interp = m.sensor_history[2 * id + 1],
): Float64Array {
  const adr = m.sensor_adr[id];
  if (m.sensor_history[2 * id] === 0) return d.sensordata.slice(adr, adr + m.sensor_dim[id]);
  const value = new Float64Array(m.sensor_dim[id]);
  recallSensor(m, d, id, time, interp, value, 0);
  return value;
}

/** Fill the history of an actuator: `values` at `times`, which must increase; without times, at those it has. */
export function initCtrlHistory(
  m: Model,
  d: Data,
  id: number,
  times: Float64Array | undefined,
  values: Float64Array,
): void {
  const n = m.actuator_history[2 * id];
  if (!(n > 0)) throw new RangeError(`actuator ${id} has no history`);
  fillHistory(d, m.actuator_historyadr[id], n, 1, times, values);
}

/** Fill the history of a sensor, and say when it was last sampled (`phase`). */
export function initSensorHistory(
  m: Model,
  d: Data,
  id: number,
  times: Float64Array | undefined,
  values: Float64Array,
  phase: number,
): void {
  const n = m.sensor_history[2 * id];
  if (!(n > 0)) throw new RangeError(`sensor ${id} has no history`);
  fillHistory(d, m.sensor_historyadr[id], n, m.sensor_dim[id], times, values);
  d.history[m.sensor_historyadr[id]] = phase;
}

function fillHistory(
  d: Data,
  at: number,
  n: number,
  dim: number,
  times: Float64Array | undefined,
  values: Float64Array,
): void {
  expectLength('values', values, n * dim);
  const when = times ? expectLength('times', times, n) : d.history.slice(at + 2, at + 2 + n);
  for (let k = 1; k < n; k++) {
    if (when[k] - when[k - 1] < MINVAL) throw new RangeError(`times must increase, found ${when[k - 1]}, ${when[k]}`);
  }
  d.history[at + 1] = n - 1;
  d.history.set(when, at + 2);
  d.history.set(values, at + 2 + n);
}

/** Momentum of the subtree of a body: linear, and angular about its centre of mass. Body 0 stands for everything. */
export function momentum(m: Model, d: Data, body = 0): { linear: Float64Array; angular: Float64Array } {
  expectBody(m, body);
  if (!d.flg_subtreevel) stagesOf(m).subtreeVel(m, d);
  const at = 3 * body;
  return {
    linear: d.subtree_linvel.slice(at, at + 3).map((v) => v * m.body_subtreemass[body]),
    angular: d.subtree_angmom.slice(at, at + 3),
  };
}

/** Sum of the masses of all bodies. */
export function getTotalmass(m: Model): number {
  let sum = 0;
  for (let i = 1; i < m.nbody; i++) sum += m.body_mass[i];
  return sum;
}

function expectLength(name: string, array: Float64Array, length: number): Float64Array {
  if (array.length !== length) throw new RangeError(`${name}: expected ${length} elements, found ${array.length}`);
  return array;
}

function expectBody(m: Model, body: number): void {
  if (!(body >= 0 && body < m.nbody)) throw new RangeError(`body: expected 0 to ${m.nbody - 1}, found ${body}`);
}

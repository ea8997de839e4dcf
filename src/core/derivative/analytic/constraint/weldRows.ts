import { equalityBody, weldQuats } from '../../../engine/tree/equalityFrame.ts';
import type { int } from '../../../math/int.ts';
import { copy4, derivQuat, mulQuat, mulQuatAxis, negQuat, unit4 } from '../../../math/quat.ts';
import { scl3 } from '../../../math/vec3.ts';
import { NEQDATA } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { ObjType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { ALPHA, DIFFERENCE, OMEGA, pointChange, pointState, ROTATION, STATE } from './pointWorkspace.ts';

/*  The rotational rows of a weld. With Q the frame of side 0 and P the inverse of that of side 1, w and a the differences of
 *  angular velocities and accelerations, their error is the vector part of P Q times the torquescale, and
 *    velocity      P w Q / 2
 *    acceleration  (P a Q + P' w Q + P w Q') / 2
 *  where P' and Q' are MuJoCo's rates of P and Q: body velocities in the world, applied from the right. `weldFrames` sets
 *  the frames of one weld; the other functions refer to it. */

// Q, P, Q', P' and their changes; factors of Q' = head w0 tail / 2
const quats = new Float64Array(16);
const dquats = new Float64Array(16);
const head = new Float64Array(4);
const tail = new Float64Array(4);
const product = new Float64Array(8);
const total = new Float64Array(4);
const sum = new Float64Array(8);
const axis = new Float64Array(4);
const scale = new Float64Array(1);

const Q = 0;
const P = 4;
const RATE_Q = 8;
const RATE_P = 12;

/** Set the frames of weld i, for the motion in `pointState`. */
export function weldFrames(m: Model, d: Data, i: int): void {
  scale[0] = m.eq_data[NEQDATA * i + 10];
  weldQuats(m, d, i, quats, 0);
  if (m.eq_objtype[i] === ObjType.SITE) {
    copy4(head, 0, quats, Q);
    unit4(tail, 0);
  } else {
    copy4(head, 0, d.xquat, 4 * equalityBody(m, i, 0));
    copy4(tail, 0, m.eq_data, NEQDATA * i + 6);
  }
  derivQuat(product, 0, head, 0, pointState, OMEGA);
  mulQuat(quats, RATE_Q, product, 0, tail, 0);
  negQuat(product, 0, quats, P);
  derivQuat(product, 4, product, 0, pointState, STATE + OMEGA);
  negQuat(quats, RATE_P, product, 4);
}

/** Rows [3, 6) of error and residual = their changes with `pointChange` */
export function weldChange(error: Float64Array, residual: Float64Array, B: number): void {
  frameChange(dquats);
  const w = DIFFERENCE + OMEGA;
  const a = DIFFERENCE + ALPHA;
  total.fill(0, 0, 4);
  addProducts(RATE_P, w, Q, 1);
  addProducts(P, a, Q, 1);
  addProducts(P, w, RATE_Q, 1);
  if (B !== 0) addProducts(P, w, Q, B);
  scl3(residual, 3, total, 1, 0.5 * scale[0]);
  mulQuat(product, 0, dquats, P, quats, Q);
  mulQuat(product, 4, quats, P, dquats, Q);
  for (let k = 0; k < 3; k++) error[3 + k] = scale[0] * (product[1 + k] + product[5 + k]);
}

/** res = changes of Q, P, Q', P': rotations apply from the left, dQ = rotation0 Q / 2, dP = -P rotation1 / 2 */
function frameChange(res: Float64Array): void {
  quatByRotation(res, Q, quats, Q, 0);
  negQuat(product, 0, quats, P);
  quatByRotation(product, 4, product, 0, STATE);
  negQuat(res, P, product, 4);
  // d(q w / 2) = dq w / 2 + q dw / 2, for both sides
  rateChange(res, RATE_Q, head, 0, 0);
  mulQuat(res, RATE_Q, res, RATE_Q, tail, 0);
  negQuat(product, 0, quats, P);
  rateChange(product, 4, product, 0, STATE);
  negQuat(res, RATE_P, product, 4);
}

/** res = change of quaternion q with the rotation of the side at s */
function quatByRotation(res: Float64Array, r: int, q: Float64Array, i: int, s: int): void {
  axis[0] = 0;
  for (let k = 0; k < 3; k++) axis[1 + k] = 0.5 * pointChange[s + ROTATION + k];
  mulQuat(res, r, axis, 0, q, i);
}

/** res = change of q w / 2, q a quaternion and w the angular velocity of the side at s */
function rateChange(res: Float64Array, r: int, q: Float64Array, i: int, s: int): void {
  derivQuat(sum, 0, q, i, pointChange, s + OMEGA);
  quatByRotation(sum, 4, q, i, s);
  derivQuat(res, r, sum, 4, pointState, s + OMEGA);
  for (let k = 0; k < 4; k++) res[r + k] += sum[k];
}

/** total += by times the change of the product of quaternion a, the vector at v of pointState, and quaternion b */
function addProducts(a: int, v: int, b: int, by: number): void {
  addTriple(dquats, a, pointState, v, quats, b, by);
  addTriple(quats, a, pointChange, v, quats, b, by);
  addTriple(quats, a, pointState, v, dquats, b, by);
}

function addTriple(q: Float64Array, i: int, v: Float64Array, j: int, r: Float64Array, k: int, by: number): void {
  mulQuatAxis(product, 0, q, i, v, j);
  mulQuat(product, 4, product, 0, r, k);
  for (let c = 0; c < 4; c++) total[c] += by * product[4 + c];
}

/** wrench[0..3) = the torque of the forces of the rows on side 0: P w Q . f / 2 = w . (P^-1 f Q^-1) / 2 */
export function weldTorque(wrench: Float64Array, force: Float64Array): void {
  total.fill(0, 0, 4);
  addTorque(quats, force, quats);
  scl3(wrench, 0, total, 1, 0.5 * scale[0]);
}

/** w[o..o+3) = change of that torque, by `response`, the change of the forces, and as the frames rotate */
export function weldTorqueChange(w: Float64Array, o: int, force: Float64Array, response: Float64Array): void {
  total.fill(0, 0, 4);
  addTorque(dquats, force, quats);
  addTorque(quats, response, quats);
  addTorque(quats, force, dquats);
  scl3(w, o, total, 1, 0.5 * scale[0]);
}

/** total += (P of p)^-1 f (Q of q)^-1, f the last three of six values */
function addTorque(p: Float64Array, f: Float64Array, q: Float64Array): void {
  negQuat(sum, 0, p, P);
  negQuat(sum, 4, q, Q);
  addTriple(sum, 0, f, 3, sum, 4, 1);
}

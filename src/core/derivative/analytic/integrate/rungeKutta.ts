import { addToScl, copy, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { rightJacobian, rotationCarry } from '../../../math/rotationJacobian.ts';
import type { Data } from '../../../model/data.ts';
import { JointType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import {
  controlMatrixOffset,
  drDactOffset,
  drDqOffset,
  drDuOffset,
  drDvOffset,
  rateOffset,
  stateMatrixOffset,
  stateSize,
  stepWeightOffset,
} from '../layout.ts';

/*  Runge-Kutta is a chain of four stages, each starting from the initial state advanced at the rates of the previous
 *  stage. With X = dx_i / d(x, u) of the state of stage i, its rates change by K = (dF/dx) X + dF/du, and
 *    X of the next stage = dx_0 advanced by K        whole step: the sum of K with the weights (1, 2, 2, 1) / 6
 *  X, K and the sum are in A and B of three workspaces: rows of positions, velocities, activations. */

/** X of the first stage, the identity, and an empty sum. */
export function beginChain(m: Model, x: Float64Array, sum: Float64Array): void {
  const { nv, nu, na } = m;
  const nx = 2 * nv + na;
  zero(x, stateMatrixOffset(m), nx * (nx + nu));
  zero(sum, stateMatrixOffset(m), nx * (nx + nu));
  for (let i = 0; i < nx; i++) x[stateMatrixOffset(m) + i * (nx + 1)] = 1;
}

/** Adds stage i to the chain: K and the sum from X, then X of the next stage.
 *  reads  d: qvel, w: derivatives of acceleration and rates   writes x k sum */
export function chainStage(
  m: Model,
  d: Data,
  w: Float64Array,
  x: Float64Array,
  k: Float64Array,
  sum: Float64Array,
  i: int,
): void {
  const { nv, nu, na } = m;
  const nx = 2 * nv + na;
  const h = m.opt.timestep;
  rates(m, w, x, k, stateMatrixOffset(m), nx);
  rates(m, w, x, k, controlMatrixOffset(m), nu);
  addControls(m, w, k);
  addToScl(sum, stateMatrixOffset(m), k, stateMatrixOffset(m), i === 0 || i === 3 ? 1 / 6 : 1 / 3, nx * (nx + nu));
  if (i === 3) return;
  const part = i === 2 ? h : 0.5 * h;
  moveOn(m, x, k, part, d.qvel);
}

/** K = (dF/dx) X for the matrix of n columns at `at` */
function rates(m: Model, w: Float64Array, x: Float64Array, k: Float64Array, at: int, n: int): void {
  const { nv, na } = m;
  const nx = stateSize(m);
  const v = at + nv * n;
  const a = at + 2 * nv * n;
  copy(k, at, x, v, nv * n);
  zero(k, v, (nv + na) * n);
  for (let r = 0; r < nv; r++) {
    addRow(k, v + r * n, w, drDqOffset(m) + r * nx, x, at, nv, n);
    addRow(k, v + r * n, w, drDvOffset(m) + r * nx, x, v, nv, n);
    addRow(k, v + r * n, w, drDactOffset(m) + r * nx, x, a, na, n);
  }
  for (let r = 0; r < na; r++) {
    addRow(k, a + r * n, w, rateOffset(m) + r * 2 * nv, x, at, 2 * nv, n);
    addRow(k, a + r * n, w, rateOffset(m) + na * 2 * nv + r * na, x, a, na, n);
  }
}

/** k[o..] += the row of `count` elements at f of w, times the matrix of n columns at `from` of x */
function addRow(
  k: Float64Array,
  o: int,
  w: Float64Array,
  f: int,
  x: Float64Array,
  from: int,
  count: int,
  n: int,
): void {
  for (let c = 0; c < count; c++) if (w[f + c] !== 0) addToScl(k, o, x, from + c * n, w[f + c], n);
}

/** K += dF/du in the columns of controls */
function addControls(m: Model, w: Float64Array, k: Float64Array): void {
  const { nv, nu, na } = m;
  const B = controlMatrixOffset(m);
  addToScl(k, B + nv * nu, w, drDuOffset(m), 1, nv * nu);
  addToScl(k, B + 2 * nv * nu, w, rateOffset(m) + na * (2 * nv + na), 1, na * nu);
}

/** X = the identity, advanced for a time at the rates with derivatives K, and at the velocity qvel */
function moveOn(m: Model, x: Float64Array, k: Float64Array, time: number, qvel: Float64Array): void {
  const { nv, nu, na } = m;
  const nx = 2 * nv + na;
  const A = stateMatrixOffset(m);
  const B = controlMatrixOffset(m);
  zero(x, A, nx * (nx + nu));
  addToScl(x, A + nv * nx, k, A + nv * nx, time, (nv + na) * nx);
  addToScl(x, B + nv * nu, k, B + nv * nu, time, (nv + na) * nu);
  for (let i = nv; i < nx; i++) x[A + i * (nx + 1)] += 1;
  movePositions(m, x, k, time, qvel);
}

const s = new Float64Array(3);
const carry = new Float64Array(9);
const right = new Float64Array(9);

/** Position rows: dq + time dv; for rotations exp(-[time v]) dq + time J(time v) dv. */
function movePositions(m: Model, x: Float64Array, k: Float64Array, time: number, v: Float64Array): void {
  const { nv, nu, na, njnt, jnt_type, jnt_dofadr } = m;
  const nx = 2 * nv + na;
  const A = stateMatrixOffset(m);
  const B = controlMatrixOffset(m);
  for (let j = 0; j < njnt; j++) {
    let i = jnt_dofadr[j];
    const type = jnt_type[j];
    const plain = type === JointType.FREE ? 3 : type === JointType.BALL ? 0 : 1;
    for (let c = 0; c < plain; c++) {
      addToScl(x, A + i * nx, k, A + i * nx, time, nx);
      addToScl(x, B + i * nu, k, B + i * nu, time, nu);
      x[A + i * (nx + 1)] += 1;
      i++;
    }
    if (type !== JointType.FREE && type !== JointType.BALL) continue;
    for (let c = 0; c < 3; c++) s[c] = time * v[i + c];
    rotationCarry(carry, 0, s, 0);
    rightJacobian(right, 0, s, 0);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        addToScl(x, A + (i + r) * nx, k, A + (i + c) * nx, time * right[3 * r + c], nx);
        addToScl(x, B + (i + r) * nu, k, B + (i + c) * nu, time * right[3 * r + c], nu);
        x[A + (i + r) * nx + i + c] += carry[3 * r + c];
      }
    }
  }
}

/** A and B of w from the sum: the whole step advances at the mean rates; activations by their own laws.
 *  reads  d: work_qvel, w: weights of the next activations */
export function endChain(m: Model, d: Data, w: Float64Array, sum: Float64Array): void {
  const { nv, nu, na } = m;
  const nx = 2 * nv + na;
  const A = stateMatrixOffset(m);
  const B = controlMatrixOffset(m);
  moveOn(m, w, sum, m.opt.timestep, d.work_qvel);
  for (let a = 0; a < na; a++) {
    const row = A + (2 * nv + a) * nx;
    const own = w[stepWeightOffset(m) + 2 * a];
    const span = w[stepWeightOffset(m) + 2 * a + 1];
    zero(w, row, nx);
    addToScl(w, row, sum, row, span, nx);
    w[row + 2 * nv + a] += own;
    zero(w, B + (2 * nv + a) * nu, nu);
    addToScl(w, B + (2 * nv + a) * nu, sum, B + (2 * nv + a) * nu, span, nu);
  }
}

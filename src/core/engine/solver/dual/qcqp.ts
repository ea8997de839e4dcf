import { dot } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { cholFactor, cholSolve } from '../../../math/linear/cholesky.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';

const x = new Float64Array(5);

/** Friction forces of the contact `con` at row i for a fixed normal force: minimizes x^T A x / 2 + x^T b in the
 *  ellipsoid sum (x_j / mu_j)^2 <= normal^2; A and b have dimension dim - 1. */
export function solveFriction(d: Data, i: int, con: int, A: Float64Array, b: Float64Array): void {
  const { efc_force, contact_dim, contact_friction } = d;
  const n = contact_dim[con] - 1;
  const normal = efc_force[i];
  const mu = 5 * con;
  let active = false;
  if (n === 2) active = qcqp2(A, b, contact_friction, mu, normal);
  else if (n === 3) active = qcqp3(A, b, contact_friction, mu, normal);
  else active = qcqp(A, b, contact_friction, mu, normal, n);
  // the multiplier is approximate: project x on the ellipsoid
  if (active) scaleToEllipsoid(x, 0, contact_friction, mu, normal, n);
  for (let j = 0; j < n; j++) efc_force[i + 1 + j] = x[j];
}

/** f = f scaled so that sum (f_j / mu_j)^2 = normal^2 */
function scaleToEllipsoid(f: Float64Array, i: int, mu: Float64Array, k: int, normal: number, n: int): void {
  const s = ellipsoidSum(f, i, mu, k, n);
  const scale = Math.sqrt((normal * normal) / Math.max(MINVAL, s));
  for (let j = 0; j < n; j++) f[i + j] *= scale;
}

function ellipsoidSum(f: Float64Array, i: int, mu: Float64Array, k: int, n: int): number {
  let s: number = 0;
  for (let j = 0; j < n; j++) s += (f[i + j] * f[i + j]) / (mu[k + j] * mu[k + j]);
  return s;
}

/** Projects the force of the elliptic contact `con` at row i back on its cone. */
export function projectCone(d: Data, i: int, con: int): void {
  const { efc_force, contact_dim, contact_friction } = d;
  const n = contact_dim[con] - 1;
  const normal = efc_force[i];
  if (normal < 0) {
    efc_force.fill(0, i, i + n + 1);
  } else if (ellipsoidSum(efc_force, i + 1, contact_friction, 5 * con, n) > normal * normal) {
    scaleToEllipsoid(efc_force, i + 1, contact_friction, 5 * con, normal, n);
  }
}

/*  Newton's method on the multiplier la >= 0 of |x|^2 <= r^2, in coordinates divided by mu:
 *  v(la) = -(A + la)^-1 b, |v|^2 - r^2 = 0. Each returns whether the constraint is active. */

function qcqp2(A: Float64Array, b: Float64Array, mu: Float64Array, k: int, r: number): boolean {
  const d0 = mu[k];
  const d1 = mu[k + 1];
  const b0 = b[0] * d0;
  const b1 = b[1] * d1;
  const A00 = A[0] * d0 * d0;
  const A11 = A[3] * d1 * d1;
  const A01 = A[1] * d0 * d1;
  let la: number = 0;
  let v0: number = 0;
  let v1: number = 0;
  for (let iter = 0; iter < 20; iter++) {
    const det = (A00 + la) * (A11 + la) - A01 * A01;
    if (det < 1e-10) {
      x.fill(0, 0, 2);
      return false;
    }
    const inverse = 1 / det;
    const P00 = (A11 + la) * inverse;
    const P11 = (A00 + la) * inverse;
    const P01 = -A01 * inverse;
    v0 = -P00 * b0 - P01 * b1;
    v1 = -P01 * b0 - P11 * b1;
    const value = v0 * v0 + v1 * v1 - r * r;
    if (value < 1e-10) break;
    const derivative = -2 * (P00 * v0 * v0 + 2 * P01 * v0 * v1 + P11 * v1 * v1);
    const step = -value / derivative;
    if (step < 1e-10) break;
    la += step;
  }
  x[0] = v0 * d0;
  x[1] = v1 * d1;
  return la !== 0;
}

function qcqp3(A: Float64Array, b: Float64Array, mu: Float64Array, k: int, r: number): boolean {
  const d0 = mu[k];
  const d1 = mu[k + 1];
  const d2 = mu[k + 2];
  const b0 = b[0] * d0;
  const b1 = b[1] * d1;
  const b2 = b[2] * d2;
  const A00 = A[0] * d0 * d0;
  const A11 = A[4] * d1 * d1;
  const A22 = A[8] * d2 * d2;
  const A01 = A[1] * d0 * d1;
  const A02 = A[2] * d0 * d2;
  const A12 = A[5] * d1 * d2;
  let la: number = 0;
  let v0: number = 0;
  let v1: number = 0;
  let v2: number = 0;
  for (let iter = 0; iter < 20; iter++) {
    // adjugate of A + la
    const C00 = (A11 + la) * (A22 + la) - A12 * A12;
    const C11 = (A00 + la) * (A22 + la) - A02 * A02;
    const C22 = (A00 + la) * (A11 + la) - A01 * A01;
    const C01 = A02 * A12 - A01 * (A22 + la);
    const C02 = A01 * A12 - A02 * (A11 + la);
    const C12 = A01 * A02 - A12 * (A00 + la);
    const det = (A00 + la) * C00 + A01 * C01 + A02 * C02;
    if (det < 1e-10) {
      x.fill(0, 0, 3);
      return false;
    }
    const inverse = 1 / det;
    v0 = -inverse * (C00 * b0 + C01 * b1 + C02 * b2);
    v1 = -inverse * (C01 * b0 + C11 * b1 + C12 * b2);
    v2 = -inverse * (C02 * b0 + C12 * b1 + C22 * b2);
    const value = v0 * v0 + v1 * v1 + v2 * v2 - r * r;
    if (value < 1e-10) break;
    const squares = C00 * v0 * v0 + C11 * v1 * v1 + C22 * v2 * v2;
    const derivative = -2 * inverse * (squares + 2 * (C01 * v0 * v1 + C02 * v0 * v2 + C12 * v1 * v2));
    const step = -value / derivative;
    if (step < 1e-10) break;
    la += step;
  }
  x[0] = v0 * d0;
  x[1] = v1 * d1;
  x[2] = v2 * d2;
  return la !== 0;
}

const scaledA = new Float64Array(25);
const factor = new Float64Array(25);
const right = new Float64Array(5);
const half = new Float64Array(5);

function qcqp(A: Float64Array, b: Float64Array, mu: Float64Array, k: int, r: number, n: int): boolean {
  for (let i = 0; i < n; i++) {
    right[i] = b[i] * mu[k + i];
    for (let j = 0; j < n; j++) scaledA[i * n + j] = A[i * n + j] * mu[k + i] * mu[k + j];
  }
  let la: number = 0;
  for (let iter = 0; iter < 20; iter++) {
    for (let i = 0; i < n * n; i++) factor[i] = scaledA[i];
    for (let i = 0; i < n; i++) factor[i * (n + 1)] += la;
    if (cholFactor(factor, 0, n, 1e-10) < n) {
      x.fill(0, 0, n);
      return false;
    }
    cholSolve(x, 0, factor, 0, right, 0, n);
    for (let i = 0; i < n; i++) x[i] = -x[i];
    const value = dot(x, 0, x, 0, n) - r * r;
    if (value < 1e-10) break;
    cholSolve(half, 0, factor, 0, x, 0, n);
    const derivative = -2 * dot(x, 0, half, 0, n);
    const step = -value / derivative;
    if (step < 1e-10) break;
    la += step;
  }
  for (let i = 0; i < n; i++) x[i] *= mu[k + i];
  return la !== 0;
}

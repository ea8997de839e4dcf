import { zero } from '../../../math/array.ts';
import { PI } from '../../../math/constants.ts';
import { atan2 } from '../../../math/elementary/arc.ts';
import type { int } from '../../../math/int.ts';
import { addToScl3, copy3, cross3, dist3, dot3, normalize3, scl3, sub3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { lengthGradient, lengthHessian, lengthPoints } from './lengthWorkspace.ts';

/*  The length of a tendon around a sphere or a cylinder as a function of its ends x0, x1 in the frame of the geom.
 *  Outside, over a circle of radius r in the plane of the path, with d the distance of an end from the center,
 *    L = f(d0) + f(d1) + r angle,   f' = a / d, f'' = r^2 / (a d^2), a = sqrt(d^2 - r^2)
 *  On a cylinder this is the length across the axis, and with the rise h along it L = sqrt(across^2 + h^2). Inside it is
 *  the shortest path through a point of the surface. */

// written by `wrapShape`, read by `bendAround`.
// directions to both ends, directions in which the angle grows, distances, straight parts; normal of the plane
const out = new Float64Array(6);
const grow = new Float64Array(6);
const far = new Float64Array(2);
const straight = new Float64Array(2);
const normal = new Float64Array(3);
const axis = new Float64Array(3);
const touch = new Float64Array(6);
const touchCross = new Float64Array(3);
// of each end: gradient along `out` and `grow`, then Hessian out-out, out-grow, grow-grow, normal-normal
const end = new Float64Array(12);
// Hessian of a sphere between the normals of both ends; for a cylinder 1 / L, l / L across its axis, h / L along it
const across = new Float64Array(1);
const rising = new Float64Array(3);

/** Set `lengthGradient` for the ends in `lengthPoints`; points `at` and at + 1 of the path are on the geom. Returns true if
 *  `bendAround` applies the Hessian; otherwise it is in `lengthHessian`. */
export function wrapShape(d: Data, geom: int, radius: number, sphere: boolean, at: int): boolean {
  const { geom_xpos, geom_xmat, wrap_xpos } = d;
  for (let k = 0; k < 3; k++) axis[k] = sphere ? 0 : geom_xmat[9 * geom + 3 * k + 2];
  sub3(touch, 0, wrap_xpos, 3 * at, geom_xpos, 3 * geom);
  sub3(touch, 3, wrap_xpos, 3 * at + 3, geom_xpos, 3 * geom);
  if (dist3(touch, 0, touch, 3) === 0) {
    wrapInside(d, geom, radius, at);
    return false;
  }
  for (let k = 0; k < 2; k++) {
    sub3(out, 3 * k, lengthPoints, 3 * k, geom_xpos, 3 * geom);
    addToScl3(out, 3 * k, axis, 0, -dot3(out, 3 * k, axis, 0));
    far[k] = normalize3(out, 3 * k);
    straight[k] = Math.sqrt(Math.max(MINVAL, far[k] * far[k] - radius * radius));
  }
  const way = wrapOutside(radius, sphere);
  rising[0] = 0;
  rising[1] = 1;
  rising[2] = 0;
  if (!sphere) climb(radius, way);
  for (let k = 0; k < 2; k++) {
    const sign: number = k === 0 ? -1 : 1;
    scl3(lengthGradient, 3 * k, out, 3 * k, rising[1] * end[6 * k]);
    addToScl3(lengthGradient, 3 * k, grow, 3 * k, rising[1] * end[6 * k + 1]);
    addToScl3(lengthGradient, 3 * k, axis, 0, sign * rising[2]);
  }
  return true;
}

/** Gradient and Hessian of the length over the circle. Returns 1 if the path rotates about `normal`, -1 if about -normal. */
function wrapOutside(radius: number, sphere: boolean): number {
  cross3(normal, 0, out, 0, out, 3);
  const sine = Math.max(MINVAL, normalize3(normal, 0));
  const cosine = dot3(out, 0, out, 3);
  // the angle between the ends grows as x0 moves away from x1, and vice versa
  cross3(grow, 0, out, 0, normal, 0);
  cross3(grow, 3, normal, 0, out, 3);
  // the tendon takes the shorter way if it first touches on the side of the other end
  const way: number = dot3(touch, 0, grow, 0) <= 0 ? 1 : -1;
  const signedRadius = way * radius;
  for (let k = 0; k < 2; k++) {
    const a = straight[k];
    const x = far[k];
    const x2 = x * x;
    end[6 * k] = a / x;
    end[6 * k + 1] = signedRadius / x;
    end[6 * k + 2] = (radius * radius) / (a * x2);
    end[6 * k + 3] = -signedRadius / x2;
    end[6 * k + 4] = a / x2;
    end[6 * k + 5] = sphere ? (a + (signedRadius * cosine) / sine) / x2 : 0;
  }
  across[0] = sphere ? -signedRadius / (far[0] * far[1] * sine) : 0;
  return way;
}

const ROUNDING = 1e-9;

/** From the length l across the axis to L = sqrt(l^2 + h^2), h the rise along it. */
function climb(radius: number, way: number): void {
  const h = dot3(axis, 0, lengthPoints, 3) - dot3(axis, 0, lengthPoints, 0);
  for (let k = 0; k < 6; k += 3) addToScl3(touch, k, axis, 0, -dot3(touch, k, axis, 0));
  cross3(touchCross, 0, touch, 0, touch, 3);
  let angle = atan2(way * dot3(touchCross, 0, normal, 0), dot3(touch, 0, touch, 3));
  // beyond half a turn; tolerate rounding below zero
  if (angle < -ROUNDING) angle += 2 * PI;
  const l = straight[0] + straight[1] + radius * angle;
  const L = Math.sqrt(l * l + h * h);
  rising[0] = 1 / L;
  rising[1] = l / L;
  rising[2] = h / L;
}

/** res = H u for the ends moving by u, in components along `out`, `grow` and the normal. With gradient g' and Hessian H'
 *  of the length across the axis of a cylinder, c = l / L, s = h / L and the change dh of the rise,
 *    g = c g' + s dh,   H u = c H' u + g' (g' . u - c g . u) / L + dh (dh . u - s g . u) / L */
export function bendAround(res: Float64Array, r: int, u: Float64Array, i: int): void {
  const c = rising[1];
  const o0 = dot3(out, 0, u, i);
  const g0 = dot3(grow, 0, u, i);
  const o1 = dot3(out, 3, u, i + 3);
  const g1 = dot3(grow, 3, u, i + 3);
  const n0 = dot3(normal, 0, u, i);
  const n1 = dot3(normal, 0, u, i + 3);
  const flat = end[0] * o0 + end[1] * g0 + end[6] * o1 + end[7] * g1;
  const rise = dot3(axis, 0, u, i + 3) - dot3(axis, 0, u, i);
  const whole = c * flat + rising[2] * rise;
  const p = rising[0] * (flat - c * whole);
  const q = rising[0] * (rise - rising[2] * whole);
  scl3(res, r, out, 0, c * (end[2] * o0 + end[3] * g0) + p * end[0]);
  addToScl3(res, r, grow, 0, c * (end[3] * o0 + end[4] * g0) + p * end[1]);
  addToScl3(res, r, normal, 0, end[5] * n0 + across[0] * n1);
  addToScl3(res, r, axis, 0, -q);
  scl3(res, r + 3, out, 3, c * (end[8] * o1 + end[9] * g1) + p * end[6]);
  addToScl3(res, r + 3, grow, 3, c * (end[9] * o1 + end[10] * g1) + p * end[7]);
  addToScl3(res, r + 3, normal, 0, end[11] * n1 + across[0] * n0);
  addToScl3(res, r + 3, axis, 0, q);
}

/** Block (r, c) of H += s a b^T */
function addOuter(r: int, c: int, a: Float64Array, i: int, b: Float64Array, j: int, s: number): void {
  for (let p = 0; p < 3; p++) {
    for (let q = 0; q < 3; q++) lengthHessian[6 * (r + p) + c + q] += s * a[i + p] * b[j + q];
  }
}

// the two tangents of the surface at the point, the change of the gradient along them, the Hessian over the surface
const tangent = new Float64Array(6);
const gradientChange = new Float64Array(12);
const surface = new Float64Array(4);

/** L = |x0 - p| + |x1 - p| at the p of the surface that minimizes it: with the directions k of both parts and
 *  P = (1 - k k^T) / length, H = diag(P0, P1) minus the Schur complement of moving p along the surface. */
function wrapInside(d: Data, geom: int, radius: number, at: int): void {
  const { wrap_xpos, geom_xpos } = d;
  zero(lengthHessian, 0, 36);
  for (let i = 0; i < 6; i += 3) {
    sub3(lengthGradient, i, lengthPoints, i, wrap_xpos, 3 * at);
    const length = Math.max(MINVAL, normalize3(lengthGradient, i));
    for (let k = 0; k < 3; k++) lengthHessian[7 * (i + k)] += 1 / length;
    addOuter(i, i, lengthGradient, i, lengthGradient, i, -1 / length);
  }
  sub3(normal, 0, wrap_xpos, 3 * at, geom_xpos, 3 * geom);
  addToScl3(normal, 0, axis, 0, -dot3(normal, 0, axis, 0));
  normalize3(normal, 0);
  surfaceTangents(tangent, normal, axis);
  // change of both gradients with p, and the Hessian over the surface
  for (let t = 0; t < 2; t++) {
    for (let r = 0; r < 6; r++) {
      let sum: number = 0;
      for (let c = 0; c < 3; c++) sum -= lengthHessian[6 * r + (r < 3 ? 0 : 3) + c] * tangent[3 * t + c];
      gradientChange[6 * t + r] = sum;
    }
  }
  const bend = (dot3(lengthGradient, 0, normal, 0) + dot3(lengthGradient, 3, normal, 0)) / radius;
  for (let t = 0; t < 2; t++) {
    for (let s = 0; s < 2; s++) {
      surface[2 * t + s] =
        -dot3(gradientChange, 6 * t, tangent, 3 * s) - dot3(gradientChange, 6 * t + 3, tangent, 3 * s);
    }
    // along the axis of a cylinder the surface is straight
    if (t === 0 || dot3(axis, 0, axis, 0) === 0) surface[3 * t] += bend;
  }
  subtractSchur(lengthHessian, gradientChange, surface);
}

/** res = two unit vectors perpendicular to the normal, the second along the axis if it is not zero */
function surfaceTangents(res: Float64Array, normal: Float64Array, axis: Float64Array): void {
  if (dot3(axis, 0, axis, 0) > 0) {
    copy3(res, 3, axis, 0);
  } else {
    const k = Math.abs(normal[0]) < 0.5 ? 0 : 1;
    zero(res, 3, 3);
    res[3 + k] = 1;
    addToScl3(res, 3, normal, 0, -normal[k]);
    normalize3(res, 3);
  }
  cross3(res, 0, res, 3, normal, 0);
}

/** H -= G^T S^-1 G for a 6 x 6 matrix H, G of 2 x 6 and S of 2 x 2 */
function subtractSchur(H: Float64Array, G: Float64Array, S: Float64Array): void {
  const det = S[0] * S[3] - S[1] * S[2];
  if (Math.abs(det) < MINVAL) return;
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < 6; c++) {
      H[6 * r + c] -= (G[r] * (S[3] * G[c] - S[1] * G[6 + c]) + G[6 + r] * (S[0] * G[6 + c] - S[2] * G[c])) / det;
    }
  }
}

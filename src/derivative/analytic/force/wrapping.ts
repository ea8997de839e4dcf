import { zero } from '../../../math/array.ts';
import { acos } from '../../../math/elementary/arc.ts';
import type { int } from '../../../math/int.ts';
import { addToScl3, copy3, cross3, dist3, dot3, normalize3, scl3, sub3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { curvature, slopes, spot } from './relativeLength.ts';

/*  The length of a tendon around a sphere or a cylinder as a function of its ends x0, x1 in the frame of the geom.
 *  Outside, over a circle of radius r in the plane of the path, with d the distance of an end from the centre,
 *    L = f(d0) + f(d1) + r angle,   f' = a / d, f'' = r^2 / (a d^2), a = sqrt(d^2 - r^2)
 *  On a cylinder this is the length across the axis, and with the rise h along it L = sqrt(across^2 + h^2). Inside it is the
 *  shortest way over a point of the surface. */

// directions to both ends, where the angle grows with them, their distances and the straight parts; normal of the plane
const out = new Float64Array(6);
const grow = new Float64Array(6);
const far = new Float64Array(2);
const straight = new Float64Array(2);
const normal = new Float64Array(3);
const axis = new Float64Array(3);
const touch = new Float64Array(6);

/** Fills slopes and curvature for the ends in `spot`; points `at` and the next of the path lie on the geom. */
export function wrapShape(d: Data, geom: int, radius: number, sphere: boolean, at: int): void {
  const { geom_xpos, geom_xmat, wrap_xpos } = d;
  for (let k = 0; k < 3; k++) axis[k] = sphere ? 0 : geom_xmat[9 * geom + 3 * k + 2];
  zero(slopes, 0, 6);
  zero(curvature, 0, 36);
  sub3(touch, 0, wrap_xpos, 3 * at, geom_xpos, 3 * geom);
  sub3(touch, 3, wrap_xpos, 3 * at + 3, geom_xpos, 3 * geom);
  if (dist3(touch, 0, touch, 3) === 0) {
    wrapInside(d, geom, radius, at);
    return;
  }
  for (let k = 0; k < 6; k += 3) {
    sub3(out, k, spot, k, geom_xpos, 3 * geom);
    addToScl3(out, k, axis, 0, -dot3(out, k, axis, 0));
    const j = k === 0 ? 0 : 1;
    far[j] = normalize3(out, k);
    straight[j] = Math.sqrt(Math.max(MINVAL, far[j] * far[j] - radius * radius));
  }
  const across = wrapOutside(radius, sphere);
  if (!sphere) climb(across);
}

/** Slopes and curvature of the length over the circle; returns that length. */
function wrapOutside(radius: number, sphere: boolean): number {
  cross3(normal, 0, out, 0, out, 3);
  const sine = Math.max(MINVAL, normalize3(normal, 0));
  const cosine = dot3(out, 0, out, 3);
  // the angle between the ends grows as x0 moves away from x1, and the other way round
  cross3(grow, 0, out, 0, normal, 0);
  cross3(grow, 3, normal, 0, out, 3);
  // the tendon goes the short way if it first touches on the side of the other end
  const way: number = dot3(touch, 0, grow, 0) <= 0 ? 1 : -1;
  const turn = way * radius;
  for (let k = 0; k < 2; k++) {
    const i = 3 * k;
    const x = far[k];
    const a = straight[k];
    scl3(slopes, i, out, i, a / x);
    addToScl3(slopes, i, grow, i, turn / x);
    addOuter(i, i, out, i, out, i, (radius * radius) / (a * x * x) - a / (x * x));
    addAcross(i, a / (x * x));
    addOuter(i, i, out, i, grow, i, -turn / (x * x));
    addOuter(i, i, grow, i, out, i, -turn / (x * x));
    if (sphere) addOuter(i, i, normal, 0, normal, 0, (turn * cosine) / (sine * x * x));
  }
  if (sphere) {
    const s = -turn / (far[0] * far[1] * sine);
    addOuter(0, 3, normal, 0, normal, 0, s);
    addOuter(3, 0, normal, 0, normal, 0, s);
  }
  let angle = acos(Math.max(-1, Math.min(1, cosine)));
  if (way < 0) angle = 2 * Math.PI - angle;
  angle -= acos(radius / far[0]) + acos(radius / far[1]);
  return straight[0] + straight[1] + radius * angle;
}

/** From the length across the axis to L = sqrt(across^2 + h^2): with c = across / L,
 *  g = c g' + (h / L) dh,  H = c H' + (g' g'^T + dh dh^T - g g^T) / L */
function climb(across: number): void {
  const h = dot3(axis, 0, spot, 3) - dot3(axis, 0, spot, 0);
  const L = Math.sqrt(across * across + h * h);
  for (let k = 0; k < 36; k++) curvature[k] *= across / L;
  addOuters(1 / L);
  for (let k = 0; k < 6; k++) {
    const rise = k < 3 ? -axis[k] : axis[k - 3];
    slopes[k] = (across * slopes[k] + h * rise) / L;
  }
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < 6; c++) {
      const rr = r < 3 ? -axis[r] : axis[r - 3];
      const rc = c < 3 ? -axis[c] : axis[c - 3];
      curvature[6 * r + c] += (rr * rc) / L;
    }
  }
  addOuters(-1 / L);
}

/** H += s g g^T */
function addOuters(s: number): void {
  for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) curvature[6 * r + c] += s * slopes[r] * slopes[c];
}

/** Block (r, c) of H += s a b^T */
function addOuter(r: int, c: int, a: Float64Array, i: int, b: Float64Array, j: int, s: number): void {
  for (let p = 0; p < 3; p++) {
    for (let q = 0; q < 3; q++) curvature[6 * (r + p) + c + q] += s * a[i + p] * b[j + q];
  }
}

/** Block (i, i) of H += s (1 - axis axis^T) */
function addAcross(i: int, s: number): void {
  for (let k = 0; k < 3; k++) curvature[7 * (i + k)] += s;
  addOuter(i, i, axis, 0, axis, 0, -s);
}

// the two tangents of the surface at the point, and how the slopes change as it moves along them
const tangent = new Float64Array(6);
const moved = new Float64Array(12);
const surface = new Float64Array(4);

/** L = |x0 - p| + |x1 - p| for the p of the surface where it is least: with the slopes k of both parts and
 *  P = (1 - k k^T) / length, H = diag(P0, P1) less what moving p along the surface takes away. */
function wrapInside(d: Data, geom: int, radius: number, at: int): void {
  const { wrap_xpos, geom_xpos } = d;
  for (let i = 0; i < 6; i += 3) {
    sub3(slopes, i, spot, i, wrap_xpos, 3 * at);
    const length = Math.max(MINVAL, normalize3(slopes, i));
    for (let k = 0; k < 3; k++) curvature[7 * (i + k)] += 1 / length;
    addOuter(i, i, slopes, i, slopes, i, -1 / length);
  }
  sub3(normal, 0, wrap_xpos, 3 * at, geom_xpos, 3 * geom);
  addToScl3(normal, 0, axis, 0, -dot3(normal, 0, axis, 0));
  normalize3(normal, 0);
  surfaceTangents();
  // how both slopes change with p, and the curvature over the surface
  for (let t = 0; t < 2; t++) {
    for (let r = 0; r < 6; r++) {
      let sum: number = 0;
      for (let c = 0; c < 3; c++) sum -= curvature[6 * r + (r < 3 ? 0 : 3) + c] * tangent[3 * t + c];
      moved[6 * t + r] = sum;
    }
  }
  const bend = (dot3(slopes, 0, normal, 0) + dot3(slopes, 3, normal, 0)) / radius;
  for (let t = 0; t < 2; t++) {
    for (let s = 0; s < 2; s++) {
      surface[2 * t + s] = -dot3(moved, 6 * t, tangent, 3 * s) - dot3(moved, 6 * t + 3, tangent, 3 * s);
    }
    // along the axis of a cylinder the surface is straight
    if (t === 0 || dot3(axis, 0, axis, 0) === 0) surface[3 * t] += bend;
  }
  takeAway();
}

/** Unit vectors across the normal, the second along the axis if there is one. */
function surfaceTangents(): void {
  if (dot3(axis, 0, axis, 0) > 0) {
    copy3(tangent, 3, axis, 0);
  } else {
    const k = Math.abs(normal[0]) < 0.5 ? 0 : 1;
    zero(tangent, 3, 3);
    tangent[3 + k] = 1;
    addToScl3(tangent, 3, normal, 0, -normal[k]);
    normalize3(tangent, 3);
  }
  cross3(tangent, 0, tangent, 3, normal, 0);
}

/** H -= moved^T surface^-1 moved */
function takeAway(): void {
  const det = surface[0] * surface[3] - surface[1] * surface[2];
  if (Math.abs(det) < MINVAL) return;
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < 6; c++) {
      curvature[6 * r + c] -=
        (moved[r] * (surface[3] * moved[c] - surface[1] * moved[6 + c]) +
          moved[6 + r] * (surface[0] * moved[6 + c] - surface[2] * moved[c])) /
        det;
    }
  }
}

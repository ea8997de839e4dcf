import { zero } from '../../../../math/array.ts';
import type { int } from '../../../../math/int.ts';
import { makeFrame } from '../../../../math/mat3.ts';
import { addScl3, addTo3, addToScl3, cross3, dot3, normalize3, scl3, sub3, zero3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { BORDER, Feature, isDeepest, isSimple } from './features.ts';
import { motionAt } from './motionAt.ts';
import {
  ALONG,
  cores,
  fillPatch,
  findPatch,
  GUESSES,
  isOnPatch,
  normalGap,
  slidePatch,
  slides,
  surfaces,
  tilts,
} from './patch.ts';

/*  A contact between the nearest, or deepest, points p1, p2 of two patches (patch.ts), L apart along the normal n: p2 - p1 = L n. While the
 *  second geom moves, by m at p2 and turning by w,
 *    dp1 = G1 y1,   dp2 = m - G2 y2,   dn = C1 y1 = w x n + C2 y2,   dp2 - dp1 = dL n + L dn
 *  Across n that is four equations for the coordinates y1, y2:
 *    (G1 + L C1) y1 + G2 y2 = m,   C1 y1 - C2 y2 = w x n
 *  and along it dL = n . m. The point of the contact is p1 + L n / 2. GJK and EPA end near such points only; the same equations,
 *  with p2 - p1 in the place of m, then lead there by Newton's method. (docs/derivations/transition.md) */

/** Patches with a smaller pivot have no normal: lines under so small an angle, centres so near. */
const TOGETHER = 1e-4;
/** How far closed forms may be from nearest points, how near Newton's method comes, and in how many steps of what length. */
const OFF = 1e-9;
const ENOUGH = 1e-12;
const MOST = 8;
const LONGEST = 0.3;
/** How near EPA comes to the depth. */
const DEPTH = 1e-5;

/** Normal and tangents at the nearest points. */
export const frame = new Float64Array(9);
// four rows, each with a row of the identity, which becomes that of the inverse
const rows = new Float64Array(32);
// right sides; coordinates of both patches
const sides = new Float64Array(4);
const y = new Float64Array(4);
const gap = new Float64Array(3);
const gaps = new Float64Array(3);
const moved = new Float64Array(3);
const turn = new Float64Array(3);
const dn = new Float64Array(3);

/** The table of one contact (see contactMotion.ts) at `at` of w, for nearest patches of spheres, capsules, boxes, ellipsoids and cylinders;
 *  false if the contact is of another kind. */
export function nearestMotion(m: Model, d: Data, w: Float64Array, con: int, g1: int, g2: int, at: int): boolean {
  if (!settle(m, d, con, g1, g2)) return false;
  sub3(moved, 0, surfaces, 3, surfaces, 0);
  const length = dot3(frame, 0, moved, 0);
  for (let c = 0; c < 6; c++) {
    const o = at + 7 * c;
    zero3(turn, 0);
    if (c > 2) turn[c - 3] = 1;
    motionAt(moved, 0, c, surfaces, 3, d.geom_xpos, 3 * g2);
    cross3(gap, 0, turn, 0, frame, 0);
    for (let i = 0; i < 2; i++) {
      sides[i] = dot3(frame, 3 + 3 * i, moved, 0);
      sides[2 + i] = dot3(frame, 3 + 3 * i, gap, 0);
    }
    mulInverse();
    const rise = dot3(frame, 0, moved, 0);
    scl3(dn, 0, tilts, 0, y[0]);
    addToScl3(dn, 0, tilts, 3, y[1]);
    cross3(w, o, frame, 0, dn, 0);
    scl3(w, o + 3, dn, 0, 0.5 * length);
    addToScl3(w, o + 3, frame, 0, 0.5 * rise);
    for (let j = 0; j < 2; j++) addToScl3(w, o + 3, slides, 3 * j, y[j]);
    w[o + 6] = rise;
  }
  return true;
}

/** Finds the patches, with `frame` and `rows` at their nearest points; false if there are none. */
function settle(m: Model, d: Data, con: int, g1: int, g2: int): boolean {
  const { contact_pos, contact_frame, contact_dist } = d;
  const exact = isSimple(m, g1) && isSimple(m, g2);
  for (let guess = 0; guess < GUESSES; guess++) {
    for (let k = 0; k < 9; k++) frame[k] = contact_frame[9 * con + k];
    for (let k = 0; k < 2; k++) addScl3(surfaces, 3 * k, contact_pos, 3 * con, frame, 0, (k - 0.5) * contact_dist[con]);
    const one = findPatch(m, d, g1, 0, frame, exact, guess);
    const two = findPatch(m, d, g2, 1, frame, exact, guess);
    if (one === Feature.NONE || two === Feature.NONE) {
      if (exact) return false;
      continue;
    }
    if (exact)
      return (
        isNearest(m, d, con, g1, g2, one, two) &&
        isOnPatch(m, d, g1, 0, frame, exact) &&
        isOnPatch(m, d, g2, 1, frame, exact)
      );
    if (!approach(m, d, g1, g2)) continue;
    // as deep the other way: the normal is an accident
    sub3(gap, 0, d.geom_xpos, 3 * g2, d.geom_xpos, 3 * g1);
    if (!(dot3(gap, 0, frame, 0) > BORDER * (m.geom_rbound[g1] + m.geom_rbound[g2]))) return false;
    if (!isOnPatch(m, d, g1, 0, frame, exact) || !isOnPatch(m, d, g2, 1, frame, exact)) continue;
    sub3(gap, 0, surfaces, 3, surfaces, 0);
    if (Math.abs(dot3(gap, 0, frame, 0) - contact_dist[con]) > DEPTH) continue;
    if (dot3(frame, 0, contact_frame, 9 * con) > ALONG) return true;
  }
  return false;
}

/** Whether a contact in closed form is that of nearest points. */
function isNearest(m: Model, d: Data, con: int, g1: int, g2: int, one: int, two: int): boolean {
  // two boxes otherwise meet along a face
  if (m.geom_type[g1] === GeomType.BOX && (one !== Feature.LINE || two !== Feature.LINE)) return false;
  if (one === Feature.PLANE || (two === Feature.PLANE && one !== Feature.POINT)) return false;
  if (!equations(m, d, g1, g2) || farthestSide() > OFF) return false;
  return two !== Feature.PLANE || isDeepest(m, d, g2, cores, 0, 9 * con);
}

/** Newton's method from where the contact is. */
function approach(m: Model, d: Data, g1: int, g2: int): boolean {
  for (let k = 0; k < MOST; k++) {
    if (!equations(m, d, g1, g2)) return false;
    if (farthestSide() < ENOUGH) return true;
    mulInverse();
    normalGap(gap, 0, frame);
    for (let j = 0; j < 2; j++) addToScl3(gap, 0, tilts, 3 * j, y[j]);
    if (!(dot3(gap, 0, gap, 0) < LONGEST * LONGEST)) return false;
    slidePatch(0, y, 0, 1);
    slidePatch(1, y, 2, -1);
    addTo3(frame, 0, gap, 0);
    normalize3(frame, 0);
    zero3(frame, 3);
    makeFrame(frame, 0);
  }
  return false;
}

/** The patches, the inverse of their equations, and the right sides of what they are away from nearest points; false if they have no normal. */
function equations(m: Model, d: Data, g1: int, g2: int): boolean {
  fillPatch(m, d, g1, 0, frame);
  fillPatch(m, d, g2, 1, frame);
  sub3(moved, 0, surfaces, 3, surfaces, 0);
  const length = dot3(frame, 0, moved, 0);
  normalGap(gaps, 0, frame);
  normalGap(gap, 1, frame);
  zero(rows, 0, 32);
  for (let i = 0; i < 2; i++) {
    const t = 3 + 3 * i;
    for (let j = 0; j < 2; j++) {
      rows[8 * i + j] = dot3(frame, t, slides, 3 * j) + length * dot3(frame, t, tilts, 3 * j);
      rows[8 * i + j + 2] = dot3(frame, t, slides, 6 + 3 * j);
      rows[8 * i + 16 + j] = dot3(frame, t, tilts, 3 * j);
      rows[8 * i + 18 + j] = -dot3(frame, t, tilts, 6 + 3 * j);
    }
    sides[i] = dot3(frame, t, moved, 0) - length * dot3(frame, t, gaps, 0);
    sides[2 + i] = dot3(frame, t, gap, 0) - dot3(frame, t, gaps, 0);
  }
  return invert();
}

function farthestSide(): number {
  return Math.max(Math.max(Math.abs(sides[0]), Math.abs(sides[1])), Math.max(Math.abs(sides[2]), Math.abs(sides[3])));
}

/** The inverse of the left half of `rows` in the right half, by Gauss and Jordan with the greatest pivots. */
function invert(): boolean {
  for (let i = 0; i < 4; i++) rows[9 * i + 4] = 1;
  for (let c = 0; c < 4; c++) {
    let best = c;
    for (let r = c + 1; r < 4; r++) if (Math.abs(rows[8 * r + c]) > Math.abs(rows[8 * best + c])) best = r;
    const pivot = rows[8 * best + c];
    if (!(Math.abs(pivot) > TOGETHER)) return false;
    for (let j = 0; j < 8; j++) {
      const kept = rows[8 * best + j];
      rows[8 * best + j] = rows[8 * c + j];
      rows[8 * c + j] = kept / pivot;
    }
    for (let r = 0; r < 4; r++) {
      const by = rows[8 * r + c];
      if (r === c || by === 0) continue;
      for (let j = c; j < 8; j++) rows[8 * r + j] -= by * rows[8 * c + j];
    }
  }
  return true;
}

/** y = the inverse times `sides` */
function mulInverse(): void {
  for (let r = 0; r < 4; r++) {
    let sum: number = 0;
    for (let c = 0; c < 4; c++) sum += rows[8 * r + 4 + c] * sides[c];
    y[r] = sum;
  }
}

import { zero } from '../../../../math/array.ts';
import type { int } from '../../../../math/int.ts';
import { makeFrame } from '../../../../math/mat3.ts';
import { addTo3, addToScl3, copy3, dot3, normalize3, sub3, zero3 } from '../../../../math/vec3.ts';
import type { Model } from '../../../../model/model.ts';
import { shapeCenter } from '../shape.ts';
import { KIND, Kind, shapeInt } from '../workspace.ts';
import { BORDER, extentOf, Feature } from './feature.ts';
import { movePatch } from './moves.ts';
import { fillPatch, findPatch, GUESSES, normalGap, slidePatch } from './patch.ts';
import {
  nearestFrame,
  nearestSides,
  nearestStep,
  patchCorner,
  patchCornerCount,
  patchSlide,
  patchSurface,
  patchTilt,
  patchUnit,
} from './workspace.ts';

/*  Nearest or deepest points p1, p2 of two shapes, at distance L along the normal n: p2 - p1 = L n. p1 is farthest
 *  along n on the first shape, p2 farthest along -n on the second. With the patches of both shapes (patch.ts), Newton's
 *  method solves four equations, across n, for their coordinates y1, y2:
 *    (G1 + L C1) y1 + G2 y2 = p2 - p1,   C1 y1 - C2 y2 = n2 - n1
 *  where n1 and n2 are the normals that a line or a face can have, relative to n (docs/derivations/transition.md). */

/** Pairs of patches with a smaller pivot have no unique normal: nearly parallel lines, nearly coincident centers. */
const TOGETHER = 2e-4;
/** Newton's method: tolerance, maximum number of steps, and longest step as a tilt of the normal. */
const ENOUGH = 1e-12;
const MAX_STEPS = 10;
const LONGEST = 0.3;
/** Maximum number of features visited from one guess. */
const MAX_MOVES = 16;
/** Limits on the distance of the nearest points from the start of the search: cosine between the normals, and distance
 *  relative to the smaller shape. */
const ALIKE = 0.98;
const DEPTH = 1e-3;
// four rows, each followed by a row of the identity, which becomes a row of the inverse
const rows = new Float64Array(32);
const gap = new Float64Array(3);
const gaps = new Float64Array(3);
const separation = new Float64Array(3);
// start of a search: normal, point of the first shape, point of the second; corners
const start = new Float64Array(9);
const startCorners = new Float64Array(18);
const startCounts = new Int32Array(2);

/** Finds the nearest points of the two shapes without margins, from the normal, the midpoint at `pos` and the distance.
 *  Requires the corners of polytopes. Sets `frame`, `surfaces` and the patches; returns false if there are no nearest
 *  points near the start. */
export function nearestPoints(
  m: Model,
  normal: Float64Array,
  n: int,
  middle: Float64Array,
  p: int,
  dist: number,
): boolean {
  patchUnit[0] = Math.min(extentOf(0), extentOf(1));
  copy3(start, 0, normal, n);
  for (let k = 0; k < 2; k++) {
    copy3(start, 3 + 3 * k, middle, p);
    addToScl3(start, 3 + 3 * k, normal, n, (k - 0.5) * dist);
    startCounts[k] = patchCornerCount[k];
  }
  for (let i = 0; i < 18; i++) startCorners[i] = patchCorner[i];
  for (let guess = 0; guess < GUESSES; guess++) {
    beginSearch();
    const one = findPatch(0, nearestFrame, guess);
    const two = findPatch(1, nearestFrame, guess);
    if (one === Feature.NONE || two === Feature.NONE || !search(m)) continue;
    if (isNear(dist)) return !isAccident();
  }
  return false;
}

function beginSearch(): void {
  copy3(nearestFrame, 0, start, 0);
  setTangents();
  for (let i = 0; i < 6; i++) patchSurface[i] = start[3 + i];
  for (let i = 0; i < 18; i++) patchCorner[i] = startCorners[i];
  for (let k = 0; k < 2; k++) patchCornerCount[k] = startCounts[k];
}

function setTangents(): void {
  zero3(nearestFrame, 3);
  zero3(nearestFrame, 6);
  makeFrame(nearestFrame, 0);
}

/** Runs Newton's method on one pair of features after the other until both features are right. */
function search(m: Model): boolean {
  for (let k = 0; k < MAX_MOVES; k++) {
    if (!approach()) return false;
    const one = movePatch(m, 0, nearestFrame);
    const two = movePatch(m, 1, nearestFrame);
    if (!one && !two) return true;
  }
  return false;
}

/** True if the points found are near the start of the search. */
function isNear(dist: number): boolean {
  sub3(gap, 0, patchSurface, 3, patchSurface, 0);
  return (
    dot3(nearestFrame, 0, start, 0) > ALIKE && Math.abs(dot3(gap, 0, nearestFrame, 0) - dist) < DEPTH * patchUnit[0]
  );
}

/** True if the shapes are equally deep in the opposite direction: the normal is then arbitrary. */
function isAccident(): boolean {
  if (shapeInt[KIND] === Kind.PRISM) return false;
  shapeCenter(0, gaps, 0);
  shapeCenter(1, gap, 0);
  sub3(gap, 0, gap, 0, gaps, 0);
  return !(dot3(gap, 0, nearestFrame, 0) > BORDER * (extentOf(0) + extentOf(1)));
}

/** Newton's method between two patches, with one more step after convergence because pivots may be small. */
function approach(): boolean {
  let arrived = false;
  for (let k = 0; k < MAX_STEPS; k++) {
    if (!equations()) return false;
    if (arrived) return farthestSide() < ENOUGH;
    arrived = farthestSide() < ENOUGH;
    mulInverse();
    normalGap(gap, 0, nearestFrame);
    for (let j = 0; j < 2; j++) addToScl3(gap, 0, patchTilt, 3 * j, nearestStep[j]);
    if (!(dot3(gap, 0, gap, 0) < LONGEST * LONGEST)) return false;
    slidePatch(0, nearestStep, 0, 1);
    slidePatch(1, nearestStep, 2, -1);
    addTo3(nearestFrame, 0, gap, 0);
    normalize3(nearestFrame, 0);
    setTangents();
  }
  return false;
}

/** Sets the patches, the inverse of their matrix and the residuals; returns false if they have no unique normal. */
export function equations(): boolean {
  const inverse = 1 / patchUnit[0];
  fillPatch(0, nearestFrame);
  fillPatch(1, nearestFrame);
  sub3(separation, 0, patchSurface, 3, patchSurface, 0);
  const length = dot3(nearestFrame, 0, separation, 0);
  normalGap(gaps, 0, nearestFrame);
  normalGap(gap, 1, nearestFrame);
  zero(rows, 0, 32);
  for (let i = 0; i < 2; i++) {
    const t = 3 + 3 * i;
    for (let j = 0; j < 2; j++) {
      rows[8 * i + j] =
        (dot3(nearestFrame, t, patchSlide, 3 * j) + length * dot3(nearestFrame, t, patchTilt, 3 * j)) * inverse;
      rows[8 * i + j + 2] = dot3(nearestFrame, t, patchSlide, 6 + 3 * j) * inverse;
      rows[8 * i + 16 + j] = dot3(nearestFrame, t, patchTilt, 3 * j);
      rows[8 * i + 18 + j] = -dot3(nearestFrame, t, patchTilt, 6 + 3 * j);
    }
    nearestSides[i] = (dot3(nearestFrame, t, separation, 0) - length * dot3(nearestFrame, t, gaps, 0)) * inverse;
    nearestSides[2 + i] = dot3(nearestFrame, t, gap, 0) - dot3(nearestFrame, t, gaps, 0);
  }
  return invert();
}

/** Largest residual. */
export function farthestSide(): number {
  return Math.max(
    Math.max(Math.abs(nearestSides[0]), Math.abs(nearestSides[1])),
    Math.max(Math.abs(nearestSides[2]), Math.abs(nearestSides[3])),
  );
}

/** Computes the inverse of the left half of `rows` in the right half, by Gauss-Jordan elimination with partial pivoting. */
function invert(): boolean {
  for (let i = 0; i < 4; i++) rows[9 * i + 4] = 1;
  for (let c = 0; c < 4; c++) {
    let best = c;
    for (let r = c + 1; r < 4; r++) if (Math.abs(rows[8 * r + c]) > Math.abs(rows[8 * best + c])) best = r;
    const pivot = rows[8 * best + c];
    if (!(Math.abs(pivot) > TOGETHER)) return false;
    for (let j = 0; j < 8; j++) {
      const saved = rows[8 * best + j];
      rows[8 * best + j] = rows[8 * c + j];
      rows[8 * c + j] = saved / pivot;
    }
    for (let r = 0; r < 4; r++) {
      const by = rows[8 * r + c];
      if (r === c || by === 0) continue;
      for (let j = c; j < 8; j++) rows[8 * r + j] -= by * rows[8 * c + j];
    }
  }
  return true;
}

/** y = inverse * `sides` */
export function mulInverse(): void {
  for (let r = 0; r < 4; r++) {
    let sum: number = 0;
    for (let c = 0; c < 4; c++) sum += rows[8 * r + 4 + c] * nearestSides[c];
    nearestStep[r] = sum;
  }
}

import type { int } from '../../../../math/int.ts';
import { makeFrame, mulMatTVec3, mulMatVec3 } from '../../../../math/mat3.ts';
import { addScl3, addToScl3, normalize3, scl3, zero3 } from '../../../../math/vec3.ts';
import type { Model } from '../../../../model/model.ts';
import { KIND, Kind, MAT, POS, SHAPE, SHAPE_INT, SIZE, shape, shapeInt } from '../workspace.ts';

import { isBetweenCorners, moveCorners } from './corners.ts';
import { BORDER, extentOf, Feature, hasCorners, NEAR, toShape } from './feature.ts';
import { endsPatch, FLAT, facePatch, halfLength } from './patch.ts';
import { patchAxis, patchCore, patchEnd, patchKind } from './workspace.ts';

/*  Moves between features of a shape during the search for nearest points, and tests whether a point is well inside its
 *  feature. */

/** Tolerances for rounding: of a core beyond the end of its feature, and of a normal outside its cone. */
const ROUNDING = 1e-13;

/** Tilt of the normal when the search moves from a cap to its rim, if the rim has no direction of its own. */
const LEAN = 0.01;

const local = new Float64Array(3);
const out = new Float64Array(3);
const lean = new Float64Array(3);

/** Moves to a neighboring feature of shape k if the nearest points indicate it; returns whether it moved. May tilt
 *  `frame`. */
export function movePatch(m: Model, k: int, frame: Float64Array): boolean {
  const kind = shapeInt[k * SHAPE_INT + KIND];
  const s: number = k === 0 ? 1 : -1;
  if (hasCorners(k)) {
    const next = moveCorners(m, k, frame);
    if (next === Feature.NONE) return false;
    patchKind[k] = next;
    facePatch(k, frame);
    return true;
  }
  if (kind !== Kind.CAPSULE && kind !== Kind.BOX && kind !== Kind.CYLINDER) return false;
  toShape(local, k, patchCore, 3 * k);
  scl3(out, 0, frame, 0, s);
  mulMatTVec3(out, 0, shape, k * SHAPE + MAT, out, 0);
  return kind === Kind.CYLINDER ? moveOnCylinder(k, s, frame) : moveEnds(k, frame);
}

/** Clamps a core beyond an end to that end; releases a core that the normal pulls inward. */
function moveEnds(k: int, frame: Float64Array): boolean {
  const slack = ROUNDING * extentOf(k);
  const from: int = shapeInt[k * SHAPE_INT + KIND] === Kind.CAPSULE ? 2 : 0;
  let clampedAxes = 0;
  for (let i = from; i < 3; i++) if (patchEnd[3 * k + i] !== 0) clampedAxes++;
  let moved = false;
  for (let i = from; i < 3; i++) {
    const end = patchEnd[3 * k + i];
    if (end === 0 && Math.abs(local[i]) > halfLength(k, i) + slack) {
      patchEnd[3 * k + i] = local[i] < 0 ? -1 : 1;
      clampedAxes++;
      moved = true;
    } else if (end !== 0 && end * out[i] < -ROUNDING && (from === 2 || clampedAxes > 1)) {
      patchEnd[3 * k + i] = 0;
      clampedAxes--;
      moved = true;
    }
  }
  if (!moved) return false;
  patchKind[k] = endsPatch(k);
  facePatch(k, frame);
  return true;
}

/** Moves between side, caps and rims. */
function moveOnCylinder(k: int, s: number, frame: Float64Array): boolean {
  const p = 3 * k;
  const radius = shape[k * SHAPE + SIZE];
  const half = shape[k * SHAPE + SIZE + 1];
  const slack = ROUNDING * extentOf(k);
  const far = Math.sqrt(local[0] * local[0] + local[1] * local[1]);
  const end: number = local[2] < 0 ? -half : half;
  if (patchKind[k] === Feature.LINE) {
    if (!(Math.abs(local[2]) > half + slack)) return false;
    patchKind[k] = Feature.RIM;
  } else if (patchKind[k] === Feature.PLANE) {
    if (!(far > radius + slack)) return false;
    patchKind[k] = Feature.RIM;
    scl3(lean, 0, local, 0, s / far);
    lean[2] = 0;
    mulMatVec3(lean, 0, shape, k * SHAPE + MAT, lean, 0);
    addToScl3(frame, 0, lean, 0, LEAN);
    normalize3(frame, 0);
    zero3(frame, 3);
    makeFrame(frame, 0);
  } else {
    if (!(local[2] * out[2] < -ROUNDING * half)) return false;
    patchKind[k] = Feature.LINE;
  }
  addScl3(patchCore, p, shape, k * SHAPE + POS, patchAxis, p, end);
  return true;
}

/** True if the patch of shape k contains its point, away from its border, and the normal is inside its cone. `ball`:
 *  allow the end of a capsule that is not the farthest. */
export function isOnPatch(m: Model, k: int, frame: Float64Array, ball: boolean): boolean {
  const kind = shapeInt[k * SHAPE_INT + KIND];
  const size = k * SHAPE + SIZE;
  const extent = extentOf(k);
  const border = BORDER * extent;
  if (hasCorners(k)) return isBetweenCorners(m, k, frame, border);
  toShape(local, k, patchCore, 3 * k);
  scl3(out, 0, frame, 0, k === 0 ? 1 : -1);
  mulMatTVec3(out, 0, shape, k * SHAPE + MAT, out, 0);
  if (kind === Kind.CAPSULE) {
    if (patchKind[k] === Feature.LINE) return Math.abs(local[2]) < shape[size + 1] - border;
    const outward = local[2] * out[2];
    return (ball ? Math.abs(outward) : outward) > BORDER * shape[size + 1];
  }
  if (kind === Kind.CYLINDER) {
    if (patchKind[k] === Feature.LINE) return Math.abs(local[2]) < shape[size + 1] - border;
    if (patchKind[k] === Feature.PLANE) {
      return Math.sqrt(local[0] * local[0] + local[1] * local[1]) < shape[size] - border;
    }
    return local[2] * out[2] > BORDER * shape[size + 1] && 1 - out[2] * out[2] > FLAT;
  }
  if (kind !== Kind.BOX) return true;
  for (let i = 0; i < 3; i++) {
    const beyond = Math.abs(local[i]) - shape[size + i];
    if (Math.abs(beyond) < NEAR * extent) {
      if (!(local[i] * out[i] > BORDER * shape[size + i])) return false;
    } else if (!(beyond < -border)) return false;
  }
  return true;
}

import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3, addToScl3, normalize3, sub3 } from '../../../math/vec3.ts';
import type { Model } from '../../../model/model.ts';
import { unreachable } from '../../../model/unreachable.ts';
import { distanceGradient } from './gradient.ts';
import { signedDistance } from './signedDistance.ts';

/*  Fields composed of the distances of two geoms, in the frame of the first. `pose` maps from there to the frame of the
 *  second: a rotation matrix, then a translation. */

export const Field = {
  /** the first geom alone */
  SINGLE: 0,
  /** max(A, B): negative in the intersection */
  INTERSECTION: 1,
  /** A - B: zero on the surface midway between the two */
  MIDSURFACE: 2,
  /** A + B + |max(A, B)|: minimal where they touch or at the deepest point */
  COLLISION: 3,
} as const;
export type Field = (typeof Field)[keyof typeof Field];

/** Offset of the translation in a pose. */
export const POSE_POS = 9;

const y = new Float64Array(3);
const gradA = new Float64Array(3);
const gradB = new Float64Array(3);

/** other = point x in the frame of the second geom */
function toSecond(other: Float64Array, pose: Float64Array, x: Float64Array, i: int): void {
  mulMatVec3(other, 0, pose, 0, x, i);
  addTo3(other, 0, pose, POSE_POS);
}

export function fieldDistance(
  m: Model,
  kind: int,
  first: int,
  second: int,
  pose: Float64Array,
  x: Float64Array,
  i: int,
): number {
  const A = signedDistance(m, first, x, i);
  if (kind === Field.SINGLE) return A;
  toSecond(y, pose, x, i);
  const B = signedDistance(m, second, y, 0);
  if (kind === Field.INTERSECTION) return Math.max(A, B);
  return kind === Field.MIDSURFACE ? A - B : A + B + Math.abs(Math.max(A, B));
}

export function fieldGradient(
  m: Model,
  res: Float64Array,
  r: int,
  kind: int,
  first: int,
  second: int,
  pose: Float64Array,
  x: Float64Array,
  i: int,
): void {
  const field = kind as Field;
  if (field === Field.SINGLE) {
    distanceGradient(m, res, r, first, x, i);
    return;
  }
  toSecond(y, pose, x, i);
  const A = signedDistance(m, first, x, i);
  const B = signedDistance(m, second, y, 0);
  switch (field) {
    case Field.INTERSECTION:
      if (A > B) distanceGradient(m, res, r, first, x, i);
      else {
        distanceGradient(m, gradB, 0, second, y, 0);
        mulMatTVec3(res, r, pose, 0, gradB, 0);
      }
      break;
    case Field.MIDSURFACE:
      bothGradients(m, first, second, pose, x, i);
      normalize3(gradA, 0);
      normalize3(gradB, 0);
      sub3(res, r, gradA, 0, gradB, 0);
      normalize3(res, r);
      break;
    case Field.COLLISION: {
      bothGradients(m, first, second, pose, x, i);
      for (let k = 0; k < 3; k++) res[r + k] = gradA[k] + gradB[k];
      const sign: number = Math.max(A, B) > 0 ? 1 : -1;
      if (A > B) addToScl3(res, r, gradA, 0, sign);
      else addToScl3(res, r, gradB, 0, sign);
      break;
    }
    default:
      unreachable(field);
  }
}

/** gradA, gradB = gradients of both distances, in the frame of the first geom; y = the point in the frame of the
 *  second */
function bothGradients(m: Model, first: int, second: int, pose: Float64Array, x: Float64Array, i: int): void {
  distanceGradient(m, gradA, 0, first, x, i);
  distanceGradient(m, gradB, 0, second, y, 0);
  mulMatTVec3(gradB, 0, pose, 0, gradB, 0);
}

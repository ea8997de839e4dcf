import type { int } from '../../../../math/int.ts';
import { mulMatTVec3 } from '../../../../math/mat3.ts';
import { sub3 } from '../../../../math/vec3.ts';
import { KIND, Kind, MAT, POS, PRISM, SHAPE, SHAPE_INT, SIZE, shape, shapeInt } from '../workspace.ts';

/*  Features of a convex shape that can touch another shape, and frames of the shapes. */

export const Feature = {
  /** unknown */
  NONE: 0,
  /** a center, an end of a segment, a corner */
  POINT: 1,
  /** a segment, an edge */
  LINE: 2,
  /** a face */
  PLANE: 3,
  /** an ellipsoid */
  CURVED: 4,
  /** the rim, where the side of a cylinder meets a cap */
  RIM: 5,
} as const;

/** Tolerances relative to the size of the geom: distance of a point from the feature it belongs to, and minimum
 *  distance from the feature's border. Closer to the border, a small motion may cross it. */
export const NEAR = 1e-9;
export const BORDER = 1e-5;

/** True if shape k is a polytope with explicit corners: a mesh, or a prism of a height field. */
export function hasCorners(k: int): boolean {
  const kind = shapeInt[k * SHAPE_INT + KIND];
  return kind === Kind.MESH || kind === Kind.HULL || kind === Kind.PRISM;
}

/** Length scale for tolerances of shape k. */
export function extentOf(k: int): number {
  const s = k * SHAPE;
  const kind = shapeInt[k * SHAPE_INT + KIND];
  const x = shape[s + SIZE];
  const y = shape[s + SIZE + 1];
  const z = shape[s + SIZE + 2];
  if (kind === Kind.SPHERE) return x;
  if (kind === Kind.CAPSULE) return x + y;
  if (kind === Kind.ELLIPSOID) return Math.max(x, Math.max(y, z));
  if (kind === Kind.CYLINDER) return Math.sqrt(x * x + y * y);
  if (kind === Kind.PRISM) {
    const a = shape[s + PRISM + 12] - shape[s + PRISM + 9];
    const b = shape[s + PRISM + 13] - shape[s + PRISM + 10];
    return Math.sqrt(a * a + b * b);
  }
  return Math.sqrt(x * x + y * y + z * z);
}

/** res = the point at p in the frame of shape k */
export function toShape(res: Float64Array, k: int, point: Float64Array, p: int): void {
  sub3(res, 0, point, p, shape, k * SHAPE + POS);
  mulMatTVec3(res, 0, shape, k * SHAPE + MAT, res, 0);
}

/** axis = axis i of shape k */
export function axisOf(k: int, i: int, axis: Float64Array, o: int): void {
  const at = k * SHAPE + MAT + i;
  for (let r = 0; r < 3; r++) axis[o + r] = shape[at + 3 * r];
}

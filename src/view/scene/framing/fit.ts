/** Views that show a whole model: the nearest one in a direction, and whether a camera does. */
import { type Piece, reachOf, type Vec3 } from './visible.ts';

/** Fraction of the picture that a fitted model spans, in width or in height. */
export const FILL = 0.8;

/** Orthonormal axes of a view. */
export interface ViewAxes {
  readonly forward: Vec3;
  readonly right: Vec3;
  readonly up: Vec3;
}

/** Half the width and height of the picture at distance 1: the tangents of half the angles of view. If `flat`, the projection is
 *  orthographic: these are for the distance of a free camera, and lengths for `isInside`. */
export interface Lens {
  readonly x: number;
  readonly y: number;
  readonly flat: boolean;
}

/** Pose of a free camera: the point at the center of the model, and a distance. */
export interface FittedView {
  readonly lookat: Vec3;
  readonly distance: number;
}

/** The nearest view along some axes in which the pieces span `FILL` of the picture, in its middle.
 *
 *  A point x is right of the left edge and left of the right edge of a camera at c if |(x - c)·right| <= t (x - c)·forward, where
 *  t is the tangent of half the angle of view. With a = max x·(right - t forward) and b = max x·(-right - t forward), this is
 *  a <= c·right - t c·forward and b <= -c·right - t c·forward for all points. The largest c·forward is -(a + b) / 2t, at
 *  c·right = (a - b) / 2; for the height likewise. */
export function fitView(
  pieces: readonly Piece[],
  { forward, right, up }: ViewAxes,
  lens: Lens,
): FittedView | undefined {
  const near = -reachOf(pieces, negated(forward));
  const far = reachOf(pieces, forward);
  if (!Number.isFinite(near) || !Number.isFinite(far)) return undefined;
  const middle = (near + far) / 2;
  const slope = lens.flat ? 0 : 1;
  const edges = (axis: Vec3, tangent: number) => {
    const t = slope * FILL * tangent;
    const [a, b] = [reachOf(pieces, combined(axis, 1, forward, -t)), reachOf(pieces, combined(axis, -1, forward, -t))];
    return { center: (a - b) / 2, sum: a + b };
  };
  const [horizontal, vertical] = [edges(right, lens.x), edges(up, lens.y)];
  const along = lens.flat
    ? middle - Math.max(horizontal.sum / lens.x, vertical.sum / lens.y) / (2 * FILL)
    : Math.min(-horizontal.sum / lens.x, -vertical.sum / lens.y) / (2 * FILL);
  const distance = middle - along;
  const across = combined(right, horizontal.center, up, vertical.center);
  return distance > 0 ? { lookat: combined(across, 1, forward, middle), distance } : undefined;
}

/** Whether all points of some pieces are inside the picture of a camera. */
export function isInside(
  pieces: readonly Piece[],
  camera: Vec3,
  { forward, right, up }: ViewAxes,
  lens: Lens,
): boolean {
  const within = (n: Vec3, most: number) => reachOf(pieces, n) - dot(camera, n) <= most;
  if (!within(negated(forward), 0)) return false;
  return (
    [
      [right, lens.x],
      [up, lens.y],
    ] as const
  ).every(([axis, tangent]) =>
    [1, -1].every((sign) =>
      lens.flat ? within(combined(axis, sign, axis, 0), tangent) : within(combined(axis, sign, forward, -tangent), 0),
    ),
  );
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function negated([x, y, z]: Vec3): Vec3 {
  return [-x, -y, -z];
}

/** s a + t b */
function combined(a: Vec3, s: number, b: Vec3, t: number): Vec3 {
  return [s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2]];
}

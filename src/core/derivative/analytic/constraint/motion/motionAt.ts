import type { int } from '../../../../math/int.ts';
import { cross3, dot3, set3, sub3, zero3 } from '../../../../math/vec3.ts';

const arm = new Float64Array(3);
const axis = new Float64Array(3);

/** res = motion of a point fixed to a geom, for motion c of the geom (three translations along world axes, three
 *  rotations about its center) */
export function motionAt(
  res: Float64Array,
  r: int,
  c: int,
  point: Float64Array,
  p: int,
  center: Float64Array,
  q: int,
): void {
  if (c < 3) {
    set3(res, r, c === 0 ? 1 : 0, c === 1 ? 1 : 0, c === 2 ? 1 : 0);
    return;
  }
  zero3(axis, 0);
  axis[c - 3] = 1;
  sub3(arm, 0, point, p, center, q);
  cross3(res, r, axis, 0, arm, 0);
}

/** The tangents y, z of a contact without a preferred tangent come from a world axis h: y is the component of h
 *  perpendicular to the normal n. As n moves by dn, the frame rotates about n by -(n . h) (z . dn) / (y . h). */
export function tangentRotation(frame: Float64Array, f: int, dn: Float64Array): number {
  const h = Math.abs(frame[f + 1]) < 0.5 ? 1 : 2;
  return (-frame[f + h] * dot3(frame, f + 6, dn, 0)) / frame[f + 3 + h];
}

import type { int } from './int.ts';
import { mulQuat, negQuat, normalize4, rotVecQuat } from './quat.ts';
import { addTo3, scl3, set3 } from './vec3.ts';

/*  Poses: a position and a unit quaternion. A result may alias an argument. */

/** (pos, quat) = (p, q) (s, t): composes the pose (s, t) with (p, q) applied last; all at offset 0 */
export function mulPose(
  pos: Float64Array,
  quat: Float64Array,
  p: Float64Array,
  q: Float64Array,
  s: Float64Array,
  t: Float64Array,
): void {
  const px = p[0];
  const py = p[1];
  const pz = p[2];
  rotVecQuat(pos, 0, s, 0, q, 0);
  set3(pos, 0, pos[0] + px, pos[1] + py, pos[2] + pz);
  mulQuat(quat, 0, q, 0, t, 0);
  normalize4(quat, 0);
}

/** (pos, quat) = inverse of (p, q) */
export function negPose(
  pos: Float64Array,
  i: int,
  quat: Float64Array,
  j: int,
  p: Float64Array,
  pi: int,
  q: Float64Array,
  qi: int,
): void {
  negQuat(quat, j, q, qi);
  rotVecQuat(pos, i, p, pi, quat, j);
  scl3(pos, i, pos, i, -1);
}

/** res = point v of the frame (p, q) in the outer frame; res must not be p */
export function trnVecPose(
  res: Float64Array,
  r: int,
  p: Float64Array,
  pi: int,
  q: Float64Array,
  qi: int,
  v: Float64Array,
  i: int,
): void {
  rotVecQuat(res, r, v, i, q, qi);
  addTo3(res, r, p, pi);
}

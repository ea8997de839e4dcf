import type { int } from './int.ts';
import { mulQuat, negQuat, normalize4, rotVecQuat } from './quat.ts';
import { addTo3, scl3, set3 } from './vec3.ts';

/*  Poses: a position and a unit quaternion. Results may be the same place as an argument. */

/** (pos, quat) = (p, q) after (s, t): first the pose (s, t), then (p, q) */
export function mulPose(
  pos: Float64Array,
  i: int,
  quat: Float64Array,
  j: int,
  p: Float64Array,
  pi: int,
  q: Float64Array,
  qi: int,
  s: Float64Array,
  si: int,
  t: Float64Array,
  ti: int,
): void {
  const px = p[pi];
  const py = p[pi + 1];
  const pz = p[pi + 2];
  rotVecQuat(pos, i, s, si, q, qi);
  set3(pos, i, pos[i] + px, pos[i + 1] + py, pos[i + 2] + pz);
  mulQuat(quat, j, q, qi, t, ti);
  normalize4(quat, j);
}

/** (pos, quat) = the inverse of (p, q) */
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

/** res = the point v of the frame (p, q), in the frame outside; res must not be p */
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

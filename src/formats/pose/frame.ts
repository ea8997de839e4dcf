/** Rotations and frames as computed by MuJoCo's compiler: division by norms with its own thresholds, so that results
 * agree to the last bits. The engine's versions in `math/` differ in exactly these details. */

import { atan2 } from '../../core/math/elementary/arc.ts';
import { cos, sin } from '../../core/math/elementary/trig.ts';
import { eig3Compile } from './eig3.ts';

export type Vec = number[];

/** Lengths and differences below this count as zero in MuJoCo's compiler (its mjEPS). */
export const EPS = 1e-14;

/** Normalizes a vector in place and returns its norm; returns 0 and changes nothing if it is tiny. */
export function normalize(v: Vec): number {
  let squared = 0;
  for (let k = 0; k < v.length; k++) squared += v[k] * v[k];
  if (squared < EPS) return 0;
  const length = Math.sqrt(squared);
  if (Math.abs(length - 1) > EPS) for (let k = 0; k < v.length; k++) v[k] /= length;
  return length;
}

export function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec, b: Vec): Vec {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Product of two quaternions, normalized. */
export function mulQuat(a: Vec, b: Vec): Vec {
  const q = [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
  normalize(q);
  return q;
}

export function negQuat(q: Vec): Vec {
  return [q[0], -q[1], -q[2], -q[3]];
}

/** Rotation matrix of a quaternion, row major. */
export function quatToMat(q: Vec): Vec {
  const [w, x, y, z] = q;
  if (w === 1 && x === 0 && y === 0 && z === 0) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const [ww, xx, yy, zz] = [w * w, x * x, y * y, z * z];
  const [wx, wy, wz, xy, xz, yz] = [w * x, w * y, w * z, x * y, x * z, y * z];
  return [
    ww + xx - yy - zz,
    2 * (xy - wz),
    2 * (xz + wy),
    2 * (xy + wz),
    ww - xx + yy - zz,
    2 * (yz - wx),
    2 * (xz - wy),
    2 * (yz + wx),
    ww - xx - yy + zz,
  ];
}

function mulMatVec(m: Vec, v: Vec): Vec {
  return [
    m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
    m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
    m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
  ];
}

/** v rotated by q: v + 2 u x (w v + u x v) for q = (w, u). */
export function rotate(v: Vec, q: Vec): Vec {
  if (v[0] === 0 && v[1] === 0 && v[2] === 0) return [0, 0, 0];
  if (q[0] === 1 && q[1] === 0 && q[2] === 0 && q[3] === 0) return v.slice();
  const t = [
    q[0] * v[0] + q[2] * v[2] - q[3] * v[1],
    q[0] * v[1] + q[3] * v[0] - q[1] * v[2],
    q[0] * v[2] + q[1] * v[1] - q[2] * v[0],
  ];
  return [
    v[0] + 2 * (q[2] * t[2] - q[3] * t[1]),
    v[1] + 2 * (q[3] * t[0] - q[1] * t[2]),
    v[2] + 2 * (q[1] * t[1] - q[2] * t[0]),
  ];
}

export interface Pose {
  pos: Vec;
  quat: Vec;
}

/** The pose of a child in the frame (pos, quat), expressed outside that frame. */
export function compose(pos: Vec, quat: Vec, childPos: Vec, childQuat: Vec): Pose {
  const v = mulMatVec(quatToMat(quat), childPos);
  return { pos: [pos[0] + v[0], pos[1] + v[1], pos[2] + v[2]], quat: mulQuat(quat, childQuat) };
}

/** Inverse of the pose (pos, quat). */
export function invert(pos: Vec, quat: Vec): Pose {
  const inverse = negQuat(quat);
  const v = mulMatVec(quatToMat(inverse), pos);
  return { pos: [-v[0], -v[1], -v[2]], quat: inverse };
}

/** Smallest rotation from the z axis to the unit vector v. */
export function zToQuat(v: Vec): Vec {
  let axis = cross([0, 0, 1], v);
  const s = normalize(axis);
  if (s < 1e-10) axis = [1, 0, 0];
  const half = atan2(s, v[2]) / 2;
  const turn = sin(half);
  return [cos(half), axis[0] * turn, axis[1] * turn, axis[2] * turn];
}

/** Quaternion of the frame with these unit axes. The largest component is computed first. */
export function axesToQuat(x: Vec, y: Vec, z: Vec): Vec {
  let q: Vec;
  if (x[0] + y[1] + z[2] > 0) {
    const w = 0.5 * Math.sqrt(1 + x[0] + y[1] + z[2]);
    q = [w, (0.25 * (y[2] - z[1])) / w, (0.25 * (z[0] - x[2])) / w, (0.25 * (x[1] - y[0])) / w];
  } else if (x[0] > y[1] && x[0] > z[2]) {
    const a = 0.5 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    q = [(0.25 * (y[2] - z[1])) / a, a, (0.25 * (y[0] + x[1])) / a, (0.25 * (z[0] + x[2])) / a];
  } else if (y[1] > z[2]) {
    const a = 0.5 * Math.sqrt(1 - x[0] + y[1] - z[2]);
    q = [(0.25 * (z[0] - x[2])) / a, (0.25 * (y[0] + x[1])) / a, a, (0.25 * (z[1] + y[2])) / a];
  } else {
    const a = 0.5 * Math.sqrt(1 - x[0] - y[1] + z[2]);
    q = [(0.25 * (x[1] - y[0])) / a, (0.25 * (z[0] + x[2])) / a, (0.25 * (z[1] + y[2])) / a, a];
  }
  normalize(q);
  return q;
}

/** Diagonal inertia rotated by quat: xx yy zz xy xz yz of R diag(d) R^T. */
export function rotatedInertia(d: Vec, quat: Vec): Vec {
  const m = quatToMat(quat);
  const row = (i: number, j: number) =>
    m[3 * i] * (m[3 * j] * d[0]) + m[3 * i + 1] * (m[3 * j + 1] * d[1]) + m[3 * i + 2] * (m[3 * j + 2] * d[2]);
  return [row(0, 0), row(1, 1), row(2, 2), row(0, 1), row(0, 2), row(1, 2)];
}

/** Inertia of a point mass at v: xx yy zz xy xz yz. */
export function pointInertia(mass: number, v: Vec): Vec {
  return [
    mass * (v[1] * v[1] + v[2] * v[2]),
    mass * (v[0] * v[0] + v[2] * v[2]),
    mass * (v[0] * v[0] + v[1] * v[1]),
    -mass * v[0] * v[1],
    -mass * v[0] * v[2],
    -mass * v[1] * v[2],
  ];
}

/** Principal axes of a full inertia xx yy zz xy xz yz; undefined if its smallest moment is not positive. */
export function principalInertia(full: Vec): { quat: Vec; inertia: Vec } | undefined {
  const [xx, yy, zz, xy, xz, yz] = full;
  const { eigval, quat } = eig3Compile([xx, xy, xz, xy, yy, yz, xz, yz, zz]);
  if (eigval[2] < EPS) return undefined;
  return { quat: Array.from(quat), inertia: Array.from(eigval) };
}

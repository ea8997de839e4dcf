import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addScl3, normalize3, set3, sub3, zero3 } from '../../../math/vec3.ts';
import { GeomType } from '../../../model/enums.ts';
import { localDir, localPoint, toLocal } from './local.ts';

/*  Rays against primitive shapes. Each function gives the distance from the start of the ray to the surface in lengths
 *  of its direction, or -1 for a miss, and the outward normal where it hits. */

/** Both solutions of a x^2 + 2 b x + c = 0, -1 if there are none. */
const root = new Float64Array(2);

/** Distances to the six faces of a box, -1 where the ray misses; in the order -x, +x, -y, +y, -z, +z. */
export const boxHit = new Float64Array(6);

/** Distance from a ray to a primitive geom of any type; the normal at n. */
export function rayPrimitive(
  type: int,
  pos: Float64Array,
  i: int,
  mat: Float64Array,
  a: int,
  size: Float64Array,
  s: int,
  pnt: Float64Array,
  p: int,
  vec: Float64Array,
  v: int,
  normal: Float64Array,
  n: int,
): number {
  zero3(normal, n);
  if (type === GeomType.SPHERE) {
    const x = raySphere(pos, i, size[s] * size[s], pnt, p, vec, v);
    if (x >= 0) {
      addScl3(normal, n, pnt, p, vec, v, x);
      sub3(normal, n, normal, n, pos, i);
      normalize3(normal, n);
    }
    return x;
  }
  if (missesBound(type, pos, i, size, s, pnt, p, vec, v)) return -1;
  toLocal(pos, i, mat, a, pnt, p, vec, v);
  let x: number = -1;
  switch (type) {
    case GeomType.PLANE:
      x = rayPlane(size, s, normal, n);
      break;
    case GeomType.CAPSULE:
      x = rayCapsule(size[s], size[s + 1], normal, n);
      break;
    case GeomType.ELLIPSOID:
      x = rayEllipsoid(size, s, normal, n);
      break;
    case GeomType.CYLINDER:
      x = rayCylinder(size[s], size[s + 1], normal, n);
      break;
    case GeomType.BOX:
      x = rayBox(size, s, normal, n);
      break;
  }
  if (x >= 0) mulMatVec3(normal, n, mat, a, normal, n);
  return x;
}

/** Distance from a ray to a box, with the distances to its faces in `boxHit`. */
export function rayBoxFaces(
  pos: Float64Array,
  i: int,
  mat: Float64Array,
  a: int,
  size: Float64Array,
  s: int,
  pnt: Float64Array,
  p: int,
  vec: Float64Array,
  v: int,
  normal: Float64Array,
  n: int,
): number {
  const x = rayPrimitive(GeomType.BOX, pos, i, mat, a, size, s, pnt, p, vec, v, normal, n);
  if (x < 0) boxHit.fill(-1);
  return x;
}

/** True if the ray misses the sphere around a capsule, cylinder or box. */
function missesBound(
  type: int,
  pos: Float64Array,
  i: int,
  size: Float64Array,
  s: int,
  pnt: Float64Array,
  p: int,
  vec: Float64Array,
  v: int,
): boolean {
  const x = size[s];
  const y = size[s + 1];
  const z = size[s + 2];
  let r2: number = 0;
  if (type === GeomType.CAPSULE) r2 = (x + y) * (x + y);
  else if (type === GeomType.CYLINDER) r2 = x * x + y * y;
  else if (type === GeomType.BOX) r2 = x * x + y * y + z * z;
  else return false;
  return raySphere(pos, i, r2, pnt, p, vec, v) < 0;
}

/** Solves a x^2 + 2 b x + c = 0; the least solution that is not negative, or -1. */
function solve(a: number, b: number, c: number): number {
  const det = b * b - a * c;
  if (det < 0 || a < MINVAL) {
    root[0] = -1;
    root[1] = -1;
    return -1;
  }
  const r = Math.sqrt(det);
  root[0] = (-b - r) / a;
  root[1] = (-b + r) / a;
  if (root[0] >= 0) return root[0];
  return root[1] >= 0 ? root[1] : -1;
}

/** |pnt + x vec - pos|^2 = r2 */
export function raySphere(
  pos: Float64Array,
  i: int,
  r2: number,
  pnt: Float64Array,
  p: int,
  vec: Float64Array,
  v: int,
): number {
  const x = pnt[p] - pos[i];
  const y = pnt[p + 1] - pos[i + 1];
  const z = pnt[p + 2] - pos[i + 2];
  const a = vec[v] * vec[v] + vec[v + 1] * vec[v + 1] + vec[v + 2] * vec[v + 2];
  const b = vec[v] * x + vec[v + 1] * y + vec[v + 2] * z;
  return solve(a, b, x * x + y * y + z * z - r2);
}

/** Only the front of a plane is hit, and only within its rectangle if it has one. */
function rayPlane(size: Float64Array, s: int, normal: Float64Array, n: int): number {
  if (localDir[2] > -MINVAL) return -1;
  const x = -localPoint[2] / localDir[2];
  if (x < 0) return -1;
  const px = localPoint[0] + x * localDir[0];
  const py = localPoint[1] + x * localDir[1];
  if (size[s] > 0 && !(Math.abs(px) <= size[s])) return -1;
  if (size[s + 1] > 0 && !(Math.abs(py) <= size[s + 1])) return -1;
  set3(normal, n, 0, 0, 1);
  return x;
}

/** The round side of a cylinder of half height h about z. */
function raySide(radius: number, h: number): number {
  const a = localDir[0] * localDir[0] + localDir[1] * localDir[1];
  const b = localDir[0] * localPoint[0] + localDir[1] * localPoint[1];
  const c = localPoint[0] * localPoint[0] + localPoint[1] * localPoint[1] - radius * radius;
  const x = solve(a, b, c);
  return x >= 0 && Math.abs(localPoint[2] + x * localDir[2]) <= h ? x : -1;
}

function rayCapsule(radius: number, h: number, normal: Float64Array, n: int): number {
  let x = raySide(radius, h);
  let part: number = 0;
  const px = localPoint[0];
  const py = localPoint[1];
  const a = localDir[0] * localDir[0] + localDir[1] * localDir[1] + localDir[2] * localDir[2];
  // the upper half of the upper ball, the lower half of the lower one
  for (let side: number = 1; side >= -1; side -= 2) {
    const pz = localPoint[2] - side * h;
    const b = localDir[0] * px + localDir[1] * py + localDir[2] * pz;
    solve(a, b, px * px + py * py + pz * pz - radius * radius);
    for (let k = 0; k < 2; k++) {
      const beyond = side * (localPoint[2] + root[k] * localDir[2]) >= h;
      if (root[k] >= 0 && beyond && (x < 0 || root[k] < x)) {
        x = root[k];
        part = side;
      }
    }
  }
  if (x < 0) return -1;
  const z = part === 0 ? 0.0 : localPoint[2] + localDir[2] * x - h * part;
  set3(normal, n, px + localDir[0] * x, py + localDir[1] * x, z);
  normalize3(normal, n);
  return x;
}

function rayEllipsoid(size: Float64Array, s: int, normal: Float64Array, n: int): number {
  const i0 = 1 / (size[s] * size[s]);
  const i1 = 1 / (size[s + 1] * size[s + 1]);
  const i2 = 1 / (size[s + 2] * size[s + 2]);
  const px = localPoint[0];
  const py = localPoint[1];
  const pz = localPoint[2];
  const vx = localDir[0];
  const vy = localDir[1];
  const vz = localDir[2];
  const a = i0 * vx * vx + i1 * vy * vy + i2 * vz * vz;
  const b = i0 * vx * px + i1 * vy * py + i2 * vz * pz;
  const c = i0 * px * px + i1 * py * py + i2 * pz * pz - 1;
  const x = solve(a, b, c);
  if (x < 0) return -1;
  set3(normal, n, i0 * (px + x * vx), i1 * (py + x * vy), i2 * (pz + x * vz));
  normalize3(normal, n);
  return x;
}

function rayCylinder(radius: number, h: number, normal: Float64Array, n: int): number {
  let x: number = -1;
  let part: number = 0;
  if (Math.abs(localDir[2]) > MINVAL) {
    for (let side: number = -1; side <= 1; side += 2) {
      const t = (side * h - localPoint[2]) / localDir[2];
      const px = localPoint[0] + t * localDir[0];
      const py = localPoint[1] + t * localDir[1];
      if (t >= 0 && px * px + py * py <= radius * radius && (x < 0 || t < x)) {
        x = t;
        part = side;
      }
    }
  }
  const t = raySide(radius, h);
  if (t >= 0 && (x < 0 || t < x)) {
    x = t;
    part = 0;
  }
  if (x < 0) return -1;
  if (part !== 0) set3(normal, n, 0, 0, part);
  else {
    set3(normal, n, localPoint[0] + localDir[0] * x, localPoint[1] + localDir[1] * x, 0);
    normalize3(normal, n);
  }
  return x;
}

function rayBox(size: Float64Array, s: int, normal: Float64Array, n: int): number {
  let x: number = -1;
  let face = 0;
  boxHit.fill(-1);
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(localDir[k]) > MINVAL)) continue;
    const k1 = k === 0 ? 1 : 0;
    const k2 = k === 2 ? 1 : 2;
    for (let side = 0; side < 2; side++) {
      const t = ((side === 0 ? -size[s + k] : size[s + k]) - localPoint[k]) / localDir[k];
      if (!(t >= 0)) continue;
      if (!(Math.abs(localPoint[k1] + t * localDir[k1]) <= size[s + k1])) continue;
      if (!(Math.abs(localPoint[k2] + t * localDir[k2]) <= size[s + k2])) continue;
      boxHit[2 * k + side] = t;
      if (x < 0 || t < x) {
        x = t;
        face = 2 * k + side;
      }
    }
  }
  if (x >= 0) normal[n + (face >> 1)] = (face & 1) === 0 ? -1 : 1;
  return x;
}

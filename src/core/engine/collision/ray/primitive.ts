import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addScl3, normalize3, set3, sub3, zero3 } from '../../../math/vec3.ts';
import { GeomType } from '../../../model/enums.ts';
import { toLocal } from './local.ts';
import { rayBoxHit, rayDir, rayPoint } from './workspace.ts';

/*  Rays against primitive shapes. Each function returns the distance to the surface, or -1 for a miss, and writes the outward normal
 *  of a hit. Rays: local.ts. */

/** Both solutions of a x^2 + 2 b x + c = 0, -1 if there are none. */
const root = new Float64Array(2);

/** Distance of a ray to a primitive geom of any type, with entry `id` of pos, mat and size; normal at n = the normal of a hit. */
export function rayPrimitive(
  type: int,
  pos: Float64Array,
  mat: Float64Array,
  size: Float64Array,
  id: int,
  ray: Float64Array,
  normal: Float64Array,
  n: int,
): number {
  zero3(normal, n);
  const s = 3 * id;
  if (type === GeomType.SPHERE) {
    const x = raySphere(pos, s, size[s] * size[s], ray);
    if (x >= 0) {
      addScl3(normal, n, ray, 0, ray, 3, x);
      sub3(normal, n, normal, n, pos, s);
      normalize3(normal, n);
    }
    return x;
  }
  if (missesBound(type, pos, size, id, ray)) return -1;
  toLocal(pos, mat, id, ray);
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
  if (x >= 0) mulMatVec3(normal, n, mat, 9 * id, normal, n);
  return x;
}

/** The same for a box; rayBoxHit = the distances to its faces. */
export function rayBoxFaces(
  pos: Float64Array,
  mat: Float64Array,
  size: Float64Array,
  id: int,
  ray: Float64Array,
  normal: Float64Array,
  n: int,
): number {
  const x = rayPrimitive(GeomType.BOX, pos, mat, size, id, ray, normal, n);
  if (x < 0) rayBoxHit.fill(-1);
  return x;
}

/** True if the ray misses the bounding sphere of a capsule, cylinder or box. */
function missesBound(type: int, pos: Float64Array, size: Float64Array, id: int, ray: Float64Array): boolean {
  const s = 3 * id;
  const x = size[s];
  const y = size[s + 1];
  const z = size[s + 2];
  let r2: number = 0;
  if (type === GeomType.CAPSULE) r2 = (x + y) * (x + y);
  else if (type === GeomType.CYLINDER) r2 = x * x + y * y;
  else if (type === GeomType.BOX) r2 = x * x + y * y + z * z;
  else return false;
  return raySphere(pos, s, r2, ray) < 0;
}

/** Solves a x^2 + 2 b x + c = 0; returns the smallest nonnegative solution, or -1. */
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

/** Distance to the sphere about the point at i of pos: |start + x direction - pos|^2 = r2 */
export function raySphere(pos: Float64Array, i: int, r2: number, ray: Float64Array): number {
  const x = ray[0] - pos[i];
  const y = ray[1] - pos[i + 1];
  const z = ray[2] - pos[i + 2];
  const a = ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5];
  const b = ray[3] * x + ray[4] * y + ray[5] * z;
  return solve(a, b, x * x + y * y + z * z - r2);
}

/** Hits only the front of a plane, and only inside its rectangle if it has one. */
function rayPlane(size: Float64Array, s: int, normal: Float64Array, n: int): number {
  if (rayDir[2] > -MINVAL) return -1;
  const x = -rayPoint[2] / rayDir[2];
  if (x < 0) return -1;
  const px = rayPoint[0] + x * rayDir[0];
  const py = rayPoint[1] + x * rayDir[1];
  if (size[s] > 0 && !(Math.abs(px) <= size[s])) return -1;
  if (size[s + 1] > 0 && !(Math.abs(py) <= size[s + 1])) return -1;
  set3(normal, n, 0, 0, 1);
  return x;
}

/** The side of a cylinder of half height h about z. */
function raySide(radius: number, h: number): number {
  const a = rayDir[0] * rayDir[0] + rayDir[1] * rayDir[1];
  const b = rayDir[0] * rayPoint[0] + rayDir[1] * rayPoint[1];
  const c = rayPoint[0] * rayPoint[0] + rayPoint[1] * rayPoint[1] - radius * radius;
  const x = solve(a, b, c);
  return x >= 0 && Math.abs(rayPoint[2] + x * rayDir[2]) <= h ? x : -1;
}

function rayCapsule(radius: number, h: number, normal: Float64Array, n: int): number {
  let x = raySide(radius, h);
  let part: number = 0;
  const px = rayPoint[0];
  const py = rayPoint[1];
  const a = rayDir[0] * rayDir[0] + rayDir[1] * rayDir[1] + rayDir[2] * rayDir[2];
  // the upper half of the upper ball and the lower half of the lower ball
  for (let side: number = 1; side >= -1; side -= 2) {
    const pz = rayPoint[2] - side * h;
    const b = rayDir[0] * px + rayDir[1] * py + rayDir[2] * pz;
    solve(a, b, px * px + py * py + pz * pz - radius * radius);
    for (let k = 0; k < 2; k++) {
      const beyond = side * (rayPoint[2] + root[k] * rayDir[2]) >= h;
      if (root[k] >= 0 && beyond && (x < 0 || root[k] < x)) {
        x = root[k];
        part = side;
      }
    }
  }
  if (x < 0) return -1;
  const z = part === 0 ? 0.0 : rayPoint[2] + rayDir[2] * x - h * part;
  set3(normal, n, px + rayDir[0] * x, py + rayDir[1] * x, z);
  normalize3(normal, n);
  return x;
}

function rayEllipsoid(size: Float64Array, s: int, normal: Float64Array, n: int): number {
  const i0 = 1 / (size[s] * size[s]);
  const i1 = 1 / (size[s + 1] * size[s + 1]);
  const i2 = 1 / (size[s + 2] * size[s + 2]);
  const px = rayPoint[0];
  const py = rayPoint[1];
  const pz = rayPoint[2];
  const vx = rayDir[0];
  const vy = rayDir[1];
  const vz = rayDir[2];
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
  if (Math.abs(rayDir[2]) > MINVAL) {
    for (let side: number = -1; side <= 1; side += 2) {
      const t = (side * h - rayPoint[2]) / rayDir[2];
      const px = rayPoint[0] + t * rayDir[0];
      const py = rayPoint[1] + t * rayDir[1];
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
    set3(normal, n, rayPoint[0] + rayDir[0] * x, rayPoint[1] + rayDir[1] * x, 0);
    normalize3(normal, n);
  }
  return x;
}

function rayBox(size: Float64Array, s: int, normal: Float64Array, n: int): number {
  let x: number = -1;
  let face = 0;
  rayBoxHit.fill(-1);
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(rayDir[k]) > MINVAL)) continue;
    const k1 = k === 0 ? 1 : 0;
    const k2 = k === 2 ? 1 : 2;
    for (let side = 0; side < 2; side++) {
      const t = ((side === 0 ? -size[s + k] : size[s + k]) - rayPoint[k]) / rayDir[k];
      if (!(t >= 0)) continue;
      if (!(Math.abs(rayPoint[k1] + t * rayDir[k1]) <= size[s + k1])) continue;
      if (!(Math.abs(rayPoint[k2] + t * rayDir[k2]) <= size[s + k2])) continue;
      rayBoxHit[2 * k + side] = t;
      if (x < 0 || t < x) {
        x = t;
        face = 2 * k + side;
      }
    }
  }
  if (x >= 0) normal[n + (face >> 1)] = (face & 1) === 0 ? -1 : 1;
  return x;
}

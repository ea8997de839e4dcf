import type { int } from '../../math/int.ts';
import { cross3, set3 } from '../../math/vec3.ts';
import { dphi, phi } from './shape.ts';

/*  A face of a shell has (order + 1)^2 nodes: node (a, b) is first + a slow + b fast. With g = dphi_a(s) phi_b(t) and h
 *  = phi_a(s) dphi_b(t), its tangents at (s, t) are the sums of g x and h x over its nodes. */

/** res = tangents of a face along its slow and fast axis at (s, t), and their cross product, the normal
 *  @param x positions of nodes, 3 reals each */
export function faceTangents(
  res: Float64Array,
  r: int,
  x: Float64Array,
  first: int,
  slow: int,
  fast: int,
  order: int,
  s: number,
  t: number,
): void {
  if (order === 1) linearTangents(res, r, x, 3 * first, 3 * (first + slow), 3 * fast, s, t);
  else quadraticTangents(res, r, x, first, slow, fast, s, t);
  cross3(res, r + 6, res, r, res, r + 3);
}

/** Order 1, with the derivatives -1 and 1, from nodes i and j at the low and high end of the slow axis. */
function linearTangents(
  res: Float64Array,
  r: int,
  x: Float64Array,
  i: int,
  j: int,
  fast: int,
  s: number,
  t: number,
): void {
  const s0 = 1 - s;
  const t0 = 1 - t;
  for (let c = 0; c < 3; c++) {
    const x00 = x[i + c];
    const x01 = x[i + fast + c];
    const x10 = x[j + c];
    const x11 = x[j + fast + c];
    res[r + c] = 0 - x00 * t0 - x01 * t + x10 * t0 + x11 * t;
    res[r + 3 + c] = 0 - x00 * s0 + x01 * s0 - x10 * s + x11 * s;
  }
}

function quadraticTangents(
  res: Float64Array,
  r: int,
  x: Float64Array,
  first: int,
  slow: int,
  fast: int,
  s: number,
  t: number,
): void {
  set3(res, r, 0, 0, 0);
  set3(res, r + 3, 0, 0, 0);
  for (let a = 0; a < 3; a++) {
    const phiS = phi(s, a, 2);
    const dphiS = dphi(s, a, 2);
    for (let b = 0; b < 3; b++) {
      const g = dphiS * phi(t, b, 2);
      const h = phiS * dphi(t, b, 2);
      const n = 3 * (first + a * slow + b * fast);
      for (let c = 0; c < 3; c++) {
        res[r + c] += x[n + c] * g;
        res[r + 3 + c] += x[n + c] * h;
      }
    }
  }
}

/** force += scale (g u - h v) at each node of a face, with its weights at (s, t); u and v are 3 reals each of `turn` */
export function addFaceForces(
  force: Float64Array,
  first: int,
  slow: int,
  fast: int,
  order: int,
  s: number,
  t: number,
  scale: number,
  tangentForces: Float64Array,
): void {
  if (order === 1) {
    const s0 = 1 - s;
    const t0 = 1 - t;
    addNodeForce(force, 3 * first, -t0, -s0, scale, tangentForces);
    addNodeForce(force, 3 * (first + fast), -t, s0, scale, tangentForces);
    addNodeForce(force, 3 * (first + slow), t0, -s, scale, tangentForces);
    addNodeForce(force, 3 * (first + slow + fast), t, s, scale, tangentForces);
    return;
  }
  for (let a = 0; a < 3; a++) {
    const phiS = phi(s, a, 2);
    const dphiS = dphi(s, a, 2);
    for (let b = 0; b < 3; b++) {
      addNodeForce(
        force,
        3 * (first + a * slow + b * fast),
        dphiS * phi(t, b, 2),
        phiS * dphi(t, b, 2),
        scale,
        tangentForces,
      );
    }
  }
}

/** @inline */
function addNodeForce(
  force: Float64Array,
  i: int,
  g: number,
  h: number,
  scale: number,
  tangentForces: Float64Array,
): void {
  force[i] += scale * (g * tangentForces[0] - h * tangentForces[3]);
  force[i + 1] += scale * (g * tangentForces[1] - h * tangentForces[4]);
  force[i + 2] += scale * (g * tangentForces[2] - h * tangentForces[5]);
}

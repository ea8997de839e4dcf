/** Bending stiffness of edges between two triangles: the cotangent operator of Wardetzky et al., "Discrete Quadratic
 *  Curvature Energies", with the correction for curved rest shapes of Garg et al., "Cubic Shells". */

import { cross, dot, type Vec } from '../../../formats/pose/frame.ts';

/** Values per edge: a 4 x 4 matrix over the vertices of the flap, and one for curvature. */
export const BEND_SIZE = 17;

/** Add the stiffness of one edge with corners [edge 0, edge 1, left, right] at row `at` of the result. */
export function addBending(res: Float64Array, at: number, x: readonly Vec[], mu: number, thickness: number): void {
  const a01 = cotangent(x[0], x[1], x[2]);
  const a02 = cotangent(x[0], x[3], x[1]);
  const a03 = cotangent(x[1], x[2], x[0]);
  const a04 = cotangent(x[1], x[0], x[3]);
  const c = [a03 + a04, a01 + a02, -(a01 + a03), -(a02 + a04)];
  const area = triangleArea(x[0], x[1], x[2]) + triangleArea(x[1], x[0], x[3]);
  const stiffness = (3 * mu * thickness ** 3) / (24 * area);
  const edge = minus(x[1], x[0]);
  const left = combine(a03, minus(x[2], x[0]), a01, minus(x[2], x[1]));
  const right = combine(a04, minus(x[3], x[0]), a02, minus(x[3], x[1]));
  const squared = dot(edge, edge);
  const cosine = -dot(left, right) / squared;
  for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) res[at + 4 * i + j] = c[i] * c[j] * cosine * stiffness;
  const volume = dot(cross(edge, minus(x[2], x[0])), minus(x[3], x[0]));
  res[at + 16] = (volume * (a01 - a03) * (a04 - a02) * stiffness) / (squared * Math.sqrt(squared));
}

function minus(a: Vec, b: Vec): Vec {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** -(s a + t b) */
function combine(s: number, a: Vec, t: number, b: Vec): Vec {
  return [-(s * a[0] + t * b[0]), -(s * a[1] + t * b[1]), -(s * a[2] + t * b[2])];
}

/** Cotangent of the angle at the first point. */
function cotangent(at: Vec, a: Vec, b: Vec): number {
  const normal = cross(minus(a, at), minus(b, at));
  return dot(minus(a, at), minus(b, at)) / Math.sqrt(dot(normal, normal));
}

function triangleArea(a: Vec, b: Vec, c: Vec): number {
  const normal = cross(minus(b, a), minus(c, a));
  return Math.sqrt(dot(normal, normal)) / 2;
}

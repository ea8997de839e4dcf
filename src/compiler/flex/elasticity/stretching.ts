/** Stretching stiffness of triangles and tetrahedra (Saint Venant-Kirchhoff): the energy is a quadratic form in the
 * differences of squared edge lengths. Basis: symmetrized products of the normals of the two faces that do
 *  not touch an edge (Weischedel, "A discrete geometric view on shear-deformable shell models", end of section 4.1). */

import { cross, dot, normalize, type Vec } from '../../../formats/pose/frame.ts';

/** Values per element: the upper triangle of a 6 x 6 matrix. */
export const STRETCH_SIZE = 21;

/** Add the stiffness of one element at row `at` of the result. Without a thickness the element is a volume. */
export function addStretching(
  res: Float64Array,
  at: number,
  corners: readonly Vec[],
  young: number,
  poisson: number,
  thickness?: number,
): void {
  const volume = corners.length === 3 ? area(corners) : tetVolume(corners);
  // Lame parameters times the volume; a quarter of it, because strains are half of the differences of squares
  const scale = (Math.abs(volume) / 4) * (thickness ?? 4);
  const mu = (young / (2 * (1 + poisson))) * scale;
  const la = ((young * poisson) / ((1 + poisson) * (1 - 2 * poisson))) * scale;
  const basis = corners.length === 3 ? triangleBasis(corners, volume) : tetBasis(corners, volume);
  let k = at;
  for (let i = 0; i < basis.length; i++) {
    for (let j = i; j < basis.length; j++) {
      res[k++] = mu * traceOfProduct(basis[i], basis[j]) + la * trace(basis[j]) * trace(basis[i]);
    }
  }
}

function minus(a: Vec, b: Vec): Vec {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function area([a, b, c]: readonly Vec[]): number {
  return normalize(cross(minus(b, a), minus(c, a))) / 2;
}

function tetVolume([a, b, c, d]: readonly Vec[]): number {
  return dot(cross(minus(b, a), minus(c, a)), minus(d, a)) / 6;
}

function trace(m: Vec): number {
  return m[0] + m[4] + m[8];
}

function traceOfProduct(a: Vec, b: Vec): number {
  let sum = 0;
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) sum += a[3 * i + j] * b[3 * j + i];
  return sum;
}

/** (a b^T + b a^T) / divisor */
function symmetric(a: Vec, b: Vec, divisor: number): Vec {
  const res: Vec = [];
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) res.push((a[i] * b[j] + b[i] * a[j]) / divisor);
  return res;
}

/** Edge k of a triangle is opposite to corner k; its basis uses the other two edges. */
const OTHER_EDGES = [
  [1, 2],
  [2, 0],
  [0, 1],
];
const TRIANGLE_EDGES = [
  [1, 2],
  [2, 0],
  [0, 1],
];

function triangleBasis(x: readonly Vec[], volume: number): Vec[] {
  return OTHER_EDGES.map(([left, right]) => {
    const [l0, l1] = TRIANGLE_EDGES[left];
    const [r0, r1] = TRIANGLE_EDGES[right];
    const leftEdge = minus(x[l0], x[l1]);
    const rightEdge = minus(x[r1], x[r0]);
    const normal = cross(rightEdge, leftEdge);
    normalize(normal);
    return symmetric(cross(normal, leftEdge), cross(rightEdge, normal), 8 * volume * volume);
  });
}

const TET_FACES = [
  [2, 1, 0],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];
/** By edges 01 12 20 23 03 13. */
const OTHER_FACES = [
  [2, 3],
  [1, 3],
  [2, 1],
  [1, 0],
  [0, 2],
  [0, 3],
];

function tetBasis(x: readonly Vec[], volume: number): Vec[] {
  const normals = TET_FACES.map(([a, b, c]) => cross(minus(x[b], x[a]), minus(x[c], x[a])));
  return OTHER_FACES.map(([left, right]) => symmetric(normals[left], normals[right], 36 * 2 * volume * volume));
}

/** Bicubic interpolation of a finer grid of points between bones: cubic Hermite splines along both axes, whose
 * derivatives are central differences, or one-sided ones at the border. Sums are in MuJoCo's order, which determines
 * which weights vanish. */

import type { Bone } from '../../../formats/spec/elements/deformable.ts';

/** Bind the points of both sides of a grid of nx x ny bones, with `fine` points between neighbors. */
export function bindSubgrid(bones: readonly Bone[], nx: number, ny: number, fine: number): void {
  const rows = ny + (ny - 1) * fine;
  const side = (nx + (nx - 1) * fine) * rows;
  const step = 1 / (1 + fine);
  for (let i = 0; i < nx - 1; i++) {
    for (let j = 0; j < ny - 1; j++) {
      const data = dataOfSquare(i, nx, j, ny);
      // the last square includes the points on its far border
      for (let a = 0; a < 1 + fine + Number(i === nx - 2); a++) {
        for (let b = 0; b < 1 + fine + Number(j === ny - 2); b++) {
          const vertex = (i * (1 + fine) + a) * rows + j * (1 + fine) + b;
          bind(bones, ny, i, j, weights(a * step, b * step, data), vertex, side);
        }
      }
    }
  }
}

/** Coefficients of 1, s, s^2, s^3 in the Hermite basis: of the values at 0 and 1, and of the derivatives at 0 and 1. */
const VALUE = [
  [1, 0, -3, 2],
  [0, 0, 3, -2],
];
const SLOPE = [
  [0, 1, -2, 1],
  [0, 0, -1, 1],
];
/** Corners of a square, in the order of their data. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];
/** Data at corners: values, derivatives along x, along y, and mixed. */
const KINDS = [
  [VALUE, VALUE],
  [SLOPE, VALUE],
  [VALUE, SLOPE],
  [SLOPE, SLOPE],
];

/** BASIS[4 i + j][4 kind + corner]: coefficient of x^i y^j. */
const BASIS = Array.from({ length: 16 }, (_, n) =>
  KINDS.flatMap(([alongX, alongY]) => CORNERS.map(([x, y]) => alongX[x][n >> 2] * alongY[y][n & 3])),
);

/** Derivatives at both ends of the edge from i to i + 1 among n points, as weights of the points i - 1 to i + 2. */
function slopes(i: number, n: number): number[][] {
  return [i === 0 ? [0, -1, 1, 0] : [-0.5, 0, 0.5, 0], i === n - 2 ? [0, -1, 1, 0] : [0, -0.5, 0, 0.5]];
}

const POINTS = [
  [0, 1, 0, 0],
  [0, 0, 1, 0],
];

/** Data at the corners of square (i, j), in the order of BASIS, as weights of the 16 points around it. */
function dataOfSquare(i: number, nx: number, j: number, ny: number): number[][] {
  const [slopeX, slopeY] = [slopes(i, nx), slopes(j, ny)];
  return KINDS.flatMap(([alongX, alongY]) =>
    CORNERS.map(([x, y]) => {
      const wx = (alongX === VALUE ? POINTS : slopeX)[x];
      const wy = (alongY === VALUE ? POINTS : slopeY)[y];
      return Array.from({ length: 16 }, (_, n) => wx[n >> 2] * wy[n & 3]);
    }),
  );
}

/** Weights of the 16 points at (x, y) in a square. */
function weights(x: number, y: number, data: readonly number[][]): number[] {
  const monomials = [1, x, x * x, x * x * x].flatMap((power) => [power, power * y, power * y * y, power * y * y * y]);
  const basis = combine(monomials, BASIS);
  return combine(basis, data);
}

/** Sum of rows weighted by factors, row by row. */
function combine(factors: readonly number[], rows: readonly number[][]): number[] {
  const sum = new Array<number>(16).fill(0);
  rows.forEach((row, k) => {
    for (let c = 0; c < 16; c++) sum[c] += row[c] * factors[k];
  });
  return sum;
}

function bind(
  bones: readonly Bone[],
  ny: number,
  i: number,
  j: number,
  weight: readonly number[],
  vertex: number,
  side: number,
): void {
  weight.forEach((w, n) => {
    const bone = bones[(i - 1 + (n >> 2)) * ny + j - 1 + (n & 3)];
    if (w === 0 || bone === undefined) return;
    bone.vertid.push(vertex, vertex + side);
    bone.vertweight.push(Math.fround(w), Math.fround(w));
  });
}

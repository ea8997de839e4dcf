import type { int } from '../../../../math/int.ts';

/** ad x db and bc x ca: twice the area is the length of their sum. */
const product = new Float64Array(6);
const AD_DB = 0;
const BC_CA = 3;

/** quad = four corners a, b, c, d of a convex polygon that span a large area. For each first corner the others advance
 *  while the area grows (as in Dobkin and Snyder 1979 for triangles): the last by one, then the third and the second as
 *  far as possible. Compares squares instead of areas, and reuses products of corners that did not advance. */
export function largestQuad(quad: Int32Array, buffer: Float64Array, polygon: int, size: int): void {
  const end = polygon + 3 * size;
  // addresses of the corners
  let b = polygon + 3;
  let c = polygon + 6;
  let d = polygon + 9;
  for (let k = 0; k < 4; k++) quad[k] = k;
  multiply(BC_CA, buffer, b, c, polygon);
  let maxArea2 = squaredSum(BC_CA, buffer, polygon, d, b);
  for (let a = polygon; a < end; a += 3) {
    multiply(BC_CA, buffer, b, c, a);
    let next = after(d, polygon, end);
    let grown = squaredSum(BC_CA, buffer, a, next, b);
    while (isLonger(grown, maxArea2)) {
      maxArea2 = grown;
      d = next;
      multiply(AD_DB, buffer, a, d, b);
      next = after(c, polygon, end);
      grown = squaredSum(AD_DB, buffer, b, next, a);
      while (isLonger(grown, maxArea2)) {
        maxArea2 = grown;
        c = next;
        next = after(c, polygon, end);
        grown = squaredSum(AD_DB, buffer, b, next, a);
      }
      next = after(b, polygon, end);
      multiply(BC_CA, buffer, next, c, a);
      grown = squaredSum(BC_CA, buffer, a, d, next);
      while (isLonger(grown, maxArea2)) {
        maxArea2 = grown;
        b = next;
        next = after(b, polygon, end);
        multiply(BC_CA, buffer, next, c, a);
        grown = squaredSum(BC_CA, buffer, a, d, next);
      }
      keepQuad(quad, polygon, a, b, c, d);
      multiply(BC_CA, buffer, b, c, a);
      next = after(d, polygon, end);
      grown = squaredSum(BC_CA, buffer, a, next, b);
    }
    // the others must stay ahead of the next first corner
    if (b !== a) continue;
    b = after(b, polygon, end);
    if (c !== b) continue;
    c = after(c, polygon, end);
    if (d === c) d = after(d, polygon, end);
  }
}

/** The next corner, cyclically.
 *  @inline */
function after(corner: int, polygon: int, end: int): int {
  return corner + 3 === end ? polygon : corner + 3;
}

function keepQuad(quad: Int32Array, polygon: int, a: int, b: int, c: int, d: int): void {
  quad[0] = ((a - polygon) / 3) | 0;
  quad[1] = ((b - polygon) / 3) | 0;
  quad[2] = ((c - polygon) / 3) | 0;
  quad[3] = ((d - polygon) / 3) | 0;
}

/** product = pq x qr
 *  @inline */
function multiply(at: int, buffer: Float64Array, p: int, q: int, r: int): void {
  const ux = buffer[q] - buffer[p];
  const uy = buffer[q + 1] - buffer[p + 1];
  const uz = buffer[q + 2] - buffer[p + 2];
  const vx = buffer[r] - buffer[q];
  const vy = buffer[r + 1] - buffer[q + 1];
  const vz = buffer[r + 2] - buffer[q + 2];
  product[at] = uy * vz - uz * vy;
  product[at + 1] = uz * vx - ux * vz;
  product[at + 2] = ux * vy - uy * vx;
}

/** |pq x qr + product|^2
 *  @inline */
function squaredSum(at: int, buffer: Float64Array, p: int, q: int, r: int): number {
  const ux = buffer[q] - buffer[p];
  const uy = buffer[q + 1] - buffer[p + 1];
  const uz = buffer[q + 2] - buffer[p + 2];
  const vx = buffer[r] - buffer[q];
  const vy = buffer[r + 1] - buffer[q + 1];
  const vz = buffer[r + 2] - buffer[q + 2];
  const x = uy * vz - uz * vy + product[at];
  const y = uz * vx - ux * vz + product[at + 1];
  const z = ux * vy - uy * vx + product[at + 2];
  return x * x + y * y + z * z;
}

/** Relative difference above which rounded square roots differ: 2^-48. */
const ROUNDING = 3.552713678800501e-15;

/** True if the rounded square root of x is greater than that of y. Usually decided without square roots.
 *  @inline */
function isLonger(x: number, y: number): boolean {
  if (!(x > y)) return false;
  return x > y + y * ROUNDING || Math.sqrt(x) > Math.sqrt(y);
}

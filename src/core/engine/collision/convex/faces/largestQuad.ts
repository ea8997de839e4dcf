import type { int } from '../../../../math/int.ts';

/** quad = the first corner a of a convex polygon and three more, b, c and d, that span a large area with it: d advances while the area
 *  grows, and after each of its steps c and then b advance as far as it grows. The corners are at `polygon` of the buffer. */
export function largestQuad(quad: Int32Array, buffer: Float64Array, polygon: int, size: int): void {
  const last = polygon + 3 * size - 3;
  // addresses of the corners
  let b = polygon + 3;
  let c = polygon + 6;
  let d = polygon + 9;
  let area2 = squaredArea(buffer, polygon, b, c, d);
  while (d < last) {
    let grown = squaredArea(buffer, polygon, b, c, d + 3);
    if (!isLonger(grown, area2)) break;
    area2 = grown;
    d += 3;
    while (c + 3 < d) {
      grown = squaredArea(buffer, polygon, b, c + 3, d);
      if (!isLonger(grown, area2)) break;
      area2 = grown;
      c += 3;
    }
    while (b + 3 < c) {
      grown = squaredArea(buffer, polygon, b + 3, c, d);
      if (!isLonger(grown, area2)) break;
      area2 = grown;
      b += 3;
    }
  }
  quad[0] = 0;
  quad[1] = ((b - polygon) / 3) | 0;
  quad[2] = ((c - polygon) / 3) | 0;
  quad[3] = ((d - polygon) / 3) | 0;
}

/** |ac x bd|^2, four times the squared area of the quadrilateral of the corners at a, b, c and d. In regular polygons the rounding
 *  decides between equal areas. */
function squaredArea(buffer: Float64Array, a: int, b: int, c: int, d: int): number {
  const ux = buffer[c] - buffer[a];
  const uy = buffer[c + 1] - buffer[a + 1];
  const uz = buffer[c + 2] - buffer[a + 2];
  const vx = buffer[d] - buffer[b];
  const vy = buffer[d + 1] - buffer[b + 1];
  const vz = buffer[d + 2] - buffer[b + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
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

import { polyVert, polyVertIndex, VERT } from '../../../../core/engine/collision/convex/gjk/workspace.ts';
import { copy } from '../../../../core/math/array.ts';
import type { int } from '../../../../core/math/int.ts';
import { norm3, scl3 } from '../../../../core/math/vec3.ts';
import { ROUNDING, reachOf, vertexNorm } from './vertex.ts';
import { searchMember, searchNear, searchPart, searchSize, searchWeight, supportDir } from './workspace.ts';

/*
 * Distance of the two shapes (Gilbert, Johnson and Keerthi 1988) in single precision. The nearest of all sub-simplices
 * that contain the newest vertex is used, so a flat simplex does no harm. The shapes count as separated only if there
 * is a separating plane, which rounding cannot produce; in all other cases EPA decides.
 */

/** Squared lengths and areas below this count as zero. */
const TINY = 1e-30;

/** Result of a search after each vertex. */
export const Search = { APART: -1, DONE: 0, ON: 1 } as const;

/** Set `toward` from the nearest point to the origin; returns false if they coincide. */
export function aim(): boolean {
  const length = norm3(searchNear, 0);
  if (length * length < TINY) return false;
  scl3(supportDir, 0, searchNear, 0, -1 / length);
  return true;
}

/** Add vertex n, the support along `toward`, to the simplex. Returns whether the shapes are farther apart than `reach`,
 * the nearest point is found, or the search continues. */
export function searchStep(reach: number, tolerance: number, known: boolean): int {
  const n = searchSize[0];
  const length = norm3(searchNear, 0);
  const along = -reachOf(n);
  if (along > reach) return Search.APART;
  const rounding = ROUNDING * vertexNorm(n);
  // |x - x_min|^2 <= x . (x - s)
  const gap = Math.max((0.5 * tolerance * tolerance) / length, 0.2 * rounding);
  const ends = n > 0 && (length < Math.max(tolerance, rounding) || length - along < gap);
  if (ends || known) return Search.DONE;
  const found = nearestPart(n, n === 0 ? 1e30 : length * length);
  if (found > 0) searchSize[0] = found;
  return found > 0 && found < 4 && aim() ? Search.ON : Search.DONE;
}
const point = new Float64Array(3);

/** Set `near` and `weight` to the nearest point of the first q + 1 vertices if its square is below `maxDist2`, and move
 * the vertices it depends on to the front; returns their number, 0 if nothing is nearer. */
function nearestPart(q: int, maxDist2: number): int {
  if (q === 3 && surrounds()) return 4;
  let best = -1;
  let d2 = maxDist2;
  // the newest vertex with each subset of at most two others
  for (let set = 0; set < 1 << q; set++) {
    let n = 0;
    for (let k = 0; k <= q; k++) {
      if (k < q && ((set >> k) & 1) === 0) continue;
      if (n < 3) searchMember[n] = VERT * k;
      n++;
    }
    const here = n > 3 ? 1e30 : project(n);
    if (here < d2) {
      d2 = here;
      best = set;
      copy(searchNear, 0, point, 0, 3);
      copy(searchWeight, 0, searchPart, 0, 3);
    }
  }
  return best < 0 ? 0 : keepVertices(q, best);
}

/** Move vertex q and those in `set` to the front; returns their number. */
function keepVertices(q: int, set: int): int {
  let n = 0;
  for (let k = 0; k <= q; k++) {
    if (k < q && ((set >> k) & 1) === 0) continue;
    copy(polyVert, VERT * n, polyVert, VERT * k, VERT);
    polyVertIndex[2 * n] = polyVertIndex[2 * k];
    polyVertIndex[2 * n + 1] = polyVertIndex[2 * k + 1];
    n++;
  }
  return n;
}

/** Set `point` to the projection of the origin on the first `n` members (a vertex, line or plane), and `part` to their
 * weights. Returns the squared distance, which is huge if the projection is not between them. */
export function project(n: int): number {
  const a = searchMember[0];
  const ax = polyVert[a];
  const ay = polyVert[a + 1];
  const az = polyVert[a + 2];
  const b = n > 1 ? searchMember[1] : a;
  const bx = polyVert[b] - ax;
  const by = polyVert[b + 1] - ay;
  const bz = polyVert[b + 2] - az;
  const c = n > 2 ? searchMember[2] : a;
  const cx = polyVert[c] - ax;
  const cy = polyVert[c + 1] - ay;
  const cz = polyVert[c + 2] - az;
  let u: number = 0;
  let v: number = 0;
  let x = ax;
  let y = ay;
  let z = az;
  if (n === 2) {
    u = -(ax * bx + ay * by + az * bz) / Math.max(TINY, bx * bx + by * by + bz * bz);
    x += u * bx;
    y += u * by;
    z += u * bz;
  } else if (n === 3) {
    // N = b x c; the weights are (c x a) . N / N^2 and (a x b) . N / N^2, the projection N (N . a) / N^2
    const nx = by * cz - bz * cy;
    const ny = bz * cx - bx * cz;
    const nz = bx * cy - by * cx;
    const inverse = 1 / Math.max(TINY, nx * nx + ny * ny + nz * nz);
    u = inverse * ((cy * az - cz * ay) * nx + (cz * ax - cx * az) * ny + (cx * ay - cy * ax) * nz);
    v = inverse * ((ay * bz - az * by) * nx + (az * bx - ax * bz) * ny + (ax * by - ay * bx) * nz);
    const height = inverse * (nx * ax + ny * ay + nz * az);
    x = height * nx;
    y = height * ny;
    z = height * nz;
  }
  point[0] = x;
  point[1] = y;
  point[2] = z;
  searchPart[0] = 1 - u - v;
  searchPart[1] = u;
  searchPart[2] = v;
  const between = 1 - u - v > 0 && (n < 2 || u > 0) && (n < 3 || v > 0);
  return between ? x * x + y * y + z * z : 1e30;
}

/** Whether the origin is inside the tetrahedron of the first four vertices. */
function surrounds(): boolean {
  let inside = true;
  for (let k = 0; k < 4; k++) {
    const a = VERT * ((k + 1) & 3);
    const b = VERT * ((k + 2) & 3);
    const c = VERT * ((k + 3) & 3);
    const ax = polyVert[a];
    const ay = polyVert[a + 1];
    const az = polyVert[a + 2];
    const bx = polyVert[b] - ax;
    const by = polyVert[b + 1] - ay;
    const bz = polyVert[b + 2] - az;
    const cx = polyVert[c] - ax;
    const cy = polyVert[c + 1] - ay;
    const cz = polyVert[c + 2] - az;
    const nx = by * cz - bz * cy;
    const ny = bz * cx - bx * cz;
    const nz = bx * cy - by * cx;
    const p = VERT * k;
    const own = nx * (polyVert[p] - ax) + ny * (polyVert[p + 1] - ay) + nz * (polyVert[p + 2] - az);
    const origin = -(nx * ax + ny * ay + nz * az);
    inside = inside && ((own > 0 && origin > 0) || (own < 0 && origin < 0));
  }
  return inside;
}

/** Planes of facets and distances to them. */
import type { Facet, Polytope, Vertex } from './polytope.ts';

/** Height of point i above the plane of f. */
export function height(h: Polytope, i: number, f: Facet): number {
  const { p } = h;
  return f.offset + p[3 * i] * f.nx + p[3 * i + 1] * f.ny + p[3 * i + 2] * f.nz;
}

export function heightOf(c: Float64Array, f: Facet): number {
  return f.offset + c[0] * f.nx + c[1] * f.ny + c[2] * f.nz;
}

/** The plane through a triangle, oriented outward; marks it as flipped if the interior point is above. */
export function setPlane(h: Polytope, f: Facet): void {
  const { p, tol } = h;
  const a = 3 * f.vertices[0].point;
  const b = 3 * f.vertices[1].point;
  const c = 3 * f.vertices[2].point;
  const x1 = p[b] - p[a];
  const y1 = p[b + 1] - p[a + 1];
  const z1 = p[b + 2] - p[a + 2];
  const x2 = p[c] - p[a];
  const y2 = p[c + 1] - p[a + 1];
  const z2 = p[c + 2] - p[a + 2];
  normal[0] = y2 * z1 - z2 * y1;
  normal[1] = x1 * z2 - z1 * x2;
  normal[2] = x2 * y1 - y2 * x1;
  normalize(h, f.toporient);
  f.offset = -(p[a] * normal[0] + p[a + 1] * normal[1] + p[a + 2] * normal[2]);
  // the other corners must be in the plane too
  const d1 = f.offset + (p[b] * normal[0] + p[b + 1] * normal[1] + p[b + 2] * normal[2]);
  const d2 = f.offset + (p[c] * normal[0] + p[c + 1] * normal[1] + p[c + 2] * normal[2]);
  const bad = Math.abs(d1) > tol.distRound || Math.abs(d2) > tol.distRound;
  if (bad && planeByElimination(h, f, [x1, y1, z1], [x2, y2, z2])) {
    // the direction is uncertain
    takeNormal(f);
    if (heightOf(h.interior, f) > 0) flip(f);
  } else {
    takeNormal(f);
  }
  f.hasPlane = true;
  checkFlipped(h, f);
}

const normal = new Float64Array(3);

function takeNormal(f: Facet): void {
  f.nx = normal[0];
  f.ny = normal[1];
  f.nz = normal[2];
}

export function flip(f: Facet): void {
  f.nx = -f.nx;
  f.ny = -f.ny;
  f.nz = -f.nz;
  f.offset = -f.offset;
}

/** A facet is flipped if the interior point is not clearly below it. */
export function checkFlipped(h: Polytope, f: Facet): boolean {
  if (f.flipped) return false;
  if (heightOf(h.interior, f) >= -h.tol.distRound) {
    f.flipped = true;
    return false;
  }
  return true;
}

/** Normalizes `normal` with the sign of the orientation, also if it is nearly zero. */
function normalize(h: Polytope, positive: boolean): void {
  const { minDenom, minDenom1 } = h.tol;
  let norm = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (norm > minDenom) {
    if (!positive) norm = -norm;
    for (let k = 0; k < 3; k++) normal[k] /= norm;
  } else if (norm === 0) {
    normal.fill(Math.sqrt(1 / 3));
  } else {
    if (!positive) norm = -norm;
    for (let k = 0; k < 3; k++) {
      const q = safeQuotient(normal[k], norm, minDenom1);
      if (q !== null) {
        normal[k] = q;
        continue;
      }
      let max = 0;
      for (let j = 1; j < 3; j++) if (Math.abs(normal[j]) > Math.abs(normal[max])) max = j;
      const sign = normal[max] * norm >= 0 ? 1 : -1;
      normal.fill(0);
      normal[max] = sign;
      return;
    }
  }
}

function safeQuotient(a: number, b: number, min: number): number | null {
  if (a < min && a > -min) return Math.abs(a) < Math.abs(b) ? a / b : null;
  const ratio = b / a;
  return ratio > min || ratio < -min ? a / b : null;
}

/** The normal by Gaussian elimination of the two edges; returns true if that is nearly singular too. */
function planeByElimination(h: Polytope, f: Facet, row0: number[], row1: number[]): boolean {
  const { p, tol } = h;
  let sign = f.toporient;
  let singular = false;
  let [r0, r1] = [row0, row1];
  if (Math.abs(r1[0]) > Math.abs(r0[0])) {
    [r0, r1] = [r1, r0];
    sign = !sign;
  }
  if (Math.abs(r0[0]) <= tol.nearZero[0]) singular = true;
  if (r0[0] !== 0) {
    const n = r1[0] / r0[0];
    r1 = [r1[0], r1[1] - n * r0[1], r1[2] - n * r0[2]];
  }
  if (Math.abs(r1[1]) <= tol.nearZero[1]) singular = true;
  if (r1[1] < 0) sign = !sign;
  if (r0[0] < 0) sign = !sign;
  // back substitution
  const one = sign ? -1 : 1;
  normal[2] = one;
  const divide = (k: number, diagonal: number): void => {
    if (Math.abs(diagonal) > tol.minDenom2) {
      normal[k] /= diagonal;
      return;
    }
    const q = safeQuotient(normal[k], diagonal, tol.minDenom1Half);
    if (q !== null) {
      normal[k] = q;
      return;
    }
    singular = true;
    normal[k] = one;
    for (let j = k + 1; j < 3; j++) normal[j] = 0;
  };
  normal[1] = 0 - r1[2] * normal[2];
  divide(1, r1[1]);
  normal[0] = 0 - r0[1] * normal[1] - r0[2] * normal[2];
  divide(0, r0[0]);
  normalize(h, true);
  const a = 3 * f.vertices[0].point;
  f.offset = -(p[a] * normal[0]);
  f.offset -= p[a + 1] * normal[1];
  f.offset -= p[a + 2] * normal[2];
  return singular;
}

/** Mean of the vertices, projected to the plane. */
export function centrumOf(h: Polytope, f: Facet): Float64Array {
  if (f.centrum) return f.centrum;
  const c = meanOf(h, f.vertices);
  const d = heightOf(c, f);
  c[0] -= d * f.nx;
  c[1] -= d * f.ny;
  c[2] -= d * f.nz;
  f.centrum = c;
  return c;
}

export function meanOf(h: Polytope, vertices: Vertex[]): Float64Array {
  const res = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    for (const v of vertices) res[k] += h.p[3 * v.point + k];
    res[k] /= vertices.length;
  }
  return res;
}

/** Lowest and highest vertex, set by distanceTo. */
export const extent = { min: 0, max: 0 };

/** Range of heights over the plane of g of the vertices of f that are not also of g. */
export function distanceTo(h: Polytope, f: Facet, g: Facet): number {
  for (const v of f.vertices) v.seen = false;
  for (const v of g.vertices) v.seen = true;
  let min = 0;
  let max = 0;
  for (const v of f.vertices) {
    if (v.seen) continue;
    const d = height(h, v.point, g);
    if (d < min) min = d;
    else if (d > max) max = d;
  }
  extent.min = min;
  extent.max = max;
  return Math.max(max, -min);
}

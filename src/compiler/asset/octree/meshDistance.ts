/** Signed distance of a point from the surface of a mesh, using the hierarchy of boxes over its faces. */
import type { Bvh } from '../bvh.ts';

/** The nearest point so far. */
interface Nearest {
  squared: number;
  face: number;
  /** barycentric coordinates */
  u: number;
  v: number;
}

export class MeshDistance {
  readonly #vert: Float64Array;
  readonly #face: Int32Array;
  readonly #bvh: Bvh;
  readonly #point = new Float64Array(3);
  readonly #nearest: Nearest = { squared: 0, face: -1, u: 0, v: 0 };
  readonly #trial = { u: 0, v: 0 };

  constructor(vert: Float64Array, face: Int32Array, bvh: Bvh) {
    this.#vert = vert;
    this.#face = face;
    this.#bvh = bvh;
  }

  /** Negative inside, that is, behind the nearest face. */
  at(x: number, y: number, z: number): number {
    const nearest = this.#nearest;
    if (this.#bvh.nbvh === 0) return 0;
    this.#point.set([x, y, z]);
    nearest.squared = 1e20;
    nearest.face = -1;
    this.#search(0);
    const distance = Math.sqrt(nearest.squared);
    return this.#isOutside(distance) ? distance : -distance;
  }

  #search(node: number): void {
    const { child, nodeid, aabb } = this.#bvh;
    if (boxDistance(this.#point, aabb, 6 * node) >= this.#nearest.squared) return;
    const left = child[2 * node];
    const right = child[2 * node + 1];
    if (left < 0 && right < 0) {
      if (nodeid[node] >= 0) this.#compare(nodeid[node]);
      return;
    }
    if (left >= 0) this.#search(left);
    if (right >= 0) this.#search(right);
  }

  #compare(face: number): void {
    const nearest = this.#nearest;
    const [a, b, c] = this.#corners(face);
    const squared = triangleDistance(this.#point, this.#vert, a, b, c, this.#trial);
    if (!(squared < nearest.squared)) return;
    nearest.squared = squared;
    nearest.face = face;
    nearest.u = this.#trial.u;
    nearest.v = this.#trial.v;
  }

  #corners(face: number): readonly [number, number, number] {
    const f = this.#face;
    return [3 * f[3 * face], 3 * f[3 * face + 1], 3 * f[3 * face + 2]];
  }

  /** Points in the plane of the face count as inside. */
  #isOutside(distance: number): boolean {
    const { face, u, v } = this.#nearest;
    if (face < 0) return true;
    const vert = this.#vert;
    const [a, b, c] = this.#corners(face);
    const p = [0, 1, 2].map((k) => vert[b + k] - vert[a + k]);
    const q = [0, 1, 2].map((k) => vert[c + k] - vert[a + k]);
    const n = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
    const r = [0, 1, 2].map((k) => this.#point[k] - (vert[a + k] + u * p[k] + v * q[k]));
    const dot = r[0] * n[0] + r[1] * n[1] + r[2] * n[2];
    return dot > 1e-12 * Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) * distance;
  }
}

/** Squared distance of a point from a box with center and half sizes. */
function boxDistance(p: Float64Array, aabb: Float64Array, b: number): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const low = aabb[b + k] - aabb[b + 3 + k];
    const high = aabb[b + k] + aabb[b + 3 + k];
    const beyond = p[k] < low ? low - p[k] : p[k] > high ? p[k] - high : 0;
    squared += beyond * beyond;
  }
  return squared;
}

/** Squared distance of p from the triangle with corners a, b, c; writes the location of the nearest point to `out`. The
 * cases are the Voronoi regions of corners, edges and interior: C. Ericson, "Real-Time Collision Detection", 2005,
 * section 5.1.5. */
function triangleDistance(
  p: Float64Array,
  vert: Float64Array,
  a: number,
  b: number,
  c: number,
  out: { u: number; v: number },
): number {
  let [d1, d2, d3, d4, d5, d6] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const ab = vert[b + k] - vert[a + k];
    const ac = vert[c + k] - vert[a + k];
    d1 += ab * (p[k] - vert[a + k]);
    d2 += ac * (p[k] - vert[a + k]);
    d3 += ab * (p[k] - vert[b + k]);
    d4 += ac * (p[k] - vert[b + k]);
    d5 += ab * (p[k] - vert[c + k]);
    d6 += ac * (p[k] - vert[c + k]);
  }
  const to = (u: number, v: number) => {
    out.u = u;
    out.v = v;
  };
  if (d1 <= 0 && d2 <= 0) {
    to(0, 0);
    return along(p, vert, a, a, 0);
  }
  if (d3 >= 0 && d4 <= d3) {
    to(1, 0);
    return along(p, vert, b, b, 0);
  }
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const u = d1 / (d1 - d3);
    to(u, 0);
    return along(p, vert, a, b, u);
  }
  if (d6 >= 0 && d5 <= d6) {
    to(0, 1);
    return along(p, vert, c, c, 0);
  }
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const v = d2 / (d2 - d6);
    to(0, v);
    return along(p, vert, a, c, v);
  }
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    to(1 - w, w);
    return along(p, vert, b, c, w);
  }
  const scale = 1 / (va + vb + vc);
  to(vb * scale, vc * scale);
  return insideDistance(p, vert, a, b, c, out);
}

/** Squared distance of p from the point at fraction w from corner a to corner b. */
function along(p: Float64Array, vert: Float64Array, a: number, b: number, w: number): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const r = p[k] - (vert[a + k] + w * (vert[b + k] - vert[a + k]));
    squared += r * r;
  }
  return squared;
}

/** Squared distance of p from a point inside the triangle. */
function insideDistance(
  p: Float64Array,
  vert: Float64Array,
  a: number,
  b: number,
  c: number,
  { u, v }: { u: number; v: number },
): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const r = p[k] - (vert[a + k] + u * (vert[b + k] - vert[a + k]) + v * (vert[c + k] - vert[a + k]));
    squared += r * r;
  }
  return squared;
}

/** The flat sides of a convex hull: triangles whose normals fall into the same bin of directions are merged. */
import { MINVAL } from '../../../core/math/constants.ts';
import { acos, atan2 } from '../../../core/math/elementary/arc.ts';
import { HashOrder } from './hashOrder.ts';

export interface Polygons {
  polynum: number;
  polyvertadr: Int32Array; // per polygon
  polyvertnum: Int32Array; // per polygon
  polyvert: Int32Array;
  polymapadr: Int32Array; // per vertex
  polymapnum: Int32Array; // per vertex
  polymap: Int32Array;
}

const BIN = 0.01; // radians

/** Polygons of the hull, counterclockwise, and for each vertex the polygons around it. */
export function makePolygons(vert: Float64Array, hullFace: Int32Array, nvert: number): Polygons {
  const bins = new Map<number, Outline>();
  const order = new HashOrder();
  for (let i = 0; i < hullFace.length; i += 3) {
    const a = hullFace[i];
    const b = hullFace[i + 1];
    const c = hullFace[i + 2];
    if (!directionBin(vert, 3 * a, 3 * b, 3 * c)) continue;
    const key = 1024 * bin.theta + bin.phi;
    const outline = bins.get(key);
    if (outline) {
      outline.insert(a, b, c);
    } else {
      bins.set(key, new Outline(a, b, c));
      order.insert(key, bin.theta, bin.phi);
    }
  }
  const paths: number[][] = [];
  for (const key of order.keys()) {
    for (const path of (bins.get(key) as Outline).paths()) if (path.length >= 3) paths.push(path);
  }
  return pack(paths, nvert);
}

const bin = { theta: 0, phi: 0 };

/** Sets `bin` to the rounded azimuth and polar angle of the triangle's normal; false without area. */
function directionBin(v: Float64Array, p: number, q: number, s: number): boolean {
  const b0 = v[q] - v[p];
  const b1 = v[q + 1] - v[p + 1];
  const b2 = v[q + 2] - v[p + 2];
  const c0 = v[s] - v[p];
  const c1 = v[s + 1] - v[p + 1];
  const c2 = v[s + 2] - v[p + 2];
  const n0 = b1 * c2 - b2 * c1;
  const n1 = b2 * c0 - b0 * c2;
  const n2 = b0 * c1 - b1 * c0;
  const len = Math.sqrt(n0 * n0 + n1 * n1 + n2 * n2);
  if (len < MINVAL) return false;
  const z = n2 / len;
  if (Math.abs(z) > 1 - 1e-7) {
    // at the poles there is no azimuth
    bin.theta = 0;
    bin.phi = z < 0 ? roundAway(Math.PI / BIN) : 0;
  } else {
    // adding zero turns negative zero into positive zero, which matters for atan2
    bin.theta = roundAway(atan2(n1 / len + 0, n0 / len + 0) / BIN);
    bin.phi = roundAway(acos(z) / BIN);
  }
  return true;
}

// round to the nearest integer, ties away from zero
function roundAway(x: number): number {
  return x < 0 ? -Math.round(-x) : Math.round(x);
}

/** The border of a set of triangles: edges without a partner, each labeled with its connected component. */
class Outline {
  private from: number[];
  private to: number[];
  private part: number[] = [0, 0, 0];
  private nparts = 1;

  constructor(a: number, b: number, c: number) {
    this.from = [a, b, c];
    this.to = [b, c, a];
  }

  insert(a: number, b: number, c: number): void {
    let part = -1;
    const open: number[] = [];
    for (let side = 0; side < 3; side++) {
      const p = side === 0 ? a : side === 1 ? b : c;
      const q = side === 0 ? b : side === 1 ? c : a;
      const k = this.find(q, p);
      if (k < 0) {
        open.push(p, q);
        continue;
      }
      const other = this.part[k];
      if (part === -1) part = other;
      else if (other !== part) part = this.join(part, other);
      this.from.splice(k, 1);
      this.to.splice(k, 1);
      this.part.splice(k, 1);
    }
    if (part === -1) part = this.nparts++;
    for (let k = 0; k < open.length; k += 2) {
      this.from.push(open[k]);
      this.to.push(open[k + 1]);
      this.part.push(part);
    }
  }

  private find(from: number, to: number): number {
    for (let k = 0; k < this.from.length; k++) if (this.from[k] === from && this.to[k] === to) return k;
    return -1;
  }

  private join(a: number, b: number): number {
    const keep = Math.min(a, b);
    const drop = Math.max(a, b);
    this.nparts--;
    for (let k = 0; k < this.part.length; k++) {
      if (this.part[k] === drop) this.part[k] = keep;
      else if (this.part[k] > drop) this.part[k]--;
    }
    return keep;
  }

  /** One closed path of vertices per component. */
  paths(): number[][] {
    const { from, to, part } = this;
    if (from.length === 3) return [[from[0], from[1], from[2]]];
    const res: number[][] = [];
    for (let i = 0; i < this.nparts; i++) {
      const start = part.indexOf(i);
      if (start < 0) continue;
      const path = [from[start], to[start]];
      let next = to[start];
      for (let steps = 0; steps < from.length; steps++) {
        // the first edge of the outline can only be a start, not a continuation
        const k = this.edgeFrom(next, i);
        if (k < 0) break;
        next = to[k];
        if (next === path[0]) {
          res.push(path);
          break;
        }
        path.push(next);
      }
    }
    return res;
  }

  private edgeFrom(v: number, part: number): number {
    for (let k = 1; k < this.from.length; k++) if (this.part[k] === part && this.from[k] === v) return k;
    return -1;
  }
}

function pack(paths: number[][], nvert: number): Polygons {
  const polynum = paths.length;
  const polyvertadr = new Int32Array(polynum);
  const polyvertnum = new Int32Array(polynum);
  const polyvert = Int32Array.from(paths.flat());
  const polymapadr = new Int32Array(nvert);
  const polymapnum = new Int32Array(nvert);
  const polymap = new Int32Array(polyvert.length);
  for (const v of polyvert) polymapnum[v]++;
  for (let v = 1; v < nvert; v++) polymapadr[v] = polymapadr[v - 1] + polymapnum[v - 1];
  const fill = polymapadr.slice();
  let at = 0;
  for (let i = 0; i < polynum; i++) {
    polyvertadr[i] = at;
    polyvertnum[i] = paths[i].length;
    for (const v of paths[i]) polymap[fill[v]++] = i;
    at += paths[i].length;
  }
  return { polynum, polyvertadr, polyvertnum, polyvert, polymapadr, polymapnum, polymap };
}

/** Unit normals of the polygons, from their first three vertices. */
export function polygonNormals(v: Float64Array, p: Polygons): Float64Array {
  const res = new Float64Array(3 * p.polynum);
  for (let i = 0; i < p.polynum; i++) {
    const adr = p.polyvertadr[i];
    const [a, b, c] = [3 * p.polyvert[adr], 3 * p.polyvert[adr + 1], 3 * p.polyvert[adr + 2]];
    const [b0, b1, b2] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
    const [c0, c1, c2] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
    const n0 = b1 * c2 - b2 * c1;
    const n1 = b2 * c0 - b0 * c2;
    const n2 = b0 * c1 - b1 * c0;
    const len = Math.sqrt(n0 * n0 + n1 * n1 + n2 * n2);
    if (len < 1e-14) res[3 * i] = 1;
    else res.set([n0 / len, n1 / len, n2 / len], 3 * i);
  }
  return res;
}

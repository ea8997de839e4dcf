import type { int } from '../../math/int.ts';
import type { Model } from '../../model/model.ts';

/** Offsets of the four vertices of a flap: the ends of the edge, and the corners on both sides of it. */
const flap = new Int32Array(4);

/** res += scale B x for every edge between two triangles of the surface f: B is the 4 x 4 bending matrix of the edge, over the
 *  vertices of its flap. x and res have three values for each vertex of all flexes. */
export function addFlapProducts(m: Model, f: int, res: Float64Array, x: Float64Array, scale: number): void {
  const { flex_bendingadr, flex_edgeadr, flex_edgenum, flex_edge, flex_edgeflap, flex_vertadr, flex_bending } = m;
  const base = flex_vertadr[f];
  const first = flex_edgeadr[f];
  for (let e = first; e < first + flex_edgenum[f]; e++) {
    // edges of the border do not bend
    if (flex_edgeflap[2 * e + 1] < 0) continue;
    flap[0] = 3 * (base + flex_edge[2 * e]);
    flap[1] = 3 * (base + flex_edge[2 * e + 1]);
    flap[2] = 3 * (base + flex_edgeflap[2 * e]);
    flap[3] = 3 * (base + flex_edgeflap[2 * e + 1]);
    const b = flex_bendingadr[f] + 17 * (e - first);
    for (let k = 0; k < 4; k++) addRow(res, flap[k], flex_bending, b + 4 * k, x, scale);
  }
}

/** res += scale times a row of B times the vectors at the vertices of the flap
 *  @inline */
function addRow(res: Float64Array, i: int, B: Float64Array, b: int, x: Float64Array, scale: number): void {
  const p = flap[0];
  const q = flap[1];
  const r = flap[2];
  const s = flap[3];
  const b0 = B[b];
  const b1 = B[b + 1];
  const b2 = B[b + 2];
  const b3 = B[b + 3];
  res[i] += scale * (b0 * x[p] + b1 * x[q] + b2 * x[r] + b3 * x[s]);
  res[i + 1] += scale * (b0 * x[p + 1] + b1 * x[q + 1] + b2 * x[r + 1] + b3 * x[s + 1]);
  res[i + 2] += scale * (b0 * x[p + 2] + b1 * x[q + 2] + b2 * x[r + 2] + b3 * x[s + 2]);
}

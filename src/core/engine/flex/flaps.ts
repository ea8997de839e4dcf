import type { int } from '../../math/int.ts';
import type { Model } from '../../model/model.ts';

/** res += scale B x for every edge between two triangles of the surface f: B is the 4 x 4 matrix of the edge, over its ends and the
 *  corners on both sides of it. x and res have three numbers for each vertex of all flexes. */
export function addFlapProducts(m: Model, f: int, res: Float64Array, x: Float64Array, scale: number): void {
  const { flex_bendingadr, flex_edgeadr, flex_edgenum, flex_edge, flex_edgeflap, flex_vertadr, flex_bending } = m;
  const base = flex_vertadr[f];
  const first = flex_edgeadr[f];
  for (let e = first; e < first + flex_edgenum[f]; e++) {
    // edges of the border do not bend
    if (flex_edgeflap[2 * e + 1] < 0) continue;
    const p = 3 * (base + flex_edge[2 * e]);
    const q = 3 * (base + flex_edge[2 * e + 1]);
    const r = 3 * (base + flex_edgeflap[2 * e]);
    const s = 3 * (base + flex_edgeflap[2 * e + 1]);
    const b = flex_bendingadr[f] + 17 * (e - first);
    addRow(res, p, flex_bending, b, x, p, q, r, s, scale);
    addRow(res, q, flex_bending, b + 4, x, p, q, r, s, scale);
    addRow(res, r, flex_bending, b + 8, x, p, q, r, s, scale);
    addRow(res, s, flex_bending, b + 12, x, p, q, r, s, scale);
  }
}

/** res += scale times a row of the matrix times the vectors at p, q, r, s
 *  @inline */
function addRow(
  res: Float64Array,
  i: int,
  B: Float64Array,
  b: int,
  x: Float64Array,
  p: int,
  q: int,
  r: int,
  s: int,
  scale: number,
): void {
  const b0 = B[b];
  const b1 = B[b + 1];
  const b2 = B[b + 2];
  const b3 = B[b + 3];
  res[i] += scale * (b0 * x[p] + b1 * x[q] + b2 * x[r] + b3 * x[s]);
  res[i + 1] += scale * (b0 * x[p + 1] + b1 * x[q + 1] + b2 * x[r + 1] + b3 * x[s + 1]);
  res[i + 2] += scale * (b0 * x[p + 2] + b1 * x[q + 2] + b2 * x[r + 2] + b3 * x[s + 2]);
}

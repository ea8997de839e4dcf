/** Whether a triangle and a box overlap, by separating planes: M. Schwarz and H.-P. Seidel, "Fast Parallel Surface and Solid
 *  Voxelization on GPUs", ACM Transactions on Graphics 29(6), 2010, section 3. */

const edge = new Float64Array(9);
const normal = new Float64Array(3);
const size = new Float64Array(3);

/** v: three corners from index t on; box: min and max from index b on. */
export function boxTriangle(v: Float64Array, t: number, box: Float64Array, b: number): boolean {
  if (apart(v, t, box, b)) return false;
  for (let k = 0; k < 3; k++) {
    size[k] = box[b + 3 + k] - box[b + k];
    for (let i = 0; i < 3; i++) edge[3 * i + k] = v[t + 3 * ((i + 1) % 3) + k] - v[t + 3 * i + k];
  }
  normal[0] = edge[1] * edge[5] - edge[2] * edge[4];
  normal[1] = edge[2] * edge[3] - edge[0] * edge[5];
  normal[2] = edge[0] * edge[4] - edge[1] * edge[3];
  return planeCuts(v, t, box, b) && projectionsOverlap(v, t, box, b);
}

/** Whether all corners are on one side of the box, along one of the axes. */
function apart(v: Float64Array, t: number, box: Float64Array, b: number): boolean {
  for (let k = 0; k < 3; k++) {
    const [p, q, r] = [v[t + k], v[t + 3 + k], v[t + 6 + k]];
    if (p < box[b + k] && q < box[b + k] && r < box[b + k]) return true;
    if (p > box[b + 3 + k] && q > box[b + 3 + k] && r > box[b + 3 + k]) return true;
  }
  return false;
}

/** Whether the plane of the triangle intersects the box: the corners farthest along the normal are on both sides, or on
 * it.
 *  (n p + d1)(n p + d2) <= 0 with d1 = n (c - v0), d2 = n (size - c - v0), c the corner farthest along n */
function planeCuts(v: Float64Array, t: number, box: Float64Array, b: number): boolean {
  const [nx, ny, nz] = normal;
  const [cx, cy, cz] = [nx > 0 ? size[0] : 0, ny > 0 ? size[1] : 0, nz > 0 ? size[2] : 0];
  const d1 = nx * (cx - v[t]) + ny * (cy - v[t + 1]) + nz * (cz - v[t + 2]);
  const d2 = nx * (size[0] - cx - v[t]) + ny * (size[1] - cy - v[t + 1]) + nz * (size[2] - cz - v[t + 2]);
  const np = nx * box[b] + ny * box[b + 1] + nz * box[b + 2];
  return !((np + d1) * (np + d2) > 0);
}

/** Whether the projections along each axis overlap: the box is not beyond any edge.
 *  ne p + d >= 0 with ne the inward normal of an edge, d = -ne v + max(0, size ne) */
function projectionsOverlap(v: Float64Array, t: number, box: Float64Array, at: number): boolean {
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    const sign = normal[a] >= 0 ? 1 : -1;
    for (let i = 0; i < 3; i++) {
      const ne0 = -edge[3 * i + c] * sign;
      const ne1 = edge[3 * i + b] * sign;
      const nv = ne0 * v[t + 3 * i + b] + ne1 * v[t + 3 * i + c];
      const d = -nv + Math.max(0, size[b] * ne0) + Math.max(0, size[c] * ne1);
      if (ne0 * box[at + b] + ne1 * box[at + c] + d < 0) return false;
    }
  }
  return true;
}

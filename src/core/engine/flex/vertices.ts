import { clip } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { addTo3, addToScl3, copy3, set3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { trackInterior } from './forces/shell.ts';
import { phiAll } from './shape.ts';

/** World positions of the vertices of flex f: points of bodies, or interpolated between nodes.
 *  writes d: flexvert_xpos work_flex_node */
export function vertexPositions(m: Model, d: Data, f: int): void {
  const { flex_interp, flex_vertadr, flex_vertnum, flex_centered, flex_vert, flex_vertbodyid } = m;
  const end = flex_vertadr[f] + flex_vertnum[f];
  if (flex_interp[f] === 0) {
    for (let v = flex_vertadr[f]; v < end; v++) {
      bodyPoint(d, d.flexvert_xpos, 3 * v, flex_vertbodyid[v], flex_centered[f] !== 0, flex_vert, 3 * v);
    }
    return;
  }
  nodePositions(m, d, f);
  for (let v = flex_vertadr[f]; v < end; v++) interpolate(m, d, f, v);
}

/** res = world position of a point given in the frame of a body */
function bodyPoint(
  d: Data,
  res: Float64Array,
  r: int,
  body: int,
  atOrigin: boolean,
  local: Float64Array,
  i: int,
): void {
  const { xpos, xmat } = d;
  copy3(res, r, xpos, 3 * body);
  if (atOrigin || (local[i] === 0 && local[i + 1] === 0 && local[i + 2] === 0)) return;
  mulMatVec3(res, r, xmat, 9 * body, local, i);
  addTo3(res, r, xpos, 3 * body);
}

/** Positions of the nodes of flex f; nodes inside a shell follow its surface.
 *  writes d: work_flex_node */
function nodePositions(m: Model, d: Data, f: int): void {
  const { flex_nodeadr, flex_nodenum, flex_nodebodyid, flex_centered, flex_node, flex_interp } = m;
  const { work_flex_node } = d;
  const end = flex_nodeadr[f] + flex_nodenum[f];
  for (let n = flex_nodeadr[f]; n < end; n++) {
    bodyPoint(d, work_flex_node, 3 * n, flex_nodebodyid[n], flex_centered[f] !== 0, flex_node, 3 * n);
  }
  if (flex_interp[f] < 0) trackInterior(m, f, work_flex_node);
}

/** Shape functions along the three axes. */
const along = new Float64Array(9);

/** Vertex v of flex f from the nodes of its cell. */
function interpolate(m: Model, d: Data, f: int, v: int): void {
  const { flex_interp, flex_cellnum, flex_nodeadr, flex_vert0 } = m;
  const { work_flex_node, flexvert_xpos } = d;
  const order = Math.abs(flex_interp[f]);
  const cx = flex_cellnum[3 * f];
  const cy = flex_cellnum[3 * f + 1];
  const cz = flex_cellnum[3 * f + 2];
  const x = flex_vert0[3 * v] * cx;
  const y = flex_vert0[3 * v + 1] * cy;
  const z = flex_vert0[3 * v + 2] * cz;
  const i = clampCell(x, cx);
  const j = clampCell(y, cy);
  const k = clampCell(z, cz);
  phiAll(along, 0, clip(x - i, 0, 1), order);
  phiAll(along, 3, clip(y - j, 0, 1), order);
  phiAll(along, 6, clip(z - k, 0, 1), order);
  // index strides between nodes along the first two axes
  const fast = 3 * (cz * order + 1);
  const slow = fast * (cy * order + 1);
  const node = 3 * flex_nodeadr[f] + order * (i * slow + j * fast + 3 * k);
  if (order === 1) linearPoint(flexvert_xpos, 3 * v, work_flex_node, node, slow, fast);
  else quadraticPoint(flexvert_xpos, 3 * v, work_flex_node, node, slow, fast);
}

/** Cell that contains a coordinate, of `count` cells along an axis. */
function clampCell(x: number, count: int): int {
  return Math.max(0, Math.min(count - 1, Math.floor(x) | 0));
}

/** res = sum of x times weight over the 8 nodes of a cell, from node n on */
function linearPoint(res: Float64Array, r: int, x: Float64Array, n: int, slow: int, fast: int): void {
  const u0 = along[6];
  const u1 = along[7];
  const w00 = along[0] * along[3];
  const w01 = along[0] * along[4];
  const w10 = along[1] * along[3];
  const w11 = along[1] * along[4];
  for (let c = n; c < n + 3; c++) {
    let sum: number = 0;
    sum += x[c] * (w00 * u0);
    sum += x[c + 3] * (w00 * u1);
    sum += x[c + fast] * (w01 * u0);
    sum += x[c + fast + 3] * (w01 * u1);
    sum += x[c + slow] * (w10 * u0);
    sum += x[c + slow + 3] * (w10 * u1);
    sum += x[c + slow + fast] * (w11 * u0);
    sum += x[c + slow + fast + 3] * (w11 * u1);
    res[r + c - n] = sum;
  }
}

/** The same for 27 nodes. */
function quadraticPoint(res: Float64Array, r: int, x: Float64Array, n: int, slow: int, fast: int): void {
  set3(res, r, 0, 0, 0);
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      const share = along[a] * along[3 + b];
      const at = n + a * slow + b * fast;
      for (let c = 0; c < 3; c++) addToScl3(res, r, x, at + 3 * c, share * along[6 + c]);
    }
  }
}

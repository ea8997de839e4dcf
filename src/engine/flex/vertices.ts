import { clip } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { addTo3, copy3, set3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { trackInterior } from './forces/shell.ts';
import { phiAll } from './shape.ts';

/** Positions of the vertices of flex f in the world: points of bodies, or interpolated between nodes.
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

/** res = a point of a body, given in its frame, in the world */
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

/** Positions of the nodes of flex f; those inside of a shell follow its surface.
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

/** Vertex v of flex f from the nodes of the cell that it lies in. */
function interpolate(m: Model, d: Data, f: int, v: int): void {
  const { flex_interp, flex_cellnum, flex_nodeadr, flex_vert0 } = m;
  const { work_flex_node, flexvert_xpos } = d;
  const order = Math.abs(flex_interp[f]);
  const ny = flex_cellnum[3 * f + 1] * order + 1;
  const nz = flex_cellnum[3 * f + 2] * order + 1;
  const i = cellOf(m, f, 0, flex_vert0[3 * v]);
  const j = cellOf(m, f, 1, flex_vert0[3 * v + 1]);
  const k = cellOf(m, f, 2, flex_vert0[3 * v + 2]);
  const s = clip(flex_vert0[3 * v] * flex_cellnum[3 * f] - i, 0, 1);
  const t = clip(flex_vert0[3 * v + 1] * flex_cellnum[3 * f + 1] - j, 0, 1);
  const u = clip(flex_vert0[3 * v + 2] * flex_cellnum[3 * f + 2] - k, 0, 1);
  phiAll(along, 0, s, order);
  phiAll(along, 3, t, order);
  phiAll(along, 6, u, order);
  let x: number = 0;
  let y: number = 0;
  let z: number = 0;
  for (let a = 0; a <= order; a++) {
    for (let b = 0; b <= order; b++) {
      const share = along[a] * along[3 + b];
      let node = 3 * (flex_nodeadr[f] + ((i * order + a) * ny + j * order + b) * nz + k * order);
      for (let c = 0; c <= order; c++) {
        const weight = share * along[6 + c];
        x += work_flex_node[node] * weight;
        y += work_flex_node[node + 1] * weight;
        z += work_flex_node[node + 2] * weight;
        node += 3;
      }
    }
  }
  set3(flexvert_xpos, 3 * v, x, y, z);
}

/** Cell along an axis of the box of the flex, where coordinates go from 0 to 1. */
function cellOf(m: Model, f: int, axis: int, x: number): int {
  const count = m.flex_cellnum[3 * f + axis];
  return Math.max(0, Math.min(count - 1, Math.floor(x * count) | 0));
}

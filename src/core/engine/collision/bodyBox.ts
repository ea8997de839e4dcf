import type { int } from '../../math/int.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { addTo3 } from '../../math/vec3.ts';
import { MAXVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

const middle = new Float64Array(3);

/** Box of body b along the axes in the rows of work_col_frame, including margins: min x, y, z, max x, y, z. With
 *  `slack` > 0 the axes are the world axes, and the box is enlarged by this fraction of its coordinates.
 *  reads  m: geom_*   d: geom_xpos geom_xmat work_col_frame */
export function bodyBox(m: Model, d: Data, b: int, slack: number, res: Float64Array, r: int): void {
  const { body_geomadr, body_geomnum, geom_margin, geom_gap, geom_contype, geom_conaffinity } = m;
  const override = (m.opt.enableflags & Enable.OVERRIDE) !== 0 ? 0.5 * m.opt.o_margin : 0.0;
  const first = body_geomadr[b];
  const end = first + body_geomnum[b];
  for (let c = 0; c < 3; c++) {
    res[r + c] = MAXVAL;
    res[r + 3 + c] = -MAXVAL;
  }
  for (let g = first; g < end; g++) {
    if (geom_contype[g] === 0 && geom_conaffinity[g] === 0) continue;
    const margin = override !== 0 ? override : geom_margin[g] + geom_gap[g];
    if (slack > 0) worldBox(m, d, g, margin, slack, res, r);
    else geomBox(m, d, g, margin, res, r);
  }
  // masks were cleared after the model was compiled: use a point far from everything
  if (res[r] > res[r + 3]) res.fill(MAXVAL, r, r + 6);
}

/** Extends the box at r by geom g: along each axis by the tighter of the bounds from its box and its sphere.
 *  @inline */
function geomBox(m: Model, d: Data, g: int, margin: number, res: Float64Array, r: int): void {
  const { geom_aabb, geom_rbound } = m;
  const { geom_xpos, geom_xmat, work_col_frame } = d;
  const radius = geom_rbound[g];
  const p = 3 * g;
  const A = 9 * g;
  const box = 6 * g;
  mulMatVec3(middle, 0, geom_xmat, A, geom_aabb, box);
  addTo3(middle, 0, geom_xpos, p);
  for (let axis = 0; axis < 3; axis++) {
    const x = work_col_frame[3 * axis];
    const y = work_col_frame[3 * axis + 1];
    const z = work_col_frame[3 * axis + 2];
    const a0 = geom_xmat[A] * x + geom_xmat[A + 3] * y + geom_xmat[A + 6] * z;
    const a1 = geom_xmat[A + 1] * x + geom_xmat[A + 4] * y + geom_xmat[A + 7] * z;
    const a2 = geom_xmat[A + 2] * x + geom_xmat[A + 5] * y + geom_xmat[A + 8] * z;
    const half =
      Math.abs(geom_aabb[box + 3] * a0) + Math.abs(geom_aabb[box + 4] * a1) + Math.abs(geom_aabb[box + 5] * a2);
    const sphere = geom_xpos[p] * x + geom_xpos[p + 1] * y + geom_xpos[p + 2] * z;
    const center = middle[0] * x + middle[1] * y + middle[2] * z;
    const low = Math.max(sphere - radius, center - half) - margin;
    const high = Math.min(sphere + radius, center + half) + margin;
    res[r + axis] = Math.min(res[r + axis], low);
    res[r + 3 + axis] = Math.max(res[r + 3 + axis], high);
  }
}

/** The same along the world axes, where each axis needs only one row of the rotation.
 *  @inline */
function worldBox(m: Model, d: Data, g: int, margin: number, slack: number, res: Float64Array, r: int): void {
  const { geom_aabb, geom_rbound } = m;
  const { geom_xpos, geom_xmat } = d;
  const radius = geom_rbound[g];
  const box = 6 * g;
  for (let axis = 0; axis < 3; axis++) {
    const A = 9 * g + 3 * axis;
    const a0 = geom_xmat[A];
    const a1 = geom_xmat[A + 1];
    const a2 = geom_xmat[A + 2];
    const half =
      Math.abs(geom_aabb[box + 3] * a0) + Math.abs(geom_aabb[box + 4] * a1) + Math.abs(geom_aabb[box + 5] * a2);
    const sphere = geom_xpos[3 * g + axis];
    const center = geom_aabb[box] * a0 + geom_aabb[box + 1] * a1 + geom_aabb[box + 2] * a2 + sphere;
    const more = margin + slack * (1 + Math.abs(center));
    const low = Math.max(sphere - radius, center - half) - more;
    const high = Math.min(sphere + radius, center + half) + more;
    res[r + axis] = Math.min(res[r + axis], low);
    res[r + 3 + axis] = Math.max(res[r + 3 + axis], high);
  }
}

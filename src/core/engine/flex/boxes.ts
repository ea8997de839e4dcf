import type { int } from '../../math/int.ts';
import { copy6 } from '../../math/spatial.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** Boxes around the elements of flex f, and around the nodes of its bounding volume tree: center and half sizes.
 *  writes d: flexelem_aabb bvh_aabb_dyn */
export function elementBoxes(m: Model, d: Data, f: int): void {
  const { flex_elemnum, flex_bvhadr, flex_bvhnum, flex_elemadr, bvh_nodeid, nbvhstatic } = m;
  const { flexelem_aabb, bvh_aabb_dyn } = d;
  const count = flex_elemnum[f];
  for (let e = 0; e < count; e++) elementBox(m, d, f, e);
  if ((m.opt.disableflags & Disable.MIDPHASE) !== 0 || flex_bvhadr[f] < 0) return;
  // children follow their parents
  const first = flex_bvhadr[f];
  for (let i = first + flex_bvhnum[f] - 1; i >= first; i--) {
    const e = bvh_nodeid[i];
    if (e >= 0) copy6(bvh_aabb_dyn, 6 * (i - nbvhstatic), flexelem_aabb, 6 * (flex_elemadr[f] + e));
    else uniteChildren(m, d, first, i);
  }
}

function elementBox(m: Model, d: Data, f: int, e: int): void {
  const { flex_dim, flex_elemdataadr, flex_elem, flex_vertadr, flex_elemadr, flex_radius } = m;
  const { flexvert_xpos, flexelem_aabb } = d;
  const n = flex_dim[f] + 1;
  const box = 6 * (flex_elemadr[f] + e);
  const data = flex_elemdataadr[f] + e * n;
  pointsBox(flexelem_aabb, box, flexvert_xpos, flex_vertadr[f], flex_elem, data, n, flex_radius[f]);
}

/** res = box around n points of x from index `first` on, enlarged by a radius
 *  @simd */
function pointsBox(
  res: Float64Array,
  r: int,
  x: Float64Array,
  first: int,
  ind: Int32Array,
  p: int,
  n: int,
  radius: number,
): void {
  for (let k = 0; k < 3; k++) {
    let low = x[3 * (first + ind[p]) + k];
    let high = low;
    for (let i = p + 1; i < p + n; i++) {
      const here = x[3 * (first + ind[i]) + k];
      if (here < low) low = here;
      if (high < here) high = here;
    }
    res[r + k] = 0.5 * (high + low);
    res[r + 3 + k] = 0.5 * (high - low) + radius;
  }
}

/** Box of node i from those of its children. */
function uniteChildren(m: Model, d: Data, first: int, i: int): void {
  const { bvh_child, nbvhstatic } = m;
  const start = first - nbvhstatic;
  unitedBox(d.bvh_aabb_dyn, 6 * (i - nbvhstatic), 6 * (start + bvh_child[2 * i]), 6 * (start + bvh_child[2 * i + 1]));
}

/** Sets box r to the bounding box of boxes a and b.
 *  @simd */
function unitedBox(box: Float64Array, r: int, a: int, b: int): void {
  for (let k = 0; k < 3; k++) {
    let low = box[a + k] - box[a + 3 + k];
    let high = box[a + k] + box[a + 3 + k];
    const otherLow = box[b + k] - box[b + 3 + k];
    const otherHigh = box[b + k] + box[b + 3 + k];
    if (otherLow < low) low = otherLow;
    if (high < otherHigh) high = otherHigh;
    box[r + k] = 0.5 * (high + low);
    box[r + 3 + k] = 0.5 * (high - low);
  }
}

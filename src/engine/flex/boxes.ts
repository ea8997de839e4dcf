import type { int } from '../../math/int.ts';
import { copy6 } from '../../math/spatial.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** Boxes around the elements of flex f, and around the nodes of its hierarchy: centre and half sizes.
 *  writes d: flexelem_aabb bvh_aabb_dyn */
export function elementBoxes(m: Model, d: Data, f: int): void {
  const { flex_elemnum, flex_bvhadr, flex_bvhnum, flex_elemadr, bvh_nodeid, nbvhstatic } = m;
  const { flexelem_aabb, bvh_aabb_dyn } = d;
  const count = flex_elemnum[f];
  for (let e = 0; e < count; e++) elementBox(m, d, f, e);
  if ((m.opt.disableflags & Disable.MIDPHASE) !== 0 || flex_bvhadr[f] < 0) return;
  // children come after their parents
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
  const dim = flex_dim[f];
  const data = flex_elemdataadr[f] + e * (dim + 1);
  const box = 6 * (flex_elemadr[f] + e);
  const first = flex_vertadr[f];
  let v = 3 * (first + flex_elem[data]);
  let lowX = flexvert_xpos[v];
  let lowY = flexvert_xpos[v + 1];
  let lowZ = flexvert_xpos[v + 2];
  let highX = lowX;
  let highY = lowY;
  let highZ = lowZ;
  for (let i = data + 1; i <= data + dim; i++) {
    v = 3 * (first + flex_elem[i]);
    lowX = Math.min(lowX, flexvert_xpos[v]);
    lowY = Math.min(lowY, flexvert_xpos[v + 1]);
    lowZ = Math.min(lowZ, flexvert_xpos[v + 2]);
    highX = Math.max(highX, flexvert_xpos[v]);
    highY = Math.max(highY, flexvert_xpos[v + 1]);
    highZ = Math.max(highZ, flexvert_xpos[v + 2]);
  }
  const radius = flex_radius[f];
  flexelem_aabb[box] = 0.5 * (highX + lowX);
  flexelem_aabb[box + 1] = 0.5 * (highY + lowY);
  flexelem_aabb[box + 2] = 0.5 * (highZ + lowZ);
  flexelem_aabb[box + 3] = 0.5 * (highX - lowX) + radius;
  flexelem_aabb[box + 4] = 0.5 * (highY - lowY) + radius;
  flexelem_aabb[box + 5] = 0.5 * (highZ - lowZ) + radius;
}

/** The box of node i from those of its children. */
function uniteChildren(m: Model, d: Data, first: int, i: int): void {
  const { bvh_child, nbvhstatic } = m;
  const { bvh_aabb_dyn: box } = d;
  const a = 6 * (first - nbvhstatic + bvh_child[2 * i]);
  const b = 6 * (first - nbvhstatic + bvh_child[2 * i + 1]);
  const r = 6 * (i - nbvhstatic);
  for (let k = 0; k < 3; k++) {
    const lo = Math.min(box[a + k] - box[a + 3 + k], box[b + k] - box[b + 3 + k]);
    const hi = Math.max(box[a + k] + box[a + 3 + k], box[b + k] + box[b + 3 + k]);
    box[r + k] = 0.5 * (hi + lo);
    box[r + 3 + k] = 0.5 * (hi - lo);
  }
}

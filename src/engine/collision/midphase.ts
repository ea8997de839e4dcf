import type { int } from '../../math/int.ts';
import { dot3, set3 } from '../../math/vec3.ts';
import { MAXVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { boxesMeet, pairGap, pairMargin, spheresMeet } from './filter.ts';

/*  Two bodies with several geoms each: their bounding volume trees are descended together, and the pairs of leaves that
 *  are left are pairs of geoms whose bounding spheres and boxes meet.
 *
 *  Boxes of inner nodes lie in the inertial frames of the bodies. Their test on the six face axes needs products of
 *  axes and projections of the frames' origins only, which are the same for all nodes: */

/** axis l of frame i along axis k of frame j: products[18 i + 9 j + 3 k + l]. */
const products = new Float64Array(36);
/** origin of frame i along axis k of frame j: origins[6 i + 3 j + k]. */
const origins = new Float64Array(12);
const axes = new Float64Array(18);

/** Pairs of geoms of bodies b1 and b2 whose bounding volumes meet, into work_col_geompair, the lower type first. Returns
 *  their number; beyond `room` pairs are counted and not written.
 *  reads  m: bvh_* geom_aabb body_margin   d: xipos ximat geom_xpos geom_xmat
 *  writes d: work_col_geompair work_col_stack */
export function collideTrees(m: Model, d: Data, b1: int, b2: int, room: int): int {
  const { bvh_child, bvh_nodeid, bvh_aabb, body_bvhadr, body_margin } = m;
  const { work_col_stack } = d;
  const adr1 = body_bvhadr[b1];
  const adr2 = body_bvhadr[b2];
  const overridden = (m.opt.enableflags & Enable.OVERRIDE) !== 0;
  const margin = overridden ? m.opt.o_margin : body_margin[b1] + body_margin[b2];
  relateFrames(d, b1, b2);
  let count = 0;
  let top = 1;
  work_col_stack[0] = 0;
  work_col_stack[1] = 0;
  while (top > 0) {
    top--;
    const node1 = adr1 + work_col_stack[2 * top];
    const node2 = adr2 + work_col_stack[2 * top + 1];
    const leaf1 = bvh_child[2 * node1] < 0 && bvh_child[2 * node1 + 1] < 0;
    const leaf2 = bvh_child[2 * node2] < 0 && bvh_child[2 * node2 + 1] < 0;
    if (leaf1 && leaf2) {
      count += addLeaves(m, d, bvh_nodeid[node1], bvh_nodeid[node2], count, room);
      continue;
    }
    if (!nodesMeet(bvh_aabb, 6 * node1, 6 * node2, margin)) continue;
    // descend where the box is larger
    const first = leaf2 || (!leaf1 && surface(bvh_aabb, 6 * node1) > surface(bvh_aabb, 6 * node2));
    for (let k = 0; k < 2; k++) {
      const child = bvh_child[2 * (first ? node1 : node2) + k];
      if (child === -1) continue;
      work_col_stack[2 * top] = first ? child : node1 - adr1;
      work_col_stack[2 * top + 1] = first ? node2 - adr2 : child;
      top++;
    }
  }
  return count;
}

/** Adds the pair of geoms if their bounding volumes meet; returns the number added. */
function addLeaves(m: Model, d: Data, g1: int, g2: int, count: int, room: int): int {
  const { geom_aabb, geom_type } = m;
  const { geom_xpos: p, geom_xmat: A, work_col_geompair } = d;
  const margin = pairMargin(m, g1, g2, -1) + pairGap(m, g1, g2, -1);
  if (!spheresMeet(m, d, g1, g2, margin)) return 0;
  if (!boxesMeet(geom_aabb, 6 * g1, p, 3 * g1, A, 9 * g1, geom_aabb, 6 * g2, p, 3 * g2, A, 9 * g2, margin)) return 0;
  if (count < room) {
    const swap = geom_type[g1] > geom_type[g2];
    work_col_geompair[2 * count] = swap ? g2 : g1;
    work_col_geompair[2 * count + 1] = swap ? g1 : g2;
  }
  return 1;
}

/** Fills `products` and `origins` for the inertial frames of two bodies. */
function relateFrames(d: Data, b1: int, b2: int): void {
  const { xipos, ximat } = d;
  for (let k = 0; k < 3; k++) {
    set3(axes, 3 * k, ximat[9 * b1 + k], ximat[9 * b1 + 3 + k], ximat[9 * b1 + 6 + k]);
    set3(axes, 9 + 3 * k, ximat[9 * b2 + k], ximat[9 * b2 + 3 + k], ximat[9 * b2 + 6 + k]);
  }
  for (let i = 0; i < 2; i++) {
    const body = i === 0 ? b1 : b2;
    for (let jk = 0; jk < 6; jk++) {
      for (let l = 0; l < 3; l++) products[18 * i + 3 * jk + l] = dot3(axes, 9 * i + 3 * l, axes, 3 * jk);
      origins[6 * i + jk] = dot3(xipos, 3 * body, axes, 3 * jk);
    }
  }
}

/** True if the boxes of two nodes meet. */
function nodesMeet(box: Float64Array, i1: int, i2: int, margin: number): boolean {
  const infinite1 = infiniteSides(box, i1);
  const infinite2 = infiniteSides(box, i2);
  if (infinite1 === 3 || infinite2 === 3) return true;
  const from = infinite2 > 0 ? 3 : 0;
  const to = infinite1 > 0 ? 3 : 6;
  for (let jk = from; jk < to; jk++) {
    const a = 3 * jk;
    const b = 18 + 3 * jk;
    const c1 = box[i1] * products[a] + box[i1 + 1] * products[a + 1] + box[i1 + 2] * products[a + 2] + origins[jk];
    const c2 = box[i2] * products[b] + box[i2 + 1] * products[b + 1] + box[i2 + 2] * products[b + 2] + origins[6 + jk];
    const r1 =
      Math.abs(box[i1 + 3] * products[a]) +
      Math.abs(box[i1 + 4] * products[a + 1]) +
      Math.abs(box[i1 + 5] * products[a + 2]);
    const r2 =
      Math.abs(box[i2 + 3] * products[b]) +
      Math.abs(box[i2 + 4] * products[b + 1]) +
      Math.abs(box[i2 + 5] * products[b + 2]);
    if (r1 + r2 + margin < Math.abs(c2 - c1)) return false;
  }
  return true;
}

function infiniteSides(box: Float64Array, i: int): int {
  let n = 0;
  for (let k = 3; k < 6; k++) if (box[i + k] >= MAXVAL) n++;
  return n;
}

/** Surface of a box, up to a factor. */
function surface(box: Float64Array, i: int): number {
  return box[i + 3] * box[i + 4] + box[i + 4] * box[i + 5] + box[i + 5] * box[i + 3];
}

import type { int } from '../../math/int.ts';
import { mulMatTMat3, mulMatTVec3 } from '../../math/mat3.ts';
import { sub3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { geomBoxesMeet, infiniteSides, masksMeet, pairGap, pairMargin, spheresMeet } from './filter.ts';

/*  Mid phase of two bodies with several geoms each: descends their bounding volume trees together. The remaining pairs of leaves are
 *  pairs of geoms whose bounding spheres and boxes meet. Boxes of inner nodes are in the inertial frames of the bodies. */

/** Up to this many pairs of geoms are tested one by one, which is cheaper than a descent. */
const FEW = 32;

/** The inertial frame of the second body in that of the first. */
const rotation = new Float64Array(9);
const offset = new Float64Array(3);

/** Pairs of geoms of bodies b1 and b2 whose masks and bounding volumes meet, to work_col_geompair, the lower type first.
 *  Returns their number; pairs beyond `capacity` are counted but not written.
 *  reads  m: bvh_* geom_aabb body_margin   d: xipos ximat geom_xpos geom_xmat
 *  writes d: work_col_geompair work_col_stack */
export function collideTrees(m: Model, d: Data, b1: int, b2: int, capacity: int): int {
  const { body_geomadr, body_geomnum } = m;
  if (body_geomnum[b1] * body_geomnum[b2] > FEW) return descend(m, d, b1, b2, capacity);
  const end1 = body_geomadr[b1] + body_geomnum[b1];
  const end2 = body_geomadr[b2] + body_geomnum[b2];
  let count = 0;
  for (let g1 = body_geomadr[b1]; g1 < end1; g1++) {
    for (let g2 = body_geomadr[b2]; g2 < end2; g2++) count += addLeaves(m, d, g1, g2, count, capacity);
  }
  return count;
}

function descend(m: Model, d: Data, b1: int, b2: int, capacity: int): int {
  const { bvh_child, bvh_nodeid, bvh_aabb, body_bvhadr, body_margin } = m;
  const { work_col_stack, xipos, ximat } = d;
  const adr1 = body_bvhadr[b1];
  const adr2 = body_bvhadr[b2];
  const overridden = (m.opt.enableflags & Enable.OVERRIDE) !== 0;
  const margin = overridden ? m.opt.o_margin : body_margin[b1] + body_margin[b2];
  mulMatTMat3(rotation, 0, ximat, 9 * b1, ximat, 9 * b2);
  sub3(offset, 0, xipos, 3 * b2, xipos, 3 * b1);
  mulMatTVec3(offset, 0, ximat, 9 * b1, offset, 0);
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
      count += addLeaves(m, d, bvh_nodeid[node1], bvh_nodeid[node2], count, capacity);
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

/** Adds the pair of geoms if their bounding volumes meet; returns the number added.
 *  @inline */
function addLeaves(m: Model, d: Data, g1: int, g2: int, count: int, capacity: int): int {
  const { geom_type, geom_contype, geom_conaffinity } = m;
  const { work_col_geompair } = d;
  // visual geoms are rejected by their masks
  if (!masksMeet(geom_contype[g1], geom_conaffinity[g1], geom_contype[g2], geom_conaffinity[g2])) return 0;
  const margin = pairMargin(m, g1, g2, -1) + pairGap(m, g1, g2, -1);
  if (!spheresMeet(m, d, g1, g2, margin)) return 0;
  if (!geomBoxesMeet(m, d, g1, g2, margin)) return 0;
  if (count < capacity) {
    const swap = geom_type[g1] > geom_type[g2];
    work_col_geompair[2 * count] = swap ? g2 : g1;
    work_col_geompair[2 * count + 1] = swap ? g1 : g2;
  }
  return 1;
}

/** True if the boxes of two nodes are not separated along a face axis. */
function nodesMeet(box: Float64Array, i1: int, i2: int, margin: number): boolean {
  const infinite1 = infiniteSides(box, i1);
  const infinite2 = infiniteSides(box, i2);
  if (infinite1 === 3 || infinite2 === 3) return true;
  const R = rotation;
  const c0 = box[i2];
  const c1 = box[i2 + 1];
  const c2 = box[i2 + 2];
  // from center to center, along the axes of the first
  const x = R[0] * c0 + R[1] * c1 + R[2] * c2 + offset[0] - box[i1];
  const y = R[3] * c0 + R[4] * c1 + R[5] * c2 + offset[1] - box[i1 + 1];
  const z = R[6] * c0 + R[7] * c1 + R[8] * c2 + offset[2] - box[i1 + 2];
  const h0 = box[i2 + 3];
  const h1 = box[i2 + 4];
  const h2 = box[i2 + 5];
  const g0 = box[i1 + 3];
  const g1 = box[i1 + 4];
  const g2 = box[i1 + 5];
  if (infinite2 === 0) {
    if (g0 + margin + sumAbs(R[0] * h0, R[1] * h1, R[2] * h2) < Math.abs(x)) return false;
    if (g1 + margin + sumAbs(R[3] * h0, R[4] * h1, R[5] * h2) < Math.abs(y)) return false;
    if (g2 + margin + sumAbs(R[6] * h0, R[7] * h1, R[8] * h2) < Math.abs(z)) return false;
  }
  if (infinite1 > 0) return true;
  return (
    h0 + margin + sumAbs(R[0] * g0, R[3] * g1, R[6] * g2) >= Math.abs(R[0] * x + R[3] * y + R[6] * z) &&
    h1 + margin + sumAbs(R[1] * g0, R[4] * g1, R[7] * g2) >= Math.abs(R[1] * x + R[4] * y + R[7] * z) &&
    h2 + margin + sumAbs(R[2] * g0, R[5] * g1, R[8] * g2) >= Math.abs(R[2] * x + R[5] * y + R[8] * z)
  );
}

function sumAbs(x: number, y: number, z: number): number {
  return Math.abs(x) + Math.abs(y) + Math.abs(z);
}

/** Surface of a box, up to a factor. */
function surface(box: Float64Array, i: int): number {
  return box[i + 3] * box[i + 4] + box[i + 4] * box[i + 5] + box[i + 5] * box[i + 3];
}

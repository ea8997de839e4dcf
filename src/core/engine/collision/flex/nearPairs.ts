import { copy } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { boxesApart } from './boxes.ts';
import { cornerGap, meetElements, shareBody } from './elements.ts';
import { beginsFirst } from './orderContacts.ts';

/*  Cached pairs of nearby elements of a flex. Let s be the maximum relative motion of two vertices of the flex along a
 *  world axis since the list was built. Pairs whose boxes were farther apart than the list's reach cannot touch while s
 *  < reach. Two elements separated by a plane, with a gap g beyond their radii, cannot touch while sqrt(3) s < g. The
 *  result therefore does not depend on when the list was built. */

/** Capacity for pairs, per element. */
const NEAR_PAIRS = 16;

/** Fraction of the reach at which the list is rebuilt; the rest is slack for rounding. */
const LASTS = 0.99;

/** Square root of 3 rounded up, and a bound on the rounding error of a gap. */
const DIAGONAL = 1.7321;
const ROUNDING = 1e-9;

/** Special values of `work_near_count`, which otherwise contains the number of pairs plus one. */
const NO_LIST = 0;
const TOO_MANY = -1;

/** Contacts of elements of flex f that are not neighbors; in each pair, the element that begins first along an axis is
 *  first. Returns false, without contacts, if there are too many pairs for a list.
 *  writes d: work_near_* work_flex_stack */
export function meetNear(m: Model, d: Data, f: int, axis: int): boolean {
  const { flex_elemadr } = m;
  const { work_near_pair: pair, work_near_gap: gap, work_near_count, flexelem_aabb: box } = d;
  const moved = refreshList(m, d, f);
  if (work_near_count[f] === TOO_MANY) return false;
  const first = flex_elemadr[f];
  const from = NEAR_PAIRS * first;
  const end = from + work_near_count[f] - 1;
  const safe = DIAGONAL * moved + ROUNDING;
  for (let k = from; k < end; k++) {
    if (gap[k] > safe) continue;
    const a = pair[2 * k];
    const b = pair[2 * k + 1];
    if (boxesApart(box, 6 * (first + a), box, 6 * (first + b), 0)) continue;
    const swap = !beginsFirst(m, d, f, a, b, axis);
    meetElements(m, d, f, swap ? b : a, f, swap ? a : b, 0, 0);
  }
  return true;
}

/** Rebuilds the list of flex f if relative motion exceeds its reach; returns the relative motion since it was built. */
function refreshList(m: Model, d: Data, f: int): number {
  const { flex_vertadr, flex_vertnum, flex_radius } = m;
  const { work_near_count, work_near_reach, work_near_radius, work_near_pos, flexvert_xpos } = d;
  if (work_near_count[f] !== NO_LIST && work_near_radius[f] === flex_radius[f]) {
    const moved = maxRelativeMotion(m, d, f);
    if (moved <= LASTS * work_near_reach[f]) return moved;
  }
  copy(work_near_pos, 3 * flex_vertadr[f], flexvert_xpos, 3 * flex_vertadr[f], 3 * flex_vertnum[f]);
  work_near_radius[f] = flex_radius[f];
  // where elements are dense, a shorter reach gives fewer pairs; with reach 0 the list lasts for one step
  const reach = meanHalf(m, d, f);
  work_near_reach[f] = reach;
  if (listPairs(m, d, f)) return 0;
  work_near_reach[f] = 0.25 * reach;
  if (listPairs(m, d, f)) return 0;
  work_near_reach[f] = 0;
  listPairs(m, d, f);
  return 0;
}

/** Maximum relative motion of two vertices of flex f along a world axis since the list was built. */
function maxRelativeMotion(m: Model, d: Data, f: int): number {
  const { flex_vertadr, flex_vertnum } = m;
  const { work_near_pos: before, flexvert_xpos: now } = d;
  const first = 3 * flex_vertadr[f];
  const end = first + 3 * flex_vertnum[f];
  let lowX = now[first] - before[first];
  let lowY = now[first + 1] - before[first + 1];
  let lowZ = now[first + 2] - before[first + 2];
  let highX = lowX;
  let highY = lowY;
  let highZ = lowZ;
  for (let v = first + 3; v < end; v += 3) {
    const x = now[v] - before[v];
    const y = now[v + 1] - before[v + 1];
    const z = now[v + 2] - before[v + 2];
    lowX = Math.min(lowX, x);
    lowY = Math.min(lowY, y);
    lowZ = Math.min(lowZ, z);
    highX = Math.max(highX, x);
    highY = Math.max(highY, y);
    highZ = Math.max(highZ, z);
  }
  return Math.max(highX - lowX, Math.max(highY - lowY, highZ - lowZ));
}

/** Mean over the elements of flex f of the longest half side of their boxes, without radius. */
function meanHalf(m: Model, d: Data, f: int): number {
  const { flex_elemadr, flex_elemnum, flex_radius } = m;
  const first = flex_elemadr[f];
  const n = flex_elemnum[f];
  let sum: number = 0;
  for (let e = first; e < first + n; e++) sum += longestHalf(d.flexelem_aabb, 6 * e) - flex_radius[f];
  return sum / n;
}

function longestHalf(box: Float64Array, i: int): number {
  return Math.max(box[i + 3], Math.max(box[i + 4], box[i + 5]));
}

/** Lists the pairs of flex f by descending its bounding volume tree against itself; returns false if the list is
 *  full. */
function listPairs(m: Model, d: Data, f: int): boolean {
  const { flex_bvhadr, bvh_nodeid, bvh_child, nbvhstatic } = m;
  const { work_flex_stack: stack, work_near_count, work_near_reach, bvh_aabb_dyn: box } = d;
  const adr = flex_bvhadr[f];
  const reach = work_near_reach[f];
  let count = 0;
  let top = 1;
  stack[0] = 0;
  stack[1] = 0;
  work_near_count[f] = TOO_MANY;
  while (top > 0) {
    top--;
    const node1 = adr + stack[2 * top];
    const node2 = adr + stack[2 * top + 1];
    // nodes of flexes that have an element are leaves
    const leaf1 = bvh_nodeid[node1] >= 0;
    const leaf2 = bvh_nodeid[node2] >= 0;
    if (node1 === node2) {
      // an element is not paired with itself; boxes are not compared with themselves or their children
      if (!leaf1) top = pushWithin(m, d, top, node1);
      continue;
    }
    const i = 6 * (node1 - nbvhstatic);
    const j = 6 * (node2 - nbvhstatic);
    if (boxesApart(box, i, box, j, reach)) continue;
    if (leaf1 && leaf2) {
      count = addPair(m, d, f, bvh_nodeid[node1], bvh_nodeid[node2], count);
      if (count > NEAR_PAIRS * m.flex_elemnum[f]) return false;
      continue;
    }
    // split the longer box
    const first = !leaf1 && (leaf2 || longestHalf(box, i) > longestHalf(box, j));
    for (let k = 0; k < 2; k++) {
      const child = bvh_child[2 * (first ? node1 : node2) + k];
      stack[2 * top] = first ? child : node1 - adr;
      stack[2 * top + 1] = first ? node2 - adr : child;
      top++;
    }
  }
  work_near_count[f] = count + 1;
  return true;
}

/** Pushes the pairs of the children of a node, each with itself and both with each other, onto the stack; returns the
 *  new top. */
function pushWithin(m: Model, d: Data, top: int, node: int): int {
  const { bvh_child } = m;
  const { work_flex_stack: stack } = d;
  const a = bvh_child[2 * node];
  const b = bvh_child[2 * node + 1];
  stack[2 * top] = a;
  stack[2 * top + 1] = a;
  stack[2 * top + 2] = a;
  stack[2 * top + 3] = b;
  stack[2 * top + 4] = b;
  stack[2 * top + 5] = b;
  return top + 3;
}

/** Adds two elements that may touch later. Returns the new number, or capacity + 1 if the list is full. */
function addPair(m: Model, d: Data, f: int, e1: int, e2: int, count: int): int {
  const { flex_elemadr, flex_elemnum, flex_radius } = m;
  const { work_near_pair, work_near_gap, work_near_reach } = d;
  if (shareBody(m, f, e1, f, e2)) return count;
  const gap = cornerGap(m, d, f, e1, f, e2) - 2 * flex_radius[f];
  if (gap > DIAGONAL * work_near_reach[f] + ROUNDING) return count;
  if (count < NEAR_PAIRS * flex_elemnum[f]) {
    const k = NEAR_PAIRS * flex_elemadr[f] + count;
    work_near_pair[2 * k] = e1;
    work_near_pair[2 * k + 1] = e2;
    work_near_gap[k] = gap;
  }
  return count + 1;
}

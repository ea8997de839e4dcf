import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { bodiesMeet, bodyMasksMeet } from './filter.ts';
import { floatKey, sortKeys } from './sort.ts';

/*  Sweep and prune: boxes are sorted along x. Up to some hundred boxes, each is compared along y and z with those that
 *  begin inside it.
 *
 *  For more boxes the endpoints are sorted too, and a sweep keeps the set of open boxes, with which each beginning box
 *  is compared. Open boxes are in a hash grid over y and z: a box is in the cell of its lower corner, and no box in a
 *  cell is larger than the cell. Larger boxes are in a list. The cost then grows as n log n in three dimensions too. */

/** Maximum number of boxes for which no cells are used. */
const FEW = 512;

/** Ratio of the cell width to the average box width. */
const CELL = 1.5;

/** Inverse cell sizes along y and z. */
const perUnit = new Float64Array(2);

/** Adds the pair of bodies if their masks meet; returns the new number of pairs. Pairs beyond `capacity` are only
 *  counted.
 *  @inline */
export function addPair(m: Model, d: Data, b1: int, b2: int, count: int, capacity: int): int {
  const { work_col_bodypair } = d;
  if (!bodyMasksMeet(m, b1, b2)) return count;
  if (count < capacity) {
    work_col_bodypair[2 * count] = Math.min(b1, b2);
    work_col_bodypair[2 * count + 1] = Math.max(b1, b2);
  }
  return count + 1;
}

/** Pairs of the n boxes that overlap; returns the new number of pairs.
 *  reads  d: work_col_body work_col_box
 *  writes d: work_col_bodypair and the rest of work_col_* */
export function sweep(m: Model, d: Data, n: int, found: int, capacity: int, sleeping: boolean): int {
  return n <= FEW ? sweepFew(m, d, n, found, capacity, sleeping) : sweepMany(m, d, n, found, capacity, sleeping);
}

/** Compares each box with those that begin after its start and before its end. */
function sweepFew(m: Model, d: Data, n: int, found: int, capacity: int, sleeping: boolean): int {
  const { work_col_body, work_col_box, work_col_key, work_col_end, work_col_key2, work_col_end2, work_col_list } = d;
  for (let k = 0; k < n; k++) {
    work_col_key[k] = floatKey(work_col_box[6 * k]);
    work_col_end[k] = k;
  }
  sortKeys(work_col_key, work_col_end, work_col_key2, work_col_end2, n);
  let count = found;
  for (let e = 0; e < n; e++) {
    const k = work_col_end[e];
    const top = floatKey(work_col_box[6 * k + 3]);
    const listed = listBegun(work_col_list, work_col_box, work_col_key, work_col_end, e, n, top);
    const b1 = work_col_body[k];
    for (let i = 0; i < listed; i++) {
      const b2 = work_col_body[work_col_list[i]];
      if (bodiesMeet(m, d, b1, b2, sleeping)) count = addPair(m, d, b1, b2, count, capacity);
    }
  }
  return count;
}

/** Lists the boxes that begin after the start of the one at e and before its end `top`, and overlap it along y and z;
 *  returns their number. Those that begin exactly at its end count only if they precede it in the model, as in
 *  MuJoCo.
 *  @simd */
function listBegun(
  list: Int32Array,
  box: Float64Array,
  key: Int32Array,
  order: Int32Array,
  e: int,
  n: int,
  top: int,
): int {
  const k = order[e];
  let count = 0;
  for (let i = e + 1; i < n && key[i] <= top; i++) {
    list[count] = order[i];
    if (!apartAcross(box, k, order[i]) && (key[i] < top || order[i] < k)) count++;
  }
  return count;
}

function sweepMany(m: Model, d: Data, n: int, found: int, capacity: int, sleeping: boolean): int {
  const { work_col_box, work_col_key, work_col_end, work_col_key2, work_col_end2, work_col_head, work_col_cell } = d;
  for (let k = 0; k < n; k++) {
    work_col_key[2 * k] = floatKey(work_col_box[6 * k]);
    work_col_key[2 * k + 1] = floatKey(work_col_box[6 * k + 3]);
    // endpoints of boxes: lower ones are k, upper ones are -1 - k
    work_col_end[2 * k] = k;
    work_col_end[2 * k + 1] = -1 - k;
  }
  sortKeys(work_col_key, work_col_end, work_col_key2, work_col_end2, 2 * n);
  let side = 1;
  while (4 * side * side <= n) side *= 2;
  measure(d, n);
  work_col_head.fill(-1, 0, side * side);
  let count = found;
  let listed = 0;
  for (let e = 0; e < 2 * n; e++) {
    const end = work_col_end[e];
    if (end >= 0) {
      count = compareWithList(m, d, end, listed, count, capacity, sleeping);
      count = compareWithCells(m, d, end, side, count, capacity, sleeping);
      const cell = boxCell(d, end, side);
      work_col_cell[end] = cell;
      if (cell < 0) listed = enterList(d, end, listed);
      else enterCell(d, end, cell);
    } else if (work_col_cell[-1 - end] < 0) listed = leaveList(d, -1 - end, listed);
    else leaveCell(d, -1 - end);
  }
  return count;
}

/** The same for few boxes: each is compared with all later ones. */
export function compareAll(m: Model, d: Data, n: int, found: int, capacity: int, sleeping: boolean): int {
  const { work_col_body, work_col_box, work_col_list } = d;
  let count = found;
  for (let k = 0; k < n; k++) {
    const meeting = listMeeting(work_col_list, work_col_box, k, n);
    for (let i = 0; i < meeting; i++) {
      const b1 = work_col_body[k];
      const b2 = work_col_body[work_col_list[i]];
      if (bodiesMeet(m, d, b1, b2, sleeping)) count = addPair(m, d, b1, b2, count, capacity);
    }
  }
  return count;
}

/** Lists those of the n boxes after box k that overlap it; returns their number.
 *  @simd */
function listMeeting(list: Int32Array, box: Float64Array, k: int, n: int): int {
  const a = 6 * k;
  let count = 0;
  for (let i = k + 1; i < n; i++) {
    const b = 6 * i;
    list[count] = i;
    if (!(box[b] <= box[a + 3] && box[a] <= box[b + 3])) continue;
    if (!(box[b + 1] <= box[a + 4] && box[a + 1] <= box[b + 4])) continue;
    if (box[b + 2] <= box[a + 5] && box[a + 2] <= box[b + 5]) count++;
  }
  return count;
}

/** Sets the size of the cells. */
function measure(d: Data, n: int): void {
  const { work_col_box } = d;
  let y: number = 0;
  let z: number = 0;
  for (let k = 0; k < n; k++) {
    y += work_col_box[6 * k + 4] - work_col_box[6 * k + 1];
    z += work_col_box[6 * k + 5] - work_col_box[6 * k + 2];
  }
  perUnit[0] = n / (CELL * y);
  perUnit[1] = n / (CELL * z);
}

/** Cell coordinate along an axis, clamped far from the origin. */
function coordinate(x: number, axis: int): int {
  return Math.floor(Math.max(-1e9, Math.min(1e9, x * perUnit[axis]))) | 0;
}

/** The cell of box k, or -1 if it is larger than a cell. */
function boxCell(d: Data, k: int, side: int): int {
  const { work_col_box } = d;
  const y = work_col_box[6 * k + 1];
  const z = work_col_box[6 * k + 2];
  if (!((work_col_box[6 * k + 4] - y) * perUnit[0] <= 1) || !((work_col_box[6 * k + 5] - z) * perUnit[1] <= 1))
    return -1;
  return (coordinate(y, 0) & (side - 1)) * side + (coordinate(z, 1) & (side - 1));
}

/** Compares box k with the boxes in the list. */
function compareWithList(m: Model, d: Data, k: int, listed: int, found: int, capacity: int, sleeping: boolean): int {
  const { work_col_body, work_col_box, work_col_list } = d;
  let count = found;
  for (let i = 0; i < listed; i++) {
    if (apartAcross(work_col_box, work_col_list[i], k)) continue;
    const b1 = work_col_body[work_col_list[i]];
    const b2 = work_col_body[k];
    if (bodiesMeet(m, d, b1, b2, sleeping)) count = addPair(m, d, b1, b2, count, capacity);
  }
  return count;
}

/** True if two boxes are separated along y or z.
 *  @simd */
function apartAcross(box: Float64Array, i: int, k: int): boolean {
  const a = 6 * i;
  const b = 6 * k;
  return box[a + 1] > box[b + 4] || box[b + 1] > box[a + 4] || box[a + 2] > box[b + 5] || box[b + 2] > box[a + 5];
}

/** Compares box k with the boxes of the cells that it may overlap, starting one below its own. */
function compareWithCells(m: Model, d: Data, k: int, side: int, found: int, capacity: int, sleeping: boolean): int {
  const { work_col_body, work_col_box, work_col_head, work_col_next } = d;
  const y0 = coordinate(work_col_box[6 * k + 1], 0) - 1;
  const z0 = coordinate(work_col_box[6 * k + 2], 1) - 1;
  // visit no cell twice, however large the box is
  const y1 = Math.min(coordinate(work_col_box[6 * k + 4], 0), y0 + side - 1);
  const z1 = Math.min(coordinate(work_col_box[6 * k + 5], 1), z0 + side - 1);
  let count = found;
  for (let y = y0; y <= y1; y++) {
    for (let z = z0; z <= z1; z++) {
      let i = work_col_head[(y & (side - 1)) * side + (z & (side - 1))];
      for (; i >= 0; i = work_col_next[i]) {
        if (apartAcross(work_col_box, i, k)) continue;
        const b1 = work_col_body[i];
        const b2 = work_col_body[k];
        if (bodiesMeet(m, d, b1, b2, sleeping)) count = addPair(m, d, b1, b2, count, capacity);
      }
    }
  }
  return count;
}

function enterList(d: Data, k: int, listed: int): int {
  const { work_col_list, work_col_place } = d;
  work_col_list[listed] = k;
  work_col_place[k] = listed;
  return listed + 1;
}

/** Removes box k from the list; the last box takes its index. */
function leaveList(d: Data, k: int, listed: int): int {
  const { work_col_list, work_col_place } = d;
  const index = work_col_place[k];
  const last = listed - 1;
  work_col_list[index] = work_col_list[last];
  work_col_place[work_col_list[last]] = index;
  return last;
}

function enterCell(d: Data, k: int, cell: int): void {
  const { work_col_head, work_col_next, work_col_place } = d;
  const first = work_col_head[cell];
  work_col_head[cell] = k;
  work_col_next[k] = first;
  // in cells, work_col_place is the previous box in the cell
  work_col_place[k] = -1;
  if (first >= 0) work_col_place[first] = k;
}

function leaveCell(d: Data, k: int): void {
  const { work_col_head, work_col_next, work_col_place, work_col_cell } = d;
  const before = work_col_place[k];
  const after = work_col_next[k];
  if (before >= 0) work_col_next[before] = after;
  else work_col_head[work_col_cell[k]] = after;
  if (after >= 0) work_col_place[after] = before;
}

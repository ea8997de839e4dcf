import type { int } from '../../math/int.ts';
import { BODY_ASLEEP } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { bodyBox } from './bodyBox.ts';
import { bodiesMeet, canCollide } from './filter.ts';
import { addPair } from './sweep.ts';

/*  Cached boxes of sleeping bodies, in which awake bodies are looked up. The cache is valid until the set of sleeping
 *  bodies changes. It is a hash grid with one level per power of two of the cell size. A box is in the cell of its
 *  lower corner, in the level with the smallest cells that are at least as large as the box. */

/** Cell sizes range from 2^LOWEST to 2^(LOWEST + 31). */
const LOWEST = -16;
const LEVELS = 32;

/** Slots of work_sleeper_int: number of sleeping bodies that can collide, number of those too large for any level, a
 *  bit for each level in use, number of cells in the table. */
const COUNT = 0;
const HUGE = 1;
const LEVEL_BITS = 2;
const CELLS = 3;

const low = new Int32Array(3);
const high = new Int32Array(3);

/** Inserts the boxes of all sleeping bodies into the grid.
 *  reads  d: body_awake work_col_frame geom_xpos geom_xmat
 *  writes d: work_sleeper_* */
export function buildSleepingGrid(m: Model, d: Data): void {
  const { nbody } = m;
  const {
    body_awake,
    work_sleeper_body,
    work_sleeper_box,
    work_sleeper_head,
    work_sleeper_next,
    work_sleeper_huge,
    work_sleeper_int,
  } = d;
  let n = 0;
  for (let b = 1; b < nbody; b++) {
    if (body_awake[b] === BODY_ASLEEP && canCollide(m, b)) work_sleeper_body[n++] = b;
  }
  let cells = 1;
  while (2 * cells <= nbody) cells *= 2;
  work_sleeper_head.fill(-1, 0, cells);
  let used = 0;
  let huge = 0;
  for (let k = 0; k < n; k++) {
    const b = work_sleeper_body[k];
    bodyBox(m, d, b, 0, work_sleeper_box, 6 * b);
    const level = levelOf(work_sleeper_box, 6 * b);
    if (level >= LEVELS) {
      work_sleeper_huge[huge++] = b;
      continue;
    }
    used |= 1 << level;
    const size = cellSize(level);
    const x = coordinate(work_sleeper_box[6 * b], size);
    const y = coordinate(work_sleeper_box[6 * b + 1], size);
    const cell = hashCell(level, x, y, coordinate(work_sleeper_box[6 * b + 2], size), cells);
    work_sleeper_next[b] = work_sleeper_head[cell];
    work_sleeper_head[cell] = b;
  }
  work_sleeper_int[COUNT] = n;
  work_sleeper_int[HUGE] = huge;
  work_sleeper_int[LEVEL_BITS] = used;
  work_sleeper_int[CELLS] = cells;
}

/** Level of a box, or LEVELS if it is too large for all levels. */
function levelOf(box: Float64Array, i: int): int {
  const extent = Math.max(box[i + 3] - box[i], Math.max(box[i + 4] - box[i + 1], box[i + 5] - box[i + 2]));
  let level = 0;
  while (level < LEVELS && !(extent <= cellSize(level))) level++;
  return level;
}

function cellSize(level: int): number {
  const exponent = level + LOWEST;
  return exponent >= 0 ? 1 << exponent : 1 / (1 << -exponent);
}

/** Cell coordinate along an axis, clamped far from the origin. */
function coordinate(x: number, size: number): int {
  return Math.floor(Math.max(-1e9, Math.min(1e9, x / size))) | 0;
}

/** Index of a cell in the table. */
function hashCell(level: int, x: int, y: int, z: int, cells: int): int {
  const h = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791) ^ Math.imul(level, 40503);
  return (h ^ (h >>> 15)) & (cells - 1);
}

/** Pairs of body b, whose box is at 6 k in work_col_box, with sleeping bodies; returns the new number of pairs.
 *  reads  d: work_sleeper_* work_col_box   writes d: work_col_bodypair */
export function pairsWithAsleep(m: Model, d: Data, b: int, k: int, found: int, capacity: int): int {
  const { work_sleeper_int, work_sleeper_body, work_sleeper_huge } = d;
  const n = work_sleeper_int[COUNT];
  let count = found;
  if (cellsOf(d, k, n) > n) {
    for (let i = 0; i < n; i++) count = compare(m, d, b, 6 * k, work_sleeper_body[i], count, capacity);
    return count;
  }
  const huge = work_sleeper_int[HUGE];
  for (let i = 0; i < huge; i++) count = compare(m, d, b, 6 * k, work_sleeper_huge[i], count, capacity);
  for (let level = 0; level < LEVELS; level++) {
    if (((work_sleeper_int[LEVEL_BITS] >> level) & 1) !== 0) count = compareLevel(m, d, b, k, level, count, capacity);
  }
  return count;
}

/** Number of cells, over all levels, that may contain boxes that meet box k; more than `limit` if it exceeds that. */
function cellsOf(d: Data, k: int, limit: int): number {
  const { work_sleeper_int } = d;
  let sum: number = 0;
  for (let level = 0; level < LEVELS && sum <= limit; level++) {
    if (((work_sleeper_int[LEVEL_BITS] >> level) & 1) === 0) continue;
    setRange(d, k, cellSize(level));
    sum += (high[0] - low[0] + 1.0) * (high[1] - low[1] + 1.0) * (high[2] - low[2] + 1.0);
  }
  return sum;
}

/** Range of cells that box k may overlap, starting one below the cell of its lower corner. */
function setRange(d: Data, k: int, size: number): void {
  const { work_col_box } = d;
  for (let axis = 0; axis < 3; axis++) {
    low[axis] = coordinate(work_col_box[6 * k + axis], size) - 1;
    high[axis] = coordinate(work_col_box[6 * k + 3 + axis], size);
  }
}

function compareLevel(m: Model, d: Data, b: int, k: int, level: int, found: int, capacity: int): int {
  const { work_sleeper_int, work_sleeper_head, work_sleeper_next } = d;
  setRange(d, k, cellSize(level));
  const x0 = low[0];
  const x1 = high[0];
  const y0 = low[1];
  const y1 = high[1];
  const z0 = low[2];
  const z1 = high[2];
  let count = found;
  for (let x = x0; x <= x1; x++) {
    for (let y = y0; y <= y1; y++) {
      for (let z = z0; z <= z1; z++) {
        let i = work_sleeper_head[hashCell(level, x, y, z, work_sleeper_int[CELLS])];
        for (; i >= 0; i = work_sleeper_next[i]) count = compare(m, d, b, 6 * k, i, count, capacity);
      }
    }
  }
  return count;
}

/** Adds the pair of body b, whose box is at `box`, and a sleeping body if their boxes meet. */
function compare(m: Model, d: Data, b: int, box: int, asleepBody: int, count: int, capacity: int): int {
  const { work_col_box, work_sleeper_box } = d;
  const sleeping = 6 * asleepBody;
  for (let c = 0; c < 3; c++) {
    if (
      work_sleeper_box[sleeping + c] > work_col_box[box + 3 + c] ||
      work_col_box[box + c] > work_sleeper_box[sleeping + 3 + c]
    )
      return count;
  }
  return bodiesMeet(m, d, b, asleepBody, true) ? addPair(m, d, b, asleepBody, count, capacity) : count;
}

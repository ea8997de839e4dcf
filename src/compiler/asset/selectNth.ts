/** Partial sorting of an index array by a coordinate, as in the C++ library that MuJoCo is built with.
 *
 * With a strict order any selection algorithm would give the same two halves. This order is not strict: values closer
 * than EPS count as equal and are ordered by index, which is not transitive, and centers of flat triangles are NaN.
 *  So the steps of the algorithm (median of three, Hoare partition, selection sort of short ranges) are part of the
 *  result, and follow libc++'s nth_element. */

import { EPS } from '../../formats/pose/frame.ts';

const SHORT = 7;

let pos: Float64Array;
let axis = 0;
let order: Int32Array;

/** Reorder order[first, last) so that order[nth] is in its sorted position and all smaller elements are before it. */
export function selectNth(
  ids: Int32Array,
  first: number,
  nth: number,
  last: number,
  lpos: Float64Array,
  along: number,
): void {
  order = ids;
  pos = lpos;
  axis = along;
  while (nth !== last) {
    const len = last - first;
    if (len < 2) return;
    if (len === 2) {
      if (less(last - 1, first)) swap(first, last - 1);
      return;
    }
    if (len === 3) {
      sort3(first, first + 1, last - 1);
      return;
    }
    if (len <= SHORT) {
      selectionSort(first, last);
      return;
    }
    const next = partition(first, nth, last);
    if (next === DONE) return;
    if (next.last < last) last = next.last;
    else first = next.first;
  }
}

const DONE = { first: -1, last: -1 };
const range = { first: 0, last: 0 };

/** One round of quickselect: the part that still contains nth, or DONE. */
function partition(first: number, nth: number, last: number): { first: number; last: number } {
  let m = first + ((last - first) >> 1);
  let swaps = sort3(first, m, last - 1);
  let i = first;
  let j = last - 1;
  if (!less(i, m)) {
    // the first equals the median: search from the end for a smaller one
    do j--;
    while (i !== j && !less(j, m));
    if (i === j) return partitionEqual(first, nth, last);
    swap(i, j);
    swaps++;
  }
  i++;
  if (i < j) {
    for (;;) {
      while (i < last - 1 && less(i, m)) i++;
      do j--;
      while (j > first && !less(j, m));
      if (i >= j) break;
      swap(i, j);
      swaps++;
      // the median may have moved
      if (m === i) m = j;
      i++;
    }
  }
  if (i !== m && less(m, i)) {
    swap(i, m);
    swaps++;
  }
  if (nth === i) return DONE;
  // nothing moved: it may be sorted already
  if (swaps === 0 && (nth < i ? isSorted(first, i) : isSorted(i, last))) return DONE;
  range.first = i + 1;
  range.last = nth < i ? i : last;
  return range;
}

/** The first element is the smallest: move elements equal to it to the front. */
function partitionEqual(first: number, nth: number, last: number): { first: number; last: number } {
  let i = first + 1;
  let j = last - 1;
  if (!less(first, j)) {
    for (;;) {
      if (i === j) return DONE;
      if (less(first, i)) {
        swap(i, j);
        i++;
        break;
      }
      i++;
    }
  }
  if (i === j) return DONE;
  for (;;) {
    while (i < last - 1 && !less(first, i)) i++;
    do j--;
    while (j > first && less(first, j));
    if (i >= j) break;
    swap(i, j);
    i++;
  }
  if (nth < i) return DONE;
  range.first = i;
  range.last = last;
  return range;
}

function less(a: number, b: number): boolean {
  const i = order[a];
  const j = order[b];
  const x = pos[3 * i + axis];
  const y = pos[3 * j + axis];
  return Math.abs(x - y) > EPS ? x < y : i < j;
}

function swap(a: number, b: number): void {
  const tmp = order[a];
  order[a] = order[b];
  order[b] = tmp;
}

/** Sorts three elements, returns the number of swaps. */
function sort3(x: number, y: number, z: number): number {
  if (!less(y, x)) {
    if (!less(z, y)) return 0;
    swap(y, z);
    if (!less(y, x)) return 1;
    swap(x, y);
    return 2;
  }
  if (less(z, y)) {
    swap(x, z);
    return 1;
  }
  swap(x, y);
  if (!less(z, y)) return 1;
  swap(y, z);
  return 2;
}

function selectionSort(first: number, last: number): void {
  for (let i = first; i < last - 1; i++) {
    let min = i;
    for (let k = i + 1; k < last; k++) if (less(k, min)) min = k;
    if (min !== i) swap(i, min);
  }
}

function isSorted(first: number, last: number): boolean {
  for (let k = first + 1; k < last; k++) if (less(k, k - 1)) return false;
  return true;
}

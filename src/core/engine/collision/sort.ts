import type { int } from '../../math/int.ts';

/*  Sorting of pairs of ints and of floats with a tag; all sorts are stable. */

/** Runs of this length are sorted by insertion before merging. */
const RUN = 16;

/** Sorts pairs [from, n) by first, then second element, both less than `limit`, by counting. `spare` has the size of
 *  the pairs, `tally` has `limit` elements. */
export function countPairs(
  pairs: Int32Array,
  spare: Int32Array,
  from: int,
  n: int,
  tally: Int32Array,
  limit: int,
): void {
  countPass(pairs, spare, from, n, tally, limit, 1);
  countPass(spare, pairs, from, n, tally, limit, 0);
}

/** One pass: by the first element of each pair (part 0) or by the second (part 1). */
function countPass(
  pairs: Int32Array,
  to: Int32Array,
  from: int,
  n: int,
  tally: Int32Array,
  limit: int,
  part: int,
): void {
  tally.fill(0, 0, limit);
  for (let k = from; k < n; k++) tally[pairs[2 * k + part]]++;
  let sum = from;
  for (let k = 0; k < limit; k++) {
    const count = tally[k];
    tally[k] = sum;
    sum += count;
  }
  for (let k = from; k < n; k++) {
    const first = pairs[2 * k];
    const second = pairs[2 * k + 1];
    const key = part === 0 ? first : second;
    const at = tally[key];
    tally[key] = at + 1;
    to[2 * at] = first;
    to[2 * at + 1] = second;
  }
}

/** Sorts n pairs by first, then second element; `spare` has the size of the pairs. */
export function sortPairs(pairs: Int32Array, spare: Int32Array, n: int): void {
  for (let start = 0; start < n; start += RUN) insertPairs(pairs, start, Math.min(start + RUN, n));
  let inSpare = false;
  for (let length = RUN; length < n; length *= 2) {
    if (inSpare) mergeRuns(spare, pairs, n, length);
    else mergeRuns(pairs, spare, n, length);
    inSpare = !inSpare;
  }
  if (inSpare) for (let k = 0; k < 2 * n; k++) pairs[k] = spare[k];
}

function insertPairs(pairs: Int32Array, start: int, end: int): void {
  for (let k = start + 1; k < end; k++) {
    const first = pairs[2 * k];
    const second = pairs[2 * k + 1];
    let at = k;
    while (at > start && (pairs[2 * at - 2] > first || (pairs[2 * at - 2] === first && pairs[2 * at - 1] > second))) {
      pairs[2 * at] = pairs[2 * at - 2];
      pairs[2 * at + 1] = pairs[2 * at - 1];
      at--;
    }
    pairs[2 * at] = first;
    pairs[2 * at + 1] = second;
  }
}

/** Merges neighboring sorted runs of `from` into `to`. */
function mergeRuns(from: Int32Array, to: Int32Array, n: int, length: int): void {
  for (let start = 0; start < n; start += 2 * length) {
    const middle = Math.min(start + length, n);
    const end = Math.min(start + 2 * length, n);
    let i = start;
    let j = middle;
    for (let k = start; k < end; k++) {
      const left =
        j >= end ||
        (i < middle &&
          (from[2 * i] < from[2 * j] || (from[2 * i] === from[2 * j] && from[2 * i + 1] <= from[2 * j + 1])));
      const source = left ? i++ : j++;
      to[2 * k] = from[2 * source];
      to[2 * k + 1] = from[2 * source + 1];
    }
  }
}

const asFloat = new Float32Array(1);
const asBits = new Int32Array(asFloat.buffer);

/** Int with the same order as x rounded to single precision. */
export function floatKey(x: number): int {
  // adding 0 turns -0 into 0
  asFloat[0] = x + 0;
  const bits = asBits[0];
  return bits >= 0 ? bits : ~bits ^ -2147483648;
}

const DIGIT = 256;
const counts = new Int32Array(4 * DIGIT);

/** Sorts n tags by their keys; the spare arrays have the same size. */
export function sortKeys(key: Int32Array, tag: Int32Array, key2: Int32Array, tag2: Int32Array, n: int): void {
  if (n <= 64) {
    insertKeys(key, tag, n);
    return;
  }
  // four passes of eight bits, least significant first; the sign bit is flipped so that negative keys are first
  counts.fill(0);
  for (let k = 0; k < n; k++) {
    const x = key[k] ^ -2147483648;
    counts[x & 255]++;
    counts[DIGIT + ((x >>> 8) & 255)]++;
    counts[2 * DIGIT + ((x >>> 16) & 255)]++;
    counts[3 * DIGIT + (x >>> 24)]++;
  }
  radixPass(key, tag, key2, tag2, n, 0);
  radixPass(key2, tag2, key, tag, n, 1);
  radixPass(key, tag, key2, tag2, n, 2);
  radixPass(key2, tag2, key, tag, n, 3);
}

function insertKeys(key: Int32Array, tag: Int32Array, n: int): void {
  for (let k = 1; k < n; k++) {
    const x = key[k];
    const t = tag[k];
    let at = k;
    while (at > 0 && key[at - 1] > x) {
      key[at] = key[at - 1];
      tag[at] = tag[at - 1];
      at--;
    }
    key[at] = x;
    tag[at] = t;
  }
}

function radixPass(key: Int32Array, tag: Int32Array, key2: Int32Array, tag2: Int32Array, n: int, digit: int): void {
  const base = digit * DIGIT;
  const shift = 8 * digit;
  let sum = 0;
  for (let k = base; k < base + DIGIT; k++) {
    const count = counts[k];
    counts[k] = sum;
    sum += count;
  }
  for (let k = 0; k < n; k++) {
    const x = key[k];
    const slot = base + (((x ^ -2147483648) >>> shift) & 255);
    const to = counts[slot];
    counts[slot] = to + 1;
    key2[to] = x;
    tag2[to] = tag[k];
  }
}

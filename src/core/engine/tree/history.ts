import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { MINVAL } from '../../model/constants.ts';
import { Interpolation } from '../../model/enums.ts';

/** The cursor plus the length of a ring must fit into 32 bits. */
const MAX_CURSOR = 1073741823;

/*  History buffers: a user slot, the cursor (index of the newest sample), n times, then n samples of `dim` values. A
 *  ring: sample k counts from the oldest, 0, to the newest, n - 1. */

/** Index in the ring of sample k. The cursor is part of the state, which users write: large ones wrap, others count as
 *  0. */
function ringIndex(buf: Float64Array, b: int, n: int, k: int): int {
  const cursor = buf[b + 1];
  const newest = cursor >= 0 && cursor <= MAX_CURSOR ? cursor | 0 : 0;
  return (newest + 1 + k) % n;
}

/** Time of sample k. */
function sampleTime(buf: Float64Array, b: int, n: int, k: int): number {
  return buf[b + 2 + ringIndex(buf, b, n, k)];
}

/** Address of the values of sample k. */
function valuesAt(buf: Float64Array, b: int, n: int, dim: int, k: int): int {
  return b + 2 + n + dim * ringIndex(buf, b, n, k);
}

/** First sample at or after time t, n if none. */
function firstAfter(buf: Float64Array, b: int, n: int, t: number): int {
  if (t <= sampleTime(buf, b, n, 0)) return 0;
  if (t > sampleTime(buf, b, n, n - 1)) return n;
  let lo = 0;
  let hi = n - 1;
  while (hi - lo > 1) {
    const mid = ((lo + hi) / 2) | 0;
    if (sampleTime(buf, b, n, mid) < t) lo = mid;
    else hi = mid;
  }
  return hi;
}

/** Inserts a sample at time t in the buffer at b, in order of time, replacing the oldest one. Returns the address of
 *  its values. A sample with the same time is overwritten. */
export function historyInsert(buf: Float64Array, b: int, n: int, dim: int, t: number): int {
  const k = firstAfter(buf, b, n, t);
  if (k < n && Math.abs(t - sampleTime(buf, b, n, k)) < MINVAL) return valuesAt(buf, b, n, dim, k);
  if (k === n) {
    // newest of all: advance the cursor to the slot of the oldest
    buf[b + 1] = ringIndex(buf, b, n, 0);
    buf[b + 2 + ringIndex(buf, b, n, n - 1)] = t;
    return valuesAt(buf, b, n, dim, n - 1);
  }
  // between samples k-1 and k: shift the earlier ones down, dropping the oldest
  for (let j = 0; j < k - 1; j++) {
    buf[b + 2 + ringIndex(buf, b, n, j)] = sampleTime(buf, b, n, j + 1);
    copy(buf, valuesAt(buf, b, n, dim, j), buf, valuesAt(buf, b, n, dim, j + 1), dim);
  }
  const at = k > 0 ? k - 1 : 0;
  buf[b + 2 + ringIndex(buf, b, n, at)] = t;
  return valuesAt(buf, b, n, dim, at);
}

/** res = the values at time t: of the last sample before (interp 0), on a line (1) or on a cubic spline (2) through the
 *  samples. Before the oldest and after the newest they are constant. */
export function historyRead(
  res: Float64Array,
  r: int,
  buf: Float64Array,
  b: int,
  n: int,
  dim: int,
  t: number,
  interp: int,
): void {
  let k = n - 1;
  let exact = true;
  if (t <= sampleTime(buf, b, n, 0) + MINVAL) k = 0;
  else if (t < sampleTime(buf, b, n, n - 1) - MINVAL) {
    k = firstAfter(buf, b, n, t);
    exact = Math.abs(t - sampleTime(buf, b, n, k)) < MINVAL;
  }
  if (exact) copy(res, r, buf, valuesAt(buf, b, n, dim, k), dim);
  else if (interp === Interpolation.ZOH) copy(res, r, buf, valuesAt(buf, b, n, dim, k - 1), dim);
  else if (interp === Interpolation.LINEAR) readLinear(res, r, buf, b, n, dim, t, k);
  else readCubic(res, r, buf, b, n, dim, t, k);
}

function readLinear(res: Float64Array, r: int, buf: Float64Array, b: int, n: int, dim: int, t: number, k: int): void {
  const before = sampleTime(buf, b, n, k - 1);
  const s = (t - before) / (sampleTime(buf, b, n, k) - before);
  const lo = valuesAt(buf, b, n, dim, k - 1);
  const hi = valuesAt(buf, b, n, dim, k);
  for (let i = 0; i < dim; i++) res[r + i] = buf[lo + i] + s * (buf[hi + i] - buf[lo + i]);
}

/** Hermite interpolation between samples k-1 and k; slopes are those of the chord between neighbors, 0 at the ends. */
function readCubic(res: Float64Array, r: int, buf: Float64Array, b: int, n: int, dim: int, t: number, k: int): void {
  const dt = sampleTime(buf, b, n, k) - sampleTime(buf, b, n, k - 1);
  const s = (t - sampleTime(buf, b, n, k - 1)) / dt;
  const s2 = s * s;
  const s3 = s2 * s;
  const lo = valuesAt(buf, b, n, dim, k - 1);
  const hi = valuesAt(buf, b, n, dim, k);
  for (let i = 0; i < dim; i++) {
    let derivativeLo: number = 0;
    if (k > 1) {
      derivativeLo =
        (buf[hi + i] - buf[valuesAt(buf, b, n, dim, k - 2) + i]) /
        (sampleTime(buf, b, n, k) - sampleTime(buf, b, n, k - 2));
    }
    let derivativeHi: number = 0;
    if (k < n - 1) {
      const next = sampleTime(buf, b, n, k + 1) - sampleTime(buf, b, n, k - 1);
      derivativeHi = (buf[valuesAt(buf, b, n, dim, k + 1) + i] - buf[lo + i]) / next;
    }
    res[r + i] =
      (2 * s3 - 3 * s2 + 1) * buf[lo + i] +
      (s3 - 2 * s2 + s) * dt * derivativeLo +
      (-2 * s3 + 3 * s2) * buf[hi + i] +
      (s3 - s2) * dt * derivativeHi;
  }
}

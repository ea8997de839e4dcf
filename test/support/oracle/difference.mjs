/* Differences between numbers: the only definition that tests and scripts use. NaN and infinities never pass for agreement:
 *  - NaN agrees with NaN alone, an infinity with the same infinity alone; anything else is infinitely far from them,
 *  - arrays of different lengths are infinitely far apart,
 *  - the count is the number of compared elements, so that tests can assert that it is not zero,
 *  - scales are finite, so that an infinity on both sides does not hide the other elements.
 *  -0 agrees with 0 here; `firstOtherBits` distinguishes them. */

/** Distance of two numbers, from 0 to Infinity and never NaN. */
export function distance(a, b) {
  if (typeof a !== 'number' || typeof b !== 'number') {
    throw new TypeError(`expected two numbers to compare, found ${typeof a} and ${typeof b}`);
  }
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return 0;
  const apart = Math.abs(a - b);
  return Number.isFinite(apart) ? apart : Number.POSITIVE_INFINITY;
}

/** The largest finite magnitude; 0 if there is none. */
export function largest(values) {
  let max = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (Number.isFinite(size) && size > max) max = size;
  }
  return max;
}

/** The largest distance between two arrays, its index, and the number of compared elements. By default it is absolute. `floor`: relative to
 *  the largest expected value, at least the floor; `each`: relative to each expected value, at least this.
 *  @param {ArrayLike<number>} found @param {ArrayLike<number>} expected @param {{ floor?: number, each?: number }} [scale] */
export function compareNumbers(found, expected, { floor, each } = {}) {
  const { length } = expected;
  if (found.length !== length) {
    return { error: Number.POSITIVE_INFINITY, index: Math.min(found.length, length), count: 0 };
  }
  const whole = floor === undefined ? 1 : Math.max(floor, largest(expected));
  let error = 0;
  let index = -1;
  for (let i = 0; i < length; i++) {
    const scale = each !== undefined && Number.isFinite(expected[i]) ? Math.max(each, Math.abs(expected[i])) : whole;
    const apart = distance(found[i], expected[i]) / scale;
    if (apart > error) {
      error = apart;
      index = i;
    }
  }
  return { error, index, count: length };
}

/** Whether two numbers agree within a fraction of the larger one, or an absolute distance. */
export function isNear(a, b, { absolute = 0, relative = 0 }) {
  const apart = distance(a, b);
  if (apart === 0) return true;
  return apart < Number.POSITIVE_INFINITY && apart <= absolute + relative * Math.max(Math.abs(a), Math.abs(b));
}

/** Index of the first element whose bits differ (0 and -0 differ, NaN equals NaN); the end of the shorter array if only their lengths
 *  differ; -1 if nothing differs. */
export function firstOtherBits(a, b) {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if (!Object.is(a[i], b[i])) return i;
  return a.length === b.length ? -1 : n;
}

/** Tests of the comparison itself: which numbers count as equal. */
import { describe, expect, test } from 'vitest';
import { compareNumbers, distance, firstOtherBits, isNear, largest } from './difference.mjs';

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

describe('distance', () => {
  test('of finite numbers is the magnitude of their difference', () => {
    expect(distance(1, 3.5)).toBe(2.5);
    expect(distance(3.5, 1)).toBe(2.5);
    expect(distance(-1e300, -1e300)).toBe(0);
  });

  test('of NaN and a number is infinite, whichever comes first', () => {
    for (const x of [0, -0, 1, inf, -inf]) expect([distance(nan, x), distance(x, nan)]).toEqual([inf, inf]);
  });

  test('of NaN and NaN is 0', () => {
    expect(distance(nan, nan)).toBe(0);
  });

  test('of an infinity is 0 to itself and infinite to all else', () => {
    expect([distance(inf, inf), distance(-inf, -inf)]).toEqual([0, 0]);
    for (const x of [-inf, 0, 1e308]) expect([distance(inf, x), distance(x, inf)]).toEqual([inf, inf]);
  });

  test('of numbers too far apart for a double is infinite', () => {
    expect(distance(1.7e308, -1.7e308)).toBe(inf);
  });

  test('of 0 and -0 is 0', () => {
    expect(distance(0, -0)).toBe(0);
  });

  test('of something that is not a number is an error', () => {
    expect(() => distance(undefined as never, undefined as never)).toThrow(/expected two numbers.*undefined/);
    expect(() => distance(1, 2n as never)).toThrow(/bigint/);
  });
});

describe('comparison of arrays', () => {
  test('finds the largest difference and its index', () => {
    expect(compareNumbers([1, 5, 3], [1, 2, 4])).toEqual({ error: 3, index: 1, count: 3 });
    expect(compareNumbers([1, 2], [1, 2])).toEqual({ error: 0, index: -1, count: 2 });
  });

  test.each([
    [[nan, 0], [1, 0], 0],
    [[0, nan], [0, 1], 1],
    [[1, 0], [nan, 0], 0],
    [[inf, 0], [1, 0], 0],
    [[0, inf, 0], [0, -inf, 0], 1],
  ])('NaN is not hidden by the next element: %o against %o', (found, expected, index) => {
    const scales = [{}, { floor: 1 }, { each: 1 }];
    for (const scale of scales) {
      expect(compareNumbers(found, expected, scale)).toEqual({ error: inf, index, count: found.length });
    }
  });

  test('NaN and infinities on both sides are no difference, and do not hide one', () => {
    expect(compareNumbers([nan, inf, -inf, 1], [nan, inf, -inf, 1], { floor: 1 }).error).toBe(0);
    expect(compareNumbers([nan, inf, 3], [nan, inf, 2], { floor: 1 })).toEqual({ error: 0.5, index: 2, count: 3 });
    expect(compareNumbers([inf, 3], [inf, 2], { each: 1 })).toEqual({ error: 0.5, index: 1, count: 2 });
  });

  test('relative to the field: its largest expected number, at least the floor', () => {
    expect(compareNumbers([101, 1], [100, 0], { floor: 1 }).error).toBe(0.01);
    expect(compareNumbers([0.1], [0], { floor: 10 }).error).toBeCloseTo(0.01, 15);
  });

  test('relative to each element: a small one counts as much as a large one', () => {
    expect(compareNumbers([100, 0.02], [100, 0.01], { each: 1e-12 })).toEqual({ error: 1, index: 1, count: 2 });
    expect(compareNumbers([1e-13], [0], { each: 1e-12 }).error).toBeCloseTo(0.1, 12);
  });

  test('arrays of different lengths are infinitely far apart, in either order, also where one is empty', () => {
    expect(compareNumbers([1, 2], [1])).toEqual({ error: inf, index: 1, count: 0 });
    expect(compareNumbers([1], [1, 2]).error).toBe(inf);
    expect(compareNumbers([], [1]).error).toBe(inf);
    expect(compareNumbers([1], []).error).toBe(inf);
  });

  test('empty arrays agree, with a count of 0', () => {
    expect(compareNumbers([], [])).toEqual({ error: 0, index: -1, count: 0 });
    expect(compareNumbers(new Float64Array(0), [], { floor: 1 }).count).toBe(0);
  });

  test('typed arrays and plain ones are compared in the same way', () => {
    expect(compareNumbers(new Float32Array([0.5]), new Float64Array([0.25])).error).toBe(0.25);
    expect(compareNumbers(new Int32Array([2]), [2]).error).toBe(0);
  });
});

test('the largest magnitude is that of the finite numbers', () => {
  expect(largest([1, -3, nan, -inf, 2])).toBe(3);
  expect(largest([nan])).toBe(0);
  expect(largest([])).toBe(0);
});

test('near is absolute or relative to the larger number; no tolerance makes NaN or an infinity near', () => {
  expect(isNear(1, 1.05, { relative: 0.1 })).toBe(true);
  expect(isNear(1, 1.2, { relative: 0.1 })).toBe(false);
  expect(isNear(0, 1e-10, { absolute: 1e-9 })).toBe(true);
  expect(isNear(0, -0, {})).toBe(true);
  expect([isNear(nan, nan, {}), isNear(inf, inf, {})]).toEqual([true, true]);
  for (const [a, b] of [
    [1, inf],
    [-inf, inf],
    [nan, 1],
    [nan, inf],
  ]) {
    expect([isNear(a, b, { absolute: 1e9, relative: 1 }), isNear(b, a, { absolute: 1e9, relative: 1 })]).toEqual([
      false,
      false,
    ]);
  }
});

test('bits: 0 is not -0, NaN is NaN, and a length is a difference', () => {
  expect(firstOtherBits([1, nan, 0], [1, nan, 0])).toBe(-1);
  expect(firstOtherBits([1, 0], [1, -0])).toBe(1);
  expect(firstOtherBits([nan], [0])).toBe(0);
  expect(firstOtherBits([1, 2], [1])).toBe(1);
  expect(firstOtherBits([], [])).toBe(-1);
});

import { expect, test } from 'vitest';

test.each<[ArrayLike<number>, ArrayLike<number>]>([
  [
    [1, 2],
    [1, 3],
  ],
  [[1], [1, 1]],
  [[0], [-0]],
  [Float64Array.of(1, 2), Float64Array.of(1, 3)],
  [Float64Array.of(0), Float64Array.of(-0)],
  [Float64Array.of(1), Float32Array.of(1)],
  [Float64Array.of(1), [1]],
  [Int32Array.of(1), Int32Array.of(1, 1)],
])('%o does not equal %o', (a, b) => {
  expect(a).not.toEqual(b);
  expect([{ a }]).not.toEqual([{ a: b }]);
});

test.each<[ArrayLike<number>, ArrayLike<number>]>([
  [
    [1, Number.NaN],
    [1, Number.NaN],
  ],
  [Float64Array.of(Number.NaN, 2), Float64Array.of(Number.NaN, 2).subarray(0)],
  [[], []],
])('%o equals %o', (a, b) => expect([{ a }]).toEqual([{ a: b }]));

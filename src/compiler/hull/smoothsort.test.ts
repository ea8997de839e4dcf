import { expect, test } from 'vitest';
import { randomNumbers } from '../../../test/support/meshPair.ts';
import { smoothsort } from './smoothsort.ts';

test('any number of elements ends up sorted', () => {
  const random = randomNumbers(5);
  for (let n = 0; n < 150; n++) {
    const a = Array.from({ length: n }, () => Math.floor(random() * 40));
    const sorted = a.slice().sort((x, y) => x - y);
    smoothsort(a, (x, y) => x - y);
    expect(a).toEqual(sorted);
  }
});

test('sorted input needs a linear number of comparisons', () => {
  const a = Array.from({ length: 1000 }, (_, i) => i);
  let comparisons = 0;
  smoothsort(a, (x, y) => {
    comparisons++;
    return x - y;
  });
  expect(comparisons).toBeLessThan(7000);
});

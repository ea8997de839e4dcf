import { expect, test } from 'vitest';
import { random } from '../../../../test/support/oracle/oracle.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { sweep } from './sweep.ts';

const capacity = 20_000;
const ints = (n: number, of: (k: number) => number = () => 0) => Int32Array.from({ length: n }, (_, k) => of(k));

/** Bodies 1 to n that may all collide. */
const bodies = (n: number) =>
  ({
    body_weldid: ints(n + 1, (k) => k),
    body_parentid: ints(n + 1),
    body_dofnum: ints(n + 1, () => 6),
    body_contype: ints(n + 1, () => 1),
    body_conaffinity: ints(n + 1, () => 1),
    opt: { disableflags: 0 },
  }) as unknown as Model;

/** Boxes in a cube, with coordinates exact in single precision; on a grid, many begin exactly where others end. */
function boxes(n: number, grid: number): Float64Array {
  const next = random(n + grid);
  const box = new Float64Array(6 * n);
  const round = (x: number) => (grid > 0 ? Math.round(x * grid) / grid : Math.fround(x));
  for (let k = 0; k < n; k++) {
    for (let c = 0; c < 3; c++) {
      box[6 * k + c] = round(1.5 * next());
      box[6 * k + 3 + c] = box[6 * k + c] + round(0.2 * (1 + next()));
    }
  }
  return box;
}

function found(box: Float64Array, n: number): string[] {
  const fields = ['key', 'end', 'key2', 'end2', 'list', 'head', 'cell', 'place', 'next'];
  const d = {
    ...Object.fromEntries(fields.map((name) => [`work_col_${name}`, ints(2 * n)])),
    work_col_body: ints(n, (k) => k + 1),
    work_col_box: box,
    work_col_bodypair: ints(2 * capacity),
    body_awake: ints(n + 1),
  } as unknown as Data;
  const count = sweep(bodies(n), d, n, 0, capacity, false);
  return Array.from({ length: count }, (_, k) => d.work_col_bodypair.subarray(2 * k, 2 * k + 2).join(' ')).sort();
}

/** All pairs. If one box ends along x where the other begins, the first must precede the second in the model. */
function expected(box: Float64Array, n: number): string[] {
  const pairs: string[] = [];
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const [a, b] = [6 * i, 6 * k];
      if (!(box[a] < box[b] || (box[a] === box[b] && i < k))) continue;
      if (!(box[b] < box[a + 3] || (box[b] === box[a + 3] && k < i))) continue;
      const across = [1, 2].every((c) => box[a + c] <= box[b + 3 + c] && box[b + c] <= box[a + 3 + c]);
      if (across) pairs.push(`${Math.min(i, k) + 1} ${Math.max(i, k) + 1}`);
    }
  }
  return pairs.sort();
}

test.each([
  [60, 8],
  [300, 0],
  [300, 8],
  [700, 0],
  [700, 8],
])('the sweep over %i boxes finds each overlapping pair once (grid %i)', (n, grid) => {
  const box = boxes(n, grid);
  const pairs = expected(box, n);
  expect(pairs.length).toBeGreaterThan(n / 20);
  expect(found(box, n)).toEqual(pairs);
});

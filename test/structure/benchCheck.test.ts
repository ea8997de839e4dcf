/** `npm run bench -- check` fails when a measurement is outside its bounds. No time is measured here. */
import { expect, test } from 'vitest';
import { type Check, runChecks } from '../../bench/kit/checks.mjs';

const check = (values: number[], bounds: Partial<Check> = {}): Check => ({
  name: 'a ratio',
  unit: '',
  atMost: 1,
  measure: () => values.shift() ?? Number.NaN,
  ...bounds,
});

test.each<[string, Check, string, number]>([
  ['at its bound', check([1]), 'ok', 0],
  ['over its bound', check([1.01, 1.02, 1.03]), 'over', 1],
  ['over it once', check([5, 0.9]), 'ok', 0],
  ['under its lower bound', check([0.1, 0.1, 0.1], { atLeast: 0.2 }), 'over', 1],
  ['not a number', check([]), 'over', 1],
])('a measurement %s', async (_, one, word, over) => {
  const found = await runChecks([one, check([0.5])]);
  expect(found.rows.map((row) => row[3])).toEqual(['', word, 'ok']);
  expect(found.over).toBe(over);
});

test('a row says what was measured, the bound and the unit', async () => {
  const { rows } = await runChecks([check([0.25], { unit: ' s', atLeast: 0.2 })]);
  expect(rows[1]).toEqual(['a ratio', '0.250 s', '0.200 to 1.00 s', 'ok']);
});

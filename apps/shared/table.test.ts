import { expect, test } from 'vitest';
import { table } from './table.ts';

test('a table may have more rows than the maximum number of call arguments', () => {
  const lines = table(['id'], Array(600_000).fill([1])).split('\n');
  expect(lines).toHaveLength(600_002);
  expect(lines.slice(0, 3)).toEqual(['id', '──', ' 1']);
});

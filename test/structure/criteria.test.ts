/** `test/criteria.md` maps statements to tests that exist. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const table = readFileSync(new URL('test/criteria.md', root), 'utf8');

/** Tests named in a table that do not exist, and the number of named tests. */
function missingTests(text: string): { missing: string[]; count: number } {
  const named = [...text.matchAll(/`([\w./]+\.test\.ts)`: “([^”]+)”/g)];
  const missing = named.filter(([, path, title]) => !readFileSync(new URL(path, root), 'utf8').includes(title));
  return { missing: missing.map(([all]) => all), count: named.length };
}

test('every test that the table of statements names exists', () => {
  const { missing, count } = missingTests(table);
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(200);
});

test('every statement has a test', () => {
  const rows = table.split('\n').filter((line) => /^\| (?!number|-)/.test(line));
  expect(rows.filter((row) => missingTests(row).count === 0)).toEqual([]);
});

test('a title that no test has is found', () => {
  expect(missingTests('`test/structure/criteria.test.ts`: “no test has this ' + 'title”').missing).toHaveLength(1);
});

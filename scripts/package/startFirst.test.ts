import { expect, test } from 'vitest';
import { rewrite } from './startFirst.mjs';

const source = `import { sep } from 'node:path';
const early = twice(4);
function twice(x) { return times(x, 2); }
function times(a, b = 1) { return a * b; }
async function later() { return twice(1); }
function seldom() { return sep; }
export { early, later, seldom, times as product };
`;

test('functions that a start calls stand in parentheses before everything else, and the module does what it did', async () => {
  const code = rewrite(source, new Set(['twice', 'times', 'later', 'nowhere']));
  expect(code.split('\n').slice(0, 3)).toEqual([
    "import { sep } from 'node:path';",
    'var twice = (function(x) { return times(x, 2); });',
    'var times = (function(a, b = 1) { return a * b; });',
  ]);
  expect(code).toMatch(/^async function later\(\)/m);
  expect(code).toMatch(/^function seldom\(\)/m);
  const made = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect([made.early, await made.later(), made.product(2, 3), made.product.name]).toEqual([8, 2, 6, 'times']);
});

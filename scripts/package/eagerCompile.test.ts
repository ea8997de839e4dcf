import { expect, test } from 'vitest';
import { rewrite } from './eagerCompile.mjs';

const run = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);

const source = `import { sep } from 'node:path';
const early = twice(4);
function twice(x) { return times(x, 2); }
function times(a, b = 1) { return a * b; }
async function later() { return twice(1); }
function* every() { yield twice(2); }
function seldom() { return sep; }
export { early, every, later, seldom, times as product };
`;

test('functions that a start calls precede the rest in parentheses, and the module behaves as before', async () => {
  const code = rewrite(source, new Set(['twice', 'times', 'later', 'every', 'nowhere']));
  expect(code.split('\n').slice(0, 4)).toEqual([
    "import { sep } from 'node:path';",
    'var twice = (function(x) { return times(x, 2); });',
    'var times = (function(a, b = 1) { return a * b; });',
    'var later = (async function() { return twice(1); });',
  ]);
  expect(code).toMatch(/^function\* every\(\)/m);
  expect(code).toMatch(/^function seldom\(\)/m);
  const made = await run(code);
  expect([made.early, await made.later(), made.product(2, 3), made.product.name]).toEqual([8, 2, 6, 'times']);
});

const arrows = `export const list = [1, 2].map((x) => ({ x, more: [x].map(y => y + 1) }));
export const none = () => 3;
export const add = a => b => { return a + b; };
export const rest = ([a] = [1], ...b) => { return a + b.length; };
export const slow = async (x) => await x;
export const seldom = (x) => x;
export class Kept { k = 4; get = () => this.k; }
export function outer() { return (() => arguments.length)(); }
export const object = { plus(a, b) { return a + b; }, async wait() { return 5; }, toString() { return super.toString(); } };
`;

test('arrow functions and methods of objects become functions in parentheses, except those that use the enclosing function', async () => {
  const texts = [
    '(x) => ({ x, more: [x].map(y => y + 1) })',
    'y => y + 1',
    '() => 3',
    'a => b => { return a + b; }',
    'b => { return a + b; }',
    '([a] = [1], ...b) => { return a + b.length; }',
    'async (x) => await x',
    '() => this.k',
    '() => arguments.length',
    'plus(a, b) { return a + b; }',
    'async wait() { return 5; }',
    'toString() { return super.toString(); }',
  ];
  const code = rewrite(arrows, new Set(texts));
  expect(code.match(/=>/g)).toHaveLength(3);
  expect(code).toContain('plus: (function(a, b) { return a + b; })');
  const made = await run(code);
  expect(made.list).toEqual([
    { x: 1, more: [2] },
    { x: 2, more: [3] },
  ]);
  expect([made.none(), made.add(1)(2), made.rest(undefined, 1, 2), await made.slow(6), new made.Kept().get()]).toEqual([
    3, 3, 3, 6, 4,
  ]);
  expect([
    made.outer(7, 8),
    made.object.plus(1, 2),
    await made.object.wait(),
    `${made.object}`,
    made.none.name,
  ]).toEqual([2, 3, 5, '[object Object]', 'none']);
});

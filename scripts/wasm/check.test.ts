import { expect, test } from 'vitest';
import { emptyLayout, Layout } from './layout.mjs';
import { translateProgram } from './translate/translate.mjs';

const layout = new Layout(
  {
    field: new Map([
      ['body_mass', { offset: 0, kind: 'f64' }],
      ['opt.gravity', { offset: 4, kind: 'f64' }],
    ]),
    scalar: new Map([
      ['nv', { offset: 16, kind: 'i32' }],
      ['opt.timestep', { offset: 24, kind: 'f64' }],
    ]),
  },
  {
    field: new Map([['qpos', { offset: 0, kind: 'f64' }]]),
    scalar: new Map([['ncon', { offset: 16, kind: 'i32' }]]),
  },
);

function translationErrors(text: string): string[] {
  const files: Record<string, string> = {
    'src/core/math/a.ts': text,
    'src/core/model/enums.ts': 'export const E = { A: 1 } as const;',
  };
  return translateProgram({
    paths: ['src/core/math/a.ts'],
    read: (path: string) => files[path],
    isDialect: (path: string) => path.startsWith('src/core/math/'),
    layout: layout ?? emptyLayout(),
    exportName: () => undefined,
    twins: new Map(),
    prelude: '',
  }).errors;
}

/** Wraps statements in a function with parameters of every type. */
const body = (text: string) =>
  `export function f(m: Model, d: Data, a: Float64Array, k: Int32Array, i: int, x: number): void { ${text} }`;

const at = (text: string, part: string) => `src/core/math/a.ts:1:${text.indexOf(part) + 1} dialect:`;

const bad: [statements: string, at: string, message: string][] = [
  ['let n = 0; n = x;', 'x;', 'n is an int, but its value is a number; truncate with (...) | 0, or annotate as number'],
  ['let n = 0; n += 0.5;', '0.5', 'n is an int, but its value is a number'],
  ['const n: int = i / 2;', 'i / 2', 'n is an int, but its value is a number'],
  ['k[i] = x;', 'x;', 'k[i] holds an int, but the value is a number; truncate with (...) | 0'],
  ['a[x] = 1;', 'x]', 'an index is an int, but its value is a number'],
  ['if (i) return;', 'i)', 'a condition is a boolean: compare with !== 0'],
  ['if (x & 1) return;', 'x & 1', 'bit operators take ints; truncate a number with | 0'],
  ['const y = Math.sin(x);', 'Math.sin', 'Math.sin differs between engines'],
  ['const y = x ** 2;', 'x **', 'use pow of math/'],
  ['const s = a.subarray(0, 3);', 'a.subarray', '.subarray() is not part of the dialect'],
  ['const n = a.length;', 'a.length', 'the length of an array is not known'],
  ['a.fill(0);', 'a.fill', 'fill takes a value, from and to'],
  ['const t = new Float64Array(3);', 'new', 'allocation with new is not part of the dialect'],
  ['const g = () => 1;', '() =>', 'a function inside a function is not part of the dialect'],
  ['const o = { x: 1 };', '{ x', 'an object is not part of the dialect'],
  ["const s = 'text';", "'text'", 'a string is not part of the dialect'],
  ['throw 1;', 'throw', 'exceptions are not part of the dialect: return a status code'],
  ['for (const v of a) x;', 'for', 'for...of is not part of the dialect: count with an index'],
  ['function g(): void {}', 'function g', 'functions are declared at module level'],
  ['const { qvel } = d;', 'qvel', 'Data has no field qvel'],
  ['m.opt.gravity = a;', 'm.opt', 'only scalars of a Model or a Data can be assigned'],
  ['d.ncon = x;', 'x;', 'd.ncon holds an int, but the value is a number'],
  ['const y = m.opt.wind;', 'm.opt', 'Model.opt has no field wind'],
  ['const y = 1; y++;', 'y++', 'y is a const'],
  ['if (x == 1) return;', 'x ==', 'compare with === and !=='],
  ['f(m, d, a, k, i);', 'f(m, d, a', 'f takes 6 arguments, found 5'],
  ['f(m, d, a, k, x, x);', 'x, x)', 'i of f is an int, but its value is a number'],
  ['f(m, d, k, k, i, x);', 'k, k', 'a of f: expected Float64Array, found Int32Array'],
  ['g(x);', 'g(x)', 'g is not a function of a dialect module'],
  ['const q = x as int;', 'x as', 'as int does not convert a number; truncate with | 0'],
  ['const q = x as E;', 'x as', 'as E does not convert a number'],
  ['return 1;', 'return', 'f returns nothing'],
  ['switch (x) { }', 'x)', 'the operand of switch is an int, but its value is a number'],
  ['switch (i) { case 1: d.ncon = 1; case 2: break; }', 'case 1', 'a case ends in break, continue or return'],
  ['const y = i > 0 ? a : k;', 'i > 0', 'the two sides of ?: differ: Float64Array and Int32Array'],
  ['const b = i = 3;', 'i = 3', 'an assignment is a statement, not a value'],
  ['const y = E.A;', 'E.A', 'E is not defined'],
  ['x;', 'x;', 'this expression does nothing'],
];

test.each(bad)('%s is rejected', (statements, part, message) => {
  const text = body(statements);
  const errors = translationErrors(text);
  expect(errors).toHaveLength(1);
  // the last occurrence is the one in the body: the signature precedes it
  const start = text.indexOf(statements);
  expect(errors[0]).toContain(`src/core/math/a.ts:1:${start + statements.indexOf(part) + 1} dialect:`);
  expect(errors[0]).toContain(message);
});

const badModules: [text: string, part: string, message: string][] = [
  ['export let n = 0;', 'n = 0', 'module variables are not allowed'],
  ['export const s = "x";', '"x"', 'expected a constant expression of numbers, an enum or a typed array'],
  ['export function f(x): void {}', 'x)', 'the parameter x needs a type'],
  ['export function f(x: number) {}', 'f(', 'the result of f needs a type'],
  ['export function f(x: number = 1): void {}', 'x:', 'x: default and optional parameters are not allowed'],
  ['export function f(x: number[]): void {}', 'number[]', 'the type number[] is unknown'],
  ['export function f(x: string): void {}', 'string', 'the type string is unknown'],
  ['export class C {}', 'export', 'only imports, types, constants, scratch arrays and functions'],
  ["import { x } from 'pkg';", "'pkg'", 'packages cannot be imported: pkg'],
  ["import * as v from './b.ts';", 'import', 'imports name what they take'],
  ['const t = new Int32Array([0.5]);', '0.5', 'a Int32Array holds ints'],
  ['/** @simd */ export function f(): void {}', 'f()', 'f is marked @simd, but src/core/wasm/simd has no function'],
];

test.each(badModules)('at module level, %s is rejected', (text, part, message) => {
  const errors = translationErrors(text);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(at(text, part));
  expect(errors[0]).toContain(message);
});

test('one mistake gives one message, and the checker continues', () => {
  const errors = translationErrors(
    body('const s = a.map(x); const t = s + 1; a[i] = t; const { q } = d; q[0] = 1; k[i] = 0.5;'),
  );
  expect(errors.map((e) => e.replace(/.*dialect: /, ''))).toEqual([
    '.map() is not part of the dialect',
    'Data has no field q',
    'k[i] holds an int, but the value is a number; truncate with (...) | 0',
  ]);
});

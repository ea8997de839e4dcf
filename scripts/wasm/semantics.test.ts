import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { compileWasm } from './compile.mjs';
import { Layout } from './layout.mjs';
import { translateProgram } from './translate/translate.mjs';

/* Small programs run in both engines: as JavaScript, and translated. Arguments are numbers and offsets into one array. */

const source = `
import { E, type Some } from '../model/enums.ts';
import { unreachable } from '../model/unreachable.ts';
import { helper } from './b.ts';

const EPS = 1e-3;
const TWO: number = 2;
const tmp = new Float64Array(4);
const table = new Int32Array([3, 1, E.B]);
const reals = new Float64Array([0.1, -2, Math.PI / 3, 1 << 4]);
const f64bits = new Float64Array(1);
const i32bits = new Int32Array(f64bits.buffer);

export function mixed(i: int, j: int, x: number): number {
  const n = i * j + 1;
  const q = i / 4;
  let sum: number = 0;
  for (let k = 0; k < n; k++) sum += k % 3 === 0 ? x : -k;
  return sum + q + ((i / 2) | 0) + ((j / -3) | 0) + EPS + TWO;
}

export function negativeZero(i: int, j: int): number {
  const a: number = -i;
  return 1 / a + 1 / (i * j) + (i > 0 ? -j : i * -1);
}

export function truncate(x: number): int {
  return x | 0;
}

export function shifts(i: int, j: int): number {
  return (i >>> 1) + (i >>> 0) + (i >>> j) + (i << j) + (i >> 3) + (~i ^ j) + ((i >>> 0) & 0xffffffff);
}

export function fold(i: int, x: number): number {
  tmp.fill(x);
  tmp[i & 3] += 1;
  tmp[(i & 3) ^ 1] *= 3;
  tmp[3]--;
  return tmp[0] + tmp[1] + tmp[2] + tmp[3] + tmp.length + table[i % 3] * reals[i & 3];
}

export function cases(i: int): int {
  switch (i) {
    case E.A:
    case E.B:
      return 10;
    case 5: {
      const k = i * 2;
      return k;
    }
    default:
      break;
  }
  let n = 0;
  do {
    n++;
    if (n === 3) continue;
    if (n > 7) break;
  } while (n < i);
  return n;
}

export function closed(i: int): int {
  const e = i as Some;
  switch (e) {
    case E.A:
      return 10;
    default:
      unreachable(e);
  }
  return -1;
}

export function words(x: number): int {
  f64bits[0] = x;
  return i32bits[1] ^ i32bits[0];
}

export function steps(a: Float64Array, k: Int32Array, i: int): int {
  let n = i;
  for (let p = 0, q = 5; p < q; p++, q--) {
    a[n++] = p / (q + 1);
    k[p] += q;
  }
  k[n - i]++;
  a[k[7]++] = 1;
  a[--k[8] + 3] -= 2;
  const swap = n > 3 ? a : a;
  swap[n] = helper(swap, n - 1) - Math.max(0.5, i) + Math.min(i, 3, n) + Math.abs(-n) + Math.sign(a[i]) + Math.floor(-0.5);
  return Math.imul(n, 0x9e3779b1) + recurse(4);
}

function recurse(n: int): int {
  return n <= 1 ? 1 : n * recurse(n - 1);
}

export function logic(i: int, x: number): boolean {
  const both = i > 0 && !(x < 1) || Number.isNaN(x);
  return both === (i !== 3) || !Number.isFinite(x);
}

export function block(m: Model, d: Data, i: int): number {
  const { nv, body_mass } = m;
  const { qpos } = d;
  const { gravity } = m.opt;
  qpos[i] += body_mass[i] * gravity[2] * m.opt.timestep;
  d.qpos[i + 1] = nv / 2;
  d.ncon += nv;
  d.ncon++;
  d.time = m.opt.timestep;
  return d.ncon + d.time;
}
`;

const files: Record<string, string> = {
  'src/core/math/a.ts': source,
  'src/core/math/b.ts': 'export function helper(a: Float64Array, i: int): number { return a[i] + 0.1; }',
  'src/core/model/enums.ts': 'export const E = { A: 1, B: 2 } as const; export type E = 1 | 2; export type Some = 1;',
  'src/core/model/unreachable.ts': 'export function unreachable(_none: never): void {}',
};

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
    scalar: new Map([
      ['ncon', { offset: 16, kind: 'i32' }],
      ['time', { offset: 24, kind: 'f32' }],
    ]),
  },
);

type Functions = Record<string, (...args: unknown[]) => unknown>;

async function engines(): Promise<{ js: Functions; wasm: Functions; memory: WebAssembly.Memory }> {
  const { source: code, errors } = translateProgram({
    paths: Object.keys(files).slice(0, 2),
    read: (path: string) => files[path],
    isDialect: (path: string) => path.startsWith('src/core/math/'),
    layout,
    exportName: (fn: { exported: boolean; name: string }) => (fn.exported ? fn.name : undefined),
    prelude: readFileSync(new URL('./prelude.as', import.meta.url), 'utf8'),
  });
  expect(errors).toEqual([]);
  const { bytes } = await compileWasm(code);
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true });
  const instance = await WebAssembly.instantiate(await WebAssembly.compile(bytes), { env: { memory } });
  const whole = Object.values(files)
    .toReversed()
    .join('\n')
    .replace(/^import.*$/gm, '');
  const js = ts.transpileModule(whole, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const url = `data:text/javascript;base64,${Buffer.from(js.outputText).toString('base64')}`;
  return { js: await import(/* @vite-ignore */ url), wasm: instance.exports as Functions, memory };
}

const both = await engines();
const ints = [0, 1, 2, 3, 5, 7, -1, -6, 2147483647, -2147483648, 123456789];
const reals = [
  0,
  -0,
  0.5,
  -0.5,
  1.5,
  -2.7,
  1e10,
  -1e10,
  4294967296.5,
  1e300,
  -1e300,
  Number.NaN,
  Infinity,
  -Infinity,
  3e9,
];

function agree(name: string, ...args: number[]): void {
  const js = Number(both.js[name](...args));
  expect([name, ...args, Number(both.wasm[name](...args))]).toEqual([name, ...args, js]);
}

test('arithmetic of ints and numbers agrees, with integer division and negative zeros', () => {
  for (const i of [0, 1, 5, 9]) for (const j of [-4, 0, 3]) for (const x of [0.1, -3]) agree('mixed', i, j, x);
  for (const i of [0, 1, 5]) for (const j of [-4, 0, 3]) agree('negativeZero', i, j);
});

test('truncation agrees for every real, also beyond 32 bits', () => {
  for (const x of reals) agree('truncate', x);
});

test('shifts and bit operations agree, signed and unsigned', () => {
  for (const i of ints) for (const j of [0, 1, 4]) agree('shifts', i, j);
});

test('scratch, tables and compound assignments agree', () => {
  for (const i of [0, 1, 2, 3, 4, 11]) agree('fold', i, 0.25 * i);
});

test('switch, loops, break and continue agree', () => {
  for (const i of [0, 1, 2, 3, 4, 5, 6, 20]) agree('cases', i);
});

test('a closed set of cases compiles without a default, and a value outside it continues after the switch', () => {
  for (const i of [0, 1, 2, 1000]) agree('closed', i);
});

test('bits of reals viewed through scratch of another type agree', () => {
  for (const x of [0, -0, 1.5, 1e-300, -12345.678]) agree('words', x);
});

test('booleans agree', () => {
  for (const i of [0, 3, 4]) for (const x of reals) agree('logic', i, x);
});

test('arrays written through addresses agree', () => {
  const f64 = new Float64Array(both.memory.buffer, 65536, 32);
  const i32 = new Int32Array(both.memory.buffer, 65536 + 1024, 16);
  const [a, k] = [new Float64Array(32), new Int32Array(16)];
  for (let i = 0; i < 5; i++) {
    expect(both.wasm.steps(65536, 65536 + 1024, i)).toBe((both.js.steps(a, k, i) as number) | 0);
    expect(f64).toEqual(a);
    expect(i32).toEqual(k);
  }
});

test('fields of Model and Data are read through their headers', () => {
  const at = { m: 70000, d: 70064, mass: 70128, gravity: 70192, qpos: 70256 };
  const u32 = (address: number) => new Int32Array(both.memory.buffer, address, 8);
  const f64 = (address: number) => new Float64Array(both.memory.buffer, address, 8);
  u32(at.m).set([at.mass, at.gravity, 0, 0, 7]);
  f64(at.m)[3] = 0.125;
  u32(at.d).set([at.qpos, 0, 0, 0, 2]);
  f64(at.mass).fill(2);
  f64(at.gravity).set([0, 0, -10]);
  const m = { nv: 7, body_mass: new Float64Array(8).fill(2), opt: { gravity: [0, 0, -10], timestep: 0.125 } };
  const d = { qpos: new Float64Array(8), ncon: 2, time: 0 };
  expect(both.wasm.block(at.m, at.d, 3)).toBe(both.js.block(m, d, 3));
  expect(f64(at.qpos)).toEqual(d.qpos);
  expect(u32(at.d)[4]).toBe(10);
});

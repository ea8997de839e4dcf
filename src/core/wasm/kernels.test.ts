import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { moduleSource } from '../../../scripts/wasm/embed.mjs';

/* Every function of math/ in both engines on the same random memory: results and memory must be identical, bit for
 *  bit. */

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const files = readdirSync(`${root}/src/core/math`, { recursive: true, encoding: 'utf8' });
const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const modules: Record<string, unknown>[] = await Promise.all(
  sources.map((file) => import(`${root}/src/core/math/${file}`)),
);

type Kernel = (...args: unknown[]) => unknown;
interface Engine {
  exports: Record<string, Kernel>;
  signatures: Record<string, string>;
  memory: WebAssembly.Memory;
}

const BASE = 16 * 65536;
const ELEMENTS = 512;

/** Kernels that need increasing indices. */
const ordered = /Sparse|Indices/;

async function compiled(simd: boolean): Promise<Engine> {
  const text: string = await moduleSource(root, { only: ['core/math'], kernels: true, simd });
  const { base64, signatures } = await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`
  );
  const memory = new WebAssembly.Memory({ initial: 32, maximum: 65536, shared: true });
  const module = await WebAssembly.compile(Buffer.from(base64, 'base64'));
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  return { exports: instance.exports as Record<string, Kernel>, signatures, memory };
}

/** A repeatable stream of numbers in [0, 1). */
function random(seed: number): () => number {
  let s = seed;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) | 0;
    return (s >>> 0) / 4294967296;
  };
}

/** Arguments for a signature: consecutive arrays in memory, ints that are valid as offsets and as counts. */
function makeArguments(params: string, increasing: boolean, next: () => number) {
  const buffer = new ArrayBuffer(8 * ELEMENTS * params.length);
  let at = 0;
  const args = [...params].map((kind) => {
    if (kind === 'F') {
      const view = new Float64Array(buffer, at, ELEMENTS);
      for (let k = 0; k < ELEMENTS; k++) view[k] = next() < 0.1 ? 0 : 4 * next() - 2;
      at += 8 * ELEMENTS;
      return view;
    }
    if (kind === 'I') {
      const view = new Int32Array(buffer, at, ELEMENTS);
      for (let k = 0; k < ELEMENTS; k++)
        view[k] = increasing ? (view[k - 1] ?? 0) + 1 + Math.floor(2 * next()) : 1 + Math.floor(8 * next());
      at += 8 * ELEMENTS;
      return view;
    }
    if (kind === 'b') return next() < 0.5;
    return kind === 'i' ? Math.floor(13 * next()) : (next() - 0.5) * 10 ** Math.floor(6 * next());
  });
  return { buffer, args };
}

const isView = (x: unknown): x is Float64Array => ArrayBuffer.isView(x);

/** Bits of the memory, with one bit pattern for every NaN, whose sign and payload are unspecified. */
function bitsOf(buffer: ArrayBuffer): BigUint64Array {
  const reals = new Float64Array(buffer);
  for (let k = 0; k < reals.length; k++) if (Number.isNaN(reals[k])) reals[k] = Number.NaN;
  return new BigUint64Array(buffer);
}

/** Writes the pattern of the mass matrix of a random tree of n dofs to the arrays of ints: rownnz, rowadr, colind and,
 *  if present, the index of rows. Sets the ints before them (vectors, dofs, rows) to 1, n, n or n. */
function makeTree(args: unknown[], next: () => number): void {
  const n = 22;
  const [rownnz, rowadr, colind, index] = args.filter((x) => x instanceof Int32Array);
  let adr = 0;
  for (let i = 0; i < n; i++) {
    const parent = i === 0 || next() < 0.05 ? -1 : i - 1 - Math.floor(3 * next() * next() * Math.min(1, i / 3));
    const above = parent < 0 ? 0 : rownnz[parent];
    for (let k = 0; k < above; k++) colind[adr + k] = colind[rowadr[parent] + k];
    colind[adr + above] = i;
    rowadr[i] = adr;
    rownnz[i] = above + 1;
    if (index) index[i] = i;
    adr += rownnz[i];
  }
  const ints = args.flatMap((x, k) => (typeof x === 'number' ? [k] : []));
  for (const [k, value] of ints.map((at, order) => [at, ints.length === 1 || order > 1 ? n : order] as const))
    args[k] = value;
}

/** Offsets and lengths for rows of blocks of four; diagonal blocks of the first array usually have large pivots. */
function makeBlocks(args: unknown[], next: () => number): void {
  for (const [k, x] of args.entries()) if (Number.isInteger(x)) args[k] = 4 * (1 + Math.floor(6 * next()));
  const [C, c, n] = args as [Float64Array, number, number];
  for (let i = 0; i < 4; i++) if (next() < 0.8) C[c + i * (n + 1)] = 3 + 20 * next();
}

function compare(engine: Engine, name: string, js: Kernel, seed: number): void {
  const signature = engine.signatures[name];
  const next = random(seed);
  const { buffer, args } = makeArguments(signature.split(':')[0], ordered.test(name), next);
  if (/^(factor|solve)L/.test(name)) makeTree(args, next);
  if (/(Rows|RowsT|Outer)4$/.test(name)) makeBlocks(args, next);
  new Uint8Array(engine.memory.buffer, BASE).set(new Uint8Array(buffer));
  const found = engine.exports[name](...args.map((x) => (isView(x) ? BASE + x.byteOffset : x)));
  const expected = js(...args);
  const message = `${name}, seed ${seed}`;
  if (expected !== undefined)
    expect(Object.is(Number(found), Number(expected)), `${message}: ${found} ${expected}`).toBe(true);
  const a = bitsOf(buffer);
  const b = bitsOf(engine.memory.buffer.slice(BASE, BASE + buffer.byteLength));
  const different = a.findIndex((x, k) => x !== b[k]);
  expect(different, message).toBe(-1);
}

// building them may take longer than a test
const engines = { 'with SIMD twins': await compiled(true), 'without twins': await compiled(false) };

test.each(Object.entries(engines))('math kernels give identical results in both engines, %s', (_, engine) => {
  const functions = new Map<string, Kernel>();
  for (const module of modules) {
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === 'function') functions.set(name, value as Kernel);
    }
  }
  const kernels = Object.keys(engine.signatures);
  expect(kernels.length).toBeGreaterThan(100);
  for (const name of kernels) {
    for (let seed = 1; seed <= 12; seed++) compare(engine, name, functions.get(name)!, seed);
  }
});

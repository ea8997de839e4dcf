import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const { translateKernels } = await import(`${project}/scripts/wgsl/translate.mjs`);
let root: string;

beforeAll(() => {
  root = mkdtempSync(`${tmpdir()}/tenon-wgsl-`);
  mkdirSync(`${root}/src/worlds/webgpu/kernel`, { recursive: true });
  mkdirSync(`${root}/src/core`);
  for (const folder of ['math', 'model']) symlinkSync(`${project}/src/core/${folder}`, `${root}/src/core/${folder}`);
});
afterAll(() => rmSync(root, { recursive: true }));

const head = `import type { int } from '../../../core/math/int.ts';
import type { Data } from '../../../core/model/data.ts';
import type { Model } from '../../../core/model/model.ts';
`;

/** Text of the functions of a kernel, by their short names. */
async function translate(code: string): Promise<Record<string, string>> {
  writeFileSync(`${root}/src/worlds/webgpu/kernel/k.ts`, head + code);
  writeFileSync(`${root}/src/worlds/webgpu/kernel/index.ts`, `export { kernel } from './k.ts';\n`);
  const { functions } = await translateKernels(root);
  const entries = Object.entries(functions as Record<string, { code: string }>);
  return Object.fromEntries(entries.map(([name, fn]) => [name.split('__').at(-1), fn.code]));
}

test('fields are word addresses in their block, sizes are constants', async () => {
  const { kernel } = await translate(`export function kernel(m: Model, d: Data): void {
    const { nv } = m;
    const { qpos } = d;
    for (let i = 0; i < nv; i++) qpos[i + 2] += m.opt.timestep;
  }`);
  expect(kernel).toContain('var nv_: i32 = M_nv;');
  expect(kernel).toContain('var qpos_: u32 = (d_ + D_qpos);');
  expect(kernel).toContain('readReal(m_ + M_opt_timestep)');
  expect(kernel).toMatch(/writeReal\(t_0 \+ 2, /);
});

test('a conditional is a select, or a branch if a side has effects or may access invalid memory', async () => {
  const { kernel } = await translate(`function bump(d: Data): int { d.ncon = 1; return 2; }
  function twice(n: int): int { return 2 * n; }
  export function kernel(m: Model, d: Data): void {
    const a = m.nv > 1 ? 3 : twice(m.nv);
    const b = m.nv > 1 ? bump(d) : a;
    // the index of the second access is arbitrary if there is no geom
    const c = 4 + (b >= 0 ? m.body_parentid[m.geom_bodyid[b]] : 0);
    d.nefc = c;
  }`);
  expect(kernel).toMatch(/var a_: i32 = \(select\(\w+__twice\(M_nv\), 3, \(M_nv > 1\)\)\);/);
  expect(kernel).toMatch(/if \(\(M_nv > 1\)\) \{\nb_ = \(\w+__bump\(d_\)\);\n\} else \{\nb_ = \(a_\);\n\}/);
  expect(kernel).toMatch(/if \(\(b_ >= 0\)\) \{\nc_ = \(4 \+ \(readInt.*\n\} else \{\nc_ = \(4 \+ \(0\)\);\n\}/);
});

test('a conditional that must be a branch, in a place without statements, is rejected with its location', async () => {
  const code = `export function kernel(m: Model, d: Data): void {
  while ((d.ncon > 0 ? m.body_parentid[m.geom_bodyid[d.ncon]] : 0) > 0) d.ncon = 0;
}`;
  await expect(translate(code)).rejects.toThrow(
    /src\/worlds\/webgpu\/kernel\/k\.ts:4 wgsl: a side of \?: reads .*: use if/,
  );
});

test('recursion is rejected with its location', async () => {
  const code = `function even(n: int): boolean { return n === 0 || odd(n - 1); }
function odd(n: int): boolean { return n !== 0 && even(n - 1); }
export function kernel(m: Model, d: Data): void { if (even(m.nv)) d.ncon = 1; }`;
  await expect(translate(code)).rejects.toThrow(
    'src/worlds/webgpu/kernel/k.ts:4 wgsl: even -> odd -> even is recursive',
  );
});

test('parameters that are assigned to become variables, and i++ is a value', async () => {
  const { count } = await translate(`function count(n: int): int { n += 1; const before = n++; return before + n; }
  export function kernel(m: Model, d: Data): void { d.ncon = count(m.nv); }`);
  expect(count).toContain('(n_given: i32) -> i32');
  expect(count).toContain('var n_: i32 = n_given;');
  expect(count).toContain('postStep(&n_, 1)');
});

test('a function whose branches all return has no final return, which shader compilers warn about', async () => {
  const { pick } = await translate(`function pick(k: int): int {
    switch (k) {
      case 1:
      case 2:
        return 5;
      default:
        if (k > 7) return 6;
        else return k;
    }
  }
  export function kernel(m: Model, d: Data): void { d.ncon = pick(m.nv); }`);
  expect(pick).not.toContain('return i32()');
});

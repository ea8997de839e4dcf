/** Both engines on the same numbers: a model and a Data in two memories of the same layout, and a table of stages that
 *  runs each stage in both and compares all of memory, bit by bit. */
import { expect } from 'vitest';
import * as kernels from '../../src/compiler/kernel/index.ts';
import { jsStages } from '../../src/engine/runtime/stages.ts';
import { Data, growArena } from '../../src/model/data.ts';
import { arenaTable, dataScalars, dataTable, modelTable } from '../../src/model/fields/index.ts';
import { STATIC_BYTES } from '../../src/model/memory.ts';
import type { Model } from '../../src/model/model.ts';
import { compileEngine, wasmStagesSync } from '../../src/wasm/load.ts';
import { firstOtherBits } from './difference.mjs';
import { type MjModel, modelFromOracle } from './oracle.ts';

/** What the compiled engine has: stages, and kernels of the compiler. */
const plain = { ...jsStages, ...kernels };
type Stages = typeof plain;

export interface World {
  m: Model;
  d: Data;
}

/** A model twice: `js` and `wasm` start with the same bytes at the same addresses. */
export interface TwoEngines {
  js: World;
  wasm: World;
  /** The stages of each engine. */
  stages: { js: Stages; wasm: Stages };
  /** Stages that run in both engines and compare; to be called with `js.m` and `js.d`. */
  compared: Stages;
  /** Names of the stages that have been compared. */
  seen: Set<string>;
}

export async function twoEngines(theirs: MjModel): Promise<TwoEngines> {
  const engine = await compileEngine();
  const make = (): World => {
    const m = modelFromOracle(theirs);
    return { m, d: new Data(m) };
  };
  const js = make();
  const wasm = make();
  const stages = { js: plain, wasm: wasmStagesSync(engine, wasm.m.heap.memory!) as Stages };
  const seen = new Set<string>();
  const compared = Object.fromEntries(
    Object.keys(plain).map((name) => [
      name,
      (...args: unknown[]) => {
        seen.add(name);
        return compareStage(name, args, js, wasm, stages);
      },
    ]),
  ) as unknown as Stages;
  return { js, wasm, stages, compared, seen };
}

type Call = (...args: unknown[]) => unknown;

function compareStage(name: string, args: unknown[], js: World, wasm: World, stages: TwoEngines['stages']): unknown {
  copyMemory(js, wasm);
  const swap = (x: unknown) => (x === js.m ? wasm.m : x === js.d ? wasm.d : x);
  const found = (stages.wasm as unknown as Record<string, Call>)[name](...args.map(swap));
  const result = (stages.js as unknown as Record<string, Call>)[name](...args);
  expect(Object.is(found, result), `${name}: result ${found}, expected ${result}`).toBe(true);
  expect(differences(js, wasm), name).toEqual([]);
  return result;
}

/** Makes the second memory a copy of the first, with an arena of the same size. */
function copyMemory(from: World, to: World): void {
  if (to.d.con_cap !== from.d.con_cap || to.d.efc_cap !== from.d.efc_cap || to.m.heap.used !== from.m.heap.used) {
    for (const name of ['con', 'efc', 'J', 'Y', 'A', 'H'] as const) to.d[`${name}_need`] = from.d[`${name}_cap`];
    growArena(to.d);
  }
  bytes(to).set(bytes(from));
}

const bytes = ({ m }: World) => new Uint8Array(m.heap.buffer, STATIC_BYTES, m.heap.used);

/** Fields of Model and Data that differ, with the place of the first difference. NaN equals NaN. */
export function differences(a: World, b: World): string[] {
  const found: string[] = [];
  // nearly always all of it is the same
  if (Buffer.compare(bytes(a), bytes(b)) === 0) return found;
  const note = (name: string, x: ArrayLike<number>, y: ArrayLike<number>) => {
    const k = firstOtherBits(x, y);
    if (k >= 0) found.push(`${name}[${k}]: js ${x[k]}, wasm ${y[k]}`);
  };
  for (const [name] of [...dataTable, ...arenaTable]) note(name, a.d[name], b.d[name]);
  for (const [name] of dataScalars) note(name, [a.d[name]], [b.d[name]]);
  for (const [name] of modelTable) if (!name.includes('.')) note(name, field(a.m, name), field(b.m, name));
  return found;
}

const field = (m: Model, name: string) => (m as unknown as Record<string, ArrayLike<number>>)[name];

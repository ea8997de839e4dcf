/** Both engines on the same data: a model and a Data in two memories of the same layout, and a table of stages that runs each stage in both
 *  and compares all of memory bit by bit. */
import { expect } from 'vitest';
import * as kernels from '../../../src/compiler/kernel/index.ts';
import { withPerStepHook } from '../../../src/core/engine/runtime/perStepHook.ts';
import { pipelineStepNames } from '../../../src/core/engine/runtime/pipelineRunner.ts';
import { jsStages } from '../../../src/core/engine/runtime/stages.ts';
import { BLOCK } from '../../../src/core/model/block/block.ts';
import { modelLayout } from '../../../src/core/model/block/layout.ts';
import { copyData } from '../../../src/core/model/copy.ts';
import { blockOf, Data } from '../../../src/core/model/data.ts';
import {
  arenaTable,
  type Capacity,
  capacities,
  dataScalars,
  dataTable,
  modelTable,
} from '../../../src/core/model/fields/index.ts';
import type { Model } from '../../../src/core/model/model.ts';
import { compileEngine, wasmStagesOf } from '../../../src/core/wasm/compileEngine.ts';
import { firstOtherBits } from './difference.mjs';
import { type MjModel, modelFromOracle } from './oracle.ts';

/** Members of the compiled engine: stages, and kernels of the compiler. */
const plain = { ...jsStages, ...kernels };
type StageFunctions = typeof plain;

export interface World {
  m: Model;
  d: Data;
}

/** A model twice: `js` and `wasm` start with the same bytes at the same addresses. */
export interface TwoEngines {
  js: World;
  wasm: World;
  /** The stages of each engine. */
  stages: { js: StageFunctions; wasm: StageFunctions };
  /** Stages that run in both engines and compare; call them with `js.m` and `js.d`. */
  compared: StageFunctions;
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
  const stages = { js: plain, wasm: wasmStagesOf(engine, wasm.m.heap) as StageFunctions };
  const seen = new Set<string>();
  const table = Object.fromEntries(
    Object.keys(plain).map((name) => [
      name,
      (...args: unknown[]) => {
        seen.add(name);
        return compareStage(name, args, js, wasm, stages);
      },
    ]),
  ) as unknown as StageFunctions;
  const compared = withPerStepHook(table, (m, d, step, mode) => {
    // steps without a stage are host hooks
    if (!(pipelineStepNames[step] in plain)) return stages.js.runPipelineStep(m, d, step, mode);
    seen.add(pipelineStepNames[step]);
    return compareStage('runPipelineStep', [m, d, step, mode], js, wasm, stages) as number;
  }) as StageFunctions;
  return { js, wasm, stages, compared, seen };
}

type Call = (...args: unknown[]) => unknown;

function compareStage(name: string, args: unknown[], js: World, wasm: World, stages: TwoEngines['stages']): unknown {
  copyMemory(js, wasm);
  const swap = (x: unknown) => (x === js.m ? wasm.m : x === js.d || x === blockOf(js.d) ? wasm.d : x);
  const found = (stages.wasm as unknown as Record<string, Call>)[name](...args.map(swap));
  const result = (stages.js as unknown as Record<string, Call>)[name](...args);
  expect(Object.is(found, result), `${name}: result ${found}, expected ${result}`).toBe(true);
  expect(differences(js, wasm), name).toEqual([]);
  return result;
}

/** Makes the second world a copy of the first, with an arena of the same size. */
function copyMemory(from: World, to: World): void {
  const [a, b] = [from.m[BLOCK], to.m[BLOCK]];
  b.i32.set(a.i32.subarray(a.plan.offsets.length), a.plan.offsets.length);
  modelArrayBytes(b).set(modelArrayBytes(a));
  copyData(to.d, from.d);
  for (const name of capacities) {
    expect(to.d[name]).toBe(from.d[name]);
    to.d[needOf(name)] = from.d[needOf(name)];
  }
}

/** All arrays of a Model, one after the other. */
const modelArrayBytes = ({ heap, ptr, plan }: Model[typeof BLOCK]) =>
  new Uint8Array(heap.buffer, ptr + modelLayout.bytes, plan.bytes);

const needOf = (cap: Capacity) => cap.replace('cap', 'need') as 'con_need';

/** Fields of Model and Data that differ, with the index of the first difference. NaN equals NaN. */
export function differences(a: World, b: World): string[] {
  const found: string[] = [];
  const note = (name: string, x: ArrayLike<number>, y: ArrayLike<number>) => {
    // fast path: usually all memory is equal
    if (sameBytes(x, y)) return;
    const k = firstOtherBits(x, y);
    if (k >= 0) found.push(`${name}[${k}]: js ${x[k]}, wasm ${y[k]}`);
  };
  const [x, y] = [blockOf(a.d), blockOf(b.d)];
  for (const [name] of [...dataTable, ...arenaTable]) note(name, x[name], y[name]);
  for (const [name] of dataScalars) note(name, [a.d[name]], [b.d[name]]);
  if (Buffer.compare(modelArrayBytes(a.m[BLOCK]), modelArrayBytes(b.m[BLOCK])) === 0) return found;
  for (const [name] of modelTable) if (!name.includes('.')) note(name, field(a.m, name), field(b.m, name));
  return found;
}

function sameBytes(x: unknown, y: unknown): boolean {
  if (!ArrayBuffer.isView(x) || !ArrayBuffer.isView(y)) return false;
  const [a, b] = [x, y].map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  return Buffer.compare(a, b) === 0;
}

const field = (m: Model, name: string) => (m as unknown as Record<string, ArrayLike<number>>)[name];

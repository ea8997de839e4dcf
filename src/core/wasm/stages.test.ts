// needs: the compiled engine
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { oracleModel, random } from '../../../test/support/oracle/oracle.ts';
import { differences, twoEngines, type World } from '../../../test/support/oracle/twoEngines.ts';
import * as kernels from '../../compiler/kernel/index.ts';
import * as derivatives from '../derivative/analytic/index.ts';
import * as reverse from '../derivative/reverse/kernel/index.ts';
import { setStages } from '../engine/runtime/engine.ts';
import { jsStages } from '../engine/runtime/stages.ts';
import { step } from '../engine/step.ts';
import { Cone, Disable, Enable, Integrator, JacobianType, Solver } from '../model/enums.ts';
import type { Options } from '../model/fields/index.ts';
import { Heap } from '../model/memory/heap.ts';
import { compileEngine, wasmStagesOf } from './compileEngine.ts';

const folder = new URL('../../../examples/', import.meta.url);
const models = readdirSync(folder).filter((name) => name.endsWith('.xml'));
const read = (name: string) => oracleModel(readFileSync(new URL(name, folder), 'utf8'));

/** A start with everything in motion, equal for equal seeds. */
function disturb({ m, d }: World, seed: number): void {
  const next = random(seed);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.5 * next();
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = next();
}

// building it may take longer than a test
const engine = await compileEngine();

test('the compiled engine has every stage, the kernels of the compiler and the closed-form derivatives, and nothing else', () => {
  const stages = wasmStagesOf(engine, new Heap());
  expect(Object.keys(stages).sort()).toEqual(
    Object.keys({ ...jsStages, ...kernels, ...derivatives, ...reverse }).sort(),
  );
});

/** Options that select different stages, each for one step. */
const settings: Partial<Options>[] = [
  ...Object.values(Integrator).map((integrator) => ({ integrator })),
  ...Object.values(Solver).flatMap((solver) => [
    { solver, cone: Cone.ELLIPTIC, noslip_iterations: 3 },
    { solver, cone: Cone.PYRAMIDAL, jacobian: JacobianType.SPARSE },
    { solver, disableflags: Disable.ISLAND | Disable.WARMSTART },
  ]),
  { enableflags: Enable.ENERGY | Enable.FWDINV | Enable.OVERRIDE | Enable.DIAGEXACT },
  { enableflags: Enable.SLEEP },
  { disableflags: Disable.NATIVECCD | Disable.MULTICCD | Disable.MIDPHASE | Disable.EULERDAMP },
];

// each of the options with three of the examples
test.each(models)('every stage of a step gives the same bits in both engines: %s', async (name) => {
  const theirs = read(name);
  const { js, compared, seen } = await twoEngines(theirs);
  theirs.delete();
  disturb(js, 7);
  setStages(js.m, compared);
  const { opt } = js.m;
  const turn = models.indexOf(name);
  for (const setting of settings.filter((_, k) => (k + turn) % 3 === 0)) {
    const before = Object.fromEntries(Object.keys(setting).map((key) => [key, opt[key as keyof Options]]));
    Object.assign(opt, setting);
    step(js.m, js.d);
    Object.assign(opt, before);
  }
  expect(seen.size).toBeGreaterThan(25);
});

test.each(models)('a trajectory has the same bits in both engines: %s', async (name) => {
  const theirs = read(name);
  const { js, wasm, stages } = await twoEngines(theirs);
  theirs.delete();
  setStages(wasm.m, stages.wasm);
  for (const world of [js, wasm]) {
    disturb(world, 3);
    for (let k = 0; k < 100; k++) step(world.m, world.d);
  }
  expect(differences(js, wasm)).toEqual([]);
});

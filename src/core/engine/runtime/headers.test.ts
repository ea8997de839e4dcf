// needs: the compiled engine
/** Checks headers of stages: each header lists every field that its stage changes in a wide set of scenes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sceneCorpus } from '../../../../test/support/scenes/sceneCorpus.ts';
import * as models from '../../../../test/support/scenes/smoothModels.ts';
import { modelFromXml } from '../../../load/load.ts';
import { Data } from '../../model/data.ts';
import { Cone, Enable, Integrator, Solver } from '../../model/enums.ts';
import { arenaTable, dataScalars, dataTable, modelTable } from '../../model/fields/index.ts';
import { collisionWork as collision } from '../../model/fields/work/collision.ts';
import { constraintWork as constraint } from '../../model/fields/work/constraint.ts';
import { flexWork as flex } from '../../model/fields/work/flex.ts';
import { integrateWork as integrate } from '../../model/fields/work/integrate.ts';
import { islandWork as island } from '../../model/fields/work/island.ts';
import { positionWork as position } from '../../model/fields/work/position.ts';
import { sensorWork as sensor } from '../../model/fields/work/sensor.ts';
import { solverWork as solver } from '../../model/fields/work/solver.ts';
import { velocityWork as velocity } from '../../model/fields/work/velocity.ts';
import type { Model } from '../../model/model.ts';
import { inverse } from '../inverse.ts';
import { step } from '../step.ts';
import { setStages } from './engine.ts';
import { withPerStepHook } from './perStepHook.ts';
import { pipelineStepNames } from './pipelineRunner.ts';
import { jsStages, type StageFunctions } from './stages.ts';

/** Scratch that only its own folder uses is not listed. */
const scratchOf = new Map<string, string>(
  Object.entries({ position, flex, velocity, collision, constraint, solver, island, integrate, sensor }).flatMap(
    ([folder, { fixed, arena }]) => [...fixed, ...arena].map(([name]) => [name, folder] as const),
  ),
);
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const fields = [...dataTable, ...arenaTable].map(([name]) => name).filter((name) => name !== 'work_pipeline');
/** Requested capacities and stale-result flags belong to the pipeline. */
const scalars = dataScalars.map(([name]) => name).filter((name) => !/_(cap|need)$|^flg_/.test(name));
const known = new Set<string>([...fields, ...dataScalars.map(([name]) => name), ...modelTable.map(([name]) => name)]);

test('a header lists every field that its stage writes', () => {
  const headers = readHeaders();
  const written = record();
  const missing = [...written].flatMap(([stage, names]) => {
    const { folder, writes } = headers.get(stage)!;
    const left = [...names].filter((name) => scratchOf.get(name) !== folder && !writes.some((w) => matches(w, name)));
    return left.length > 0 ? [`${stage}: ${left.sort().join(' ')}`] : [];
  });
  expect(missing).toEqual([]);
  // a scene that no longer reaches a stage would make this test vacuous
  expect(written.size).toBeGreaterThan(40);
}, 120_000);

test('headers name fields that exist', () => {
  const unknown = [...readHeaders()].flatMap(([stage, { writes }]) =>
    writes.filter((pattern) => ![...known].some((name) => matches(pattern, name))).map((p) => `${stage}: ${p}`),
  );
  expect(unknown).toEqual([]);
});

/** State at the start of a time step, written by earlier steps. */
const state = ['qpos', 'qvel', 'act', 'history', 'qacc_warmstart'];

test('every step reads fields that an earlier step wrote, or the state', () => {
  const headers = readHeaders();
  headers.set('wakeDisturbed', headers.get('wake')!);
  const steps = pipelineStepNames.filter((name) => headers.has(name)).map((name) => ({ name, ...headers.get(name)! }));
  expect(steps.length).toBeGreaterThan(40);
  // its header says ten_*
  const harmless = 'makeConstraint: ten_velocity';
  expect(readBeforeWritten(steps)).toEqual([harmless]);
  // detects a misplaced row
  const k = steps.findIndex(({ name }) => name === 'comPos');
  const swapped = [...steps.slice(0, k), steps[k + 1], steps[k], ...steps.slice(k + 2)];
  expect(readBeforeWritten(swapped)).toEqual(['camlight: subtree_com', harmless]);
});

/** `step: field` where a step reads a field that only later steps write. */
function readBeforeWritten(steps: readonly (StageHeader & { name: string })[]): string[] {
  const firstWrite = new Map<string, number>();
  for (const [k, { writes }] of steps.entries()) {
    const written = fields.filter((field) => !firstWrite.has(field) && writes.some((w) => matches(w, field)));
    for (const field of written) firstWrite.set(field, k);
  }
  const late = fields.filter((field) => firstWrite.has(field) && !state.includes(field));
  return steps.flatMap(({ name, reads }, k) =>
    late
      .filter((field) => firstWrite.get(field)! > k && reads.some((r) => matches(r, field)))
      .map((field) => `${name}: ${field}`),
  );
}

interface StageHeader {
  folder: string;
  /** Fields of the Data. */
  reads: string[];
  writes: string[];
}

/** The fields after `reads d:` and `writes d:` in the comment above each stage. */
function readHeaders(): Map<string, StageHeader> {
  const headers = new Map<string, StageHeader>();
  const engine = `${root}/src/core/engine`;
  const lists = readdirSync(engine).map((folder) => `${engine}/${folder}/index.ts`);
  for (const list of [...lists.filter((path) => existsSync(path)), `${engine}/pipeline/tableStages.ts`]) {
    for (const [, names, file] of readFileSync(list, 'utf8').matchAll(/export \{ ([^}]+) \} from '([^']+)'/g)) {
      const path = join(dirname(list), file);
      const source = readFileSync(path, 'utf8');
      const folder = relative(engine, path).split('/')[0];
      for (const name of names.split(',').map((n) => n.trim()))
        headers.set(name, { folder, ...readsAndWrites(source, name) });
    }
  }
  return headers;
}

function readsAndWrites(source: string, stage: string): { reads: string[]; writes: string[] } {
  const comment = source
    .slice(0, source.indexOf(`export function ${stage}(`))
    .match(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/)?.[0];
  const text = (comment ?? '').replace(/^\s*\*/gm, ' ').replace(/\*\/\s*$/, '');
  const words = (list: string) => list.split(/\s+/).filter((word) => word !== '' && !/^[dm]:$/.test(word));
  const reads = text.match(/\breads\s+([\s\S]*?)(?:\bwrites\s|$)/)?.[1] ?? '';
  return {
    reads: words(reads.replace(/\bm:[\s\S]*?(?=\bd:|$)/, '')),
    writes: words(text.match(/\bwrites\s+([\s\S]*)$/)?.[1] ?? ''),
  };
}

/** `contact_*` matches all fields with this prefix. */
function matches(pattern: string, name: string): boolean {
  return new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name);
}

/** Runs many scenes and records, for each stage, the fields that differ after it. */
function record(): Map<string, Set<string>> {
  const written = new Map<string, Set<string>>();
  for (const [i, xml] of sceneCorpus().entries()) {
    const m = modelFromXml(xml, { engine: 'js' });
    Object.assign(m.opt, options[i % options.length]);
    setStages(m, recording(written));
    const d = new Data(m);
    for (let u = 0; u < m.nu; u++) d.ctrl[u] = Math.sin(u + i);
    step(m, d);
    inverse(m, d);
  }
  sleepAndWake(written);
  return written;
}

/** All trees fall asleep, are pushed, fall asleep again, and are hit by a falling body. */
function sleepAndWake(written: Map<string, Set<string>>): void {
  const m = modelFromXml(models.sleepers, { engine: 'js' });
  Object.assign(m.opt, { enableflags: Enable.SLEEP, sleep_tolerance: 1e3 });
  setStages(m, recording(written));
  const d = new Data(m);
  step(m, d, 12);
  expect(d.ntree_awake).toBe(1); // a tree with an actuator stays awake
  for (let i = 0; i < m.ntree; i++) {
    d.qvel[m.tree_dofadr[i]] = 1;
    step(m, d, 12);
  }
}

const options = [
  { integrator: Integrator.EULER, solver: Solver.NEWTON, cone: Cone.PYRAMIDAL },
  { integrator: Integrator.RK4, solver: Solver.CG, cone: Cone.ELLIPTIC },
  { integrator: Integrator.IMPLICIT, solver: Solver.PGS, enableflags: Enable.ENERGY | Enable.FWDINV },
  { integrator: Integrator.IMPLICITFAST, noslip_iterations: 2, enableflags: Enable.SLEEP | Enable.DIAGEXACT },
  { integrator: Integrator.IMPLICITSPRINGDAMPER, enableflags: Enable.INVDISCRETE },
];

type Call = (m: Model, d: Data, ...rest: number[]) => unknown;

function recording(written: Map<string, Set<string>>): StageFunctions {
  const table = Object.fromEntries(
    Object.entries(jsStages).map(([stage, run]) => [stage, recordingStage(run as Call, noteTo(written, stage))]),
  ) as unknown as StageFunctions;
  const runStep = jsStages.runPipelineStep as Call;
  // steps without a stage are host hooks
  const steps = pipelineStepNames.map((name) =>
    name in jsStages ? recordingStage(runStep, noteTo(written, name)) : runStep,
  );
  return withPerStepHook(table, (m, d, step, mode) => steps[step](m, d, step, mode) as number);
}

function noteTo(written: Map<string, Set<string>>, stage: string): (name: string) => void {
  return (name) => written.set(stage, (written.get(stage) ?? new Set()).add(name));
}

/** Runs a stage and records the fields that it changed. */
function recordingStage(run: Call, note: (name: string) => void): Call {
  return (m, d, ...rest) => {
    const before = fields.map((name) => beginning(d[name]).slice());
    const numbers = scalars.map((name) => d[name]);
    const result = run(m, d, ...rest);
    for (const [k, name] of fields.entries()) if (Buffer.compare(before[k], beginning(d[name])) !== 0) note(name);
    for (const [k, name] of scalars.entries()) if (!Object.is(numbers[k], d[name])) note(name);
    return result;
  };
}

/** The first bytes of a field: enough to detect a write, and fast for the long statistics of the solver. */
function beginning(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, Math.min(array.byteLength, 4096));
}

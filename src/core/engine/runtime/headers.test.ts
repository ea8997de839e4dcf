/** Stage headers are facts: every field that a stage changes in a wide set of scenes stands in its header. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
import { placeNames } from './places.ts';
import { jsStages, type StageFunctions } from './stages.ts';

/** Scratch that a folder keeps to itself needs no mention. */
const scratchOf = new Map<string, string>(
  Object.entries({ position, flex, velocity, collision, constraint, solver, island, integrate, sensor }).flatMap(
    ([folder, { fixed, arena }]) => [...fixed, ...arena].map(([name]) => [name, folder] as const),
  ),
);
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const fields = [...dataTable, ...arenaTable].map(([name]) => name).filter((name) => name !== 'work_pipeline');
/** The room that a stage asks for belongs to the pipeline, and so does what is out of date. */
const scalars = dataScalars.map(([name]) => name).filter((name) => !/_(cap|need)$|^flg_/.test(name));
const known = new Set<string>([...fields, ...dataScalars.map(([name]) => name), ...modelTable.map(([name]) => name)]);

test('every field that a stage writes stands in its header', () => {
  const headers = readHeaders();
  const written = record();
  const missing = [...written].flatMap(([stage, names]) => {
    const { folder, writes } = headers.get(stage)!;
    const left = [...names].filter((name) => scratchOf.get(name) !== folder && !writes.some((w) => matches(w, name)));
    return left.length > 0 ? [`${stage}: ${left.sort().join(' ')}`] : [];
  });
  expect(missing).toEqual([]);
  // a scene that no longer reaches a stage would make this claim empty
  expect(written.size).toBeGreaterThan(40);
}, 120_000);

test('headers name fields that exist', () => {
  const unknown = [...readHeaders()].flatMap(([stage, { writes }]) =>
    writes.filter((pattern) => ![...known].some((name) => matches(pattern, name))).map((p) => `${stage}: ${p}`),
  );
  expect(unknown).toEqual([]);
});

interface StageHeader {
  folder: string;
  writes: string[];
}

/** The fields after `writes d:` in the comment above each stage. */
function readHeaders(): Map<string, StageHeader> {
  const headers = new Map<string, StageHeader>();
  const indexes = readdirSync(`${root}/src/core/engine`, { withFileTypes: true })
    .map(({ name }) => ({ folder: name, index: `${root}/src/core/engine/${name}/index.ts` }))
    .filter(({ index }) => existsSync(index));
  for (const { folder, index } of indexes) {
    for (const [, names, file] of readFileSync(index, 'utf8').matchAll(/export \{ ([^}]+) \} from '([^']+)'/g)) {
      const source = readFileSync(join(dirname(index), file), 'utf8');
      for (const name of names.split(',').map((n) => n.trim()))
        headers.set(name, { folder, writes: writesOf(source, name) });
    }
  }
  return headers;
}

function writesOf(source: string, stage: string): string[] {
  const comment = source
    .slice(0, source.indexOf(`export function ${stage}(`))
    .match(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/)?.[0];
  const text = (comment ?? '').replace(/^\s*\*/gm, ' ').replace(/\*\/\s*$/, '');
  const writes = text.match(/\bwrites\s+([\s\S]*)$/)?.[1] ?? '';
  return writes.split(/\s+/).filter((word) => word !== '' && !/^[dm]:$/.test(word));
}

/** `contact_*` stands for all fields that begin so. */
function matches(pattern: string, name: string): boolean {
  return new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name);
}

/** Runs many scenes and notes, for each stage, which fields differ after it. */
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

/** Everything falls asleep, is pushed, falls asleep again, and is hit by something that falls from above. */
function sleepAndWake(written: Map<string, Set<string>>): void {
  const m = modelFromXml(models.sleepers, { engine: 'js' });
  Object.assign(m.opt, { enableflags: Enable.SLEEP, sleep_tolerance: 1e3 });
  setStages(m, recording(written));
  const d = new Data(m);
  step(m, d, 12);
  expect(d.ntree_awake).toBe(1); // what an actuator moves stays awake
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
  const runPlace = jsStages.runPlace as Call;
  // places that are no stages are work of JavaScript
  const places = placeNames.map((name) =>
    name in jsStages ? recordingStage(runPlace, noteTo(written, name)) : runPlace,
  );
  return withPerStepHook(table, (m, d, at, mode) => places[at](m, d, at, mode) as number);
}

function noteTo(written: Map<string, Set<string>>, stage: string): (name: string) => void {
  return (name) => written.set(stage, (written.get(stage) ?? new Set()).add(name));
}

/** Runs a stage and notes the fields that it has changed. */
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

/** The first bytes of a field: enough to see that somebody wrote to it, and quick for the solver's long statistics. */
function beginning(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, Math.min(array.byteLength, 4096));
}

// needs: the compiled engine
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { modelFromXml, prepare } from '../../../load/load.ts';
import { Data } from '../../model/data.ts';
import { Enable, Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { pipelineStepNames } from '../runtime/pipelineRunner.ts';
import { startProfile } from '../runtime/profile.ts';
import { jsStages } from '../runtime/stages.ts';
import { step } from '../step.ts';
import { PIPELINE_END, PipelineStep } from './pipelineStep.ts';
import { type PhaseRow, phases } from './steps.table.ts';

await prepare();

const balls = (n: number) => {
  const ball = (k: number) => `<body pos="0 0 ${0.1 + 0.15 * k}"><freejoint/><geom size=".1"/></body>`;
  return `<mujoco><worldbody><geom type="plane" size="1 1 1"/>${Array.from({ length: n }, (_, k) => ball(k)).join('')}
    </worldbody></mujoco>`;
};

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const { pipelineFiles } = (await import(`${root}scripts/pipeline/generate.mjs`)) as {
  pipelineFiles(phases: readonly PhaseRow[]): Map<string, string>;
};

test('the generated files are up to date with the table', () => {
  const files = pipelineFiles(phases);
  expect(files.size).toBe(3);
  for (const [path, text] of files) {
    expect(readFileSync(root + path, 'utf8'), `${path} is stale: run \`node scripts/pipelineSteps.mjs\``).toBe(text);
  }
});

test('the enum and the run functions have the rows of the table, in order', () => {
  const names = phases.flatMap(({ steps }) => steps.map(({ name }) => name));
  expect(pipelineStepNames).toEqual(names);
  expect(Object.values(PipelineStep)).toEqual(Array.from({ length: PIPELINE_END }, (_, k) => k));
  const text = readFileSync(new URL('runPhases.ts', import.meta.url), 'utf8');
  expect([...text.matchAll(/isInRange\(PipelineStep\.(\w+),/g)].map(([, name]) => name)).toEqual(names);
});

test('the generator rejects contradictory rows', () => {
  const phase = (...steps: PhaseRow['steps']) => [{ name: 'a', about: 'A phase.', steps }];
  expect(() => pipelineFiles(phase({ name: 'x', from: './x.ts' }, { name: 'x', from: './y.ts' }))).toThrow(
    'x has two rows',
  );
  expect(() => pipelineFiles(phase({ name: 'x' }))).toThrow('x: expected the module of its stage');
  expect(() => pipelineFiles(phase({ name: 'x', from: './x.ts', result: 'host' }))).toThrow('a hook calls no stage');
});

test('every step has the name of a stage or is a hook, except wakeDisturbed', () => {
  const hooks = phases.flatMap(({ steps }) => steps.filter(({ from }) => from === undefined).map(({ name }) => name));
  expect(pipelineStepNames.filter((name) => !(name in jsStages))).toEqual(['wakeDisturbed', ...hooks]);
});

/** Calls into the engine in some steps. */
function recordCalls(m: Model, work: () => void): string[] {
  const calls: string[] = [];
  const stages = m.stages as Record<string, (...args: unknown[]) => unknown>;
  const counting = Object.entries(stages).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      calls.push(name);
      return run(...args);
    },
  ]);
  m.stages = Object.fromEntries(counting);
  work();
  m.stages = stages;
  return calls;
}

test('many time steps are one call into the engine', () => {
  const m = modelFromXml(balls(2));
  const d = new Data(m);
  step(m, d, 10);
  expect(recordCalls(m, () => step(m, d, 100))).toEqual(['runSteps']);
});

test('after the arena grows, a run of many time steps resumes at the interrupted step', () => {
  const [together, apart] = [modelFromXml(balls(12)), modelFromXml(balls(12))];
  const [a, b] = [new Data(together), new Data(apart)];
  const calls = recordCalls(together, () => step(together, a, 20));
  for (let k = 0; k < 20; k++) step(apart, b);
  expect(calls.length).toBeGreaterThan(1);
  expect(a.time).toBe(b.time);
  expect(a.qpos).toEqual(b.qpos);
});

test.each(Object.values(Integrator))(
  'a callback, a profile or neither: the same bits (integrator %i)',
  (integrator) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const runs = [
      (m: Model) => (m.callbacks = { control: () => {} }),
      (m: Model) => startProfile(m),
      () => undefined,
    ].map((prepareModel) => {
      const m = modelFromXml(balls(3));
      Object.assign(m.opt, { integrator, enableflags: Enable.SLEEP | Enable.ENERGY, sleep_tolerance: 0.1 });
      prepareModel(m);
      const d = new Data(m);
      step(m, d, 50);
      return [...d.qpos, ...d.qvel, ...d.energy, ...d.tree_asleep, d.time];
    });
    expect(runs[0]).toEqual(runs[2]);
    expect(runs[1]).toEqual(runs[2]);
  },
);

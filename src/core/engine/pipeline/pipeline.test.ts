import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { modelFromXml, prepare } from '../../../load/load.ts';
import { Data } from '../../model/data.ts';
import { Enable, Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { Place, placeNames } from '../runtime/places.ts';
import { startProfile } from '../runtime/profile.ts';
import { jsStages } from '../runtime/stages.ts';
import { step } from '../step.ts';
import {
  AccelerationPlace,
  ContactPlace,
  END,
  IntegrationPlace,
  PosePlace,
  StatePlace,
  VelocityPlace,
} from './places.ts';

await prepare();

const balls = (n: number) => {
  const ball = (k: number) => `<body pos="0 0 ${0.1 + 0.15 * k}"><freejoint/><geom size=".1"/></body>`;
  return `<mujoco><worldbody><geom type="plane" size="1 1 1"/>${Array.from({ length: n }, (_, k) => ball(k)).join('')}
    </worldbody></mujoco>`;
};

test('places are numbered from 0 to the last without a gap', () => {
  expect(Object.values(Place)).toEqual(Array.from({ length: END }, (_, k) => k));
});

test.each([
  ['poses.ts', { ...StatePlace, ...PosePlace }],
  ['contacts.ts', ContactPlace],
  ['velocities.ts', VelocityPlace],
  ['accelerations.ts', AccelerationPlace],
  ['integration.ts', IntegrationPlace],
])('%s runs its places in their order, none twice', (file, places) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const run = [...text.matchAll(/covers\(from, to, \w+Place\.(\w+)\)/g)].map(([, name]) => name);
  expect(run).toEqual(Object.keys(places));
});

test('every place has the name of a stage, or JavaScript may have work there', () => {
  const host = placeNames.filter((name) => !(name in jsStages));
  expect(host).toEqual([
    'look',
    'filterContacts',
    'userForces',
    'control',
    'userActuators',
    'actuatorPlugins',
    'compareFwdInv',
    'keepState',
    'advancePlugins',
  ]);
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

test('many steps are one call into the engine', () => {
  const m = modelFromXml(balls(2));
  const d = new Data(m);
  step(m, d, 10);
  expect(recordCalls(m, () => step(m, d, 100))).toEqual(['runSteps']);
});

test('steps go on where they were when the arena had to grow in the middle of many', () => {
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

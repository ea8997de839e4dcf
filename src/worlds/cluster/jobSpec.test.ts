// needs: the compiled engine
/** Jobs and their worlds: swept values, and the cost of computing them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modelFromXml, prepare } from '../../index.ts';
import { taskParameters } from './inputs.ts';
import { checkJobSpec, type JobSpec, sweepAxes, sweptValues, worldsOf } from './jobSpec.ts';

const base = { model: 'm.xml', nstep: 1 };

test('the last axis changes fastest, and each combination occurs `worlds` times', () => {
  const spec = { ...base, worlds: 2, sweep: { 'opt.timestep': [1, 2], 'body_mass[1]': { from: 0, to: 1, count: 3 } } };
  expect(worldsOf(spec)).toBe(12);
  expect(sweepAxes(spec)).toEqual([
    { field: 'opt.timestep', index: undefined, values: [1, 2] },
    { field: 'body_mass', index: 1, values: [0, 0.5, 1] },
  ]);
  const values = Array.from({ length: 12 }, (_, world) => sweptValues(spec, world));
  expect(values.filter((_, world) => world % 2 === 0)).toEqual([1, 2].flatMap((a) => [0, 0.5, 1].map((b) => [a, b])));
});

test('the time to compute the values of a task depends only on its worlds, not on the sweep', async () => {
  await prepare();
  const model = modelFromXml(readFileSync('examples/pendulum.xml', 'utf8'));
  const readsFor = (worlds: number) => {
    let reads = 0;
    const values = new Proxy(
      Array.from({ length: worlds }, (_, k) => 0.001 + 1e-6 * k),
      {
        get(target, name, receiver) {
          reads++;
          return Reflect.get(target, name, receiver);
        },
      },
    );
    const spec: JobSpec = { ...base, sweep: { 'opt.timestep': values } };
    expect(taskParameters({ spec, model, worlds }, 0, worlds)?.['opt.timestep'][worlds - 1]).toBe(values[worlds - 1]);
    return reads;
  };
  const [few, many] = [readsFor(500), readsFor(8000)];
  expect(many / few).toBeLessThan(17);
  model.free();
});

test('a job is copied: later changes have no effect', () => {
  const spec = { ...base, fields: ['qpos'], sweep: { 'opt.timestep': [1] }, parameters: { body_mass: [1, 2] } };
  const copy = checkJobSpec(spec);
  spec.fields.push('qvel');
  spec.sweep['opt.timestep'][0] = 7;
  spec.parameters.body_mass[0] = 7;
  expect(copy).toEqual({
    ...base,
    fields: ['qpos'],
    sweep: { 'opt.timestep': [1] },
    parameters: { body_mass: [1, 2] },
  });
  expect(checkJobSpec({ nstep: 1, model: 'm.xml' })).toEqual(checkJobSpec(base));
});

test.each([
  ['job: expected an object', 7],
  ['job: expected an object', []],
  ['job: model: expected a string, found undefined', { nstep: 1 }],
  ['job: model: expected 1 to 4096 characters, found 5000', { model: 'm'.repeat(5000), nstep: 1 }],
  ['job: fields[1]: expected a string, found 3', { ...base, fields: ['qpos', 3] }],
  ['job: fields: expected at most 256 entries, found 257', { ...base, fields: Array(257).fill('qpos') }],
  ['job: noise: qacc: expected one of qpos, qvel, ctrl', { ...base, noise: { qacc: 1 } }],
  ['job: sweep: expected a field such as body_mass[3]', { ...base, sweep: { '__proto__ x': [1] } }],
  [
    'job: sweep: body_mass: expected numbers, or { from, to, count }, found null',
    { ...base, sweep: { body_mass: null } },
  ],
  [
    'job: sweep: expected at most 32 names, found 33',
    {
      ...base,
      sweep: Object.fromEntries(
        Array(33)
          .fill(0)
          .map((_, k) => [`a${k}`, [1]]),
      ),
    },
  ],
  ["job: unknown property 'constructor'", { ...base, constructor: 1 }],
  [
    'job: control: shape: expected 2 values, as in data, found 3 x 1',
    { ...base, control: { data: [1, 2], shape: [3, 1] } },
  ],
  ['job: seed: expected a whole number from 0', { ...base, seed: 1e300 }],
])('%s', (text, spec) => {
  expect(() => checkJobSpec(spec)).toThrow(text);
});

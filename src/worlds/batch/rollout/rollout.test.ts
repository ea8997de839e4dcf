// needs: the compiled engine
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as ort from 'onnxruntime-web';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeThreads, type RolloutOptions, type RolloutPolicy, rollout } from '../../../batch.ts';
import {
  copyModel,
  Data,
  forward,
  getState,
  type Model,
  modelFromXml,
  prepare,
  rnePostConstraint,
  StateBit,
  setState,
  stateSize,
  step,
} from '../../../index.ts';
import { createController, loadPolicy, type OnnxRuntime, toOnnx } from '../../../policy.ts';

const runtime: OnnxRuntime = ort;
const FULL = StateBit.FULLPHYSICS;
/** Contacts, sleep, delayed controls and sensors. */
const scene = `<mujoco><option timestep="0.005"><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 0.1" sleep="init"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
  <body pos="1 0 0.6"><joint name="h" axis="0 1 0" damping="0.1"/><geom type="capsule" size="0.04" fromto="0 0 0 0 0 -0.4"/>
    <site name="tip" pos="0 0 -0.4"/></body></worldbody>
  <actuator><motor joint="h" delay="0.02" nsample="6"/></actuator>
  <sensor><jointpos joint="h" delay="0.01" nsample="4" interval="0.01"/><framepos objtype="site" objname="tip"/></sensor></mujoco>`;

let humanoid: Model;
let delayed: Model;
let folder: string;
let policyFile: string;

beforeAll(async () => {
  await prepare();
  humanoid = modelFromXml(readFileSync('examples/humanoid.xml', 'utf8'));
  delayed = modelFromXml(scene);
  folder = mkdtempSync(join(tmpdir(), 'tenon-policy-'));
  policyFile = join(folder, 'policy.mjs');
  writeFileSync(policyFile, policyText);
}, 120_000);

afterAll(() => {
  closeThreads();
  rmSync(folder, { recursive: true, force: true });
});

const policyText = `export default (m, d, { world, step }) => {
  if (world === 4 && step === 3) throw new RangeError('no idea');
  for (let u = 0; u < m.nu; u++) d.ctrl[u] = Math.sin(world + 0.1 * step) - d.qvel[m.nv - 1 - u % m.nv];
};
export const start = (m, d, { world }) => { d.qpos[2] += 0.01 * world; };
`;

/** States of `n` worlds with small differences. */
function starts(m: Model, n: number): Float64Array {
  const d = new Data(m);
  const size = stateSize(m, FULL);
  const states = new Float64Array(n * size);
  for (let i = 0; i < n; i++) {
    d.qvel.forEach((_, k) => {
      d.qvel[k] = 0.1 * Math.sin(i + k);
    });
    getState(m, d, FULL, states.subarray(i * size, (i + 1) * size));
  }
  return states;
}

const controls = (m: Model, n: number, steps: number) =>
  Float64Array.from({ length: n * steps * m.nu }, (_, k) => Math.sin(0.37 * k));

/** The result of stepping one world alone. */
function alone(m: Model, state: Float64Array, control: Float64Array, steps: number, warmstart?: Float64Array) {
  const d = new Data(m);
  setState(m, d, state, FULL);
  if (warmstart) d.qacc_warmstart.set(warmstart);
  const states: number[] = [];
  const sensors: number[] = [];
  for (let k = 0; k < steps; k++) {
    d.ctrl.set(control.subarray(k * m.nu, (k + 1) * m.nu));
    step(m, d);
    states.push(...getState(m, d, FULL));
    sensors.push(...d.sensordata);
  }
  return { state: Float64Array.from(states), sensordata: Float64Array.from(sensors) };
}

const part = (array: Float64Array, n: number, i: number) =>
  array.subarray((i * array.length) / n, ((i + 1) * array.length) / n);

describe.each([0, 1, 2, 3])('with %i threads', (threads) => {
  test.each([undefined, 1, 7, 100])(
    'in chunks of %s, each world is byte-identical to stepping one Data',
    async (chunkSize) => {
      for (const m of [humanoid, delayed]) {
        const [n, nstep] = [9, 15];
        const [initial, control] = [starts(m, n), controls(m, n, nstep)];
        const initialWarmstart = Float64Array.from({ length: n * m.nv }, (_, k) => Math.cos(k));
        const found = await rollout(m, initial, { control, nstep, initialWarmstart, threads, chunkSize });
        expect(found).toMatchObject({ nbatch: n, nstep, warnings: [] });
        for (let i = 0; i < n; i++) {
          const one = alone(m, part(initial, n, i), part(control, n, i), nstep, part(initialWarmstart, n, i));
          expect(part(found.state, n, i)).toEqual(one.state);
          expect(part(found.sensordata, n, i)).toEqual(one.sensordata);
        }
      }
    },
  );

  test('body forces are available if requested', async () => {
    const { fields } = await rollout(humanoid, starts(humanoid, 2), {
      nstep: 4,
      every: 2,
      threads,
      fields: ['cfrc_int'],
    });
    using d = new Data(humanoid);
    setState(humanoid, d, part(starts(humanoid, 2), 2, 1), FULL);
    step(humanoid, d, 4);
    rnePostConstraint(humanoid, d);
    expect(d.cfrc_int.some((x) => x !== 0)).toBe(true);
    expect(part(fields.cfrc_int, 4, 3)).toEqual(d.cfrc_int);
  });

  test('models of the same size and parameters differ between worlds', async () => {
    const light = copyModel(humanoid);
    light.opt.gravity[2] = -1;
    const n = 4;
    const initial = starts(humanoid, n);
    const options = { nstep: 10, threads, chunkSize: 1 };
    const models = [humanoid, light, humanoid, light];
    const found = await rollout(models, initial, options);
    const byParameter = await rollout(humanoid, initial, {
      ...options,
      parameters: { 'opt.gravity': models.flatMap((m) => [...m.opt.gravity]) },
    });
    expect(byParameter.state).toEqual(found.state);
    const still = new Float64Array(humanoid.nu * 10);
    models.forEach((m, i) => {
      expect(part(found.state, n, i)).toEqual(alone(m, part(initial, n, i), still, 10).state);
    });
  });

  test('a policy closes the loop, and its controls are returned', async () => {
    const options = { nbatch: 3, nstep: 8, threads, chunkSize: 1, fields: ['ctrl', 'time'] } as const;
    const start = starts(humanoid, 1);
    const found = await rollout(humanoid, start, { ...options, policy: policyFile });
    const here = await rollout(humanoid, start, { ...options, threads: 0, policy: pathToFileURL(policyFile) });
    expect(found).toEqual(here);
    const m = humanoid;
    const d = new Data(m);
    setState(m, d, start, FULL);
    d.qpos[2] += 0.01 * 2;
    const speed = d.qvel[m.nv - 1];
    step(m, d, 0);
    expect(found.fields.ctrl[2 * 8 * m.nu]).toBe(Math.sin(2) - speed);
    expect([...found.fields.time.subarray(0, 2)]).toEqual([m.opt.timestep, 2 * m.opt.timestep]);
  });

  test('a policy error names the lowest failing world and its step, for any number of threads', async () => {
    const options = { nbatch: 9, nstep: 5, threads, chunkSize: 1, policy: policyFile };
    await expect(rollout(humanoid, starts(humanoid, 1), options)).rejects.toThrow(/^world 4, step 3: no idea$/);
    const missing = rollout(humanoid, starts(humanoid, 1), { ...options, policy: `${folder}/none.mjs` });
    await expect(missing).rejects.toThrow(/none\.mjs/);
  });

  test('every third step is recorded, with progress', async () => {
    const initial = starts(humanoid, 5);
    const all = await rollout(humanoid, initial, { nstep: 10, threads });
    const seen: number[] = [];
    const some = await rollout(humanoid, initial, {
      nstep: 10,
      every: 3,
      threads,
      chunkSize: 2,
      fields: ['qpos'],
      onProgress: ({ done, total }) => seen.push(done / total),
    });
    expect(some.nstep).toBe(3);
    const size = stateSize(humanoid, FULL);
    for (let i = 0; i < 5; i++) {
      for (let k = 0; k < 3; k++) {
        const [row, from] = [(i * 3 + k) * size, (i * 10 + 3 * k + 2) * size];
        expect(some.state.subarray(row, row + size)).toEqual(all.state.subarray(from, from + size));
        expect(some.fields.qpos[(i * 3 + k) * humanoid.nq + 2]).toBe(all.state[from + 3]);
      }
    }
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
    expect(seen.at(-1)).toBe(1);
  });

  test('an unstable world is reported and its last row repeated, as in MuJoCo', async () => {
    const initial = starts(humanoid, 3);
    const size = stateSize(humanoid, FULL);
    const control = new Float64Array(3 * 6 * humanoid.nu);
    const forces = new Float64Array(3 * 6 * humanoid.nv);
    forces[(1 * 6 + 2) * humanoid.nv] = Number.NaN;
    const found = await rollout(humanoid, initial, {
      control: forces,
      controlSpec: StateBit.QFRC_APPLIED,
      nstep: 6,
      threads,
      chunkSize: 1,
    });
    expect(found.warnings).toMatchObject([{ world: 1, step: 2 }]);
    expect(found.warnings[0].texts[0]).toMatch(/^NaN, infinite or huge value in qacc\[0\]/);
    const row = (i: number, k: number) => found.state.subarray((i * 6 + k) * size, (i * 6 + k + 1) * size);
    expect(row(1, 5)).toEqual(row(1, 2));
    const good = await rollout(humanoid, initial, { control, nstep: 6 });
    expect(part(found.state, 3, 2)).toEqual(part(good.state, 3, 2));
  });

  test('a rollout can be aborted', async () => {
    const stop = new AbortController();
    const run = rollout(humanoid, starts(humanoid, 1), {
      nbatch: 1000,
      nstep: 1000,
      threads,
      chunkSize: 1,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(run).rejects.toThrow('enough');
    // the threads are free again immediately
    const next = await rollout(humanoid, starts(humanoid, 1), { nstep: 1, threads });
    expect(next.nstep).toBe(1);
  });
});

test.each([0, 2])('an abort during the last report rejects too, with %i threads', async (threads) => {
  const stop = new AbortController();
  const onProgress = ({ done, total }: { done: number; total: number }) => {
    if (done === total) stop.abort(new Error('late'));
  };
  const run = rollout(humanoid, starts(humanoid, 2), {
    nstep: 1,
    threads,
    chunkSize: 1,
    signal: stop.signal,
    onProgress,
  });
  await expect(run).rejects.toThrow('late');
});

test('worlds do not affect later worlds', async () => {
  for (const m of [humanoid, delayed]) {
    const initial = starts(m, 2);
    const push: RolloutPolicy = (_, d, { world }) => {
      if (world === 0) d.qfrc_applied.fill(1);
    };
    const both = await rollout(m, initial, { nstep: 15, policy: push });
    const still = new Float64Array(15 * m.nu);
    expect(part(both.state, 2, 0)).not.toEqual(alone(m, part(initial, 2, 0), still, 15).state);
    expect(part(both.state, 2, 1)).toEqual(alone(m, part(initial, 2, 1), still, 15).state);
  }
});

test('threads cache the Model of the last rollout, and notice its changes', async () => {
  const start = starts(humanoid, 6);
  const other = copyModel(humanoid);
  const run = (m: Model, threads: number) => rollout(m, start, { nstep: 3, threads, chunkSize: 1 });
  const [first, again] = [await run(other, 2), await run(other, 2)];
  other.opt.timestep *= 2;
  const changed = await run(other, 2);
  const here = await run(other, 0);
  expect(again.state).toEqual(first.state);
  expect(changed.state).toEqual(here.state);
  expect(changed.state).not.toEqual(first.state);
  // a Model that is evicted by another one stays until its rollout is done
  const both = await Promise.all([run(humanoid, 2), run(other, 2)]);
  expect(both.map(({ state }) => state)).toEqual([first.state, here.state]);
});

test('a rollout frees all of its memory', async () => {
  const used = () => [humanoid.heap.used, humanoid.heap.extent];
  const initial = starts(humanoid, 3);
  await rollout(humanoid, initial, { nstep: 2 });
  const before = used();
  for (let k = 0; k < 3; k++) await rollout(humanoid, initial, { nstep: 2 });
  expect(used()).toEqual(before);
});

test('arrays with one world, or one step, are broadcast', async () => {
  const m = humanoid;
  const start = starts(m, 1);
  const [n, nstep] = [3, 4];
  const row = controls(m, 1, 1);
  const full = Float64Array.from({ length: n * nstep * m.nu }, (_, k) => row[k % m.nu]);
  const expected = await rollout(
    m,
    Float64Array.from({ length: n * start.length }, (_, k) => start[k % start.length]),
    {
      control: full,
    },
  );
  expect(expected).toMatchObject({ nbatch: n, nstep });
  const same: RolloutOptions[] = [
    { control: row, nbatch: n, nstep },
    { control: full, nstep },
    { control: { data: row, shape: [1, 1, m.nu] }, nbatch: n, nstep },
    { control: { data: row, shape: [m.nu] }, nbatch: n, nstep },
    { control: { data: full.subarray(0, nstep * m.nu), shape: [nstep, m.nu] }, nbatch: n },
    { control: full.subarray(0, nstep * m.nu), nbatch: n, nstep },
    { control: full.subarray(0, n * m.nu), nbatch: n, nstep },
    { control: { data: full.subarray(0, n * m.nu), shape: [n, 1, m.nu] }, nstep },
  ];
  for (const options of same) expect((await rollout(m, start, options)).state).toEqual(expected.state);
  const data = Float64Array.from({ length: n * start.length }, (_, k) => start[k % start.length]);
  const shaped = { data, shape: [n, start.length] };
  expect((await rollout(m, shaped, { control: row, nstep })).state).toEqual(expected.state);
});

test('wrong arguments are errors with a message', async () => {
  const m = humanoid;
  const start = starts(m, 2);
  const wrong = (options: RolloutOptions, states = start) => expect(rollout(m, states, options)).rejects;
  await wrong({ nstep: 0 }).toThrow('nstep: expected a whole number of at least 1, found 0');
  await wrong({}, start.subarray(1)).toThrow(/initialState: expected rows of \d+ values/);
  await wrong({ nstep: 2, control: controls(m, 2, 1) }).toThrow('could be one per world or one per step');
  await wrong({ nstep: 3, control: controls(m, 5, 1) }).toThrow('control: expected 6 or 2 or 3 rows');
  await wrong({ nbatch: 3 }).toThrow('nbatch is 3, but initialState has 2');
  await wrong({ control: { data: start, shape: [1, 2, 3, 4] } }).toThrow('expected the shape [worlds, steps, 20]');
  await wrong({ controlSpec: StateBit.QPOS }).toThrow('controlSpec: expected bits of StateBit.USER, found 2');
  await wrong({ chunkSize: 0 }).toThrow('chunkSize: expected a whole number of at least 1, found 0');
  await wrong({ every: 0.5 }).toThrow('every: expected a whole number');
  await wrong({ threads: 1, policy: () => {} }).toThrow('functions cannot be sent to threads');
  await wrong({ parameters: { body_mas: [1] } }).toThrow("did you mean 'body_mass'");
  await expect(rollout([m, delayed], start)).rejects.toThrow('model 1 differs from model 0 in size');
  await expect(rollout([], start)).rejects.toThrow('at least one Model');
});

test.each([0, 2])(
  'an ONNX file on %i threads controls worlds exactly as its controller does step by step',
  async (threads) => {
    const m = humanoid;
    const each = <T>(value: T, n = m.nu) => Array.from({ length: n }, () => value);
    const layer = { weights: each(0.3, 5 * m.nu), bias: each(0.1), activation: 'none' } as const;
    const file = toOnnx({ mean: each(0, 5), scale: each(1, 5), layers: [layer], low: each(-1), high: each(1) });
    const gravity = { term: 'projectedGravity', body: 'torso' };
    const config = { observation: [{ term: 'clock', frequency: 5 }, gravity], decimation: 5 };
    const d = new Data(m);
    const start = starts(m, 1);
    setState(m, d, start, FULL);
    const policy = { file, config, runtime: 'onnxruntime-web' };
    const found = await rollout(m, start, { nbatch: 2, nstep: 12, threads, chunkSize: 1, fields: ['ctrl'], policy });
    const control = createController(m, config, await loadPolicy(file, runtime));
    forward(m, d);
    for (let k = 0; k < 12; k++) {
      await control.act(d);
      step(m, d);
    }
    const last = part(found.state, 2, 1).slice(-start.length);
    expect(last).toEqual(getState(m, d, FULL));
    expect(found.fields.ctrl.slice(-m.nu)).toEqual(d.ctrl);
    expect(Math.hypot(...d.ctrl)).toBeGreaterThan(0.1);
  },
);

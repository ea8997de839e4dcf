// needs: the compiled engine
/** Threads where memory cannot be shared, as in pages without isolation headers: rows are copied or transferred. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Batch, closeThreads, rollout } from '../../../batch.ts';
import { Data, getState, type Model, modelFromXml, prepare, StateBit } from '../../../index.ts';

const scene = `<mujoco><option timestep="0.01"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="2 0 1"><joint name="h" axis="0 1 0" damping=".1"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <actuator><motor joint="h"/></actuator><sensor><jointpos joint="h"/><jointvel joint="h"/></sensor></mujoco>`;

let m: Model;

beforeAll(async () => {
  await prepare();
  m = modelFromXml(scene);
}, 120_000);

afterAll(closeThreads);

/** Runs a function while a global has another value. */
async function withGlobal<T>(name: string, value: unknown, run: () => Promise<T>): Promise<T> {
  vi.stubGlobal(name, value);
  try {
    return await run();
  } finally {
    vi.unstubAllGlobals();
  }
}

/** Steps, resets and parameters of seven worlds; all arrays after each of them. */
async function story(threads: number): Promise<{ rows: number[][]; shared: boolean }> {
  using batch = new Batch(m, 7, { threads, fields: ['xpos', 'ncon'] });
  const rows: number[][] = [];
  const record = () =>
    rows.push([...batch.qpos, ...batch.qvel, ...batch.time, ...batch.field('xpos'), ...batch.field('ncon')]);
  for (let i = 0; i < 7; i++) batch.ctrl[i] = 0.3 * i;
  await batch.step(3);
  record();
  const start = new Data(m);
  start.qpos[2] = 0.5;
  start.qvel[6] = 1;
  const state = getState(m, start, StateBit.FULLPHYSICS);
  start.qvel[6] = 2;
  await batch.reset([5, 1, 4], [...state, ...state, ...getState(m, start, StateBit.FULLPHYSICS)]);
  record();
  await batch.setParameters({ 'opt.timestep': [0.02, 0.03] }, [6, 2]);
  await batch.step(2);
  record();
  return { rows, shared: !(batch.qpos.buffer instanceof ArrayBuffer) };
}

describe.each([
  ['pages that are not isolated', 'crossOriginIsolated', false],
  ['engines without shared memory', 'SharedArrayBuffer', undefined],
])('in %s', (_, name, value) => {
  test('worlds of a Batch on threads are those of the calling thread', async () => {
    const here = await story(0);
    const shared = await story(3);
    const copied = await withGlobal(name, value, () => story(3));
    expect([shared.shared, copied.shared]).toEqual([true, false]);
    expect(shared.rows).toEqual(here.rows);
    expect(copied.rows).toEqual(here.rows);
  });

  test('so are those of a rollout; an abort rejects', async () => {
    const start = getState(m, new Data(m), StateBit.FULLPHYSICS);
    const control = Float64Array.from({ length: 7 * 4 }, (_, k) => Math.sin(k));
    const run = (threads: number) =>
      rollout(m, start, { control, nbatch: 7, nstep: 4, threads, chunkSize: 2, fields: ['qpos', 'time'] });
    const here = await run(0);
    const copied = await withGlobal(name, value, () => run(2));
    expect(copied).toEqual(here);
    const stop = new AbortController();
    const aborted = withGlobal(name, value, () =>
      rollout(m, start, {
        nbatch: 100,
        nstep: 20,
        threads: 2,
        chunkSize: 1,
        signal: stop.signal,
        onProgress: () => stop.abort(),
      }),
    );
    await expect(aborted).rejects.toThrow(/abort/);
  });
});

// needs: the compiled engine
/** An abort stops a rollout on the calling thread in the middle of a world. */
import { beforeAll, expect, test } from 'vitest';
import { rollout } from '../../src/batch.ts';
import { Data, getState, type Model, modelFromXml, prepare, StateBit } from '../../src/index.ts';

const nstep = 200_000;
let m: Model;
let start: Float64Array;

beforeAll(async () => {
  await prepare();
  m = modelFromXml('<mujoco><worldbody><body><joint/><geom size=".1" pos=".3 0 0"/></body></worldbody></mujoco>');
  start = getState(m, new Data(m), StateBit.FULLPHYSICS);
}, 120_000);

test('an abort sent by a timer ends a world before its last step', async () => {
  const controller = new AbortController();
  let steps = 0;
  const running = rollout(m, start, {
    nstep,
    signal: controller.signal,
    every: nstep,
    policy: () => {
      if (steps++ === 0) setTimeout(() => controller.abort(new Error('enough')));
    },
  });
  await expect(running).rejects.toThrow('enough');
  expect(steps).toBeLessThan(nstep);
});

test('a rollout with pauses has the same bits as one without', async () => {
  const options = { nbatch: 2, nstep: 20_000, every: 1000 };
  const { signal } = new AbortController();
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  const paused = await rollout(m, start, { ...options, signal });
  clearInterval(counting);
  expect(paused.state).toEqual((await rollout(m, start, options)).state);
  expect(turns).toBeGreaterThan(0);
});

test('a signal that outlives many rollouts has none of their listeners', async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++;
    add.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--;
    remove.apply(signal, args);
  };
  for (const threads of [0, 1]) {
    for (let k = 0; k < 3; k++) await rollout(m, start, { nstep: 2, threads, signal });
  }
  expect(listeners).toBe(0);
});

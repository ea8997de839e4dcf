// Rollouts on two threads: Models that change and are sent again, parameters per world, fields, abort signals, and concurrent rollouts.
import { existsSync } from 'node:fs';

export const name = 'rollouts';
export const count = 10_000;

const distUrl = new URL('../../dist/', import.meta.url);
/** Warm-up rollouts: threads start, arrays reach their sizes, code is compiled. */
const WARM_UP = 400;

/** @param {number} count @param {import('../soak.mjs').Report} report */
export async function run(count, report) {
  if (!existsSync(new URL('batch.js', distUrl))) throw new Error('soak: `npm run build` first');
  const { Data, getState, loadModel, StateBit } = await import(new URL('index.js', distUrl).href);
  const { closeThreads, rollout } = await import(new URL('batch.js', distUrl).href);
  const model = await loadModel(new URL('../../examples/arm_gripper.xml', import.meta.url));
  const data = new Data(model);
  const start = getState(model, data, StateBit.FULLPHYSICS);
  const { signal } = new AbortController();
  const control = new Float64Array(8 * 5 * model.nu).fill(0.1);

  /** Rollout number k. @param {number} k */
  const one = async (k) => {
    const options = { nbatch: 8, nstep: 5, threads: 2 };
    switch (k % 8) {
      case 1:
        return rollout(model, start, { ...options, control, fields: ['xpos', 'qacc'] });
      case 2:
        model.opt.gravity[2] = -9 - (k % 7) / 10;
        return rollout(model, start, options);
      case 3:
        return rollout(model, start, { ...options, parameters: { 'opt.timestep': [0.001 + (k % 5) / 1e4] } });
      case 4:
        return rollout(model, start, { ...options, signal });
      case 5:
        return abortRollout(rollout, model, start, options);
      case 6:
        return Promise.all([rollout(model, start, options), rollout(model, start, { ...options, threads: 0 })]);
      default:
        return rollout(model, start, { ...options, chunkSize: 1 + (k % 3) });
    }
  };

  for (let k = 0; k < WARM_UP; k++) await one(k);
  await report('before', { model });
  for (let k = 0; k < count; k++) {
    await one(k);
    if (k + 1 < count && (k + 1) % Math.ceil(count / 4) === 0) await report(`after ${k + 1}`, { model });
  }
  await report('after', { model });
  closeThreads();
  data.free();
  model.free();
}

/** A rollout that is aborted. @param {Function} rollout @param {object} model @param {Float64Array} start
 *  @param {object} options */
async function abortRollout(rollout, model, start, options) {
  const controller = new AbortController();
  const running = rollout(model, start, { ...options, signal: controller.signal });
  controller.abort();
  await running.catch(() => {});
}

// A process that compares one model: the official module crashes after some dozens of loads, so each model has its own.
import { compareAnalytic } from './analytic.mjs';
import { compareDifferences } from './derivatives.mjs';
import { compareForward } from './forward.mjs';
import { loadModel } from './models.mjs';
import { compareSleep } from './sleep.mjs';
import { compareTrajectory } from './trajectory.mjs';
import { compareModelVersions } from './versions.mjs';

const comparisons = {
  forward: compareForward,
  trajectory: compareTrajectory,
  sleep: compareSleep,
  derivatives: compareDifferences,
  versions: compareModelVersions,
};

process.once('message', async ({ what, model, ours, options }) => {
  process.send?.(await compare(what, model, ours, options));
  process.exit(0);
});

async function compare(what, model, ours, options) {
  if (what === 'analytic') return alone(model, ours, options);
  const quiet = { print() {}, printErr() {} };
  const modules = options.modules ?? ['@mujoco/mujoco', ours];
  const engines = [];
  // the official package retains the object passed, so each call gets a new one
  for (const [k, module] of modules.entries())
    engines.push(
      await (await import(module)).default({ ...quiet, ...(k > 0 && !options.modules && { engine: 'wasm' }) }),
    );
  console.warn = () => {};
  const sides = [];
  for (const mj of engines) {
    try {
      const m = loadModel(mj, model);
      sides.push({ mj, m, d: new mj.MjData(m) });
    } catch (error) {
      return { skipped: String(error.message ?? error).split('\n')[0] };
    }
  }
  try {
    return comparisons[what](sides, options);
  } catch (error) {
    return { threw: String(error.stack ?? error) };
  }
}

/** A comparison without the official engine. */
async function alone(model, ours, options) {
  console.warn = () => {};
  try {
    return await compareAnalytic(model, ours, options);
  } catch (error) {
    return { threw: String(error.stack ?? error) };
  }
}

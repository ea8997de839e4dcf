// A cart swings a double pendulum up and balances it: node examples/planning/swing-up.mjs
import { pathToFileURL } from 'node:url';
import * as tenon from 'tenon';
import { Planner } from './ilqr.mjs';

const folder = new URL('..', import.meta.url);

/** Cost weights: cart centered, both links upright, at rest; largest at the end. */
const weights = { running: [0.01, 0.01, 0.01, 0.001, 0.001, 0.001], last: [50, 100, 100, 10, 10, 10], ctrl: 0.02 };

/** @param {{ rounds?: number, report?: (text: string) => void }} [options] */
export async function swingUp({ rounds = 120, report = () => {} } = {}) {
  const model = await tenon.loadModel(new URL('cart_double_pendulum.xml', folder));
  model.opt.timestep = 0.01;
  const horizon = 250;
  const planner = new Planner(tenon, model, { horizon, cost });
  const data = new tenon.Data(model);
  data.qpos.set([0, Math.PI, 0]);
  // an arbitrary initial push: the gradient vanishes at the hanging rest state
  planner.start(
    data,
    new Float64Array(horizon).map((_, k) => 0.5 * Math.sin(0.12 * k)),
  );
  for (let k = 0; k < rounds && planner.improve(); k++) {
    report(`round ${k + 1}: cost ${planner.cost.toFixed(3)}, derivatives ${planner.derivativeTime.toFixed(1)} ms`);
  }
  return planner;

  /** @type {import('./ilqr.mjs').Cost} */
  function cost(d, k, out) {
    const weight = k === horizon ? weights.last : weights.running;
    let sum = 0;
    for (let i = 0; i < 6; i++) {
      const x = i < 3 ? d.qpos[i] : d.qvel[i - 3];
      sum += 0.5 * weight[i] * x * x;
      out.state[i] += weight[i] * x;
      out.stateHessian[i] += weight[i];
    }
    if (k === horizon) return sum;
    out.ctrl[0] += weights.ctrl * d.ctrl[0];
    out.ctrlHessian[0] += weights.ctrl;
    return sum + 0.5 * weights.ctrl * d.ctrl[0] ** 2;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const planner = await swingUp({ report: console.log });
  const { qpos, qvel } = planner.stateAt(planner.horizon);
  console.log(`final state: qpos ${[...qpos].map((x) => x.toFixed(3))}, qvel ${[...qvel].map((x) => x.toFixed(3))}`);
}

// A quadruped that lies on its belly stands up a little further ahead: node examples/planning/stand-up.mjs
import { pathToFileURL } from 'node:url';
import { Data, differentiatePos, loadModel, step } from 'tenon';
import { Planner } from './ilqr.mjs';

const folder = new URL('..', import.meta.url);

// abduction, hip and knee of every leg
const folded = [0, 1.5, -2.5];
const standing = [0, 0.75, -1.5];
const fourTimes = (/** @type {number[]} */ leg) => [...leg, ...leg, ...leg, ...leg];

/** Where the trunk shall be at the end. */
export const target = [0.1, 0, 0.27];

/** @param {{ rounds?: number, report?: (text: string) => void }} [options] */
export async function standUp({ rounds = 30, report = () => {} } = {}) {
  const model = await loadModel(new URL('quadruped.xml', folder));
  model.opt.timestep = 0.01;
  const { nv, nu } = model;
  const horizon = 60;
  const goal = Float64Array.from([...target, 1, 0, 0, 0, ...fourTimes(standing)]);
  const apart = new Float64Array(nv);
  const planner = new Planner(model, { horizon, cost });
  const data = new Data(model);
  data.qpos.set([0, 0, 0.12, 1, 0, 0, 0, ...fourTimes(folded)]);
  data.ctrl.set(fourTimes(folded));
  step(model, data, 100);
  // the plan that it begins with is to go on lying
  planner.start(
    data,
    new Float64Array(horizon * nu).map((_, k) => folded[k % 3]),
  );
  for (let k = 0; k < rounds && planner.improve(); k++) {
    report(`round ${k + 1}: cost ${planner.cost.toFixed(3)}, derivatives ${planner.derivativeTime.toFixed(1)} ms`);
  }
  return planner;

  /** Place, posture and rest, at the end above all; targets of the servos near those of standing.
   *  @type {import('./ilqr.mjs').Cost} */
  function cost(d, k, out) {
    const share = k === horizon ? 1 : 0.004;
    let sum = 0;
    differentiatePos(model, apart, 1, goal, d.qpos);
    for (let i = 0; i < nv; i++) {
      sum += add(out.state, out.stateHessian, i, apart[i], share * (i < 3 ? 2000 : i < 6 ? 500 : 10));
      sum += add(out.state, out.stateHessian, nv + i, d.qvel[i], share * (i < 6 ? 20 : 1));
    }
    for (let i = 0; i < nu && k < horizon; i++)
      sum += add(out.ctrl, out.ctrlHessian, i, d.ctrl[i] - standing[i % 3], 0.01);
    return sum;
  }
}

/** w x^2 / 2, and its derivatives.
 *  @param {Float64Array} gradient @param {Float64Array} hessian @param {number} i @param {number} x @param {number} w */
function add(gradient, hessian, i, x, w) {
  gradient[i] += w * x;
  hessian[i] += w;
  return 0.5 * w * x * x;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const planner = await standUp({ report: console.log });
  const { qpos } = planner.stateAt(planner.horizon);
  console.log(`the trunk is at ${[...qpos.subarray(0, 3)].map((x) => x.toFixed(3))}`);
}

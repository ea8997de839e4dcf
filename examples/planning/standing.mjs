// A quadruped that lies on its belly plans how to stand up a little further ahead. The planner is the only import, so that a page or a
// worker can run this with its own engine: `tenon` is that engine, such as `import * as tenon from 'tenon'`.
import { Planner } from './ilqr.mjs';

// abduction, hip and knee of every leg
const folded = [0, 1.5, -2.5];
export const standing = [0, 0.75, -1.5];
const fourTimes = (/** @type {number[]} */ leg) => [...leg, ...leg, ...leg, ...leg];

/** Target position of the trunk at the end. */
export const target = [0.1, 0, 0.27];

/** Positions and controls when lying on the belly. */
export const lying = { qpos: [0, 0, 0.12, 1, 0, 0, 0, ...fourTimes(folded)], ctrl: fourTimes(folded) };

/** A plan of `horizon` steps from the state of `data`. Initially it keeps lying; `improve` makes it stand up.
 *  @param {typeof import('tenon')} tenon @param {import('tenon').Model} model @param {import('tenon').Data} data */
export function planStanding(tenon, model, data, horizon = 60) {
  const { nv, nu } = model;
  const goal = Float64Array.from([...target, 1, 0, 0, 0, ...fourTimes(standing)]);
  const apart = new Float64Array(nv);
  const planner = new Planner(tenon, model, { horizon, cost });
  planner.start(
    data,
    new Float64Array(horizon * nu).map((_, k) => folded[k % 3]),
  );
  return planner;

  /** Costs of position, posture and velocity, largest at the end; servo targets are kept near those of standing.
   *  @type {import('./ilqr.mjs').Cost} */
  function cost(d, k, out) {
    const share = k === horizon ? 1 : 0.004;
    let sum = 0;
    tenon.differentiatePos(model, apart, 1, goal, d.qpos);
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

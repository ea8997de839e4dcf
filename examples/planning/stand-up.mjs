// A quadruped that lies on its belly stands up a little further ahead: node examples/planning/stand-up.mjs
import { pathToFileURL } from 'node:url';
import * as tenon from 'tenon';
import { lying, planStanding } from './standing.mjs';

/** @param {{ rounds?: number, report?: (text: string) => void }} [options] */
export async function standUp({ rounds = 30, report = () => {} } = {}) {
  const model = await tenon.loadModel(new URL('../quadruped.xml', import.meta.url));
  model.opt.timestep = 0.01;
  const data = new tenon.Data(model);
  data.qpos.set(lying.qpos);
  data.ctrl.set(lying.ctrl);
  tenon.step(model, data, 100);
  const planner = planStanding(tenon, model, data);
  for (let k = 0; k < rounds && planner.improve(); k++) {
    report(`round ${k + 1}: cost ${planner.cost.toFixed(3)}, derivatives ${planner.derivativeTime.toFixed(1)} ms`);
  }
  return planner;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const planner = await standUp({ report: console.log });
  const { qpos } = planner.stateAt(planner.horizon);
  console.log(`the trunk is at ${[...qpos.subarray(0, 3)].map((x) => x.toFixed(3))}`);
}

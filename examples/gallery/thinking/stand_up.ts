// A dog that lies on its belly plans how to stand up a step further ahead, and executes the plan: iterative LQR over 0.6 seconds, through
// the contacts of belly and feet, in the thread of the engine. Each round computes analytic derivatives of 60 steps (`transition`); the
// sensors show how long that takes and the cost of the plan. Push it with Ctrl-drag, or start over.
import type { Model } from 'tenon';
import type { Control, Tenon } from 'tenon/viewer';
import { lying, planStanding, standing } from '../../planning/standing.mjs';
import { model as dog } from '../robots/quadruped_walk.js';

const ROUNDS = 13;
/** Seconds until it lies still. */
const STILL = 0.5;

export function model(): string {
  return dog()
    .replace('model="trotting dog"', 'model="dog that stands up"')
    .replace('timestep="0.002"', 'timestep="0.01"')
    .replace(
      '<keyframe>',
      `<sensor>
    <user name="cost of the plan" dim="1" needstage="acc"/>
    <user name="milliseconds for derivatives" dim="1" needstage="acc"/>
  </sensor>
  <keyframe>
    <key name="lying" qpos="${lying.qpos.join(' ')}" ctrl="${lying.ctrl.join(' ')}"/>`,
    );
}

export function controller(model: Model, tenon: Tenon): Control {
  let planner: ReturnType<typeof planStanding> | undefined;
  let rounds = 0;
  let began = 0;
  // values of the two user sensors
  model.callbacks = {
    sensor: (_, { sensordata }) => sensordata.set([planner?.cost ?? 0, planner?.derivativeTime ?? 0]),
  };
  return (data) => {
    const { ctrl, time } = data;
    if (time < STILL) {
      // the start, or a reset by the viewer
      planner = undefined;
      rounds = 0;
      return;
    }
    planner ??= planStanding(tenon, model, data);
    if (rounds < ROUNDS) {
      rounds = planner.improve() ? rounds + 1 : ROUNDS;
      began = time;
      return;
    }
    const k = Math.round((time - began) / model.opt.timestep) - 1;
    if (k < planner.horizon) planner.controlsAt(k, data, ctrl);
    else for (let i = 0; i < model.nu; i++) ctrl[i] = standing[i % 3];
  };
}

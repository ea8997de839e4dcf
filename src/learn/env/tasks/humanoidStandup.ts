import { humanoidStandupXml } from '../models/humanoid.ts';
import type { TaskKind } from '../task.ts';
import {
  forceCost,
  type HumanoidField,
  type HumanoidObservation,
  humanoidFields,
  humanoidSize,
  observeAll,
  observeHumanoid,
} from './parts/humanoidState.ts';
import { addUniform, sumOfSquares } from './parts/state.ts';

/** Options of `HumanoidStandup-v5`. */
export interface HumanoidStandupOptions extends HumanoidObservation {
  ctrl_cost_weight: number;
  impact_cost_weight: number;
  impact_cost_range: readonly [number, number];
}

/** A humanoid lying on its back gets up (Tassa, Erez and Todorov, 2012). */
export const humanoidStandup: TaskKind<HumanoidStandupOptions, HumanoidField> = {
  id: 'HumanoidStandup-v5',
  xml: humanoidStandupXml,
  maxEpisodeSteps: 1000,
  fields: humanoidFields,
  options: {
    ...observeAll,
    ctrl_cost_weight: 0.1,
    impact_cost_weight: 0.5e-6,
    impact_cost_range: [-Infinity, 10],
  },

  observationSize: humanoidSize,

  rules(model, world, options) {
    const { qpos, qvel, ctrl, ten_length, ten_velocity } = world;
    const positionInfo = () => ({
      x_position: qpos[0],
      y_position: qpos[1],
      z_distance_from_origin: qpos[2] - model.qpos0[2],
      tendon_length: ten_length.slice(),
      tendon_velocity: ten_velocity.slice(),
    });
    return {
      start(random) {
        addUniform(qpos, options.reset_noise_scale, random);
        addUniform(qvel, options.reset_noise_scale, random);
      },
      evaluate() {
        // height divided by one time step: that is how the task is published
        const reward_linup = qpos[2] / model.opt.timestep;
        const reward_quadctrl = -options.ctrl_cost_weight * sumOfSquares(ctrl);
        const reward_impact = -forceCost(world, options.impact_cost_weight, options.impact_cost_range);
        return {
          reward: reward_linup + reward_quadctrl + reward_impact + 1,
          terminated: false,
          info: { ...positionInfo(), reward_linup, reward_quadctrl, reward_impact },
        };
      },
      observe: (out, at) => observeHumanoid(world, options, out, at),
      startInfo: positionInfo,
    };
  },
};

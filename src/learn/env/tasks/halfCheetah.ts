import { halfCheetahXml } from '../models/halfCheetah.ts';
import type { TaskKind } from '../task.ts';
import { observePlanar, type PlanarOptions, planarReward, planarSize, speedometer } from './parts/planar.ts';
import { addNormal, addUniform } from './parts/state.ts';

/** A planar cheetah runs along x (Wawrzynski, 2009). */
export const halfCheetah: TaskKind<PlanarOptions, never> = {
  id: 'HalfCheetah-v5',
  xml: halfCheetahXml,
  maxEpisodeSteps: 1000,
  rewardThreshold: 4800,
  fields: [],
  options: {
    frame_skip: 5,
    forward_reward_weight: 1,
    ctrl_cost_weight: 0.1,
    reset_noise_scale: 0.1,
    exclude_current_positions_from_observation: true,
  },

  observationSize: planarSize,

  rules(model, world, options) {
    const { qpos, qvel } = world;
    const { start, speed } = speedometer(world, model, options);
    return {
      start(random) {
        addUniform(qpos, options.reset_noise_scale, random);
        addNormal(qvel, options.reset_noise_scale, random);
      },
      before: start,
      evaluate(action) {
        const x_velocity = speed();
        const rewards = planarReward(x_velocity, action, options);
        return {
          reward: rewards.reward_forward + rewards.reward_ctrl,
          terminated: false,
          info: { x_position: qpos[0], x_velocity, ...rewards },
        };
      },
      observe: (out, at) => observePlanar(world, options, [out, at]),
      startInfo: () => ({ x_position: qpos[0] }),
    };
  },
};

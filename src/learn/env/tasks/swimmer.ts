import { swimmerXml } from '../models/swimmer.ts';
import type { TaskKind } from '../task.ts';
import { observePlanar, type PlanarOptions, planarReward, planarSize } from './parts/planar.ts';
import { addUniform } from './parts/state.ts';

/** Three links swim along x in a plane of viscous fluid (Coulom, 2002). */
export const swimmer: TaskKind<PlanarOptions, never> = {
  id: 'Swimmer-v5',
  xml: swimmerXml,
  maxEpisodeSteps: 1000,
  rewardThreshold: 360,
  fields: [],
  options: {
    frame_skip: 4,
    forward_reward_weight: 1,
    ctrl_cost_weight: 1e-4,
    reset_noise_scale: 0.1,
    exclude_current_positions_from_observation: true,
  },

  observationSize: (model, options) => planarSize(model, options, 2),

  rules(model, world, options) {
    const { qpos, qvel } = world;
    const dt = model.opt.timestep * options.frame_skip;
    const positionInfo = () => ({
      x_position: qpos[0],
      y_position: qpos[1],
      distance_from_origin: Math.hypot(qpos[0], qpos[1]),
    });
    let [x, y] = [0, 0];
    return {
      start(random) {
        addUniform(qpos, options.reset_noise_scale, random);
        addUniform(qvel, options.reset_noise_scale, random);
      },
      before() {
        [x, y] = qpos;
      },
      evaluate(action) {
        const [x_velocity, y_velocity] = [(qpos[0] - x) / dt, (qpos[1] - y) / dt];
        const rewards = planarReward(x_velocity, action, options);
        return {
          reward: rewards.reward_forward + rewards.reward_ctrl,
          terminated: false,
          info: { ...positionInfo(), x_velocity, y_velocity, ...rewards },
        };
      },
      observe: (out, at) => observePlanar(world, options, [out, at], { excluded: 2 }),
      startInfo: positionInfo,
    };
  },
};

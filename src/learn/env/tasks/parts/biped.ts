/** Rules shared by hopper and walker: run along x without falling. */
import type { Model } from '../../../../index.ts';
import type { Task, World } from '../../task.ts';
import { type HealthyOptions, observePlanar, planarReward, speedometer } from './planar.ts';
import { addUniform } from './state.ts';

/** Observed velocities are clamped to this magnitude. */
const FASTEST = 10;

export function runWithoutFalling(
  model: Model,
  world: World<never>,
  options: HealthyOptions,
  isHealthy: () => boolean,
): Task {
  const { qpos, qvel } = world;
  const { start, speed } = speedometer(world, model, options);
  const positionInfo = () => ({ x_position: qpos[0], z_distance_from_origin: qpos[1] - model.qpos0[1] });
  return {
    start(random) {
      addUniform(qpos, options.reset_noise_scale, random);
      addUniform(qvel, options.reset_noise_scale, random);
    },
    before: start,
    evaluate(action) {
      const x_velocity = speed();
      const healthy = isHealthy();
      const rewards = planarReward(x_velocity, action, options);
      const reward_survive = healthy ? options.healthy_reward : 0;
      return {
        reward: rewards.reward_forward + reward_survive + rewards.reward_ctrl,
        terminated: !healthy && options.terminate_when_unhealthy,
        info: { ...positionInfo(), x_velocity, ...rewards, reward_survive },
      };
    },
    observe: (out, at) => observePlanar(world, options, [out, at], { limit: FASTEST }),
    startInfo: positionInfo,
  };
}

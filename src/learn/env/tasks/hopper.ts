import { hopperXml } from '../models/hopper.ts';
import type { TaskKind } from '../task.ts';
import { runWithoutFalling } from './parts/biped.ts';
import { type HealthyOptions, planarSize, within } from './parts/planar.ts';

/** Options of `Hopper-v5`. */
export interface HopperOptions extends HealthyOptions {
  /** Limits of all positions and velocities except the first two positions. */
  healthy_state_range: readonly [number, number];
}

/** A single leg hops along x (Erez, Tassa and Todorov, 2011). */
export const hopper: TaskKind<HopperOptions, never> = {
  id: 'Hopper-v5',
  xml: hopperXml,
  maxEpisodeSteps: 1000,
  rewardThreshold: 3800,
  fields: [],
  options: {
    frame_skip: 4,
    forward_reward_weight: 1,
    ctrl_cost_weight: 1e-3,
    healthy_reward: 1,
    terminate_when_unhealthy: true,
    healthy_state_range: [-100, 100],
    healthy_z_range: [0.7, Infinity],
    healthy_angle_range: [-0.2, 0.2],
    reset_noise_scale: 5e-3,
    exclude_current_positions_from_observation: true,
  },

  observationSize: planarSize,

  rules(model, world, options) {
    const { qpos, qvel } = world;
    const isSmall = (x: number) => within(x, options.healthy_state_range);
    return runWithoutFalling(
      model,
      world,
      options,
      () =>
        qpos.subarray(2).every(isSmall) &&
        qvel.every(isSmall) &&
        within(qpos[1], options.healthy_z_range) &&
        within(qpos[2], options.healthy_angle_range),
    );
  },
};

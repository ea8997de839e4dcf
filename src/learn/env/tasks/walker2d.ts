import { walker2dXml } from '../models/walker2d.ts';
import type { TaskKind } from '../task.ts';
import { runWithoutFalling } from './parts/biped.ts';
import { type HealthyOptions, planarSize, within } from './parts/planar.ts';

/** Two legs walk along x (Erez, Tassa and Todorov, 2011). */
export const walker2d: TaskKind<HealthyOptions, never> = {
  id: 'Walker2d-v5',
  xml: walker2dXml,
  maxEpisodeSteps: 1000,
  fields: [],
  options: {
    frame_skip: 4,
    forward_reward_weight: 1,
    ctrl_cost_weight: 1e-3,
    healthy_reward: 1,
    terminate_when_unhealthy: true,
    healthy_z_range: [0.8, 2],
    healthy_angle_range: [-1, 1],
    reset_noise_scale: 5e-3,
    exclude_current_positions_from_observation: true,
  },

  observationSize: planarSize,

  rules(model, world, options) {
    const { qpos } = world;
    const isHealthy = () => within(qpos[1], options.healthy_z_range) && within(qpos[2], options.healthy_angle_range);
    return runWithoutFalling(model, world, options, isHealthy);
  },
};

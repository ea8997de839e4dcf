/** Options, rewards, initial state and observation of the planar runners: half cheetah, hopper, walker and swimmer. */
import type { Model } from '../../../../index.ts';
import type { CommonOptions, World } from '../../task.ts';
import { clamp, put, sumOfSquares } from './state.ts';

export interface PlanarOptions extends CommonOptions {
  forward_reward_weight: number;
  ctrl_cost_weight: number;
  reset_noise_scale: number;
  exclude_current_positions_from_observation: boolean;
}

/** Options of the tasks in which the robot can fall. */
export interface HealthyOptions extends PlanarOptions {
  healthy_reward: number;
  terminate_when_unhealthy: boolean;
  healthy_z_range: readonly [number, number];
  healthy_angle_range: readonly [number, number];
}

/** Size of an observation, without the first `excluded` positions by default. */
export function planarSize({ nq, nv }: Model, options: PlanarOptions, excluded = 1): number {
  return nq + nv - (options.exclude_current_positions_from_observation ? excluded : 0);
}

/** Positions and velocities; velocities within [-limit, limit]. */
export function observePlanar(
  { qpos, qvel }: World<never>,
  options: PlanarOptions,
  [out, at]: [Float64Array, number],
  { excluded = 1, limit = Infinity } = {},
): void {
  at = put(out, at, qpos, options.exclude_current_positions_from_observation ? excluded : 0);
  for (const v of qvel) out[at++] = clamp(v, -limit, limit);
}

/** Reward for speed along x, without the cost of the action. */
export function planarReward(x_velocity: number, action: ArrayLike<number>, options: PlanarOptions) {
  return {
    reward_forward: options.forward_reward_weight * x_velocity,
    reward_ctrl: -options.ctrl_cost_weight * sumOfSquares(action),
  };
}

/** Whether a value is strictly between two others. */
export function within(x: number, [low, high]: readonly [number, number]): boolean {
  return low < x && x < high;
}

/** Mean speed of the first coordinate during an action. */
export function speedometer({ qpos }: World<never>, { opt }: Model, { frame_skip }: CommonOptions) {
  const dt = opt.timestep * frame_skip;
  let x = 0;
  return {
    start: () => {
      x = qpos[0];
    },
    speed: () => (qpos[0] - x) / dt,
  };
}

/** Cart poles: a single and a double pendulum. */
import { cos, sin } from '../../../core/math/elementary/trig.ts';
import { doublePendulumXml, pendulumXml } from '../models/pendulums.ts';
import type { CommonOptions, TaskKind } from '../task.ts';
import { addNormal, addUniform, clamp, isFiniteState, put, putClamped } from './parts/state.ts';

/** Options of `InvertedPendulum-v5`. */
export interface PendulumOptions extends CommonOptions {
  reset_noise_scale: number;
}

/** Options of `InvertedDoublePendulum-v5`. */
export interface DoublePendulumOptions extends PendulumOptions {
  healthy_reward: number;
}

/** Keep a pole upright (Barto, Sutton and Anderson, 1983). */
export const invertedPendulum: TaskKind<PendulumOptions, never> = {
  id: 'InvertedPendulum-v5',
  xml: pendulumXml,
  maxEpisodeSteps: 1000,
  rewardThreshold: 950,
  fields: [],
  options: { frame_skip: 2, reset_noise_scale: 0.01 },

  observationSize: ({ nq, nv }) => nq + nv,

  rules(_model, world, options) {
    const { qpos, qvel } = world;
    return {
      start(random) {
        addUniform(qpos, options.reset_noise_scale, random);
        addUniform(qvel, options.reset_noise_scale, random);
      },
      evaluate() {
        const terminated = !isFiniteState(world) || Math.abs(qpos[1]) > 0.2;
        const reward = terminated ? 0 : 1;
        return { reward, terminated, info: { reward_survive: reward } };
      },
      observe(out, at) {
        put(out, put(out, at, qpos), qvel);
      },
    };
  },
};

/** Keep two poles upright, one on top of the other. */
export const invertedDoublePendulum: TaskKind<DoublePendulumOptions, 'site_xpos' | 'qfrc_constraint'> = {
  id: 'InvertedDoublePendulum-v5',
  xml: doublePendulumXml,
  maxEpisodeSteps: 1000,
  rewardThreshold: 9100,
  fields: ['site_xpos', 'qfrc_constraint'],
  options: { frame_skip: 5, healthy_reward: 10, reset_noise_scale: 0.1 },

  observationSize: () => 9,

  rules(_model, world, options) {
    const { qpos, qvel, site_xpos, qfrc_constraint } = world;
    return {
      start(random) {
        addUniform(qpos, options.reset_noise_scale, random);
        addNormal(qvel, options.reset_noise_scale, random);
      },
      evaluate() {
        const [x, , height] = site_xpos;
        const terminated = height <= 1;
        const reward_survive = terminated ? 0 : options.healthy_reward;
        const distance_penalty = -(0.01 * x ** 2 + (height - 2) ** 2);
        const velocity_penalty = -(1e-3 * qvel[1] ** 2 + 5e-3 * qvel[2] ** 2);
        return {
          reward: reward_survive + distance_penalty + velocity_penalty,
          terminated,
          info: { reward_survive, distance_penalty, velocity_penalty },
        };
      },
      observe(out, at) {
        const angles = qpos.subarray(1);
        out[at] = qpos[0];
        at = put(out, at + 1, angles.map(sin));
        at = put(out, at, angles.map(cos));
        at = putClamped(out, at, qvel, 10);
        out[at] = clamp(qfrc_constraint[0], -10, 10);
      },
    };
  },
};

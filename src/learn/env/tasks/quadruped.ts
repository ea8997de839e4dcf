import type { Model } from '../../../index.ts';
import { quadrupedXml } from '../models/quadruped.ts';
import type { CommonOptions, TaskKind } from '../task.ts';
import { addUniform, bodyNamed, put, sumOfSquares } from './parts/state.ts';

/** Options of `RoughQuadruped-v0`. */
export interface QuadrupedOptions extends CommonOptions {
  /** Speed along x above which the reward is constant, in m/s. */
  top_speed: number;
  /** Weight of lateral and yaw velocity. */
  drift_weight: number;
  ctrl_cost_weight: number;
  healthy_reward: number;
  /** Height below which the robot counts as fallen. */
  lowest: number;
  /** Factor of all friction coefficients, drawn for each episode. */
  friction_range: readonly [number, number];
  /** Factor of the trunk mass, drawn for each episode. */
  mass_range: readonly [number, number];
  reset_noise_scale: number;
}

/** Joint angles of a leg when standing. */
const STANCE = [0, 0.7, -1.4];
/** Positions of the free joint, before the joint angles. */
const ROOT_POS = 7;

/** A four-legged robot walks over rough ground; friction and trunk mass are randomized per episode. Actions are target
 * positions of the joints. */
export const quadruped: TaskKind<QuadrupedOptions, 'xmat'> = {
  id: 'RoughQuadruped-v0',
  xml: quadrupedXml,
  maxEpisodeSteps: 500,
  fields: ['xmat'],
  options: {
    frame_skip: 5,
    top_speed: 1,
    drift_weight: 0.2,
    ctrl_cost_weight: 0.02,
    healthy_reward: 0.5,
    lowest: 0.15,
    friction_range: [0.5, 1.25],
    mass_range: [0.8, 1.3],
    reset_noise_scale: 0.05,
  },

  observationSize: ({ nq, nv }) => 3 + (nq - ROOT_POS) + nv,

  parameters(model, options, random) {
    const friction = random.uniform(...options.friction_range);
    const mass = random.uniform(...options.mass_range);
    return {
      geom_friction: model.geom_friction.map((x) => x * friction),
      ...heavierTrunk(model, mass),
    };
  },

  rules(model, { qpos, qvel, xmat }, options) {
    const trunk = 9 * bodyNamed(model, 'trunk');
    return {
      start(random) {
        const angles = qpos.subarray(ROOT_POS);
        for (let j = 0; j < angles.length; j++) angles[j] = STANCE[j % 3];
        addUniform(angles, options.reset_noise_scale, random);
      },
      evaluate(action) {
        const fallen = !(qpos[2] > options.lowest) || xmat[trunk + 8] < 0.4;
        const reward_forward = Math.min(qvel[0], options.top_speed);
        const reward_drift = -options.drift_weight * (Math.abs(qvel[1]) + Math.abs(qvel[5]));
        const reward_ctrl = -options.ctrl_cost_weight * sumOfSquares(Array.from(action, (x, j) => x - STANCE[j % 3]));
        const reward_survive = fallen ? 0 : options.healthy_reward;
        return {
          reward: reward_forward + reward_drift + reward_ctrl + reward_survive,
          terminated: fallen,
          info: { x_position: qpos[0], x_velocity: qvel[0], reward_forward, reward_drift, reward_ctrl, reward_survive },
        };
      },
      observe(out, at) {
        // the up direction in the frame of the trunk
        for (let k = 0; k < 3; k++) out[at++] = xmat[trunk + 6 + k];
        put(out, put(out, at, qpos, ROOT_POS), qvel, 0);
      },
    };
  },
};

/** Mass and inertia of the trunk, multiplied by a factor. */
function heavierTrunk(model: Model, factor: number) {
  const trunk = bodyNamed(model, 'trunk');
  const [body_mass, body_inertia] = [model.body_mass.slice(), model.body_inertia.slice()];
  body_mass[trunk] *= factor;
  for (let k = 0; k < 3; k++) body_inertia[3 * trunk + k] *= factor;
  return { body_mass, body_inertia };
}

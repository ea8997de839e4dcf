import type { Model } from '../../../index.ts';
import { humanoidXml } from '../models/humanoid.ts';
import type { TaskKind, World } from '../task.ts';
import {
  forceCost,
  type HumanoidField,
  type HumanoidObservation,
  humanoidFields,
  humanoidSize,
  observeAll,
  observeHumanoid,
} from './parts/humanoidState.ts';
import { within } from './parts/planar.ts';
import { addUniform, sumOfSquares } from './parts/state.ts';

/** Options of `Humanoid-v5`. */
export interface HumanoidOptions extends HumanoidObservation {
  forward_reward_weight: number;
  ctrl_cost_weight: number;
  contact_cost_weight: number;
  contact_cost_range: readonly [number, number];
  healthy_reward: number;
  terminate_when_unhealthy: boolean;
  healthy_z_range: readonly [number, number];
}

/** A humanoid walks along x without falling (Tassa, Erez and Todorov, 2012). */
export const humanoid: TaskKind<HumanoidOptions, HumanoidField | 'xipos'> = {
  id: 'Humanoid-v5',
  xml: humanoidXml,
  maxEpisodeSteps: 1000,
  fields: [...humanoidFields, 'xipos'],
  options: {
    ...observeAll,
    forward_reward_weight: 1.25,
    ctrl_cost_weight: 0.1,
    contact_cost_weight: 5e-7,
    contact_cost_range: [-Infinity, 10],
    healthy_reward: 5,
    terminate_when_unhealthy: true,
    healthy_z_range: [1, 2],
  },

  observationSize: humanoidSize,

  rules(model, world, options) {
    const { qpos, qvel, ctrl, ten_length, ten_velocity } = world;
    const dt = model.opt.timestep * options.frame_skip;
    const positionInfo = () => ({
      x_position: qpos[0],
      y_position: qpos[1],
      tendon_length: ten_length.slice(),
      tendon_velocity: ten_velocity.slice(),
      distance_from_origin: Math.hypot(qpos[0], qpos[1]),
    });
    let center: readonly [number, number] = [0, 0];
    return {
      start(random) {
        addUniform(qpos, options.reset_noise_scale, random);
        addUniform(qvel, options.reset_noise_scale, random);
      },
      before() {
        center = centerOfMass(model, world);
      },
      evaluate() {
        const [x, y] = centerOfMass(model, world);
        const [x_velocity, y_velocity] = [(x - center[0]) / dt, (y - center[1]) / dt];
        const healthy = within(qpos[2], options.healthy_z_range);
        const reward_forward = options.forward_reward_weight * x_velocity;
        const reward_survive = healthy ? options.healthy_reward : 0;
        const reward_ctrl = -options.ctrl_cost_weight * sumOfSquares(ctrl);
        const reward_contact = -forceCost(world, options.contact_cost_weight, options.contact_cost_range);
        return {
          reward: reward_forward + reward_survive - (-reward_ctrl - reward_contact),
          terminated: !healthy && options.terminate_when_unhealthy,
          info: {
            ...positionInfo(),
            x_velocity,
            y_velocity,
            reward_survive,
            reward_forward,
            reward_ctrl,
            reward_contact,
          },
        };
      },
      observe: (out, at) => observeHumanoid(world, options, out, at),
      startInfo: positionInfo,
    };
  },
};

/** x and y of the center of mass. */
function centerOfMass({ body_mass }: Model, { xipos }: World<'xipos'>): [number, number] {
  let [mass, x, y] = [0, 0, 0];
  for (let i = 0; i < body_mass.length; i++) {
    mass += body_mass[i];
    x += body_mass[i] * xipos[3 * i];
    y += body_mass[i] * xipos[3 * i + 1];
  }
  return [x / mass, y / mass];
}

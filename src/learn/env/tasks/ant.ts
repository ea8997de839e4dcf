import { expectInteger } from '../../../core/expect.ts';
import type { Model } from '../../../index.ts';
import { antXml } from '../models/ant.ts';
import type { CommonOptions, TaskKind } from '../task.ts';
import { addNormal, addUniform, bodyNamed, clamp, isFiniteState, put, sumOfSquares } from './parts/state.ts';

/** Options of `Ant-v5`. */
export interface AntOptions extends CommonOptions {
  forward_reward_weight: number;
  ctrl_cost_weight: number;
  contact_cost_weight: number;
  healthy_reward: number;
  /** Index or name of the body whose speed is rewarded. */
  main_body: number | string;
  terminate_when_unhealthy: boolean;
  healthy_z_range: readonly [number, number];
  contact_force_range: readonly [number, number];
  reset_noise_scale: number;
  exclude_current_positions_from_observation: boolean;
  include_cfrc_ext_in_observation: boolean;
}

/** A torso on four legs runs along x (Schulman et al., 2015). */
/** @throws TypeError or RangeError if the model does not have the body */
function resolveBodyId(model: Model, body: number | string): number {
  return typeof body === 'string' ? bodyNamed(model, body) : expectInteger('main_body', body, 0, model.nbody - 1);
}

export const ant: TaskKind<AntOptions, 'xpos' | 'cfrc_ext'> = {
  id: 'Ant-v5',
  xml: antXml,
  maxEpisodeSteps: 1000,
  rewardThreshold: 6000,
  fields: ['xpos', 'cfrc_ext'],
  numberOrName: ['main_body'],
  options: {
    frame_skip: 5,
    forward_reward_weight: 1,
    ctrl_cost_weight: 0.5,
    contact_cost_weight: 5e-4,
    healthy_reward: 1,
    main_body: 1,
    terminate_when_unhealthy: true,
    healthy_z_range: [0.2, 1],
    contact_force_range: [-1, 1],
    reset_noise_scale: 0.1,
    exclude_current_positions_from_observation: true,
    include_cfrc_ext_in_observation: true,
  },

  observationSize({ nq, nv, nbody }, options) {
    const positions = nq - (options.exclude_current_positions_from_observation ? 2 : 0);
    return positions + nv + (options.include_cfrc_ext_in_observation ? 6 * (nbody - 1) : 0);
  },

  rules(model, world, options) {
    const { qpos, qvel, xpos, cfrc_ext } = world;
    const dt = model.opt.timestep * options.frame_skip;
    const body = resolveBodyId(model, options.main_body);
    const [minForce, maxForce] = options.contact_force_range;
    const [lowest, highest] = options.healthy_z_range;
    const forces = new Float64Array(cfrc_ext.length);
    const positionInfo = () => ({
      x_position: qpos[0],
      y_position: qpos[1],
      distance_from_origin: Math.hypot(qpos[0], qpos[1]),
    });
    let [x, y] = [0, 0];

    function clampForces(): void {
      for (let i = 0; i < forces.length; i++) forces[i] = clamp(cfrc_ext[i], minForce, maxForce);
    }

    return {
      start(random) {
        addUniform(qpos, options.reset_noise_scale, random);
        addNormal(qvel, options.reset_noise_scale, random);
      },
      before() {
        [x, y] = [xpos[3 * body], xpos[3 * body + 1]];
      },
      evaluate(action) {
        clampForces();
        const [x_velocity, y_velocity] = [(xpos[3 * body] - x) / dt, (xpos[3 * body + 1] - y) / dt];
        const healthy = isFiniteState(world) && lowest <= qpos[2] && qpos[2] <= highest;
        const reward_forward = x_velocity * options.forward_reward_weight;
        const reward_survive = healthy ? options.healthy_reward : 0;
        const reward_ctrl = -options.ctrl_cost_weight * sumOfSquares(action);
        const reward_contact = -options.contact_cost_weight * sumOfSquares(forces);
        return {
          reward: reward_forward + reward_survive - (-reward_ctrl - reward_contact),
          terminated: !healthy && options.terminate_when_unhealthy,
          info: {
            ...positionInfo(),
            x_velocity,
            y_velocity,
            reward_forward,
            reward_ctrl,
            reward_contact,
            reward_survive,
          },
        };
      },
      observe(out, at) {
        at = put(out, at, qpos, options.exclude_current_positions_from_observation ? 2 : 0);
        at = put(out, at, qvel);
        if (!options.include_cfrc_ext_in_observation) return;
        clampForces();
        put(out, at, forces, 6);
      },
      startInfo: positionInfo,
    };
  },
};

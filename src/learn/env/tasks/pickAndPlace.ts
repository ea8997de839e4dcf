import { armXml } from '../models/arm.ts';
import type { Generator } from '../random/generator.ts';
import type { CommonOptions, TaskKind } from '../task.ts';
import { addUniform, bodyNamed, put } from './parts/state.ts';

/** Options of `PickAndPlace-v0`. */
export interface PickAndPlaceOptions extends CommonOptions {
  /** Weight of the distance from the grip to the cube. */
  reach_weight: number;
  /** Weight of the distance from the cube to the goal. */
  place_weight: number;
  /** Reward of a step that ends with the cube at the goal. */
  success_reward: number;
  /** Maximum distance for success, in meters. */
  success_distance: number;
  reset_noise_scale: number;
}

/** Size of the arm's state: four joints and two fingers come first in positions and velocities. */
const ARM = 6;
/** Range of cube and goal: within reach, in front of the arm. */
const FIELD = { x: [0.3, 0.45], y: [-0.15, 0.15], z: [0.025, 0.2] } as const;

/** An arm moves a cube to a goal, which may be in the air. Actions are target positions of the joints. */
export const pickAndPlace: TaskKind<PickAndPlaceOptions, 'xpos' | 'site_xpos' | 'mocap_pos'> = {
  id: 'PickAndPlace-v0',
  xml: armXml,
  maxEpisodeSteps: 200,
  fields: ['xpos', 'site_xpos', 'mocap_pos'],
  options: {
    frame_skip: 10,
    reach_weight: 1,
    place_weight: 2,
    success_reward: 5,
    success_distance: 0.03,
    reset_noise_scale: 0.02,
  },

  observationSize: () => 2 * ARM + 9,

  rules(model, world, options) {
    const { qpos, qvel, xpos, site_xpos, mocap_pos } = world;
    const body = bodyNamed(model, 'cube');
    const cube = xpos.subarray(3 * body, 3 * body + 3);
    const grip = site_xpos.subarray(0, 3);
    return {
      start(random) {
        addUniform(qpos.subarray(0, 4), options.reset_noise_scale, random);
        qpos.set([random.uniform(...FIELD.x), random.uniform(...FIELD.y)], ARM);
        do mocap_pos.set(pointInField(random));
        while (distance(mocap_pos, qpos.subarray(ARM, ARM + 3)) < 0.1);
      },
      evaluate() {
        const [reach, place] = [distance(grip, cube), distance(cube, mocap_pos)];
        const success = place < options.success_distance ? 1 : 0;
        const reward_reach = -options.reach_weight * reach;
        const reward_place = -options.place_weight * place;
        const reward_success = options.success_reward * success;
        return {
          reward: reward_reach + reward_place + reward_success,
          terminated: false,
          info: { success, reward_reach, reward_place, reward_success },
        };
      },
      observe(out, at) {
        at = put(out, at, qpos.subarray(0, ARM));
        at = put(out, at, qvel.subarray(0, ARM));
        for (const point of [grip, cube, mocap_pos]) at = put(out, at, point);
      },
    };
  },
};

function pointInField(random: Generator): number[] {
  return [FIELD.x, FIELD.y, FIELD.z].map(([low, high]) => random.uniform(low, high));
}

function distance(a: Float64Array, b: Float64Array): number {
  const [dx, dy, dz] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

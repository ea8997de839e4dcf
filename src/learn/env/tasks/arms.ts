/** Arms that reach for a target: in a plane, and pushing a cylinder on a table. */
import { cos, sin } from '../../../core/math/elementary/trig.ts';
import { pusherXml } from '../models/pusher.ts';
import { reacherXml } from '../models/reacher.ts';
import type { CommonOptions, TaskKind } from '../task.ts';
import { addUniform, bodyDistance, bodyNamed, put, sumOfSquares } from './parts/state.ts';

/** Options of `Reacher-v5`. */
export interface ReacherOptions extends CommonOptions {
  reward_dist_weight: number;
  reward_control_weight: number;
}

/** Options of `Pusher-v5`. */
export interface PusherOptions extends ReacherOptions {
  reward_near_weight: number;
}

/** Noise of the initial velocities. */
const STIR = 0.005;

/** The tip of a two-link arm reaches a target. */
export const reacher: TaskKind<ReacherOptions, 'xpos'> = {
  id: 'Reacher-v5',
  xml: reacherXml,
  maxEpisodeSteps: 50,
  rewardThreshold: -3.75,
  fields: ['xpos'],
  options: { frame_skip: 2, reward_dist_weight: 1, reward_control_weight: 1 },

  observationSize: () => 10,

  rules(model, world, options) {
    const { qpos, qvel, xpos } = world;
    const [tip, target] = [bodyNamed(model, 'fingertip'), bodyNamed(model, 'target')];
    return {
      start(random) {
        addUniform(qpos, 0.1, random);
        // a target within the reach of the arm
        const last = qpos.subarray(-2);
        do {
          last.set([random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)]);
        } while (Math.hypot(last[0], last[1]) >= 0.2);
        addUniform(qvel, STIR, random);
        qvel.fill(0, -2);
      },
      evaluate(action) {
        const reward_dist = -bodyDistance(world, tip, target) * options.reward_dist_weight;
        const reward_ctrl = -sumOfSquares(action) * options.reward_control_weight;
        return { reward: reward_dist + reward_ctrl, terminated: false, info: { reward_dist, reward_ctrl } };
      },
      observe(out, at) {
        const angles = qpos.subarray(0, 2);
        at = put(out, at, angles.map(cos));
        at = put(out, at, angles.map(sin));
        at = put(out, at, qpos, 2);
        at = put(out, at, qvel.subarray(0, 2));
        for (let k = 0; k < 2; k++) out[at + k] = xpos[3 * tip + k] - xpos[3 * target + k];
      },
    };
  },
};

/** A seven-joint arm pushes a cylinder to a goal. */
export const pusher: TaskKind<PusherOptions, 'xpos'> = {
  id: 'Pusher-v5',
  xml: pusherXml,
  maxEpisodeSteps: 100,
  rewardThreshold: 0,
  fields: ['xpos'],
  options: { frame_skip: 5, reward_near_weight: 0.5, reward_dist_weight: 1, reward_control_weight: 0.1 },

  observationSize: () => 23,

  rules(model, world, options) {
    const { qpos, qvel, xpos } = world;
    const [tip, object, goal] = ['tips_arm', 'object', 'goal'].map((name) => bodyNamed(model, name));
    return {
      start(random) {
        const [cylinder, goalPosition] = [qpos.subarray(-4, -2), qpos.subarray(-2)];
        do {
          cylinder.set([random.uniform(-0.3, 0), random.uniform(-0.2, 0.2)]);
        } while (Math.hypot(cylinder[0], cylinder[1]) <= 0.17);
        goalPosition.fill(0);
        addUniform(qvel, STIR, random);
        qvel.fill(0, -4);
      },
      evaluate(action) {
        const reward_near = -bodyDistance(world, object, tip) * options.reward_near_weight;
        const reward_dist = -bodyDistance(world, object, goal) * options.reward_dist_weight;
        const reward_ctrl = -sumOfSquares(action) * options.reward_control_weight;
        return {
          reward: reward_dist + reward_ctrl + reward_near,
          terminated: false,
          info: { reward_dist, reward_ctrl, reward_near },
        };
      },
      observe(out, at) {
        at = put(out, at, qpos.subarray(0, 7));
        at = put(out, at, qvel.subarray(0, 7));
        for (const body of [tip, object, goal]) at = put(out, at, xpos.subarray(3 * body, 3 * body + 3));
      },
    };
  },
};

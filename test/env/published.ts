/** Reference for our environments: observations, rewards and termination of Gymnasium's MuJoCo environments (v5), written from their
 *  documentation (https://gymnasium.farama.org/environments/mujoco/) over any Data, as directly as possible. */
import type { MjData, MjModel } from '../support/oracle/oracle.ts';

/** Compared results of a step. */
export interface Published {
  observation: number[];
  reward: number;
  terminated: boolean;
}

/** The state before a step that the rewards need. */
export interface Before {
  x: number;
  torsoX: number;
  centerX: number;
}

interface StepRecord {
  m: MjModel;
  d: MjData;
  action: number[];
  before: Before;
  /** simulated time per action */
  dt: number;
  body: (name: string) => number[];
}

const list = (field: unknown): number[] => Array.from(field as ArrayLike<number>);
const squares = (numbers: number[]): number => numbers.reduce((sum, x) => sum + x * x, 0);
const clip = (numbers: number[], low: number, high: number): number[] =>
  numbers.map((x) => Math.min(high, Math.max(low, x)));
const norm = (a: number[], b: number[]): number => Math.sqrt(squares(a.map((x, k) => x - b[k])));
const between = (x: number, low: number, high: number): boolean => low < x && x < high;

export function beforeStep(m: MjModel, d: MjData): Before {
  return { x: list(d.qpos)[0], torsoX: list(d.xpos)[3], centerX: centerX(m, d) };
}

function centerX(m: MjModel, d: MjData): number {
  const [mass, xipos] = [list(m.body_mass), list(d.xipos)];
  const total = mass.reduce((sum, x) => sum + x, 0);
  return mass.reduce((sum, x, i) => sum + x * xipos[3 * i], 0) / total;
}

/** All values of a humanoid except those of the world body and of the root's position. */
function humanoidObservation(d: MjData): number[] {
  return [
    ...list(d.qpos).slice(2),
    ...list(d.qvel),
    ...list(d.cinert).slice(10),
    ...list(d.cvel).slice(6),
    ...list(d.qfrc_actuator).slice(6),
    ...list(d.cfrc_ext).slice(6),
  ];
}

export const published: Record<string, (record: StepRecord) => Published> = {
  'Ant-v5': ({ d, action, before, dt }) => {
    const forces = clip(list(d.cfrc_ext), -1, 1);
    const [qpos, qvel] = [list(d.qpos), list(d.qvel)];
    const healthy = [...qpos, ...qvel].every(Number.isFinite) && qpos[2] >= 0.2 && qpos[2] <= 1;
    return {
      observation: [...qpos.slice(2), ...qvel, ...forces.slice(6)],
      reward: (list(d.xpos)[3] - before.torsoX) / dt + Number(healthy) - 0.5 * squares(action) - 5e-4 * squares(forces),
      terminated: !healthy,
    };
  },
  'HalfCheetah-v5': ({ d, action, before, dt }) => ({
    observation: [...list(d.qpos).slice(1), ...list(d.qvel)],
    reward: (list(d.qpos)[0] - before.x) / dt - 0.1 * squares(action),
    terminated: false,
  }),
  'Hopper-v5': ({ d, action, before, dt }) => {
    const [qpos, qvel] = [list(d.qpos), list(d.qvel)];
    const healthy =
      [...qpos.slice(2), ...qvel].every((x) => between(x, -100, 100)) && qpos[1] > 0.7 && between(qpos[2], -0.2, 0.2);
    return {
      observation: [...qpos.slice(1), ...clip(qvel, -10, 10)],
      reward: Number(healthy) + (qpos[0] - before.x) / dt - 1e-3 * squares(action),
      terminated: !healthy,
    };
  },
  'Humanoid-v5': ({ m, d, action, before, dt }) => {
    const healthy = between(list(d.qpos)[2], 1, 2);
    const contact = Math.min(10, 5e-7 * squares(list(d.cfrc_ext)));
    return {
      observation: humanoidObservation(d),
      reward: 5 * Number(healthy) + (1.25 * (centerX(m, d) - before.centerX)) / dt - 0.1 * squares(action) - contact,
      terminated: !healthy,
    };
  },
  'HumanoidStandup-v5': ({ d, action }) => ({
    observation: humanoidObservation(d),
    reward: list(d.qpos)[2] / 0.003 - 0.1 * squares(action) - Math.min(10, 5e-7 * squares(list(d.cfrc_ext))) + 1,
    terminated: false,
  }),
  'InvertedDoublePendulum-v5': ({ d }) => {
    const [qpos, qvel, tip] = [list(d.qpos), list(d.qvel), list(d.site_xpos)];
    const terminated = tip[2] <= 1;
    return {
      observation: [
        qpos[0],
        ...qpos.slice(1).map(Math.sin),
        ...qpos.slice(1).map(Math.cos),
        ...clip(qvel, -10, 10),
        ...clip(list(d.qfrc_constraint).slice(0, 1), -10, 10),
      ],
      reward:
        10 * Number(!terminated) -
        (0.01 * tip[0] ** 2 + (tip[2] - 2) ** 2) -
        (1e-3 * qvel[1] ** 2 + 5e-3 * qvel[2] ** 2),
      terminated,
    };
  },
  'InvertedPendulum-v5': ({ d }) => {
    const observation = [...list(d.qpos), ...list(d.qvel)];
    const terminated = !observation.every(Number.isFinite) || Math.abs(observation[1]) > 0.2;
    return { observation, reward: Number(!terminated), terminated };
  },
  'Pusher-v5': ({ d, action, body }) => {
    const [tip, object, goal] = [body('tips_arm'), body('object'), body('goal')];
    return {
      observation: [...list(d.qpos).slice(0, 7), ...list(d.qvel).slice(0, 7), ...tip, ...object, ...goal],
      reward: -norm(object, goal) - 0.1 * squares(action) - 0.5 * norm(object, tip),
      terminated: false,
    };
  },
  'Reacher-v5': ({ d, action, body }) => {
    const [tip, target] = [body('fingertip'), body('target')];
    const angles = list(d.qpos).slice(0, 2);
    return {
      observation: [
        ...angles.map(Math.cos),
        ...angles.map(Math.sin),
        ...list(d.qpos).slice(2),
        ...list(d.qvel).slice(0, 2),
        tip[0] - target[0],
        tip[1] - target[1],
      ],
      reward: -norm(tip, target) - squares(action),
      terminated: false,
    };
  },
  'Swimmer-v5': ({ d, action, before, dt }) => ({
    observation: [...list(d.qpos).slice(2), ...list(d.qvel)],
    reward: (list(d.qpos)[0] - before.x) / dt - 1e-4 * squares(action),
    terminated: false,
  }),
  // our own environment, as documented in docs/learning.md
  'PickAndPlace-v0': ({ d, body }) => {
    const [grip, cube, goal] = [list(d.site_xpos), body('cube'), list(d.mocap_pos)];
    return {
      observation: [...list(d.qpos).slice(0, 6), ...list(d.qvel).slice(0, 6), ...grip, ...cube, ...goal],
      reward: -norm(grip, cube) - 2 * norm(cube, goal) + 5 * Number(norm(cube, goal) < 0.03),
      terminated: false,
    };
  },
  'RoughQuadruped-v0': ({ d, action }) => {
    const [qpos, qvel, up] = [list(d.qpos), list(d.qvel), list(d.xmat).slice(9 + 6, 9 + 9)];
    const fallen = qpos[2] <= 0.15 || up[2] < 0.4;
    const stance = [0, 0.7, -1.4];
    return {
      observation: [...up, ...qpos.slice(7), ...qvel],
      reward:
        Math.min(qvel[0], 1) -
        0.2 * (Math.abs(qvel[1]) + Math.abs(qvel[5])) -
        0.02 * squares(action.map((x, j) => x - stance[j % 3])) +
        0.5 * Number(!fallen),
      terminated: fallen,
    };
  },
  'Walker2d-v5': ({ d, action, before, dt }) => {
    const qpos = list(d.qpos);
    const healthy = between(qpos[1], 0.8, 2) && between(qpos[2], -1, 1);
    return {
      observation: [...qpos.slice(1), ...clip(list(d.qvel), -10, 10)],
      reward: Number(healthy) + (qpos[0] - before.x) / dt - 1e-3 * squares(action),
      terminated: !healthy,
    };
  },
};

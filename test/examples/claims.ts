/** Claims of each example of the gallery, checked at the end of a run. */
import { expect } from 'vitest';
import { Data, forward, type Model } from '../../src/index.ts';

interface Run {
  m: Model;
  d: Data;
  /** Positions at the start, and every tenth of a second. */
  start: Float64Array;
  past: Float64Array[];
}

interface Claim {
  /** Seconds until the claim shows. */
  seconds: number;
  holds: (run: Run) => void;
}

const upright = (d: Data, body: string) => d.body(body).xmat[8];

/** Length of the path of two components of the positions. */
function way(past: Float64Array[], x: number, y: number): number {
  return past.slice(1).reduce((sum, q, k) => sum + Math.hypot(q[x] - past[k][x], q[y] - past[k][y]), 0);
}

/** Volume of each tetrahedron of the first flex. */
function volumes(m: Model, d: Data): number[] {
  const at = (element: number, corner: number) => 3 * m.flex_elem[4 * element + corner];
  return Array.from({ length: m.flex_elemnum[0] }, (_, e) => {
    const [a, b, c] = [1, 2, 3].map((corner) =>
      [0, 1, 2].map((k) => d.flexvert_xpos[at(e, corner) + k] - d.flexvert_xpos[at(e, 0) + k]),
    );
    const cross = [0, 1, 2].map((k) => b[(k + 1) % 3] * c[(k + 2) % 3] - b[(k + 2) % 3] * c[(k + 1) % 3]);
    return Math.abs(a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6;
  });
}

export const claims: Record<string, Claim> = {
  humanoid_balance: {
    seconds: 5,
    holds: ({ d }) => {
      expect(upright(d, 'torso')).toBeGreaterThan(0.98);
      expect(d.body('right foot').xpos[2]).toBeGreaterThan(0.2);
    },
  },
  quadruped_walk: {
    seconds: 4,
    holds: ({ d, past }) => {
      expect(way(past, 0, 1)).toBeGreaterThan(0.35 * d.time);
      expect(upright(d, 'trunk')).toBeGreaterThan(0.95);
    },
  },
  pick_and_place: {
    seconds: 5,
    holds: ({ d }) => {
      // in one of the trays, and after five seconds in the other one
      const [x, y, z] = d.body('cube 1').xpos as unknown as [number, number, number];
      expect(Math.abs(x - 0.47)).toBeLessThan(0.1);
      expect(Math.abs(Math.abs(y) - 0.25)).toBeLessThan(d.time < 10 ? 0.1 : 0.3);
      expect(z).toBeLessThan(0.25);
      if (d.time < 10) expect(d.body('cube 0').xpos[1]).toBeLessThan(-0.15);
    },
  },
  rubik: {
    // a scramble and its reversal, fourteen moves each
    seconds: 28 * 0.57,
    holds: ({ d, past }) => {
      const solved = (q: Float64Array) => q.every((x, k) => Math.abs(Math.abs(x) - (k % 4 === 0 ? 1 : 0)) < 0.02);
      expect(past.some((q) => q.filter((x, k) => k % 4 === 0 && Math.abs(x) < 0.8).length > 15)).toBe(true);
      if (d.time < 20) expect(solved(d.qpos)).toBe(true);
    },
  },
  dominoes: {
    seconds: 5,
    holds: ({ m, d }) => {
      const fallen = d.qpos.filter((x) => x > 0.9).length;
      expect(fallen).toBeGreaterThan(Math.min(m.nq - 1, 25 * d.time));
      expect(d.ntree_awake).toBeLessThan(20);
    },
  },
  drone: {
    seconds: 6,
    holds: ({ d }) => {
      // on the oval of the gates
      expect(Math.hypot(d.qpos[0] / 3, d.qpos[1] / 2)).toBeCloseTo(1, 0.8);
      expect(upright(d, 'drone')).toBeGreaterThan(0.7);
    },
  },
  car_on_terrain: {
    seconds: 6,
    holds: ({ d, past }) => {
      expect(way(past, 0, 1)).toBeGreaterThan(1.2 * d.time);
      expect(upright(d, 'car')).toBeGreaterThan(0.7);
    },
  },
  muscle_cycling: {
    seconds: 3,
    holds: ({ d }) => expect(d.qpos[0] / (2 * Math.PI)).toBeGreaterThan(0.8 * d.time),
  },
  trebuchet: {
    seconds: 3.5,
    holds: ({ d, start }) => {
      expect(d.body('shot').xpos[0]).toBeGreaterThan(25);
      const bricks = Array.from({ length: 30 }, (_, k) => 9 + 7 * k);
      expect(bricks.filter((a) => Math.abs(d.qpos[a] - start[a]) > 0.3).length).toBeGreaterThanOrEqual(3);
    },
  },
  marble_run: {
    seconds: 7,
    holds: ({ d, past }) => {
      for (let k = 0; k < 14; k++) {
        expect(Math.abs(d.qpos[7 * k])).toBeLessThan(0.5);
        expect(Math.abs(d.qpos[7 * k + 1])).toBeLessThan(0.07);
      }
      // one has been at the bottom and is back at the top
      const fell = past.findIndex((q) => q[2] < 0.25);
      expect(past.slice(fell).some((q) => q[2] > 0.9)).toBe(true);
    },
  },
  pendulum_waves: {
    seconds: 15,
    holds: ({ d }) => {
      // the k-th swings 40 + k times a minute
      for (let k = 0; k < 16; k++)
        expect(d.qpos[k] - 0.4 * Math.cos((2 * Math.PI * (40 + k) * d.time) / 60)).toBeCloseTo(0, 1.5);
    },
  },
  swing_up: {
    // planned in 1.2 seconds, swung up in 2.5
    seconds: 5,
    holds: ({ d, start }) => {
      expect(start[1]).toBeCloseTo(Math.PI, 9);
      for (let k = 0; k < 3; k++) expect(Math.abs(d.qpos[k])).toBeLessThan(0.05);
      expect(d.sensor('milliseconds for derivatives').data[0]).toBeGreaterThan(0);
    },
  },
  stand_up: {
    // rests for half a second, plans for 0.13 s, is upright 0.6 s later
    seconds: 2.5,
    holds: ({ d, past }) => {
      expect(past[5][2]).toBeLessThan(0.15);
      expect(d.qpos[2]).toBeGreaterThan(0.25);
      expect(upright(d, 'trunk')).toBeGreaterThan(0.98);
      expect(Math.hypot(d.qpos[0] - 0.1, d.qpos[1])).toBeLessThan(0.06);
      expect(d.sensor('milliseconds for derivatives').data[0]).toBeGreaterThan(0);
    },
  },
  identification: {
    // twenty rounds, two of them every 1.3 seconds
    seconds: 14,
    holds: ({ d }) => {
      expect(Math.abs(d.sensor('mass').data[0] / 1.7 - 1)).toBeLessThan(0.03);
      expect(Math.abs(d.sensor('friction').data[0] / 0.28 - 1)).toBeLessThan(0.03);
      expect(d.sensor('milliseconds for the gradient').data[0]).toBeGreaterThan(0);
    },
  },
  evolution: {
    // the end of the eighth generation
    seconds: 31.9,
    holds: ({ d }) => {
      const standing = d.mocap_quat.filter((w, k) => k % 8 === 4 && w > 0.95).length;
      expect(standing).toBeGreaterThan(d.time > 50 ? 55 : 45);
    },
  },
  tensegrity: {
    seconds: 10,
    holds: ({ d, past }) => {
      expect(way(past, 0, 1)).toBeGreaterThan(0.05 * d.time);
      expect(d.subtree_com[2]).toBeGreaterThan(0.3);
    },
  },
  rope_bridge: {
    seconds: 6,
    holds: ({ d, past }) => {
      for (let k = 0; k < 22; k++) expect(d.body(`plank ${k}`).xpos[2]).toBeGreaterThan(1.4);
      const barrel = 22 * 7;
      expect(past.some((q) => q[barrel] > 2.3 && q[barrel + 2] > 2)).toBe(true);
    },
  },
  eel: {
    seconds: 8,
    holds: ({ d }) => expect(Math.hypot(d.qpos[0], d.qpos[1])).toBeGreaterThan(0.06 * d.time),
  },
  metronomes: {
    seconds: 45,
    holds: ({ d }) => {
      // length of the mean of the phases as unit vectors
      const sum = [0, 0];
      for (let k = 1; k <= 7; k++) {
        const phase = Math.atan2(-d.qvel[k] / 9, d.qpos[k]);
        sum[0] += Math.cos(phase) / 7;
        sum[1] += Math.sin(phase) / 7;
      }
      expect(Math.hypot(...sum)).toBeGreaterThan(0.9);
    },
  },
  ball_on_plate: {
    seconds: 6,
    holds: ({ d }) => {
      expect(d.qpos[4]).toBeGreaterThan(0.2);
      expect(d.qpos[2] - 0.17 * Math.sin(1.1 * d.time)).toBeCloseTo(0, 1.3);
      expect(d.qpos[3] - 0.12 * Math.sin(2.2 * d.time)).toBeCloseTo(0, 1.3);
    },
  },
  planetary_gear: {
    seconds: 3,
    holds: ({ d }) => {
      expect(Math.abs(d.qvel[0])).toBeGreaterThan(0.1);
      expect(d.joint('carrier').qpos[0] / d.joint('sun').qpos[0]).toBeCloseTo(20 / 72, 3);
      expect(d.joint('planet 1').qpos[0] / d.joint('carrier').qpos[0]).toBeCloseTo(-52 / 16, 2);
    },
  },
  t_handle: {
    seconds: 20,
    holds: ({ d, past }) => {
      // y of the handle along y of the world, and against it
      const along = past.map((q) => 1 - 2 * (q[4] ** 2 + q[6] ** 2));
      expect(Math.max(...along)).toBeGreaterThan(0.95);
      expect(Math.min(...along)).toBeLessThan(-0.95);
      expect(d.energy[1]).toBeCloseTo(0.0801088613, 8);
    },
  },
  kapitza: {
    seconds: 15,
    holds: ({ d }) => expect(Math.abs(d.qpos[1])).toBeLessThan(0.3),
  },
  'soft/cloth': {
    seconds: 4,
    holds: ({ d, past }) => {
      // a gust has lifted it above its corners, and it is intact; the third slide of a vertex is its height
      expect(past.some((q) => q.some((x, k) => k % 3 === 2 && x > 0.03))).toBe(true);
      expect(Math.max(...d.flexedge_length)).toBeLessThan(0.12);
      expect(Math.min(...d.flexvert_xpos.filter((_, k) => k % 3 === 2))).toBeGreaterThan(0);
    },
  },
  'soft/jelly': {
    seconds: 3,
    holds: ({ m, d }) => {
      const z = d.flexvert_xpos.filter((_, k) => k % 3 === 2);
      expect(Math.min(...z)).toBeGreaterThan(-0.005);
      // squeezed and bent, but with almost all of its volume, and no inverted element
      const rest = new Data(m);
      forward(m, rest);
      const [before, after] = [rest, d].map((data) => volumes(m, data));
      const sum = (parts: number[]) => parts.reduce((total, part) => total + part, 0);
      expect(sum(after) / sum(before)).toBeGreaterThan(0.9);
      expect(sum(after) / sum(before)).toBeLessThan(1.05);
      expect(Math.min(...after.map((part, e) => part / before[e]))).toBeGreaterThan(0.2);
      // dropped objects rest on it or next to it, and penetrate nothing
      const balls = Array.from({ length: 3 }, (_, k) => d.xpos[3 * (m.nbody - 1 - k) + 2]);
      expect(Math.min(...balls)).toBeGreaterThan(0.045);
    },
  },

  'soft/gripper': {
    // in each round of eight seconds the cube is up from 2.6 to 5
    seconds: 3.9,
    holds: ({ d }) => expect(Math.min(...d.flexvert_xpos.filter((_, k) => k % 3 === 2))).toBeGreaterThan(0.15),
  },
  humanoid: {
    seconds: 3,
    holds: ({ m, d }) => {
      // it is on the ground, which carries its weight, and every joint is within its range
      expect(d.qpos[2]).toBeLessThan(0.3);
      expect(Math.hypot(d.qpos[0], d.qpos[1])).toBeLessThan(1);
      expect(d.qfrc_constraint[2] / (9.81 * m.body_subtreemass[1])).toBeCloseTo(1, 1);
      expect(Math.min(...Array.from({ length: d.ncon }, (_, c) => d.contact_dist[c]))).toBeGreaterThan(-0.01);
      for (let j = 1; j < m.njnt; j++) {
        expect(d.qpos[m.jnt_qposadr[j]]).toBeGreaterThan(m.jnt_range[2 * j] - 0.05);
        expect(d.qpos[m.jnt_qposadr[j]]).toBeLessThan(m.jnt_range[2 * j + 1] + 0.05);
      }
    },
  },

  quadruped: {
    seconds: 5,
    holds: ({ d, start, past }) => {
      // the trunk circles and turns
      for (const [k, minRange] of [
        [0, 0.05],
        [1, 0.05],
        [2, 0.03],
        [6, 0.15],
      ]) {
        const values = past.slice(20).map((q) => q[k]);
        expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(minRange);
      }
      expect(upright(d, 'trunk')).toBeGreaterThan(0.96);
      // and the feet do not move
      const feet: [string, number, number][] = [
        ['FL', 1, 1],
        ['FR', 1, -1],
        ['RL', -1, 1],
        ['RR', -1, -1],
      ];
      for (const [name, x, y] of feet) {
        const [fx, fy, fz] = d.site(name).xpos;
        expect(Math.hypot(fx - start[0] - 0.17 * x, fy - start[1] - 0.12 * y)).toBeLessThan(0.015 + 0.001 * d.time);
        expect(fz).toBeLessThan(0.03);
      }
    },
  },

  arm_gripper: {
    seconds: 5.9,
    holds: ({ d, past }) => {
      // lifted, carried around by 1.4 radians, and put down upright; after twelve seconds it is back
      expect(past.some((q) => q[10] > 0.2)).toBe(true);
      const around = d.time % 12 < 6 ? 1.4 : 0;
      const [x, y, z] = d.body('cube').xpos;
      expect(Math.hypot(x - 0.455 * Math.cos(around), y - 0.455 * Math.sin(around))).toBeLessThan(0.01);
      expect(z).toBeCloseTo(0.03, 3);
      expect(d.body('cube').xmat[8]).toBeGreaterThan(0.999);
    },
  },

  box_stack: {
    seconds: 3,
    holds: ({ d, start }) => {
      const crates = Array.from({ length: 8 }, (_, k) => 7 * k);
      for (const a of crates) expect(d.qpos[a + 2]).toBeGreaterThan(0.09);
      expect(crates.some((a) => Math.abs(d.qpos[a] - start[a]) > 0.2)).toBe(true);
    },
  },
  muscle_arm: {
    seconds: 4,
    holds: ({ past }) => {
      const [shoulder, elbow] = [0, 1].map((k) => past.slice(-40).map((q) => q[k]));
      expect(Math.min(...elbow)).toBeLessThan(-1.7);
      expect(Math.max(...elbow)).toBeGreaterThan(-0.1);
      expect(Math.max(...shoulder) - Math.min(...shoulder)).toBeGreaterThan(0.7);
      // within what its joints allow
      expect(Math.min(...shoulder)).toBeGreaterThan(-1.22);
    },
  },

  newton_cradle: {
    // long enough for the inner ones to swing, if nothing damps them
    seconds: 8,
    holds: ({ past }) => {
      // the outer balls alternate, the inner ones hardly move
      const last = past.slice(-20);
      const still = past.length < 100 ? 0.45 : 0.12;
      expect(Math.min(...last.map((q) => q[4]))).toBeLessThan(-still);
      expect(Math.max(...last.map((q) => q[0]))).toBeGreaterThan(still);
      for (const q of past) for (const k of [1, 2, 3]) expect(Math.abs(q[k])).toBeLessThan(0.09);
    },
  },

  cart_double_pendulum: {
    seconds: 2,
    holds: ({ d, past }) => {
      expect(past.some((q) => Math.abs(q[1]) > 1.5)).toBe(true);
      expect(Math.abs(d.qpos[0])).toBeLessThan(2);
    },
  },
  gyroscope: {
    seconds: 5,
    holds: ({ d }) => {
      expect(d.energy[0] + d.energy[1]).toBeCloseTo(24.033, 2);
      // it circles instead of falling
      expect(d.energy[0]).toBeGreaterThan(2);
    },
  },
  pendulum: {
    seconds: 5,
    holds: ({ start, past }) => {
      const maxAngle = Math.max(...past.slice(-30).map((q) => Math.abs(q[0])));
      expect(maxAngle).toBeLessThan(start[0]);
      expect(maxAngle).toBeGreaterThan(0.85 * start[0]);
    },
  },
  rimless_wheel: {
    seconds: 6,
    holds: ({ d }) => {
      expect(d.qpos[0] / d.time).toBeGreaterThan(0.7);
      expect(d.qpos[0] / d.time).toBeLessThan(1.3);
      expect(Math.abs(d.qpos[1])).toBeLessThan(0.05);
    },
  },
};

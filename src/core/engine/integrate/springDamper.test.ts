/** implicitspringdamper against (M + h B + h^2 K) a = F - h K v, with springs and dampers switched one by one in the middle of a run. */
import { expect, test } from 'vitest';
import { setOptions, withPair } from '../../../../test/support/constraintPair.ts';
import type { Pair } from '../../../../test/support/oracle/oracle.ts';
import { Disable, Integrator } from '../../model/enums.ts';
import { step } from '../step.ts';

const h = 0.01;
const mass = 2;
// of a ball of this radius, as MuJoCo makes it
const radius = 0.5;
const inertia = 0.4 * mass * radius ** 2;

const flagCases = [0, Disable.SPRING, Disable.DAMPER, Disable.SPRING | Disable.DAMPER];

/** One body without gravity; `start` sets its state. Steps with every combination of the two flags in turn, each from where the last one
 *  ended, and compares with `expected`: the velocity after a step. */
function expectSteps(
  joint: string,
  start: (pair: Pair) => void,
  expected: (pair: Pair, K: number, B: number) => number[],
): void {
  withPair(
    `<mujoco><option timestep="${h}" gravity="0 0 0"/><worldbody><body>${joint}<geom size="${radius}" mass="${mass}"/></body></worldbody></mujoco>`,
    (pair) => {
      const { m, d } = pair;
      m.opt.integrator = Integrator.IMPLICITSPRINGDAMPER;
      start(pair);
      const seen = new Set<string>();
      for (const disableflags of [...flagCases, ...flagCases.toReversed()]) {
        setOptions(pair, { disableflags });
        const K = (disableflags & Disable.SPRING) === 0 ? 1 : 0;
        const B = (disableflags & Disable.DAMPER) === 0 ? 1 : 0;
        const wanted = expected(pair, K, B);
        step(m, d);
        for (let i = 0; i < m.nv; i++) expect(d.qvel[i], `flags ${disableflags}, dof ${i}`).toBeCloseTo(wanted[i], 11);
        seen.add(wanted.join());
      }
      expect(seen.size).toBeGreaterThan(5);
    },
  );
}

test('a slide with a linear spring and damper', () => {
  expectSteps(
    '<joint type="slide" axis="1 0 0" stiffness="300" damping="20" springref=".1"/>',
    ({ d }) => {
      d.qpos[0] = 0.3;
      d.qvel[0] = 2;
    },
    ({ d }, K, B) => {
      const [k, b] = [300 * K, 20 * B];
      return [(mass * d.qvel[0] - h * k * (d.qpos[0] - 0.1)) / (mass + h * b + h * h * k)];
    },
  );
});

test('a slide with a polynomial spring and damper: the derivative at the present state', () => {
  expectSteps(
    '<joint type="slide" axis="1 0 0" stiffness="100 30 20" damping="5 3 2"/>',
    ({ d }) => {
      d.qpos[0] = 0.4;
      d.qvel[0] = 1.5;
    },
    ({ d }, K, B) => {
      const [x, v] = [d.qpos[0], d.qvel[0]];
      const force =
        -K * (100 * x + 30 * x * Math.abs(x) + 20 * x ** 3) - B * (5 * v + 3 * v * Math.abs(v) + 2 * v ** 3);
      const k = K * (100 + 60 * Math.abs(x) + 60 * x * x);
      const b = B * (5 + 6 * Math.abs(v) + 6 * v * v);
      return [v + (h * (force - h * k * v)) / (mass + h * b + h * h * k)];
    },
  );
});

test('a spring that softens is taken explicitly where its stiffness is negative', () => {
  expectSteps(
    '<joint type="slide" axis="1 0 0" stiffness="100 -300" damping="5"/>',
    ({ d }) => {
      d.qpos[0] = 0.5;
      d.qvel[0] = 1;
    },
    ({ d }, K, B) => {
      const [x, v] = [d.qpos[0], d.qvel[0]];
      const slope = 100 - 600 * Math.abs(x);
      expect(slope).toBeLessThan(0);
      const force = -K * (100 * x - 300 * x * Math.abs(x)) - B * 5 * v;
      return [v + (h * force) / (mass + h * 5 * B)];
    },
  );
});

test('a ball joint: the coefficient at its present rotation, for each of its dofs', () => {
  expectSteps(
    '<joint type="ball" stiffness="4 2" damping=".3"/>',
    ({ d }) => {
      // by 0.8 about z
      d.qpos.set([Math.cos(0.4), 0, 0, Math.sin(0.4)]);
      d.qvel.set([0, 0, 1]);
    },
    ({ d }, K, B) => {
      const angle = 2 * Math.atan2(d.qpos[3], d.qpos[0]);
      const k = K * (4 + 2 * Math.abs(angle));
      const v = d.qvel[2];
      return [0, 0, v + (h * (-k * angle - 0.3 * B * v - h * k * v)) / (inertia + h * 0.3 * B + h * h * k)];
    },
  );
});

test('a free joint: its position and its rotation have springs of their own length', () => {
  expectSteps(
    '<joint type="free" stiffness="40 10" damping="3"/>',
    ({ d }) => {
      d.qpos.set([0.3, 0, 0, Math.cos(0.2), Math.sin(0.2), 0, 0]);
      d.qvel.set([1, 0, 0, 0.7, 0, 0]);
    },
    ({ d }, K, B) => {
      const next = (x: number, v: number, I: number) => {
        const k = K * (40 + 10 * Math.abs(x));
        return v + (h * (-k * x - 3 * B * v - h * k * v)) / (I + h * 3 * B + h * h * k);
      };
      const angle = 2 * Math.atan2(d.qpos[4], d.qpos[3]);
      return [next(d.qpos[0], d.qvel[0], mass), 0, 0, next(angle, d.qvel[3], inertia), 0, 0];
    },
  );
});

test('the damping of an actuator on the joint counts with that of the joint, and stops with the flag', () => {
  withPair(
    `<mujoco><option timestep="${h}" gravity="0 0 0"/><worldbody><body><joint name="j" type="slide" axis="1 0 0" damping="2"/>
      <geom size="${radius}" mass="${mass}"/></body></worldbody><actuator><motor joint="j" damping="5"/></actuator></mujoco>`,
    (pair) => {
      const { m, d } = pair;
      m.opt.integrator = Integrator.IMPLICITSPRINGDAMPER;
      d.qvel[0] = 3;
      step(m, d);
      expect(d.qvel[0]).toBeCloseTo((3 * mass) / (mass + 7 * h), 12);
      m.opt.disableflags = Disable.DAMPER;
      const before = d.qvel[0];
      step(m, d);
      expect(d.qvel[0]).toBe(before);
    },
  );
});

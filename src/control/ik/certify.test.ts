// needs: the compiled engine
/** Certified steps: distances hold after a step and along it, where the linear limit alone does not guarantee them. */
import { beforeAll, expect, test } from 'vitest';
import { type Model, modelFromXml, prepare } from '../../index.ts';
import { solveCertified } from './certify.ts';
import { Configuration } from './configuration.ts';
import { CollisionAvoidanceLimit } from './limits/collisionLimit.ts';
import { ConfigurationLimit } from './limits/configurationLimit.ts';
import { AccelerationLimit, VelocityLimit } from './limits/velocityLimit.ts';
import { MotionBounds } from './motionBound.ts';
import { makeRandom } from './qp/testing/problems.ts';
import { solveIk } from './solve.ts';
import { DampingTask } from './tasks/postureTask.ts';
import { bent, loadArm, loadCreature, randomPosition, reach } from './testing/models.ts';

let arm: Model;
beforeAll(async () => {
  await prepare({ engine: 'js' });
  arm = loadArm();
});

const dt = 0.05;

/** Smallest distance while the arm follows targets at the wall in large steps. */
function follow(isCertified: boolean) {
  const limit = new CollisionAvoidanceLimit(arm, { pairs: [[{ subtree: 'base' }, ['wall', 'floor']]] });
  const limits = [new ConfigurationLimit(arm), new VelocityLimit(arm, 4), limit];
  const configuration = new Configuration(arm, bent);
  const damping = new DampingTask(arm, { cost: 0.01 });
  const counts = { corrected: 0, shortened: 0 };
  let smallest = Infinity;
  for (let k = 0; k < 200; k++) {
    const tasks = [reach(arm, [0.72, 0.4 * Math.sin(k / 2), 0.3 + 0.2 * Math.cos(k / 3)]), damping];
    let velocity: Float64Array;
    if (isCertified) {
      const step = solveCertified(configuration, tasks, dt, { limits });
      velocity = step.velocity;
      if (step.solves > 1) counts.corrected++;
      if (step.scale < 1) counts.shortened++;
    } else velocity = solveIk(configuration, tasks, dt, { limits });
    configuration.integrateInPlace(velocity, dt);
    smallest = Math.min(smallest, limit.smallestDistance(configuration).distance);
  }
  return { smallest, ...counts };
}

test('large steps keep their distances only with a certificate', () => {
  expect(follow(false).smallest).toBeLessThan(0.005 - 1e-4);
  const { smallest, corrected } = follow(true);
  expect(smallest).toBeGreaterThanOrEqual(0.005 - 1e-5);
  expect(corrected).toBeGreaterThan(0);
});

test('a step reports its smallest distance, and the next solve is not affected', () => {
  const limit = new CollisionAvoidanceLimit(arm, { pairs: [[{ subtree: 'base' }, 'wall']], detectionDistance: 0.5 });
  const configuration = new Configuration(arm, bent);
  const plain = solveIk(configuration, [reach(arm, [0.5, 0, 0.5])], dt, { limits: [limit] }).slice();
  const step = solveCertified(configuration, [reach(arm, [0.68, 0, 0.5])], dt, { limits: [limit] });
  const moved = new Configuration(arm, configuration.integrate(step.velocity, dt));
  const { distance, pair } = limit.smallestDistance(moved);
  expect(step.distance).toBe(distance);
  expect(step.pair).toBe(limit.describePair(pair));
  const again = solveIk(configuration, [reach(arm, [0.5, 0, 0.5])], dt, { limits: [limit] });
  for (let k = 0; k < 6; k++) expect(again[k]).toBeCloseTo(plain[k], 6);
});

test('a fast step does not pass through a thin wall', () => {
  const model = modelFromXml(
    `<mujoco><worldbody>
      <geom name="blade" type="box" size="0.001 0.5 0.5" pos="0.5 0 0"/>
      <body name="cart"><joint name="rail" type="slide" axis="1 0 0" range="-2 2"/><geom name="cart" size="0.05"/><site name="tip"/></body>
    </worldbody></mujoco>`,
    { engine: 'js' },
  );
  const limit = new CollisionAvoidanceLimit(model, { detectionDistance: 0.02 });
  const configuration = new Configuration(model);
  const task = reach(model, [1, 0, 0], 'tip');
  const passing = solveIk(configuration, [task], 1, { limits: [limit] });
  expect(passing[0]).toBeCloseTo(1, 6);
  const { velocity, scale } = solveCertified(configuration, [task], 1, { limits: [limit] });
  expect(scale).toBeLessThan(0.5);
  expect(velocity[0]).toBeGreaterThan(0.2);
  expect(velocity[0]).toBeLessThan(0.45);
});

test('a pair below its minimum may not come closer, and limits record the final velocity', () => {
  const limit = new CollisionAvoidanceLimit(arm, { pairs: [[{ subtree: 'base' }, 'wall']], repulsion: 0 });
  const acceleration = new AccelerationLimit(arm, 1000);
  const configuration = new Configuration(arm, [0, 0.95, 0, 0, 0, 0]);
  const { distance: before } = limit.smallestDistance(configuration);
  expect(before).toBeLessThan(0);
  const into = reach(arm, [0.8, 0, 0.5]);
  const { velocity, distance, scale } = solveCertified(configuration, [into], dt, { limits: [limit, acceleration] });
  expect(distance).toBeGreaterThanOrEqual(before - 1e-9);
  expect(scale).toBeLessThan(1);
  expect([...acceleration.velocity]).toEqual([...velocity]);
});

test('bad input is rejected', () => {
  const configuration = new Configuration(arm, bent);
  const limit = new CollisionAvoidanceLimit(arm);
  expect(() => solveCertified(configuration, [], dt, {})).toThrow('expected a CollisionAvoidanceLimit, found none');
  expect(() => solveCertified(configuration, [], 0, { limits: [limit] })).toThrow('solveCertified: dt');
  expect(() => solveCertified(configuration, [], dt, { limits: [limit], corrections: -1 })).toThrow('corrections');
  expect(() => solveCertified(configuration, [], dt, { limits: [limit], tolerance: Number.NaN })).toThrow('tolerance');
});

test('bounds of motion hold for all points of geoms', () => {
  const model = loadCreature();
  const random = makeRandom(3);
  const geoms = [...model.geom_bodyid.keys()].filter((g) => model.geom_rbound[g] > 0);
  const bounds = new MotionBounds(model, geoms);
  const configuration = new Configuration(model);
  let tight = 0;
  for (let trial = 0; trial < 30; trial++) {
    const qpos = randomPosition(model, random);
    const dq = Float64Array.from({ length: model.nv }, () => 0.3 * (2 * random() - 1));
    for (const g of geoms) {
      for (const other of geoms) {
        const offset = Array.from({ length: 3 }, () => model.geom_rbound[g] * (2 * random() - 1) * 0.57);
        // a point of one geom in the axes of the other one
        const place = () =>
          configuration
            .framePose({ geom: other })
            .inverse()
            .apply(configuration.framePose({ geom: g }).apply(offset));
        configuration.update(qpos);
        const before = place();
        configuration.integrateInPlace(dq, 1);
        const moved = Math.hypot(...place().map((x, k) => x - before[k]));
        const bound = bounds.relativeMotion(g, other, dq);
        expect(moved).toBeLessThanOrEqual(bound + 1e-9);
        if (bound > 0 && moved > 0.2 * bound) tight++;
      }
    }
  }
  expect(tight).toBeGreaterThan(100);
});

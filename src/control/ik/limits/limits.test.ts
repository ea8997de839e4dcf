// needs: the compiled engine
/** Limits: ranges, velocities, accelerations and distances hold, and their rows are derivatives. */
import { beforeAll, expect, test } from 'vitest';
import { type Model, prepare } from '../../../index.ts';
import { Configuration } from '../configuration.ts';
import { NotWithinLimitsError } from '../errors.ts';
import { SE3 } from '../lie/groups.ts';
import { makeRandom } from '../qp/testing/problems.ts';
import { buildIk, solveIk } from '../solve.ts';
import { FrameTask } from '../tasks/frameTask.ts';
import { DampingTask, PostureTask } from '../tasks/postureTask.ts';
import { bent, loadArm, loadCreature, randomPosition, reach } from '../testing/models.ts';
import { ConfigurationLimit } from './configurationLimit.ts';
import { AccelerationLimit, FreeJointVelocityLimit, VelocityLimit } from './velocityLimit.ts';

let arm: Model;
let creature: Model;
beforeAll(async () => {
  await prepare({ engine: 'js' });
  arm = loadArm();
  creature = loadCreature();
});

const random = makeRandom(11);
const dt = 0.02;

const randomTarget = () => [1.5 * random() - 0.75, 1.5 * random() - 0.75, 1.2 * random()];

test('ConfigurationLimit: no joint leaves its range, ball joints included', () => {
  for (const model of [arm, creature]) {
    const configuration = new Configuration(model, model === arm ? bent : undefined);
    const damping = new DampingTask(model, { cost: 0.01 });
    let reached = 0;
    for (let k = 0; k < 400; k++) {
      const task =
        k % 20 === 0 || k === 0 ? reach(model, randomTarget(), model === arm ? 'tool' : 'left hand') : undefined;
      if (task) lastTask = task;
      configuration.integrateInPlace(solveIk(configuration, [lastTask!, damping], dt), dt);
      configuration.checkLimits(1e-9);
      for (let j = 0; j < model.njnt; j++) {
        const q = configuration.qpos[model.jnt_qposadr[j]];
        if (model.jnt_limited[j] && model.jnt_type[j] > 1 && Math.abs(q) > 0.99 * model.jnt_range[2 * j + 1]) reached++;
      }
    }
    if (model === arm) expect(reached).toBeGreaterThan(20);
  }
});
let lastTask: FrameTask | undefined;

test('a joint outside its range returns, as fast as its velocity limit allows', () => {
  const configuration = new Configuration(arm, [0, 2, 0, 0, 0, 0]);
  const task = new DampingTask(arm);
  const limits = [new ConfigurationLimit(arm), new VelocityLimit(arm, { lift: 1 })];
  expect(() => solveIk(configuration, [task], dt, { safetyBreak: true })).toThrow(NotWithinLimitsError);
  expect(() => configuration.checkLimits()).toThrow("joint 'lift': outside its range. Expected -1.8 to 1.8, found 2");
  for (let k = 0; k < 5; k++) {
    const velocity = solveIk(configuration, [task], dt, { limits });
    expect(velocity[1]).toBeCloseTo(-1, 9);
    configuration.integrateInPlace(velocity, dt);
  }
});

test('ball joints are limited by their angle: the bound is its derivative', () => {
  const configuration = new Configuration(creature);
  const angle = () => 2 * Math.acos(Math.min(1, Math.abs(configuration.qpos[7])));
  for (let trial = 0; trial < 20; trial++) {
    const qpos = randomPosition(creature, random, 0.3);
    configuration.update(qpos);
    const { A, upper, n, m } = buildIk(configuration, [], 1);
    expect(m).toBe(1);
    expect(upper[n]).toBeCloseTo(0.95 * (2 - angle()), 6);
    for (let k = 0; k < n; k++) {
      const value = (s: number) => {
        configuration.update(qpos);
        configuration.integrateInPlace(
          Float64Array.from({ length: n }, (_, i) => (i === k ? 1 : 0)),
          s,
        );
        return angle();
      };
      expect(Math.abs((value(1e-5) - value(-1e-5)) / 2e-5 - A[k])).toBeLessThan(1e-7);
    }
    configuration.update(qpos);
  }
});

test('VelocityLimit: velocities stay within it, for all joints or by name', () => {
  const configuration = new Configuration(arm, bent);
  const limits = [new VelocityLimit(arm, { pan: 0.5, 'wrist 2': [0.1] }), new ConfigurationLimit(arm)];
  const velocity = solveIk(configuration, [reach(arm, [0.2, 0.6, 0.5])], dt, { limits });
  expect(Math.abs(velocity[0])).toBeCloseTo(0.5, 9);
  expect(Math.abs(velocity[4])).toBeLessThanOrEqual(0.1 + 1e-12);
  const all = solveIk(configuration, [reach(arm, [0.2, 0.6, 0.5])], dt, { limits: [new VelocityLimit(arm, 0.3)] });
  expect(Math.max(...all.map(Math.abs))).toBeCloseTo(0.3, 9);
});

test('AccelerationLimit: velocities change within it, and joints stop before the end of their range', () => {
  const configuration = new Configuration(arm, bent);
  const acceleration = new AccelerationLimit(arm, 8);
  const limits = [new ConfigurationLimit(arm), acceleration];
  const posture = new PostureTask(arm);
  // beyond the range: full speed toward the end
  posture.setTarget([0, 3, 0, 0, 0, 0]);
  let before = new Float64Array(6);
  let fastest = 0;
  for (let k = 0; k < 200; k++) {
    const velocity = solveIk(configuration, [posture], dt, { limits });
    for (let i = 0; i < 6; i++) expect(Math.abs(velocity[i] - before[i])).toBeLessThan(8 * dt + 1e-9);
    fastest = Math.max(fastest, velocity[1]);
    before = Float64Array.from(velocity);
    configuration.integrateInPlace(velocity, dt);
    configuration.checkLimits(1e-9);
  }
  expect(fastest).toBeGreaterThan(2);
  expect(configuration.qpos[1]).toBeGreaterThan(1.79);
  acceleration.reset();
  expect(acceleration.velocity.every((v) => v === 0)).toBe(true);
});

test('FreeJointVelocityLimit: each axis of the body is limited', () => {
  const configuration = new Configuration(creature, randomPosition(creature, random));
  const task = new FrameTask(creature, { body: 'trunk' });
  task.setTarget(SE3.exp([3, -2, 4, 1, 1, -1]));
  const limits = [new FreeJointVelocityLimit(creature, { linear: [0.5, 0.6, 0.7], angular: 1 })];
  const velocity = solveIk(configuration, [task], dt, { limits });
  const R = configuration.data.xmat.subarray(9, 18);
  for (let k = 0; k < 3; k++) {
    const along = R[k] * velocity[0] + R[3 + k] * velocity[1] + R[6 + k] * velocity[2];
    expect(Math.abs(along)).toBeCloseTo([0.5, 0.6, 0.7][k], 9);
    expect(Math.abs(velocity[3 + k])).toBeLessThanOrEqual(1 + 1e-9);
  }
  // rows are the rate of the position in the axes of the body
  const { A, n, m } = buildIk(configuration, [], 1, { limits });
  expect(m).toBe(3);
  const start = configuration.framePose({ body: 'trunk' });
  const qpos = configuration.qpos.slice();
  for (let k = 0; k < n; k++) {
    const unit = Float64Array.from({ length: n }, (_, i) => (i === k ? 1 : 0));
    const moved = (h: number) => {
      configuration.update(qpos);
      configuration.integrateInPlace(unit, h);
      return start.inverse().apply(configuration.framePose({ body: 'trunk' }).pos);
    };
    const [plus, minus] = [moved(1e-5), moved(-1e-5)];
    for (let r = 0; r < 3; r++) expect(Math.abs((plus[r] - minus[r]) / 2e-5 - A[r * n + k])).toBeLessThan(1e-7);
  }
  expect(() => new FreeJointVelocityLimit(arm, { linear: 1 })).toThrow('expected exactly one free joint');
});

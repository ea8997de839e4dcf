// needs: the compiled engine
/** Solving steps: limits, constraints, null space, infeasible problems and bad input. */
import { beforeAll, expect, test } from 'vitest';
import { type Model, prepare } from '../../index.ts';
import { Configuration } from './configuration.ts';
import { NoSolutionError, NotWithinLimitsError, UnknownFrameError } from './errors.ts';
import { SE3 } from './lie/groups.ts';
import { CollisionAvoidanceLimit } from './limits/collisionLimit.ts';
import { ConfigurationLimit } from './limits/configurationLimit.ts';
import { AccelerationLimit, FreeJointVelocityLimit, VelocityLimit } from './limits/velocityLimit.ts';
import { makeRandom } from './qp/testing/problems.ts';
import { buildIk, resetSolver, solveIk } from './solve.ts';
import { ComTask } from './tasks/comTask.ts';
import { EqualityConstraintTask } from './tasks/equalityTask.ts';
import { FrameTask } from './tasks/frameTask.ts';
import { ManipulabilityTask } from './tasks/manipulabilityTask.ts';
import { DampingTask, DofFreezingTask, PostureTask } from './tasks/postureTask.ts';
import { loadArm, loadCreature, randomPosition } from './testing/models.ts';

let arm: Model;
let creature: Model;
beforeAll(async () => {
  await prepare({ engine: 'js' });
  arm = loadArm();
  creature = loadCreature();
});

const random = makeRandom(11);
const dt = 0.02;
const bent = [0.1, 0.3, 0.6, 0.1, 0.4, 0.2];

function reach(model: Model, pos: number[], site = model === arm ? 'tool' : 'left hand'): FrameTask {
  const task = new FrameTask(model, { site }, { orientationCost: 0 });
  task.setTarget({ pos });
  return task;
}

const randomTarget = () => [1.5 * random() - 0.75, 1.5 * random() - 0.75, 1.2 * random()];

test('ConfigurationLimit: no joint leaves its range, ball joints included', () => {
  for (const model of [arm, creature]) {
    const configuration = new Configuration(model, model === arm ? bent : undefined);
    const damping = new DampingTask(model, { cost: 0.01 });
    let reached = 0;
    for (let k = 0; k < 400; k++) {
      const task = k % 20 === 0 || k === 0 ? reach(model, randomTarget()) : undefined;
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
  expect(() => new FreeJointVelocityLimit(arm, { linear: 1 })).toThrow('expected exactly one free joint');
});

test('CollisionAvoidanceLimit: rows are derivatives of distances', () => {
  const limit = new CollisionAvoidanceLimit(creature, { detectionDistance: 0.5 });
  const configuration = new Configuration(creature);
  let count = 0;
  for (let trial = 0; trial < 10; trial++) {
    const qpos = randomPosition(creature, random, 0.8);
    configuration.update(qpos);
    const problem = buildIk(configuration, [], 1, { limits: [limit] });
    const { n, m } = problem;
    const A = problem.A.slice();
    // distance - minimum = -lower / gain
    const distances = Array.from({ length: m }, (_, k) => -problem.lower[n + k] / limit.gain);
    const names = Array.from({ length: m }, (_, k) => problem.describe(n + k)[0]);
    for (let k = 0; k < m; k++) {
      for (let i = 0; i < n; i++) {
        const value = (s: number) => {
          configuration.update(qpos);
          configuration.integrateInPlace(
            Float64Array.from({ length: n }, (_, l) => (l === i ? 1 : 0)),
            s,
          );
          const moved = buildIk(configuration, [], 1, { limits: [limit] });
          const row = Array.from({ length: moved.m }, (_, l) => moved.describe(n + l)[0]).indexOf(names[k]);
          return row < 0 ? Number.NaN : -moved.lower[n + row] / limit.gain;
        };
        const slope = (value(1e-6) - value(-1e-6)) / 2e-6;
        if (Number.isNaN(slope) || distances[k] < 1e-3) continue;
        count++;
        expect(Math.abs(slope - A[k * n + i]), names[k]).toBeLessThan(1e-6);
      }
    }
  }
  expect(count).toBeGreaterThan(500);
});

test('CollisionAvoidanceLimit: an arm does not enter a wall, and backs out of one', () => {
  const limit = new CollisionAvoidanceLimit(arm, { pairs: [[{ subtree: 'base' }, ['wall', 'floor']]] });
  const limits = [new ConfigurationLimit(arm), new VelocityLimit(arm, 3), limit];
  const configuration = new Configuration(arm, bent);
  const damping = new DampingTask(arm, { cost: 0.01 });
  for (let k = 0; k < 300; k++) {
    configuration.integrateInPlace(solveIk(configuration, [reach(arm, [0.9, 0, 0.4]), damping], dt, { limits }), dt);
    expect(limit.smallestDistance(configuration).distance).toBeGreaterThan(0.005 - 1e-4);
  }
  expect(limit.smallestDistance(configuration).distance).toBeLessThan(0.006);
  // inside the wall
  configuration.update([0, 0.99, 0, 0, 0, 0]);
  const deep = limit.smallestDistance(configuration).distance;
  expect(deep).toBeLessThan(-0.01);
  for (let k = 0; k < 100; k++) configuration.integrateInPlace(solveIk(configuration, [damping], dt, { limits }), dt);
  expect(limit.smallestDistance(configuration).distance).toBeGreaterThan(0.004);
});

test("CollisionAvoidanceLimit: MuJoCo's filters apply", () => {
  const labels = (limit: CollisionAvoidanceLimit) =>
    Array.from({ length: limit.pairs.length / 2 }, (_, p) => limit.describePair(p));
  const all = labels(new CollisionAvoidanceLimit(arm));
  expect(all).toContain("geom 'wall' and geom 'hand'");
  expect(all).not.toContain("geom 'upper' and geom 'fore'");
  expect(all).not.toContain("geom 'floor' and geom 'wall'");
  expect(all).toContain("geom 'upper' and geom 'hand'");
  expect(() => new CollisionAvoidanceLimit(arm, { pairs: [['wal', 'hand']] })).toThrow("did you mean 'wall'?");
});

test('constraints hold exactly while a task pulls', () => {
  const configuration = new Configuration(creature);
  configuration.updateFromKeyframe('home');
  const loop = new EqualityConstraintTask(creature, { gain: 0.1 });
  const com = new ComTask(creature);
  const frozen = new DofFreezingTask(creature, { joints: ['right twist'] });
  com.setTargetFrom(configuration);
  const task = new FrameTask(creature, { site: 'left hand' }, { orientationCost: 0, gain: 0.05 });
  task.setTarget({ pos: [0.35, 0.1, 1.25] });
  const damping = new DampingTask(creature, { cost: 0.5 });
  for (let k = 0; k < 200; k++) {
    const velocity = solveIk(configuration, [task, damping], dt, { constraints: [loop, com, frozen] });
    for (const each of [loop, com, frozen]) {
      for (let r = 0; r < each.rows; r++) {
        let value = each.gain * each.error[r];
        each.dofs.forEach((dof, a) => {
          value += each.jacobian[r * each.dofs.length + a] * velocity[dof] * dt;
        });
        expect(Math.abs(value)).toBeLessThan(1e-10);
      }
    }
    configuration.integrateInPlace(velocity, dt);
  }
  loop.update(configuration);
  expect(Math.max(...loop.error.subarray(0, loop.rows).map(Math.abs))).toBeLessThan(1e-3);
});

test('an elastic task holds like a constraint, and yields when it cannot hold', () => {
  const configuration = new Configuration(arm, bent);
  const near = reach(arm, [0.3, 0.1, 0.7]);
  const posture = new PostureTask(arm);
  posture.setTarget([0, 0, 0, 0, 0, 0]);
  const exact = Float64Array.from(solveIk(configuration, [posture], dt, { limits: [], constraints: [near] }));
  const elastic = solveIk(configuration, [posture], dt, { limits: [], elastic: [near] });
  for (let k = 0; k < 6; k++) expect(Math.abs(exact[k] - elastic[k])).toBeLessThan(1e-8);
  const limits = [new VelocityLimit(arm, 0.5)];
  expect(() => solveIk(configuration, [posture], dt, { limits, constraints: [near] })).toThrow(NoSolutionError);
  const yielded = solveIk(configuration, [posture], dt, { limits, elastic: [near] });
  expect(yielded.every((v) => Number.isFinite(v) && Math.abs(v) <= 0.5 + 1e-9)).toBe(true);
});

test('what excludes each other is named', () => {
  const configuration = new Configuration(arm, bent);
  const task = reach(arm, [0, 0, 0.5]);
  const limits = [new VelocityLimit(arm, 0.1)];
  const frozen = new DofFreezingTask(arm, { joints: ['pan', 'lift'] });
  let error: unknown;
  try {
    solveIk(configuration, [], dt, { limits, constraints: [task, frozen] });
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(NoSolutionError);
  expect((error as NoSolutionError).conflict).toContain("FrameTask site 'tool'");
  expect((error as NoSolutionError).message).toMatch(/these conflict: .*VelocityLimit: joint/);
  // two limits on one joint
  const braking = new AccelerationLimit(arm, { pan: 1 });
  braking.reset([5, 0, 0, 0, 0, 0]);
  expect(() => solveIk(configuration, [], dt, { limits: [...limits, braking] })).toThrow(
    "these conflict: AccelerationLimit: joint 'pan'; VelocityLimit: joint 'pan'",
  );
});

test('the null space leaves the task alone and improves what is free', () => {
  const configuration = new Configuration(arm, bent);
  const task = reach(arm, [0.4, 0.2, 0.6]);
  const plain = Float64Array.from(solveIk(configuration, [task], dt));
  const posture = new PostureTask(arm);
  posture.setTarget([0.5, 0, 1, 0.5, -0.5, 0]);
  const velocity = solveIk(configuration, [task], dt, { nullSpace: [posture] });
  const residual = (v: Float64Array) => {
    task.update(configuration);
    return [0, 1, 2].map(
      (r) =>
        task.error[r] +
        task.jacobian
          .subarray(6 * r)
          .slice(0, 6)
          .reduce((s, x, a) => s + x * v[a] * dt, 0),
    );
  };
  const [a, b] = [residual(plain), residual(velocity)];
  for (let r = 0; r < 3; r++) expect(Math.abs(a[r] - b[r])).toBeLessThan(1e-9);
  expect(Math.max(...velocity.map((v, k) => Math.abs(v - plain[k])))).toBeGreaterThan(0.1);
  const manipulability = new ManipulabilityTask(creature, { site: 'right hand' }, { cost: 0.001 });
  const other = new Configuration(creature, randomPosition(creature, random));
  const hand = reach(creature, [0.5, 0, 1], 'left hand');
  for (let k = 0; k < 10; k++) {
    manipulability.update(other);
    const before = manipulability.logManipulability;
    other.integrateInPlace(
      solveIk(other, [hand], dt, { nullSpace: [manipulability, new DampingTask(creature, { cost: 1 })] }),
      dt,
    );
    manipulability.update(other);
    if (k > 3) expect(manipulability.logManipulability).toBeGreaterThan(before);
  }
});

test('the velocity is written to the array of the caller, and a cold solve gives the same', () => {
  const configuration = new Configuration(arm, bent);
  const task = reach(arm, [0.4, 0.2, 0.6]);
  const out = new Float64Array(6);
  expect(solveIk(configuration, [task], dt, { out })).toBe(out);
  resetSolver(configuration);
  const cold = solveIk(configuration, [task], dt);
  for (let k = 0; k < 6; k++) expect(Math.abs(cold[k] - out[k])).toBeLessThan(1e-9);
  expect(cold).not.toBe(out);
});

test('Configuration: poses, Jacobians and inertia of frames', () => {
  const configuration = new Configuration(creature, randomPosition(creature, random));
  const J = configuration.frameJacobian({ site: 'left hand' });
  const pose = configuration.framePose({ site: 'left hand' });
  const qpos = configuration.qpos.slice();
  for (let k = 0; k < creature.nv; k++) {
    const unit = Float64Array.from({ length: creature.nv }, (_, i) => (i === k ? 1 : 0));
    configuration.update(qpos);
    configuration.integrateInPlace(unit, 1e-6);
    const twist = configuration.framePose({ site: 'left hand' }).minus(pose);
    for (let r = 0; r < 6; r++) expect(Math.abs(twist[r] / 1e-6 - J[r * creature.nv + k])).toBeLessThan(1e-5);
  }
  configuration.update(qpos);
  const relative = configuration.relativePose({ site: 'left hand' }, { body: 'trunk' });
  const whole = configuration.framePose({ body: 'trunk' }).mul(relative);
  expect(Math.max(...whole.minus(pose).map(Math.abs))).toBeLessThan(1e-14);
  const M = configuration.inertia();
  for (let i = 0; i < creature.nv; i++) expect(M[i * creature.nv + i]).toBeGreaterThan(0);
  const moved = configuration.integrate(new Float64Array(creature.nv).fill(0.1), 0.5);
  expect(moved).not.toEqual(configuration.qpos);
  configuration.integrateInPlace(new Float64Array(creature.nv).fill(0.1), 0.5);
  expect(Array.from(configuration.qpos)).toEqual(Array.from(moved));
});

test.each([
  [
    'a misspelled site',
    () => new FrameTask(arm, { site: 'tol' }),
    UnknownFrameError,
    "site: expected one of the model, found 'tol' (did you mean 'tool'?)",
  ],
  [
    'a name of another kind',
    () => new FrameTask(arm, { site: 'wrist' }),
    UnknownFrameError,
    'There is a body with this name',
  ],
  [
    'an id beyond the last',
    () => new FrameTask(arm, { geom: 99 }),
    UnknownFrameError,
    'geom: expected an id from 0 to 5, found 99',
  ],
  [
    'a negative id',
    () => new FrameTask(arm, { body: -1 }),
    UnknownFrameError,
    'body: expected an id from 0 to 4, found -1',
  ],
  [
    'a kind that is no frame',
    () => new FrameTask(arm, { joint: 'pan' } as never),
    UnknownFrameError,
    'found { joint }',
  ],
  [
    'a frame that is missing',
    () => new FrameTask(arm, undefined as never),
    UnknownFrameError,
    'expected { body }, { geom } or { site }',
  ],
  [
    'a target that is NaN',
    () => reach(arm, [0, Number.NaN, 0]),
    RangeError,
    'target pos[1]: expected a number, found NaN',
  ],
  [
    'a quaternion of zeros',
    () => reach(arm, [0, 0, 0]).setTarget({ quat: [0, 0, 0, 0] }),
    RangeError,
    'found one of length 0',
  ],
  [
    'a negative cost',
    () => new FrameTask(arm, { site: 'tool' }, { positionCost: -1 }),
    RangeError,
    'positionCost: expected a finite number of at least 0',
  ],
  [
    'a gain above 1',
    () => new FrameTask(arm, { site: 'tool' }, { gain: 2 }),
    RangeError,
    'gain: expected a finite number from 0 to 1, found 2',
  ],
  [
    'positions that are NaN',
    () => new Configuration(arm, [0, 0, Number.NaN, 0, 0, 0]),
    RangeError,
    'qpos[2]: expected a finite number',
  ],
  ['too few positions', () => new Configuration(arm, [0, 0]), RangeError, 'qpos: expected 6 numbers, found 2'],
  [
    'an unknown keyframe',
    () => new Configuration(creature).updateFromKeyframe('hom'),
    UnknownFrameError,
    "did you mean 'home'?",
  ],
  [
    'a time step of zero',
    () => solveIk(new Configuration(arm), [], 0),
    RangeError,
    'solveIk: dt: expected a time above 0, found 0',
  ],
  [
    'a time step that is NaN',
    () => solveIk(new Configuration(arm), [], Number.NaN),
    RangeError,
    'solveIk: dt: expected a number, found NaN',
  ],
  [
    'no configuration',
    () => solveIk(arm as never, [], 1),
    TypeError,
    'expected a Configuration, found an object of Model class',
  ],
  [
    'a velocity limit of an unknown joint',
    () => new VelocityLimit(arm, { pam: 1 }),
    UnknownFrameError,
    "did you mean 'pan'?",
  ],
  [
    'a velocity limit below zero',
    () => new VelocityLimit(arm, { pan: -1 }),
    RangeError,
    'joint pan: expected a finite number of at least 0',
  ],
  [
    'a velocity limit of a free joint',
    () => new VelocityLimit(creature, { root: 1 }),
    RangeError,
    'use FreeJointVelocityLimit',
  ],
  [
    'an equality of a model without one',
    () => new EqualityConstraintTask(arm),
    RangeError,
    'expected a model with equalities',
  ],
  ['a dof beyond the last', () => new DofFreezingTask(arm, { dofs: [6] }), RangeError, 'dof: expected 0 to 5, found 6'],
])('%s is refused with a message', (_, action, kind, message) => {
  expect(action).toThrow(kind);
  expect(action).toThrow(message);
});

test('frames without a name are reached by id', () => {
  const id = creature.ngeom - 1;
  expect(new FrameTask(creature, { geom: id }).label).toBe(`FrameTask geom ${id}`);
});

// needs: the compiled engine
/** Solving steps: constraints, elastic tasks, the null space, and conflicts. */
import { beforeAll, expect, test } from 'vitest';
import { type Model, prepare } from '../../index.ts';
import { Configuration } from './configuration.ts';
import { NoSolutionError } from './errors.ts';
import { AccelerationLimit, VelocityLimit } from './limits/velocityLimit.ts';
import { makeRandom } from './qp/testing/problems.ts';
import { resetSolver, solveIk } from './solve.ts';
import { ComTask } from './tasks/comTask.ts';
import { EqualityConstraintTask } from './tasks/equalityTask.ts';
import { FrameTask } from './tasks/frameTask.ts';
import { ManipulabilityTask } from './tasks/manipulabilityTask.ts';
import { DampingTask, DofFreezingTask, PostureTask } from './tasks/postureTask.ts';
import { bent, loadArm, loadCreature, randomPosition, reach } from './testing/models.ts';

let arm: Model;
let creature: Model;
beforeAll(async () => {
  await prepare({ engine: 'js' });
  arm = loadArm();
  creature = loadCreature();
});

const random = makeRandom(11);
const dt = 0.02;

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

test('an elastic task holds like a constraint, and yields when it cannot be satisfied', () => {
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

test('conflicting constraints and limits are named', () => {
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

test('tasks in the null space do not affect the main task, and use the remaining freedom', () => {
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

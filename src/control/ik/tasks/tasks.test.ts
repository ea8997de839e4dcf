// needs: the compiled engine
/** Tasks: each Jacobian against differences, each target reached. */
import { beforeAll, expect, test } from 'vitest';
import { Data, integratePos, type Model, prepare } from '../../../index.ts';
import { Configuration } from '../configuration.ts';
import { SE3 } from '../lie/groups.ts';
import { makeRandom } from '../qp/testing/problems.ts';
import { solveIk } from '../solve.ts';
import { loadArm, loadCreature, randomPosition } from '../testing/models.ts';
import { ComTask } from './comTask.ts';
import { AxisAlignTask, LookAtTask } from './directionTask.ts';
import { KineticEnergyTask } from './energyTask.ts';
import { EqualityConstraintTask } from './equalityTask.ts';
import { FrameTask, RelativeFrameTask } from './frameTask.ts';
import { ManipulabilityTask } from './manipulabilityTask.ts';
import { DampingTask, DofFreezingTask, PostureTask } from './postureTask.ts';
import type { Task } from './task.ts';

let m: Model;
beforeAll(async () => {
  await prepare({ engine: 'js' });
  m = loadCreature();
});

/** Largest difference between the Jacobian of a task and central differences of its error. */
function jacobianError(task: Task, configuration: Configuration): number {
  task.update(configuration, 1);
  const { rows, dofs } = task;
  const J = task.jacobian.slice();
  const qpos = configuration.qpos.slice();
  const h = 1e-6;
  let worst = 0;
  for (let k = 0; k < m.nv; k++) {
    const at = (s: number) => {
      const moved = qpos.slice();
      integratePos(
        m,
        moved,
        Float64Array.from({ length: m.nv }, (_, i) => (i === k ? 1 : 0)),
        s,
      );
      configuration.update(moved);
      task.update(configuration, 1);
      return task.error.slice();
    };
    const [plus, minus] = [at(h), at(-h)];
    const a = dofs.indexOf(k);
    for (let r = 0; r < rows; r++) {
      const gap = Math.abs((a < 0 ? 0 : J[r * dofs.length + a]) - (plus[r] - minus[r]) / (2 * h));
      worst = Math.max(gap, worst);
    }
  }
  configuration.update(qpos);
  return worst;
}

const random = makeRandom(3);
const vector = (n: number, scale = 1) => Float64Array.from({ length: n }, () => scale * (2 * random() - 1));

const makers: Record<string, () => Task> = {
  'FrameTask of a site': () => targeted(new FrameTask(m, { site: 'left hand' })),
  'FrameTask of a body': () => targeted(new FrameTask(m, { body: 'right lower' })),
  'FrameTask of a geom by id': () => targeted(new FrameTask(m, { geom: 6 })),
  'FrameTask of a position': () => targeted(new FrameTask(m, { site: 'right hand' }, { orientationCost: 0 })),
  'FrameTask of an orientation': () => targeted(new FrameTask(m, { site: 'chest' }, { positionCost: 0 })),
  'RelativeFrameTask of hands': () => targeted(new RelativeFrameTask(m, { site: 'left hand' }, { site: 'right hand' })),
  'RelativeFrameTask to the world': () => targeted(new RelativeFrameTask(m, { site: 'left hand' }, { body: 'world' })),
  'RelativeFrameTask to a parent': () => targeted(new RelativeFrameTask(m, { site: 'left hand' }, { body: 'trunk' })),
  ComTask: () => {
    const task = new ComTask(m);
    task.setTarget(vector(3));
    return task;
  },
  PostureTask: () => {
    const task = new PostureTask(m);
    task.setTarget(randomPosition(m, random));
    return task;
  },
  LookAtTask: () => {
    const task = new LookAtTask(m, { site: 'left hand' }, { axis: [1, 2, 3] });
    task.setTarget(vector(3, 2));
    return task;
  },
  AxisAlignTask: () => {
    const task = new AxisAlignTask(m, { body: 'right upper' }, { axis: [0, 1, 0.2] });
    task.setTarget(vector(3));
    return task;
  },
  EqualityConstraintTask: () => new EqualityConstraintTask(m),
};

function targeted<T extends FrameTask | RelativeFrameTask>(task: T): T {
  task.setTarget(SE3.exp([...vector(3), ...vector(3, 1.5)]));
  return task;
}

test.each(Object.keys(makers))('%s: the Jacobian is the derivative of the error', (name) => {
  const configuration = new Configuration(m);
  for (let k = 0; k < 10; k++) {
    configuration.update(randomPosition(m, random));
    expect(jacobianError(makers[name](), configuration)).toBeLessThan(1e-7);
  }
});

test('EqualityConstraintTask: welds have exact Jacobians too, and inactive equalities have no rows', () => {
  const configuration = new Configuration(m);
  const task = new EqualityConstraintTask(m, { equalities: ['grasp'] });
  configuration.update(randomPosition(m, random));
  task.update(configuration);
  expect(task.rows).toBe(0);
  configuration.data.eq_active[1] = 1;
  configuration.update();
  expect(jacobianError(task, configuration)).toBeLessThan(1e-7);
  expect(task.rows).toBe(6);
});

test('tasks on joints: the Jacobian is the identity', () => {
  const damping = new DampingTask(m);
  const frozen = new DofFreezingTask(m, { joints: ['left shoulder', 'right slide'], dofs: [0] });
  expect([...frozen.dofs]).toEqual([0, 6, 7, 8, 12]);
  for (const task of [damping, frozen]) {
    const n = task.dofs.length;
    for (let k = 0; k < n * n; k++) expect(task.jacobian[k]).toBe(k % (n + 1) === 0 ? 1 : 0);
    expect(task.error.every((e) => e === 0)).toBe(true);
  }
});

/** Contribution of a task to the objective at displacement x, by its definition. */
function objective(task: Task, x: Float64Array): number {
  const rate = (r: number) => task.dofs.reduce((sum, k, a) => sum + task.jacobian[r * task.dofs.length + a] * x[k], 0);
  let value = 0;
  for (let r = 0; r < task.rows; r++) value += (task.cost[r] * (rate(r) + task.gain * task.error[r])) ** 2 / 2;
  const square = x.reduce((sum, v) => sum + v * v, 0);
  return value + (task.lmDamping * task.weightedSquare() * square) / 2 - constant(task);
}

const constant = (task: Task) =>
  Array.from({ length: task.rows }, (_, r) => (task.cost[r] * task.gain * task.error[r]) ** 2 / 2).reduce(
    (a, b) => a + b,
    0,
  );

test('the objective of a task is its weighted error after the step', () => {
  const configuration = new Configuration(m);
  const n = m.nv;
  const costs = Array.from({ length: n }, () => random());
  const posture = new PostureTask(m, { cost: costs, gain: 0.7 });
  posture.setTarget(randomPosition(m, random));
  const frame = new FrameTask(m, { site: 'left hand' }, { positionCost: [1, 2, 0], gain: 0.5, lmDamping: 0.3 });
  frame.setTarget(SE3.exp(vector(6)));
  const all: Task[] = [
    posture,
    frame,
    new DampingTask(m, { cost: costs }),
    makers.ComTask(),
    makers.EqualityConstraintTask(),
  ];
  for (const task of all) {
    configuration.update(randomPosition(m, random));
    const [H, c, x] = [new Float64Array(n * n), new Float64Array(n), vector(n)];
    task.update(configuration, 1);
    task.addTo(H, c, n);
    let value = 0;
    for (let i = 0; i < n; i++) {
      value += c[i] * x[i];
      for (let j = 0; j < n; j++) value += (x[i] * H[Math.max(i, j) * n + Math.min(i, j)] * x[j]) / 2;
    }
    expect(Math.abs(value - objective(task, x))).toBeLessThan(1e-12);
  }
});

test('KineticEnergyTask: the objective is the energy of the step', () => {
  const configuration = new Configuration(m, randomPosition(m, random));
  const n = m.nv;
  const task = new KineticEnergyTask(m, { cost: 2 });
  task.update(configuration, 0.1);
  const H = new Float64Array(n * n);
  task.addTo(H, new Float64Array(n), n);
  const M = configuration.inertia();
  for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) expect(H[i * n + j]).toBeCloseTo(200 * M[i * n + j], 9);
});

test("ManipulabilityTask: the gradient is the derivative of log sqrt det J J'", () => {
  const configuration = new Configuration(m);
  const task = new ManipulabilityTask(m, { site: 'right hand' });
  for (let trial = 0; trial < 5; trial++) {
    const qpos = randomPosition(m, random);
    configuration.update(qpos);
    task.update(configuration);
    const gradient = task.gradient.slice();
    task.dofs.forEach((k, a) => {
      const value = (s: number) => {
        const moved = qpos.slice();
        integratePos(
          m,
          moved,
          Float64Array.from({ length: m.nv }, (_, i) => (i === k ? 1 : 0)),
          s,
        );
        configuration.update(moved);
        task.update(configuration);
        return task.logManipulability;
      };
      expect(Math.abs(gradient[a] - (value(1e-6) - value(-1e-6)) / 2e-6)).toBeLessThan(1e-7);
    });
    expect(gradient.some((g) => Math.abs(g) > 0.01)).toBe(true);
  }
});

/** |W e| after some steps of a task with a little damping. */
function settle(configuration: Configuration, task: Task, steps: number): number {
  const { model } = configuration;
  const damping = new DampingTask(model, { cost: 1e-3 });
  for (let k = 0; k < steps; k++) configuration.integrateInPlace(solveIk(configuration, [task, damping], 0.1), 0.1);
  task.update(configuration, 0.1);
  return Math.sqrt(task.weightedSquare());
}

test('targets within reach are reached', () => {
  const reach = new FrameTask(m, { site: 'left hand' }, { gain: 0.5 });
  const relative = new RelativeFrameTask(m, { site: 'left hand' }, { site: 'right hand' }, { gain: 0.5 });
  relative.setTarget({ pos: [0, 0.1, 0], quat: [1, 0, 0, 0] });
  reach.setTarget({ pos: [0.4, 0.1, 1.1], quat: [1, 0.2, 0, 0] });
  const com = new ComTask(m, { gain: 0.5 });
  com.setTarget([0.1, 0.2, 1.3]);
  const look = new LookAtTask(m, { site: 'chest' }, { gain: 0.5 });
  look.setTarget([1, 1, 1]);
  const level = new AxisAlignTask(m, { site: 'right hand' }, { gain: 0.5 });
  level.setTarget([0, 0, 1]);
  const loop = new EqualityConstraintTask(m, { gain: 0.5 });
  for (const task of [reach, relative, com, look, level, loop]) {
    const configuration = new Configuration(m);
    configuration.updateFromKeyframe('home');
    expect(settle(configuration, task, 100), task.label).toBeLessThan(1e-6);
  }
});

test('an axis that points away rotates to its target', () => {
  const arm = loadArm();
  const configuration = new Configuration(arm, [0.1, 0.3, 0.4, 0.2, 0.5, 0.1]);
  const task = new AxisAlignTask(arm, { site: 'tool' }, { gain: 0.2 });
  const { data } = configuration;
  task.setTarget([-data.site_xmat[2], -data.site_xmat[5], -data.site_xmat[8]]);
  expect(settle(configuration, task, 100)).toBeLessThan(1e-6);
});

test('targets come from poses, configurations and mocap bodies, in parts', () => {
  const configuration = new Configuration(m, randomPosition(m, random));
  const task = new FrameTask(m, { site: 'left hand' });
  expect(() => task.update(configuration)).toThrow(
    "FrameTask site 'left hand': no target. Expected setTarget({ pos })",
  );
  task.setTarget({ pos: [1, 2, 3] });
  expect(() => task.update(configuration)).toThrow('setTarget({ quat })');
  task.setTarget({ quat: [0, 0, 0, 2] });
  expect([...task.target]).toEqual([1, 2, 3, 0, 0, 0, 1]);
  task.setTargetFrom(configuration);
  task.update(configuration);
  expect(Math.max(...task.error.map(Math.abs))).toBeLessThan(1e-14);
  task.setTargetFromMocap(new Data(m), 'target');
  expect([...task.target]).toEqual([0.5, 0.1, 1, 1, 0, 0, 0]);
  expect(() => task.setTargetFromMocap(new Data(m), 'trunk')).toThrow("expected a mocap body, found body 'trunk'");
});

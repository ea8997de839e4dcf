// needs: the compiled engine
/** Configurations and their frames; bad input ends with a message that names it. */
import { beforeAll, expect, test } from 'vitest';
import { type Model, prepare } from '../../index.ts';
import { Configuration } from './configuration.ts';
import { UnknownFrameError } from './errors.ts';
import { VelocityLimit } from './limits/velocityLimit.ts';
import { makeRandom } from './qp/testing/problems.ts';
import { solveIk } from './solve.ts';
import { EqualityConstraintTask } from './tasks/equalityTask.ts';
import { FrameTask } from './tasks/frameTask.ts';
import { DofFreezingTask } from './tasks/postureTask.ts';
import { loadArm, loadCreature, randomPosition, reach } from './testing/models.ts';

let arm: Model;
let creature: Model;
beforeAll(async () => {
  await prepare({ engine: 'js' });
  arm = loadArm();
  creature = loadCreature();
});

const random = makeRandom(11);

test('Configuration: poses, Jacobians and inertia of frames', () => {
  const configuration = new Configuration(creature, randomPosition(creature, random));
  const J = configuration.frameJacobian({ site: 'left hand' });
  const pose = configuration.framePose({ site: 'left hand' });
  const qpos = configuration.qpos.slice();
  for (let k = 0; k < creature.nv; k++) {
    const unit = Float64Array.from({ length: creature.nv }, (_, i) => (i === k ? 1 : 0));
    const moved = (h: number) => {
      configuration.update(qpos);
      configuration.integrateInPlace(unit, h);
      return configuration.framePose({ site: 'left hand' }).minus(pose);
    };
    const [plus, minus] = [moved(1e-5), moved(-1e-5)];
    for (let r = 0; r < 6; r++)
      expect(Math.abs((plus[r] - minus[r]) / 2e-5 - J[r * creature.nv + k])).toBeLessThan(1e-7);
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
    'a misspelt site',
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
])('%s is rejected with a message', (_, action, kind, message) => {
  expect(action).toThrow(kind);
  expect(action).toThrow(message);
});

test('unnamed frames are found by id', () => {
  const id = creature.ngeom - 1;
  expect(new FrameTask(creature, { geom: id }).label).toBe(`FrameTask geom ${id}`);
});

import { expect, test } from 'vitest';
import type { Environment } from '../environment.ts';
import { Box } from '../space.ts';
import { clipAction, rescaleAction } from './actions.ts';
import { frameStack } from './frameStack.ts';
import { normalizeObservation, normalizeReward } from './normalize.ts';
import { RunningStatistics } from './runningStatistics.ts';
import { timeLimit } from './timeLimit.ts';

/** Records its actions: observes the index of the step, and rewards with the action. */
function recorder(): Environment & { actions: number[][] } {
  const actions: number[][] = [];
  return {
    actions,
    observationSpace: Box.unlimited(1),
    actionSpace: new Box([-2, 0], [2, 10]),
    reset: () => ({ observation: Float64Array.of(0), info: {} }),
    step(action) {
      actions.push(Array.from(action));
      return {
        observation: Float64Array.of(actions.length),
        reward: action[0],
        terminated: false,
        truncated: false,
        info: {},
      };
    },
    close() {},
  };
}

test('clipped actions are the nearest within the limits', () => {
  const env = recorder();
  const clipped = clipAction(env);
  clipped.step([-5, 3]);
  clipped.step([1, 30]);
  expect(env.actions).toEqual([
    [-2, 3],
    [1, 10],
  ]);
  expect(clipped.actionSpace.contains([100, -100])).toBe(true);
});

test('actions from -1 to 1 are rescaled to the limits', () => {
  const env = recorder();
  const scaled = rescaleAction(env);
  for (const x of [-1, 0, 1]) scaled.step([x, x]);
  expect(env.actions).toEqual([
    [-2, 0],
    [0, 5],
    [2, 10],
  ]);
  expect(() => rescaleAction(clipAction(env))).toThrow('found none for action 0');
});

test('running statistics equal those of all values together', () => {
  const numbers = [3, -1, 4, 1, -5, 9, 2, 6];
  const statistics = new RunningStatistics(1);
  for (const x of numbers) statistics.add([x]);
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  const variance = numbers.reduce((sum, x) => sum + (x - mean) ** 2, 0) / numbers.length;
  // the only difference is the initial count of 1e-4
  expect(statistics.mean[0]).toBeCloseTo(mean, 3);
  expect(statistics.variance[0]).toBeCloseTo(variance, 3);
  expect(statistics.normalize([mean])[0]).toBeCloseTo(0, 3);
});

test('normalized observations can stop learning', () => {
  const env = normalizeObservation(recorder());
  env.reset();
  env.step([0, 0]);
  const seen = env.statistics.count;
  env.learning = false;
  env.step([0, 0]);
  expect(env.statistics.count).toBe(seen);
  expect(seen).toBeCloseTo(2, 3);
});

test('rewards are divided by the deviation of the discounted return', () => {
  const env = normalizeReward(recorder(), 0.5);
  env.reset();
  const rewards = [1, 2, 3].map((r) => env.step([r, 0]).reward);
  const returns = [1, 2.5, 4.25];
  const statistics = new RunningStatistics(1);
  expect(rewards).toEqual(
    returns.map((sum, k) => {
      statistics.add([sum]);
      return (k + 1) / Math.sqrt(statistics.variance[0] + 1e-8);
    }),
  );
});

test('stacked frames are the last ones, oldest first', () => {
  const env = frameStack(recorder(), 3);
  expect([...env.reset().observation]).toEqual([0, 0, 0]);
  expect([...env.step([0, 0]).observation]).toEqual([0, 0, 1]);
  env.step([0, 0]);
  expect([...env.step([0, 0]).observation]).toEqual([1, 2, 3]);
  expect(env.observationSpace.size).toBe(3);
  expect(() => frameStack(recorder(), 0)).toThrow('at least 1 observation, found 0');
});

test('a time limit restarts with each episode', () => {
  const env = timeLimit(recorder(), 2);
  env.reset();
  expect([env.step([0, 0]), env.step([0, 0])].map(({ truncated }) => truncated)).toEqual([false, true]);
  env.reset();
  expect(env.step([0, 0]).truncated).toBe(false);
});

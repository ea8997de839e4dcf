// needs: the compiled engine
/** Parts of proximal policy optimization against closed forms or finite differences, and the whole on a pendulum. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeThreads } from '../../../batch.ts';
import { prepare } from '../../../index.ts';
import { make } from '../../env/make.ts';
import { Generator } from '../../env/random/generator.ts';
import { policyFromFile } from '../linearPolicy.ts';
import { Adam, clipNorm } from './adam.ts';
import { advantages } from './advantage.ts';
import { logDensity, policyLoss } from './loss.ts';
import { Perceptron } from './perceptron.ts';
import { startPpo } from './ppo.ts';

beforeAll(() => prepare(), 240_000);
afterAll(() => closeThreads());

/** Central differences of a function with respect to numbers that it reads. */
function differences(numbers: Float64Array, f: () => number): number[] {
  const eps = 1e-6;
  return Array.from(numbers, (x, i) => {
    numbers[i] = x + eps;
    const above = f();
    numbers[i] = x - eps;
    const below = f();
    numbers[i] = x;
    return (above - below) / (2 * eps);
  });
}

function expectClose(found: ArrayLike<number>, expected: readonly number[], digits: number): void {
  expect(found.length).toBe(expected.length);
  for (const [i, x] of expected.entries()) expect(found[i]).toBeCloseTo(x, digits);
}

test('the gradient of a perceptron equals finite differences', () => {
  const network = new Perceptron([3, 5, 4, 2]);
  network.initialize(new Generator(1), 1);
  const random = new Generator(2);
  const input = Float64Array.from({ length: 4 * 3 }, () => random.standardNormal());
  const weight = Float64Array.from({ length: 4 * 2 }, () => random.standardNormal());
  const value = () => network.forward(input, 4).reduce((sum, y, k) => sum + weight[k] * y, 0);
  const expected = differences(network.weights, value);
  value();
  const gradient = new Float64Array(network.weights.length);
  network.backward(weight, 4, gradient);
  expectClose(gradient, expected, 7);
});

test('the gradient of the clipped objective equals finite differences, for clipped and other rows', () => {
  const random = new Generator(3);
  const [n, size] = [6, 2];
  const normal = (count: number) => Float64Array.from({ length: count }, () => random.standardNormal());
  const [means, actions, gains] = [normal(n * size), normal(n * size), normal(n)];
  const logDeviations = Float64Array.of(-0.4, 0.2);
  const settings = { clip: 0.2, entropy: 0.03 };
  // ratios of 0.5, 0.9, 1, 1.1, 1.5 and 3
  const shifts = [0.5, 0.9, 1, 1.1, 1.5, 3].map(Math.log);
  const oldLogs = Float64Array.from(shifts, (shift, row) => logDensity(actions, means, logDeviations, row) - shift);
  const rows = { n, actions, oldLogs, advantages: gains };
  const [byMeans, byDeviations] = [new Float64Array(n * size), new Float64Array(size)];
  const spare = [new Float64Array(n * size), new Float64Array(size)] as const;
  const loss = () => policyLoss(rows, means, logDeviations, settings, ...spare);
  policyLoss(rows, means, logDeviations, settings, byMeans, byDeviations);
  expectClose(byMeans, differences(means, loss), 6);
  expectClose(byDeviations, differences(logDeviations, loss), 6);
});

test('the density of an action is normal', () => {
  const found = logDensity(Float64Array.of(1, 2), Float64Array.of(0, 2.5), Float64Array.of(0, Math.log(2)), 0);
  const normal = (z: number, s: number) => Math.log(Math.exp((-z * z) / 2) / (s * Math.sqrt(2 * Math.PI)));
  expect(found).toBeCloseTo(normal(1, 1) + normal(0.25, 2), 12);
});

test('advantages are discounted sums of errors, cut at the end of an episode', () => {
  const stretch = {
    n: 1,
    steps: 4,
    rewards: Float64Array.of(1, 2, 3, 4),
    values: Float64Array.of(0.5, 1, 1.5, 2),
    nextValues: Float64Array.of(1, 0, 2, 7),
    ended: Uint8Array.of(0, 1, 0, 0),
  };
  const [g, l] = [0.9, 0.8];
  const errors = [1 + g * 1 - 0.5, 2 - 1, 3 + g * 2 - 1.5, 4 + g * 7 - 2];
  expectClose(
    advantages(stretch, g, l),
    [errors[0] + g * l * errors[1], errors[1], errors[2] + g * l * errors[3], errors[3]],
    12,
  );
});

test("Adam's first step is the rate in each direction, and gradients are clipped to a norm", () => {
  const parameters = Float64Array.of(1, 1, 1);
  new Adam(3).step(parameters, Float64Array.of(5, -0.2, 0), 0.1);
  expectClose(parameters, [0.9, 1.1, 1], 4);
  const gradient = Float64Array.of(3, 4);
  expect(clipNorm(gradient, 1)).toBe(5);
  expectClose(gradient, [0.6, 0.8], 12);
});

const small = { seed: 1, worlds: 8, steps: 64, minibatch: 64, epochs: 5, hidden: [16], rate: 3e-3 } as const;

test('a pendulum stays up longer after training, and a seed trains the same network on two threads', async () => {
  const [one, two] = await Promise.all([
    startPpo('InvertedPendulum-v5', small),
    startPpo('InvertedPendulum-v5', { ...small, threads: 2 }),
  ]);
  const returns: number[] = [];
  for (let k = 0; k < 12; k++) returns.push((await one.iterate()).return);
  for (let k = 0; k < 2; k++) await two.iterate();
  const again = await startPpo('InvertedPendulum-v5', small);
  for (let k = 0; k < 2; k++) await again.iterate();
  expect(two.toFile()).toEqual(again.toFile());
  expect(returns[11]).toBeGreaterThan(3 * returns[0]);
  const file = one.toFile();
  for (const training of [one, two, again]) training.close();
  const env = await make('InvertedPendulum-v5');
  const act = policyFromFile(JSON.parse(JSON.stringify(file)), env.actionSpace);
  let { observation } = env.reset({ seed: 5 });
  let steps = 0;
  for (let ended = false; !ended && steps < 200; steps++) {
    const result = env.step(act(observation));
    observation = result.observation;
    ended = result.terminated || result.truncated;
  }
  expect(steps).toBeGreaterThan(60);
  env.close();
}, 60_000);

test('invalid numbers of worlds, steps and epochs are rejected', async () => {
  await expect(startPpo('Hopper-v5', { worlds: 0 })).rejects.toThrow(
    'ppo: worlds: expected a whole number of at least 1, found 0',
  );
});

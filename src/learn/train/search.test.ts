// needs: the compiled engine
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeThreads } from '../../batch.ts';
import { prepare } from '../../index.ts';
import { make } from '../env/make.ts';
import { Box } from '../env/space.ts';
import { LinearPolicy, policyFromFile } from './linearPolicy.ts';
import { rules } from './rules.ts';
import { startSearch } from './search.ts';

// allow time to build the compiled engine
beforeAll(() => prepare(), 240_000);
afterAll(() => closeThreads());

const deltas = [Float64Array.of(1, 0), Float64Array.of(0, 1), Float64Array.of(1, 1)];

test('augmented random search follows its best directions, by the published formula', () => {
  const weights = Float64Array.of(10, 20);
  // best two: direction 1 (returns 8 and 2) and direction 2 (returns 1 and 5)
  rules.ars(weights, deltas, Float64Array.of(3, 0, 8, 2, 1, 5), { top: 2, stepSize: 0.5, noise: 1 });
  const spread = Math.sqrt(((8 - 4) ** 2 + (2 - 4) ** 2 + (1 - 4) ** 2 + (5 - 4) ** 2) / 4);
  const unit = 0.5 / (2 * spread);
  expect(weights[0]).toBeCloseTo(10 + unit * -4, 12);
  expect(weights[1]).toBeCloseTo(20 + unit * (6 - 4), 12);
});

test('evolution strategies use ranks, so a huge return has no extra weight', () => {
  const [a, b] = [8, 8e9].map((huge) => {
    const weights = Float64Array.of(0, 0);
    rules.es(weights, deltas, Float64Array.of(3, 0, huge, 2, 1, 5), { top: 3, stepSize: 0.6, noise: 0.1 });
    return weights;
  });
  expect(a).toEqual(b);
  // ranks of 0 1 2 3 5 8: 3 is third from below, ...
  const rank = (index: number) => index / 5 - 0.5;
  const share = 0.6 / (6 * 0.1);
  expect(a[0]).toBeCloseTo(share * (rank(3) - rank(0) + rank(1) - rank(4)), 12);
});

test('equal returns change nothing', () => {
  const weights = Float64Array.of(1, 2);
  rules.ars(weights, deltas, new Float64Array(6).fill(4), { top: 2, stepSize: 1, noise: 1 });
  expect([...weights]).toEqual([1, 2]);
});

test('a linear policy normalizes, multiplies and clips', () => {
  const policy = new LinearPolicy(new Box([-1, -1], [1, 1]), 2);
  policy.statistics.mean.set([1, 2]);
  policy.statistics.variance.set([4, 0]);
  policy.weights.set([0.5, 7, 9, 0]);
  const action = new Float64Array(3);
  policy.act(action, 1, Float64Array.of(0, 3, 5), 1);
  // 0.5 (3 - 1) / 2; an observation that never changes counts as 0; 9 exceeds the limit
  expect([...action]).toEqual([0, 0.5, 1]);
});

const small = { seed: 4, directions: 4, top: 2, noise: 0.1, stepSize: 0.1, evaluations: 1 } as const;

test('a seed gives bit-identical weights, also on two threads and after reading a file', async () => {
  const [one, two, first] = await Promise.all([
    startSearch('InvertedPendulum-v5', small),
    startSearch('InvertedPendulum-v5', { ...small, threads: 2 }),
    startSearch('InvertedPendulum-v5', small),
  ]);
  for (let k = 0; k < 2; k++) expect(await one.iterate()).toEqual(await two.iterate());
  expect(one.policy.weights.some((x) => x !== 0)).toBe(true);
  expect(two.policy.weights).toEqual(one.policy.weights);
  await first.iterate();
  const file = JSON.parse(JSON.stringify(first.toFile()));
  const second = await startSearch('InvertedPendulum-v5', { ...small, resume: file });
  await second.iterate();
  expect(second.toFile()).toEqual(one.toFile());
  for (const search of [one, two, first, second]) search.close();
});

test('a pole is balanced after some iterations', async () => {
  const search = await startSearch(
    'InvertedPendulum-v5',
    { ...small, directions: 8, top: 4 },
    { max_episode_steps: 200 },
  );
  let reached = 0;
  for (let k = 0; k < 40 && reached < 200; k++) reached = (await search.iterate()).return;
  expect(reached).toBe(200);
  // the policy as a function, in a new environment
  const env = await make('InvertedPendulum-v5', { max_episode_steps: 200 });
  const act = policyFromFile(search.toFile(), env.actionSpace);
  let [{ observation }, sum, ended] = [env.reset({ seed: 99 }), 0, false];
  while (!ended) {
    const result = env.step(act(observation));
    observation = result.observation;
    sum += result.reward;
    ended = result.terminated || result.truncated;
  }
  // without training it falls after about ten steps
  expect(sum).toBeGreaterThan(100);
  search.close();
});

test('invalid settings are errors with a message', async () => {
  const wrong = { algorithm: 'sgd' as 'ars' };
  await expect(startSearch('Swimmer-v5', wrong)).rejects.toThrow("algorithm: expected ars or es, found 'sgd'");
  const { file } = { file: (await startSearch('InvertedPendulum-v5', small)).toFile() };
  await expect(startSearch('Swimmer-v5', { ...small, resume: file })).rejects.toThrow(
    'expected 2 actions and 8 observations, found 1 and 4',
  );
});

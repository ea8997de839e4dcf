import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problems } from '../testing/problems.ts';
import { type CostFunction, minimize } from './minimize.ts';

const minima = JSON.parse(readFileSync(new URL('../testing/minima.json', import.meta.url), 'utf8')) as {
  name: string;
  objective: number;
}[];
// a limited-memory method without second derivatives needs thousands of iterations for this scaling
const badlyScaled = ['Osborne 1'];

test.each(problems.filter(({ name }) => !badlyScaled.includes(name)))(
  '$name: a local minimum within the bounds',
  ({ name, x0, lower, upper, residual }) => {
    const half = (x: Float64Array) => residual(x).reduce((sum, r) => sum + 0.5 * r * r, 0);
    const { x, cost } = minimize(x0, half, { lower, upper, differences: 'centered', gTolerance: 1e-7 });
    const expected = minima.find((row) => row.name === name)!.objective;
    // Wood's function has a second minimum under these bounds
    const local = name === 'Wood, bounded' ? 3.546918 : expected;
    expect(cost).toBeLessThan(local * (1 + 1e-6) + 1e-8);
    for (let i = 0; i < x.length; i++) {
      expect(x[i]).toBeGreaterThanOrEqual(lower?.[i] ?? -Infinity);
      expect(x[i]).toBeLessThanOrEqual(upper?.[i] ?? Infinity);
    }
  },
);

/** Rosenbrock's valley in n variables, with its gradient. */
const valley: CostFunction = (x, gradient) => {
  gradient.fill(0);
  let sum = 0;
  for (let i = 0; i + 1 < x.length; i++) {
    const [a, b] = [1 - x[i], x[i + 1] - x[i] * x[i]];
    sum += a * a + 100 * b * b;
    gradient[i] += -2 * a - 400 * b * x[i];
    gradient[i + 1] += 200 * b;
  }
  return sum;
};

test('hundreds of variables converge with ten pairs of memory', () => {
  const { x, status, evaluations } = minimize(new Float64Array(200).fill(0.5), valley, { maxIterations: 5000 });
  expect(status).toBe('converged');
  expect(evaluations).toBeLessThan(2000);
  for (const value of x) expect(value).toBeCloseTo(1, 5);
});

test('many active bounds are found: the gradient leads outside at each', () => {
  const n = 50;
  const lower = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 1.2 : -5));
  const { x, gradient, status } = minimize(new Float64Array(n).fill(2), valley, { lower });
  expect(status).toBe('converged');
  let active = 0;
  for (let i = 0; i < n; i++) {
    if (x[i] > lower[i]) expect(Math.abs(gradient[i])).toBeLessThan(1e-4);
    else {
      active++;
      expect(gradient[i]).toBeGreaterThan(-1e-6);
    }
  }
  expect(active).toBeGreaterThan(5);
});

test('a wrong gradient ends as stuck', () => {
  const wrong: CostFunction = (x, gradient) => {
    gradient[0] = -2 * x[0];
    return x[0] * x[0];
  };
  expect(minimize([1], wrong).status).toBe('stuck');
});

test('the callback sees each iteration and can stop', () => {
  const costs: number[] = [];
  const { status } = minimize([-1, 1, 1], valley, { onIteration: ({ cost }) => costs.push(cost) < 5 });
  expect(status).toBe('stopped');
  for (let k = 1; k < costs.length; k++) expect(costs[k]).toBeLessThan(costs[k - 1]);
});

test.each<[string, () => unknown, RegExp]>([
  ['a cost that is not finite', () => minimize([1], () => Number.NaN), /cost of x0: expected a number, found NaN/],
  ['a gradient that is not finite', () => minimize([1], (_x, g) => g.fill(Number.NaN).length), /gradient\[0\] at x0/],
  ['no variable', () => minimize([], () => 1), /x0: expected at least one variable/],
  ['crossed bounds', () => minimize([1], () => 1, { lower: 2, upper: 1 }), /lower\[0\]: expected at most upper\[0\]/],
])('%s is an error', (_name, run, message) => {
  expect(run).toThrow(message);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problems } from '../testing/problems.ts';
import { leastSquares, leastSquaresAsync } from './leastSquares.ts';
import { cosh, l2, smoothAbs } from './norms.ts';

/** Minima by SciPy 1.17, and by mujoco.minimize 3.14 (bench/others/leastSquares.py). */
const minima = JSON.parse(readFileSync(new URL('../testing/minima.json', import.meta.url), 'utf8')) as {
  name: string;
  x: number[];
  objective: number;
}[];

const rosenbrock = ([a, b]: ArrayLike<number> & Iterable<number>) => [1 - a, 10 * (b - a * a)];

test.each(problems)('$name: the minimum is that of SciPy', ({ name, x0, lower, upper, residual }) => {
  const expected = minima.find((row) => row.name === name)!;
  const { x, objective, status } = leastSquares(x0, residual, { lower, upper, differences: 'centered' });
  expect(status).toBe('converged');
  const initial = residual(x0).reduce((sum, r) => sum + 0.5 * r * r, 0);
  expect(objective).toBeLessThan(expected.objective * (1 + 1e-8) + 1e-15 * initial + 1e-20);
  // a minimum of zero with a singular Jacobian is flat
  const flat = name === 'Powell, singular' ? 1e-5 : 1e-6;
  for (const [i, value] of expected.x.entries()) {
    expect(Math.abs(x[i] - value)).toBeLessThan(flat * Math.max(1, Math.abs(value)));
    expect(x[i]).toBeGreaterThanOrEqual(lower?.[i] ?? -Infinity);
    expect(x[i]).toBeLessThanOrEqual(upper?.[i] ?? Infinity);
  }
});

test('a Jacobian replaces differences', () => {
  let calls = 0;
  const jacobian = ([a]: Float64Array) => [-1, 0, -20 * a, 10];
  const count = (x: Float64Array) => {
    calls++;
    return rosenbrock(x);
  };
  const { x, evaluations } = leastSquares([-1.2, 1], count, { jacobian });
  expect(x[0]).toBeCloseTo(1, 10);
  expect(calls).toBe(evaluations);
  expect(calls).toBeLessThan(30);
});

test('a wrong element of a Jacobian is named', () => {
  const wrong = ([a]: Float64Array) => [-1, 0, 20 * a, 10];
  expect(() => leastSquares([-1.2, 1], rosenbrock, { jacobian: wrong, checkJacobian: true })).toThrow(
    /residual 1 by variable 0: expected 2[34]\S* as differences give, found -24/,
  );
  const right = ([a]: Float64Array) => [-1, 0, -20 * a, 10];
  expect(leastSquares([-1.2, 1], rosenbrock, { jacobian: right, checkJacobian: true }).status).toBe('converged');
});

test('at a bound the variable is active and the others are at their minimum', () => {
  const { x, active, gradient } = leastSquares([0, 0], ([a, b]) => [a - 3, b - 1, a + b], { upper: [1, 10] });
  // with a = 1: (b - 1)^2 + (1 + b)^2 is least for b = 0
  expect([...active]).toEqual([1, 0]);
  expect(x[0]).toBe(1);
  expect(x[1]).toBeCloseTo(0, 9);
  expect(gradient[0]).toBeLessThan(0);
});

test('a bound that pins a variable keeps it', () => {
  const { x } = leastSquares([5, 5], ([a, b]) => [a - 3, b - 1], { lower: [2, -1], upper: [2, 9] });
  expect(x[0]).toBe(2);
  expect(x[1]).toBeCloseTo(1, 8);
});

test('a robust norm ignores an outlier that least squares follows', () => {
  const data = [1, 1.1, 0.9, 1, 50];
  const estimate = (norm?: ReturnType<typeof l2>) => leastSquares([0], ([a]) => data.map((y) => a - y), { norm }).x[0];
  expect(estimate()).toBeCloseTo(10.8, 6);
  expect(Math.abs(estimate(smoothAbs(0.01)) - 1)).toBeLessThan(0.05);
});

test('norms with an outer product in their Hessian converge', () => {
  // the point nearest to three others: the minimum of a sum of lengths is not the mean
  const { x, status } = leastSquares([3, 3], ([a, b]) => [a - 1, b - 2], { norm: l2(0.1) });
  expect(status).toBe('converged');
  expect([x[0], x[1]].map((value) => value.toFixed(6))).toEqual(['1.000000', '2.000000']);
  expect(leastSquares([3], ([a]) => [a - 1, a - 2], { norm: cosh(1) }).x[0]).toBeCloseTo(1.5, 8);
});

test('the asynchronous form gives the same numbers, several points in one call', async () => {
  const direct = leastSquares([-1.2, 1], rosenbrock);
  const sizes: number[] = [];
  const waited = await leastSquaresAsync([-1.2, 1], {
    residuals: async (points) => {
      sizes.push(points.length);
      return points.map(rosenbrock);
    },
  });
  expect([...waited.x]).toEqual([...direct.x]);
  expect(waited.evaluations).toBe(direct.evaluations);
  expect(Math.max(...sizes)).toBe(2);
});

test('the trace has each iteration, and its callback can stop the search', () => {
  const { trace, iterations } = leastSquares([-1.2, 1], rosenbrock);
  expect(trace).toHaveLength(iterations + 1);
  for (const [k, entry] of trace.entries()) if (k > 0) expect(entry.objective).toBeLessThan(trace[k - 1].objective);
  const stopped = leastSquares([-1.2, 1], rosenbrock, { onIteration: ({ iteration }) => iteration < 2 });
  expect([stopped.status, stopped.iterations]).toEqual(['stopped', 3]);
});

test('an aborted signal ends the search with its reason', async () => {
  const abort = new AbortController();
  const late = leastSquaresAsync(
    [-1.2, 1],
    {
      residuals: async (points) => {
        abort.abort(new Error('enough'));
        return points.map(rosenbrock);
      },
    },
    { signal: abort.signal },
  );
  await expect(late).rejects.toThrow('enough');
  expect(() => leastSquares([0], ([a]) => [a], { signal: abort.signal })).toThrow('enough');
});

test('trials with residuals that are not finite are shortened', () => {
  // the first step of Gauss-Newton would leave the domain of the logarithm
  const { x, status } = leastSquares([3], ([a]) => [Math.log(a)]);
  expect(status).toBe('converged');
  expect(x[0]).toBeCloseTo(1, 9);
});

test.each<[string, () => unknown, RegExp]>([
  ['no variable', () => leastSquares([], () => [1]), /x0: expected at least one variable/],
  ['no residual', () => leastSquares([1], () => []), /residual: expected at least one number/],
  ['NaN at the start', () => leastSquares([1], () => [0, Number.NaN]), /residual\[1\]: expected a number, found NaN/],
  [
    'crossed bounds',
    () => leastSquares([1], () => [1], { lower: 2, upper: 1 }),
    /lower\[0\]: expected at most upper\[0\], 1, found 2/,
  ],
  [
    'bounds of another length',
    () => leastSquares([1, 2], () => [1], { lower: [0] }),
    /lower: expected 2 numbers, found 1/,
  ],
  [
    'a wrong word',
    () => leastSquares([1], () => [1], { differences: 'backward' as 'forward' }),
    /differences: expected 'forward' or 'centered'/,
  ],
  [
    'a check without a Jacobian',
    () => leastSquares([1], () => [1], { checkJacobian: true }),
    /there is no Jacobian to check/,
  ],
  [
    'a Jacobian of another size',
    () => leastSquares([1], () => [1, 2], { jacobian: () => [1] }),
    /jacobian: expected 2 x 1 = 2 numbers, found 1/,
  ],
  [
    'a Jacobian with NaN',
    () => leastSquares([1], () => [1], { jacobian: () => [Number.NaN] }),
    /residual 0 by variable 0: expected a finite/,
  ],
])('%s is an error', (_name, run, message) => {
  expect(run).toThrow(message);
});

test('residuals that change their number are an error', () => {
  let calls = 0;
  expect(() => leastSquares([1], ([a]) => (calls++ < 1 ? [a, a] : [a]))).toThrow(
    /expected 2 numbers as before, found 1/,
  );
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Data, forward, type Model, modelFromXml, prepare, step, transition } from '../../../index.ts';
import { dlqr, lqr } from './lqr.ts';
import { plus, times, timesTranspose, transposeTimes } from './matrix.ts';
import { NoStabilizingSolutionError } from './riccati.ts';

await prepare({ engine: 'js' });

interface Regulator {
  A: number[];
  B: number[];
  Q: number[];
  R: number[];
  N: number[];
  discrete: number[];
  continuous: number[];
}
/** 50 random systems with the gains of SciPy 1.17 (bench/others/lqr.py). */
const regulators = JSON.parse(
  readFileSync(new URL('../testing/regulators.json', import.meta.url), 'utf8'),
) as Regulator[];

/** Largest difference, relative to the largest element. */
function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [error, size] = [0, 0];
  for (let k = 0; k < b.length; k++) {
    error = Math.max(error, Math.abs(a[k] - b[k]));
    size = Math.max(size, Math.abs(b[k]));
  }
  return error / size;
}

test('gains of 50 random systems are those of SciPy within 1e-9', () => {
  expect(regulators).toHaveLength(50);
  for (const { A, B, Q, R, N, discrete, continuous } of regulators) {
    expect(apart(dlqr(A, B, Q, R, { N }).K, discrete)).toBeLessThan(1e-9);
    expect(apart(lqr(A, B, Q, R, { N }).K, continuous)).toBeLessThan(1e-9);
  }
});

/** A chain of hinges that is upright, with motors at the first joints. */
function chain(links: number, motors: number, timestep = 0.002): Model {
  let body = '';
  for (let k = links; k > 0; k--) {
    body = `<body pos="0 0 ${k === 1 ? 0 : 0.3}"><joint name="j${k}" axis="0 1 0" damping="0.05"/>
      <geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.02" mass="0.3"/>${body}</body>`;
  }
  const motor = Array.from({ length: motors }, (_, k) => `<motor joint="j${k + 1}"/>`).join('');
  return modelFromXml(`<mujoco><option timestep="${timestep}" integrator="implicitfast"/><worldbody>${body}</worldbody>
    <actuator>${motor}</actuator></mujoco>`);
}

test('ten linearized models: the solution has no defect and balances the model', () => {
  const kinds = [1, 2, 3, 4, 5].flatMap((links) => [
    [links, links],
    [links, Math.max(1, links - 1)],
  ]);
  for (const [links, motors] of kinds) {
    const model = chain(links, motors);
    const data = new Data(model);
    forward(model, data);
    const { A, B } = transition(model, data);
    const [n, m] = [2 * links, motors];
    const { K, S } = dlqr(A, B, 1, 0.1);
    // Q + A'SA - S - A'SB K
    const SA = times(S, A, n, n, n);
    const closed = plus(A, times(B, K, n, m, n), -1);
    const defect = plus(plus(transposeTimes(A, times(S, closed, n, n, n), n, n, n), S, -1), identity(n));
    expect(Math.max(...defect.map(Math.abs))).toBeLessThan(1e-9 * Math.max(...SA.map(Math.abs)));
    data.qpos.fill(0.01);
    for (let k = 0; k < 3000; k++) {
      for (let i = 0; i < m; i++) {
        data.ctrl[i] = 0;
        for (let j = 0; j < links; j++)
          data.ctrl[i] -= K[i * n + j] * data.qpos[j] + K[i * n + links + j] * data.qvel[j];
      }
      step(model, data);
    }
    expect(Math.max(...data.qpos.map(Math.abs)), `${links} links, ${motors} motors`).toBeLessThan(2e-3);
  }
});

function identity(n: number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));
}

test('the gain of a double integrator is that of the closed form', () => {
  // minimum of the integral of x^2 + v^2 + u^2: K = (1, sqrt(3))
  const { K, S } = lqr([0, 1, 0, 0], [0, 1], 1, 1);
  expect(K[0]).toBeCloseTo(1, 12);
  expect(K[1]).toBeCloseTo(Math.sqrt(3), 12);
  expect(S[0]).toBeCloseTo(Math.sqrt(3), 12);
});

test('S is the cost from a state on', () => {
  const [A, B] = [Float64Array.of(1, 0.1, 0, 0.9), Float64Array.of(0, 0.1)];
  const { K, S } = dlqr(A, B, [2, 1], 0.5);
  let x: Float64Array = Float64Array.of(1, -0.5);
  const expected = timesTranspose(times(x, S, 1, 2, 2), x, 1, 2, 1)[0];
  let cost = 0;
  for (let k = 0; k < 2000; k++) {
    const u = -(K[0] * x[0] + K[1] * x[1]);
    cost += 2 * x[0] * x[0] + x[1] * x[1] + 0.5 * u * u;
    x = plus(times(A, x, 2, 2, 1), B, u);
  }
  expect(cost).toBeCloseTo(expected, 9);
});

test('a weight may be a number, a diagonal or a matrix', () => {
  const system = [Float64Array.of(1, 0.1, 0, 1), Float64Array.of(0.005, 0.1)] as const;
  const gain = dlqr(...system, 3, 1).K;
  expect([...dlqr(...system, [3, 3], [1]).K]).toEqual([...gain]);
  expect([...dlqr(...system, [3, 0, 0, 3], 1).K]).toEqual([...gain]);
});

test.each<[string, () => unknown, RegExp]>([
  [
    'an unstable mode that B does not reach',
    () => dlqr([1.1, 0, 0, 0.5], [0, 1], 1, 1),
    /no gain stabilizes.*state 0 has the largest part/,
  ],
  ['an integrator without a weight', () => dlqr([1, 0, 0, 0.5], [1, 1], [0, 1], 1), /no gain stabilizes.*state 0/],
  [
    'continuous: an unstable mode that B does not reach',
    () => lqr([0.1, 0, 0, -1], [0, 1], 1, 1),
    /lqr: no gain stabilizes/,
  ],
  ['a control without a weight', () => dlqr([1], [1], 1, 0), /dlqr: R: expected a positive definite matrix/],
  ['A that is not square', () => dlqr([1, 2, 3], [1], 1, 1), /dlqr: A: expected a square matrix, found 3 numbers/],
  [
    'B with other rows',
    () => dlqr([1, 0, 0, 1], [1, 2, 3], 1, 1),
    /dlqr: B: expected 2 rows, as A has, found 3 numbers/,
  ],
  [
    'Q of another size',
    () => lqr([1, 0, 0, 1], [1, 2], [1, 2, 3], 1),
    /lqr: Q: expected a number, 2 diagonal elements or 2 x 2/,
  ],
  ['Q that is not symmetric', () => lqr([1, 0, 0, 1], [1, 2], [1, 2, 3, 1], 1), /lqr: Q: expected a symmetric matrix/],
  [
    'NaN',
    () => lqr([1, 0, Number.NaN, 1], [1, 2], 1, 1),
    /lqr: A: expected finite numbers, found NaN in row 1, column 0/,
  ],
])('%s is an error', (_name, run, message) => {
  expect(run).toThrow(message);
});

test('the error of an unreachable mode has its state', () => {
  try {
    dlqr([0.5, 0, 0, 1.2], [1, 0], 1, 1);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(NoStabilizingSolutionError);
    expect((error as NoStabilizingSolutionError).state).toBe(1);
  }
});

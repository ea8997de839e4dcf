import { expect, test } from 'vitest';
import { BoxQpSolver, boxQp } from './boxQp.ts';
import { qp } from './quadraticProgram.ts';

/** Deterministic numbers in [-1, 1). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function randomProblem(seed: number): {
  n: number;
  H: Float64Array;
  c: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
} {
  const random = generator(seed);
  const n = 1 + (seed % 12);
  const L = Float64Array.from({ length: n * n }, random);
  const H = new Float64Array(n * n);
  for (let r = 0; r < n; r++) {
    for (let k = 0; k < n; k++) {
      let sum = r === k ? 1e-3 : 0;
      for (let i = 0; i < n; i++) sum += L[r * n + i] * L[k * n + i];
      H[r * n + k] = sum;
    }
  }
  const lower = Float64Array.from({ length: n }, () =>
    random() > 0.8 ? Number.NEGATIVE_INFINITY : -Math.abs(random()),
  );
  const upper = Float64Array.from({ length: n }, () =>
    random() > 0.8 ? Number.POSITIVE_INFINITY : Math.abs(random()),
  );
  return { n, H, c: Float64Array.from({ length: n }, () => 3 * random()), lower, upper };
}

test('2,000 random boxes: gradients vanish inside and lead outside at the bounds', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const { n, H, c, lower, upper } = randomProblem(seed);
    const { x, status, free } = boxQp({ H, c, lower, upper });
    expect(status).toBe('solved');
    const isFree = new Set(free);
    for (let i = 0; i < n; i++) {
      let g = c[i];
      for (let k = 0; k < n; k++) g += H[i * n + k] * x[k];
      expect(x[i]).toBeGreaterThanOrEqual(lower[i]);
      expect(x[i]).toBeLessThanOrEqual(upper[i]);
      if (isFree.has(i)) expect(Math.abs(g)).toBeLessThan(1e-9);
      else if (x[i] === lower[i]) expect(g).toBeGreaterThanOrEqual(-1e-9);
      else expect(g).toBeLessThanOrEqual(1e-9);
    }
  }
});

test('boxes have the solutions of the general solver', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const problem = randomProblem(seed);
    const [box, general] = [boxQp(problem), qp(problem)];
    expect(general.status).toBe('solved');
    for (let i = 0; i < problem.n; i++) expect(Math.abs(box.x[i] - general.x[i])).toBeLessThan(1e-7);
  }
});

test('a warm start of a similar problem needs fewer iterations', () => {
  const { n, H, c, lower, upper } = randomProblem(23);
  const solver = new BoxQpSolver(n);
  solver.solve(H, c, lower, upper);
  const cold = solver.iterations;
  const x = solver.x.slice();
  solver.solve(H, c, lower, upper);
  expect(solver.iterations).toBeLessThan(cold);
  for (let i = 0; i < n; i++) expect(Math.abs(solver.x[i] - x[i])).toBeLessThan(1e-9);
});

test('H may be indefinite where the bounds hold the variables', () => {
  const { x, status } = boxQp({ H: [-1, 0, 0, 1], c: [1, -0.5], lower: -1, upper: 1, x0: [-1, 0] });
  expect(status).toBe('solved');
  expect([...x]).toEqual([-1, 0.5]);
  expect(boxQp({ H: [-1, 0, 0, 1], c: [0.1, 0], lower: -1, upper: 1 }).status).toBe('notPositive');
});

test('rows of linear constraints hold, with multipliers', () => {
  // the point nearest to (2, 0) with x + y = 1
  const { x, y, status } = qp({ H: [1, 0, 0, 1], c: [-2, 0], A: [1, 1], rowLower: 1, rowUpper: 1 });
  expect(status).toBe('solved');
  expect(x[0]).toBeCloseTo(1.5, 12);
  expect(x[1]).toBeCloseTo(-0.5, 12);
  expect(y[2]).toBeCloseTo(0.5, 12);
});

test('rows that exclude each other are named', () => {
  const { status, conflict } = qp({ H: [1], c: [0], lower: 1, A: [1], rowUpper: 0 });
  expect(status).toBe('infeasible');
  expect([...conflict].sort()).toEqual([0, 1]);
});

test('a row with a penalty yields', () => {
  const { x, status } = qp({ H: [1], c: [0], upper: 1, A: [1], rowLower: 5, penalty: 100 });
  expect([status, x[0]]).toEqual(['solved', 1]);
});

test.each<[string, () => unknown, RegExp]>([
  ['H of another size', () => boxQp({ H: [1, 2], c: [1] }), /H: expected 1 x 1 = 1 numbers, found 2/],
  [
    'crossed bounds',
    () => boxQp({ H: [1], c: [1], lower: 2, upper: 1 }),
    /lower\[0\]: expected at most upper\[0\], 1, found 2/,
  ],
  ['a bound that is NaN', () => boxQp({ H: [1], c: [1], lower: Number.NaN }), /lower: expected a number, found NaN/],
  [
    'a penalty of zero',
    () => qp({ H: [1], c: [1], A: [1], penalty: 0 }),
    /penalty\[0\]: expected a positive number, found 0/,
  ],
  [
    'rows of another length',
    () => qp({ H: [1, 0, 0, 1], c: [1, 1], A: [1, 2, 3] }),
    /A: expected 1 x 2 = 2 numbers, found 3/,
  ],
])('%s is an error', (_name, run, message) => {
  expect(run).toThrow(message);
});

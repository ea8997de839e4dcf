/** The solver of quadratic programs: conditions of optimality on random, degenerate, elastic and infeasible problems. */
import { expect, test } from 'vitest';
import { Factor } from './factor.ts';
import type { QpProblem } from './problem.ts';
import { QpSolver } from './solver.ts';
import { makeRandom, type Random, randomProblem, worstCondition } from './testing/problems.ts';

function solve(problem: QpProblem): QpSolver {
  const solver = new QpSolver(problem.n);
  solver.solve(problem);
  return solver;
}

test('random problems: all conditions of the minimum hold', () => {
  const random = makeRandom(1);
  let rows = 0;
  for (let k = 0; k < 3000; k++) {
    const problem = randomProblem(random);
    const solver = solve(problem);
    expect(solver.status).toBe('solved');
    expect(worstCondition(problem, solver)).toBeLessThan(1e-10);
    rows += solver.state.filter((s) => s !== 0).length;
  }
  expect(rows).toBeGreaterThan(10_000);
});

test('elastic rows: multipliers stay within the penalty, and rows yield where it is reached', () => {
  const random = makeRandom(2);
  const counts = { held: 0, yielded: 0 };
  for (let k = 0; k < 3000; k++) {
    const problem = randomProblem(random, { elastic: true });
    const solver = solve(problem);
    expect(solver.status).toBe('solved');
    expect(worstCondition(problem, solver)).toBeLessThan(1e-10);
    for (let i = problem.n; i < problem.n + problem.m; i++) {
      if (Math.abs(solver.state[i]) === 3) counts.yielded++;
      else if (solver.state[i] !== 0) counts.held++;
    }
  }
  expect(counts.held).toBeGreaterThan(1000);
  expect(counts.yielded).toBeGreaterThan(1000);
});

test('rows with a penalty of 0 have no effect', () => {
  const random = makeRandom(12);
  for (let k = 0; k < 200; k++) {
    const problem = randomProblem(random, { elastic: true, m: 6 });
    const { n, A } = problem;
    problem.penalty[n + 2] = 0;
    const solver = solve(problem);
    expect(solver.status).toBe('solved');
    expect(worstCondition(problem, solver)).toBeLessThan(1e-10);
    A.fill(0, 2 * n, 3 * n);
    [problem.lower[n + 2], problem.upper[n + 2]] = [-1, 1];
    const without = solve(problem);
    for (let i = 0; i < n; i++) expect(Math.abs(without.x[i] - solver.x[i])).toBeLessThan(1e-10);
  }
});

test('degenerate problems: repeated and dependent rows, fixed variables, a minimum at a corner', () => {
  const random = makeRandom(3);
  for (let k = 0; k < 1000; k++) {
    const problem = degenerate(random);
    const solver = solve(problem);
    expect(solver.status).toBe('solved');
    expect(worstCondition(problem, solver)).toBeLessThan(1e-8);
  }
});

/** Every row twice, sums of rows, zero rows, and a feasible point that is on many of them. */
function degenerate(random: Random): QpProblem {
  const { n, H, c } = randomProblem(random);
  const half = 1 + Math.floor(random() * n);
  const m = 3 * half + 1;
  const A = new Float64Array(m * n);
  const corner = Float64Array.from({ length: n }, () => random() - 0.5);
  for (let k = 0; k < half; k++) {
    for (let j = 0; j < n; j++) {
      const x = random() < 0.5 ? 0 : Math.round(4 * random() - 2);
      A[k * n + j] = A[(half + k) * n + j] = x;
      A[(2 * half + k) * n + j] = x + (k > 0 ? A[(k - 1) * n + j] : 0);
    }
  }
  const rows = n + m;
  const [lower, upper] = [new Float64Array(rows).fill(-Infinity), new Float64Array(rows)];
  for (let i = 0; i < rows; i++) {
    let value = i < n ? corner[i] : 0;
    for (let j = 0; i >= n && j < n; j++) value += A[(i - n) * n + j] * corner[j];
    upper[i] = value;
    if (random() < 0.2) lower[i] = value;
  }
  return { n, m, H, c, A, lower, upper, penalty: new Float64Array(rows).fill(Infinity) };
}

test('infeasible problems: the conflict has the row that the others exclude', () => {
  const random = makeRandom(4);
  let conflicts = 0;
  for (let k = 0; k < 500; k++) {
    const problem = randomProblem(random);
    const { n, m, A, lower, upper } = problem;
    if (m < 3) continue;
    // the sum of two rows is above what both allow, and they allow a point that the others allow
    const { x } = solve(problem);
    const [a, b, sum] = [n, n + 1, n + 2];
    for (let j = 0; j < n; j++) A[2 * n + j] = A[j] + A[n + j];
    for (const row of [a, b]) {
      lower[row] = -Infinity;
      upper[row] = 0.01;
      for (let j = 0; j < n; j++) upper[row] += A[(row - n) * n + j] * x[j];
    }
    lower[sum] = upper[a] + upper[b] + 0.1;
    upper[sum] = Infinity;
    const solver = solve(problem);
    expect(solver.status).toBe('infeasible');
    expect([...solver.x].every(Number.isFinite)).toBe(true);
    const found = solver.conflict.subarray(0, solver.conflicts);
    // one row of the conflict yields, and the rest holds
    expect(found).toContain(sum);
    problem.penalty[sum] = 1;
    expect(solver.solve(problem)).toBe('solved');
    expect(worstCondition(problem, solver)).toBeLessThan(1e-8);
    conflicts++;
  }
  expect(conflicts).toBeGreaterThan(300);
});

test('a row with contradictory bounds is a conflict by itself', () => {
  const problem = randomProblem(makeRandom(5));
  [problem.lower[0], problem.upper[0]] = [1, 0];
  const solver = solve(problem);
  expect(solver.status).toBe('infeasible');
  expect([...solver.conflict.subarray(0, solver.conflicts)]).toEqual([0]);
});

test('values that are not finite end with a status, not with NaN', () => {
  const random = makeRandom(6);
  for (const spoil of [
    (p: QpProblem) => (p.c[0] = Number.NaN),
    (p: QpProblem) => (p.H[0] = Infinity),
    (p: QpProblem) => (p.A[0] = Number.NaN),
    (p: QpProblem) => (p.upper[p.n] = Number.NaN),
  ]) {
    const problem = randomProblem(random, { m: 4 });
    spoil(problem);
    const solver = solve(problem);
    expect(solver.status).toBe('notFinite');
    expect([...solver.x]).toEqual(Array(problem.n).fill(0));
  }
});

test('a singular Hessian is solved as if it had a tiny diagonal', () => {
  const problem = randomProblem(makeRandom(7), { m: 0 });
  const { n, lower, upper } = problem;
  problem.H.fill(0);
  lower.fill(-1);
  upper.fill(1);
  const solver = solve(problem);
  expect(solver.status).toBe('solved');
  for (let i = 0; i < n; i++) expect(solver.x[i]).toBe(-Math.sign(problem.c[i]));
});

test('a warm start gives the same minimum in fewer iterations', () => {
  const random = makeRandom(8);
  let [cold, warm] = [0, 0];
  for (let k = 0; k < 300; k++) {
    const problem = randomProblem(random, { elastic: k % 2 === 0 });
    const solver = solve(problem);
    for (let trial = 0; trial < 3; trial++) {
      for (let i = 0; i < problem.n; i++) problem.c[i] += 0.02 * (random() - 0.5);
      solver.solve(problem);
      expect(solver.status).toBe('solved');
      expect(worstCondition(problem, solver)).toBeLessThan(1e-10);
      warm += solver.iterations;
      const other = solve(problem);
      cold += other.iterations;
      for (let i = 0; i < problem.n; i++) expect(Math.abs(other.x[i] - solver.x[i])).toBeLessThan(1e-9);
    }
  }
  expect(warm).toBeLessThan(0.2 * cold);
});

test('any warm start gives the minimum', () => {
  const random = makeRandom(9);
  for (let k = 0; k < 500; k++) {
    const problem = randomProblem(random, { elastic: true });
    const solver = solve(problem);
    for (let i = 0; i < solver.state.length; i++) solver.state[i] = [0, 1, -1, 2, 3, -3][Math.floor(6 * random())];
    expect(solver.solve(problem)).toBe('solved');
    expect(worstCondition(problem, solver)).toBeLessThan(1e-9);
  }
});

test('the factors keep their conditions while rows are added and removed', () => {
  const random = makeRandom(10);
  const n = 8;
  const { H } = randomProblem(random, { n });
  const factor = new Factor(n);
  factor.start(H);
  const rows: Float64Array[] = [];
  for (let step = 0; step < 200; step++) {
    if (rows.length === n || (rows.length > 0 && random() < 0.45)) {
      const k = Math.floor(random() * rows.length);
      factor.drop(k);
      rows.splice(k, 1);
    } else {
      const a = Float64Array.from({ length: n }, () => random() - 0.5);
      factor.readRow(a, 0);
      factor.add();
      rows.push(a);
    }
    const d = new Float64Array(n);
    rows.forEach((a, k) => {
      factor.times(d, a, 0);
      // J' a_k is column k of R
      for (let i = 0; i < n; i++) expect(Math.abs(d[i] - (i <= k ? factor.R[k * n + i] : 0))).toBeLessThan(1e-9);
    });
  }
});

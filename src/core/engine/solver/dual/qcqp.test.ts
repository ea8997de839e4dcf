/** Friction forces for a fixed normal force, against the conditions of optimality. */
import { expect, test } from 'vitest';
import { random } from '../../../../../test/support/oracle/oracle.ts';
import type { Data } from '../../../model/data.ts';
import { solveFriction } from './qcqp.ts';

/** The tangents of the second of two contacts, for a normal force. */
function tangents(A: readonly number[], b: readonly number[], mu: readonly number[], normal: number): number[] {
  const n = b.length;
  const d = {
    efc_force: Float64Array.from([7, 7, normal, ...b.map(() => 7)]),
    contact_dim: Int32Array.of(9, n + 1),
    contact_friction: Float64Array.from([...Array(5).fill(9), ...mu]),
  };
  solveFriction(d as unknown as Data, 2, 1, Float64Array.from(A), Float64Array.from(b));
  expect([...d.efc_force.subarray(0, 3)]).toEqual([7, 7, normal]);
  return [...d.efc_force.subarray(3)];
}

const diagonal = (values: readonly number[]) =>
  values.flatMap((value, i) => values.map((_, j) => (i === j ? value : 0)));

test.each([2, 3, 5])('%i tangents: inside the ellipsoid A x = -b, on it the rest points along its normal', (n) => {
  const next = random(n);
  let active = 0;
  for (let trial = 0; trial < 40; trial++) {
    const G = Array.from({ length: n * n }, next);
    // G G^T + 0.3
    const A = G.map((_, k) => {
      const [i, j] = [Math.floor(k / n), k % n];
      return G.slice(n * i, n * i + n).reduce((sum, g, c) => sum + g * G[n * j + c], i === j ? 0.3 : 0);
    });
    const b = Array.from({ length: n }, next);
    const mu = Array.from({ length: 5 }, () => 0.6 + 0.5 * next());
    const normal = 2 + 1.9 * next();
    const x = tangents(A, b, mu, normal);
    const rest = b.map((value, i) => value + x.reduce((sum, xj, j) => sum + A[n * i + j] * xj, 0));
    const size = Math.hypot(...x.map((value, i) => value / mu[i]));
    if (size < normal * (1 - 1e-9)) {
      for (const value of rest) expect(value).toBeCloseTo(0, 8);
      continue;
    }
    active++;
    expect(size).toBeCloseTo(normal, 8);
    // A x + b = -la x / mu^2 with one la > 0
    const la = -rest.reduce((sum, value, i) => sum + value * x[i], 0) / size ** 2;
    expect(la).toBeGreaterThan(0);
    rest.forEach((value, i) => {
      expect(value).toBeCloseTo((-la * x[i]) / mu[i] ** 2, 4);
    });
  }
  expect(active).toBeGreaterThan(5);
  expect(active).toBeLessThan(40);
});

test('a matrix whose determinant, or pivot, is below 1e-10 is singular: no friction', () => {
  const ones = [1, 1, 1, 1, 1];
  for (const n of [2, 3]) {
    for (const factor of [1.02, 1.5, 0.98]) {
      const a = (factor * 1e-10) ** (1 / n);
      const x = tangents(diagonal(Array(n).fill(a)), Array(n).fill(-1), ones, 1e9);
      x.forEach((value) => {
        expect(value * a).toBeCloseTo(factor > 1 ? 1 : 0, 9);
      });
    }
  }
  for (const pivot of [1.02e-10, 1.5e-10, 0.98e-10]) {
    const x = tangents(diagonal([1, 1, pivot, 1, 1]), [-1, -1, -1, -1, -1], ones, 1e12);
    expect(x[0]).toBeCloseTo(pivot > 1e-10 ? 1 : 0, 9);
    expect(x[2] * pivot).toBeCloseTo(pivot > 1e-10 ? 1 : 0, 9);
  }
});

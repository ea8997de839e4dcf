/** The solver against a reference: 200 programs recorded in three scenes (`bench/others/qp.py`). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { QpProblem } from './problem.ts';
import { QpSolver } from './solver.ts';

const recorded: Fixture[] = JSON.parse(readFileSync(new URL('./testing/recorded.json', import.meta.url), 'utf8'));

/** Arrays as base64: single precision, the solution in double precision; A as rows, columns and values. */
interface Fixture {
  scene: string;
  kind: string;
  n: number;
  m: number;
  H: string;
  c: string;
  A: string[];
  lower: string;
  upper: string;
  penalty: string;
  x?: string;
}

const bytes = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const floats = (text: string) => Float64Array.from(new Float32Array(bytes(text).buffer));

function read({ n, m, H, c, A, lower, upper, penalty }: Fixture): QpProblem {
  const triangle = floats(H);
  const full = new Float64Array(n * n);
  for (let i = 0, at = 0; i < n; i++) for (let j = 0; j <= i; j++) full[i * n + j] = triangle[at++];
  const [rows, columns, values] = [bytes(A[0]), bytes(A[1]), floats(A[2])];
  const dense = new Float64Array(m * n);
  values.forEach((value, k) => {
    dense[rows[k] * n + columns[k]] = value;
  });
  const bounds = { lower: floats(lower), upper: floats(upper), penalty: floats(penalty) };
  return { n, m, H: full, c: floats(c), A: dense, ...bounds };
}

test('recorded programs have the minimum of the reference within 1e-9, and the right status', () => {
  const counts: Record<string, number> = {};
  for (const fixture of recorded) {
    const problem = read(fixture);
    const solver = new QpSolver(problem.n, problem.m);
    const expected = fixture.x && new Float64Array(bytes(fixture.x).buffer);
    expect(solver.solve(problem)).toBe(expected ? 'solved' : 'infeasible');
    const group = fixture.kind === 'recorded' ? fixture.scene : fixture.kind;
    counts[group] = (counts[group] ?? 0) + 1;
    if (!expected) continue;
    for (let i = 0; i < problem.n; i++) expect(Math.abs(solver.x[i] - expected[i])).toBeLessThan(1e-9);
  }
  expect(counts).toEqual({ UR5e: 60, G1: 40, ALOHA: 60, degenerate: 20, infeasible: 20 });
});

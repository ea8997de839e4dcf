/** Random quadratic programs that have a solution, and the conditions of their minimum. */
import type { QpProblem } from '../problem.ts';

export type Random = () => number;

/** A generator of random numbers in [0, 1), the same in each run. */
export function makeRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bounds and rows around a point that satisfies them; with `elastic`, some rows cannot be satisfied. */
export function randomProblem(random: Random, options: { n?: number; m?: number; elastic?: boolean } = {}): QpProblem {
  const { n = 1 + Math.floor(random() * 12), elastic = false } = options;
  const { m = Math.floor(random() * 16) } = options;
  const centered = () => 2 * random() - 1;
  const root = Float64Array.from({ length: n * n }, centered);
  const H = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) H[i * n + j] += root[k * n + i] * root[k * n + j];
    H[i * n + i] += 0.05;
  }
  const c = Float64Array.from({ length: n }, () => 3 * centered());
  const A = Float64Array.from({ length: m * n }, () => (random() < 0.3 ? 0 : centered()));
  const point = Float64Array.from({ length: n }, () => 0.3 * centered());
  const rows = n + m;
  const [lower, upper] = [new Float64Array(rows), new Float64Array(rows)];
  const penalty = new Float64Array(rows).fill(Infinity);
  let equalities = 0;
  for (let i = 0; i < rows; i++) {
    let value = i < n ? point[i] : 0;
    for (let j = 0; i >= n && j < n; j++) value += A[(i - n) * n + j] * point[j];
    const kind = random();
    lower[i] = kind < 0.3 ? -Infinity : value - 0.5 * random();
    upper[i] = kind > 0.3 && kind < 0.5 ? Infinity : value + 0.5 * random();
    if (kind > 0.9 && equalities < n / 2 && i >= n) {
      lower[i] = upper[i] = value;
      equalities++;
    }
    if (!elastic || i < n) continue;
    penalty[i] = 0.05 + 3 * random();
    if (random() < 0.5) continue;
    lower[i] += 2;
    upper[i] = Math.max(upper[i] + 2, lower[i]);
  }
  return { n, m, H, c, A, lower, upper, penalty };
}

/** The largest violation of the conditions of the minimum: gradient, bounds, signs of the multipliers, complementarity. */
export function worstCondition(
  { n, m, H, c, A, lower, upper, penalty }: QpProblem,
  { x, y }: { x: Float64Array; y: Float64Array },
): number {
  let worst = 0;
  // NaN is worst
  const see = (value: number) => {
    if (!(value <= worst)) worst = Number.isNaN(value) ? Infinity : value;
  };
  const gradient = c.slice();
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) gradient[i] += H[Math.max(i, j) * n + Math.min(i, j)] * x[j];
  for (let i = 0; i < n + m; i++) {
    let value = i < n ? x[i] : 0;
    for (let j = 0; i >= n && j < n; j++) value += A[(i - n) * n + j] * x[j];
    if (i < n) gradient[i] += y[i];
    for (let j = 0; i >= n && j < n; j++) gradient[j] += A[(i - n) * n + j] * y[i];
    see(Math.abs(y[i]) - penalty[i]);
    // a row yields only at the end of the interval of its multiplier, and a multiplier needs a row that is reached
    if (y[i] < penalty[i]) see(value - upper[i]);
    if (y[i] > -penalty[i]) see(lower[i] - value);
    if (y[i] > 0) see(upper[i] - value);
    if (y[i] < 0) see(value - lower[i]);
  }
  for (const g of gradient) see(Math.abs(g));
  return worst;
}

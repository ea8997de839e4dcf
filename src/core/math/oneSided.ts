import type { int } from './int.ts';

/*  Sums of one-sided quadratics s(x) = D x^2 / 2 for x < 0, else 0: the cost of limits and of contacts without a cone.
 *  The set of active rows changes from call to call, so the loops are branch-free to avoid mispredictions. */

/** force = -s'(x) and state = whether the row is active, for rows [from, end). Returns the sum of s in two lanes.
 *  @simd */
export function oneSidedForce(
  force: Float64Array,
  state: Int32Array,
  D: Float64Array,
  x: Float64Array,
  from: int,
  end: int,
): number {
  let s0: number = 0;
  let s1: number = 0;
  let e = from;
  for (; e + 1 < end; e += 2) {
    s0 += oneSided(force, state, D, x, e);
    s1 += oneSided(force, state, D, x, e + 1);
  }
  if (e < end) s0 += oneSided(force, state, D, x, e);
  return s0 + s1;
}

/** One row of `oneSidedForce`. Returns its cost. */
function oneSided(force: Float64Array, state: Int32Array, D: Float64Array, x: Float64Array, e: int): number {
  const acts = x[e] < 0;
  const f = D[e] * x[e];
  force[e] = acts ? -f : 0;
  state[e] = acts ? 1 : 0;
  return acts ? 0.5 * f * x[e] : 0;
}

/** Coefficients of D (x + alpha v)^2 / 2 in alpha, for rows [from, end)
 *  @simd */
export function lineQuadratics(
  quad0: Float64Array,
  quad1: Float64Array,
  quad2: Float64Array,
  D: Float64Array,
  x: Float64Array,
  v: Float64Array,
  from: int,
  end: int,
): void {
  for (let e = from; e < end; e++) {
    const Dx = D[e] * x[e];
    quad0[e] = 0.5 * x[e] * Dx;
    quad1[e] = v[e] * Dx;
    quad2[e] = 0.5 * v[e] * D[e] * v[e];
  }
}

/** res = coefficients in alpha of the sum of s(x + alpha v) - s(x) over rows [from, end), with the rows active at this
 *  alpha, in two lanes
 *  @simd */
export function oneSidedLine(
  res: Float64Array,
  x: Float64Array,
  v: Float64Array,
  quad0: Float64Array,
  quad1: Float64Array,
  quad2: Float64Array,
  from: int,
  end: int,
  alpha: number,
): void {
  let c0: number = 0;
  let c1: number = 0;
  let l0: number = 0;
  let l1: number = 0;
  let q0: number = 0;
  let q1: number = 0;
  let e = from;
  for (; e + 1 < end; e += 2) {
    const acts0 = x[e] + alpha * v[e] < 0;
    const acts1 = x[e + 1] + alpha * v[e + 1] < 0;
    c0 += changed(x[e] < 0, acts0, quad0[e]);
    c1 += changed(x[e + 1] < 0, acts1, quad0[e + 1]);
    l0 += acts0 ? quad1[e] : 0;
    l1 += acts1 ? quad1[e + 1] : 0;
    q0 += acts0 ? quad2[e] : 0;
    q1 += acts1 ? quad2[e + 1] : 0;
  }
  if (e < end) {
    const acts0 = x[e] + alpha * v[e] < 0;
    c0 += changed(x[e] < 0, acts0, quad0[e]);
    l0 += acts0 ? quad1[e] : 0;
    q0 += acts0 ? quad2[e] : 0;
  }
  res[0] = c0 + c1;
  res[1] = l0 + l1;
  res[2] = q0 + q1;
}

/** The cost at 0, added if a row becomes active and subtracted if it becomes inactive. */
function changed(before: boolean, now: boolean, cost: number): number {
  if (before === now) return 0;
  return now ? cost : -cost;
}

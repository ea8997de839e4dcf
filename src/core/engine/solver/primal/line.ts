import { dot } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { lineQuadratics, oneSidedLine } from '../../../math/oneSided.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { Problem, SolverIntSlot, SolverRealSlot } from '../../../model/solverSlots.ts';
import { nextCone } from '../../constraint/update.ts';

/*  Cost along the line qacc + alpha search, relative to alpha = 0 so that small improvements are not lost in large
 *  costs. For row e with x = Jaref + alpha Jv, work_quad0..2 are the coefficients of D x^2 / 2. The three rows from e
 *  on of an elliptic contact contain, in the space where the cone is circular (U for Jaref, V for Jv):
 *      e: its quadratic   e+1: U0 V0 UU   e+2: UV VV Dm */

// constant, linear and square coefficient of a sum of quadratics
const sums = new Float64Array(3);

/** Quadratics of the Gauss cost and of every row.
 *  reads  d: work_search work_Ma work_Mv work_frc_smooth work_Jaref work_Jv iefc_D   writes d: work_quad* work_sol */
export function prepareLine(d: Data, k: int): void {
  const { work_problem, work_sol, work_sol_int, work_search, work_Ma, work_Mv, work_frc_smooth } = d;
  const { work_Jaref, work_Jv, work_quad0, work_quad1, work_quad2, iefc_D, iefc_type, iefc_id, contact_dim } = d;
  const p = Problem.SIZE * k;
  const slot = work_problem[p + Problem.SLOT];
  const n = work_problem[p + Problem.NSLOT];
  const row = work_problem[p + Problem.ROW];
  const inequality = row + work_problem[p + Problem.NE] + work_problem[p + Problem.NF];
  const end = row + work_problem[p + Problem.NEFC];
  // (Ma - f)^T v alpha + v^T M v alpha^2 / 2
  let linear = dot(work_search, slot, work_Ma, slot, n) - dot(work_frc_smooth, slot, work_search, slot, n);
  let square = 0.5 * dot(work_search, slot, work_Mv, slot, n);
  for (let e = row; e < row + work_problem[p + Problem.NE]; e++) {
    linear += work_Jv[e] * iefc_D[e] * work_Jaref[e];
    square += 0.5 * work_Jv[e] * iefc_D[e] * work_Jv[e];
  }
  work_sol[SolverRealSlot.GAUSS1] = linear;
  work_sol[SolverRealSlot.GAUSS2] = square;
  lineQuadratics(work_quad0, work_quad1, work_quad2, iefc_D, work_Jaref, work_Jv, inequality, end);
  work_sol_int[SolverIntSlot.FIRST_CONE] = nextCone(iefc_type, inequality, end);
  for (let e = work_sol_int[SolverIntSlot.FIRST_CONE]; e < end; e = nextCone(iefc_type, e, end)) {
    prepareCone(d, e, iefc_id[e]);
    e += contact_dim[iefc_id[e]];
  }
}

/** The quadratic of all rows of an elliptic contact, and its products in cone space. */
function prepareCone(d: Data, e: int, con: int): void {
  const { work_Jaref, work_Jv, work_quad0, work_quad1, work_quad2, iefc_D } = d;
  const { contact_mu, contact_friction, contact_dim } = d;
  const mu = contact_mu[con];
  const dim = contact_dim[con];
  let UU: number = 0;
  let UV: number = 0;
  let VV: number = 0;
  for (let j = 1; j < dim; j++) {
    const x = work_Jaref[e + j];
    const v = work_Jv[e + j];
    const D = iefc_D[e + j];
    work_quad0[e] += 0.5 * x * (D * x);
    work_quad1[e] += v * (D * x);
    work_quad2[e] += 0.5 * v * D * v;
    const friction = contact_friction[5 * con + j - 1];
    UU += x * friction * (x * friction);
    UV += x * friction * (v * friction);
    VV += v * friction * (v * friction);
  }
  work_quad0[e + 1] = work_Jaref[e] * mu;
  work_quad1[e + 1] = work_Jv[e] * mu;
  work_quad2[e + 1] = UU;
  work_quad0[e + 2] = UV;
  work_quad1[e + 2] = VV;
  work_quad2[e + 2] = iefc_D[e] / (mu * mu * (1 + mu * mu));
}

/** Cost minus that at 0, slope and curvature at alpha = work_sol[point], in the three slots after it. */
export function evaluate(d: Data, k: int, point: int): void {
  const { work_problem, work_sol, work_sol_int } = d;
  const { work_Jaref, work_Jv, work_quad0, work_quad1, work_quad2 } = d;
  const p = Problem.SIZE * k;
  const row = work_problem[p + Problem.ROW];
  const friction = row + work_problem[p + Problem.NE];
  const inequality = friction + work_problem[p + Problem.NF];
  const end = row + work_problem[p + Problem.NEFC];
  const alpha = work_sol[point];
  const linear = work_sol[SolverRealSlot.GAUSS1];
  const square = work_sol[SolverRealSlot.GAUSS2];
  let cost = alpha * alpha * square + alpha * linear;
  let slope = 2 * alpha * square + linear;
  let curvature = 2 * square;
  const cone = work_sol_int[SolverIntSlot.FIRST_CONE];
  if (inequality > friction || cone < end) {
    work_sol[point + 1] = cost;
    work_sol[point + 2] = slope;
    work_sol[point + 3] = curvature;
    if (inequality > friction) addFrictions(d, friction, inequality, point);
    addInequalities(d, inequality, cone, end, point);
    cost = work_sol[point + 1];
    slope = work_sol[point + 2];
    curvature = work_sol[point + 3];
  } else {
    oneSidedLine(sums, work_Jaref, work_Jv, work_quad0, work_quad1, work_quad2, inequality, end, alpha);
  }
  cost += alpha * alpha * sums[2] + alpha * sums[1] + sums[0];
  slope += 2 * alpha * sums[2] + sums[1];
  curvature += 2 * sums[2];
  if (curvature <= 0) {
    curvature = MINVAL;
    work_sol_int[SolverIntSlot.FAILED] = 1;
  }
  work_sol[point + 1] = cost;
  work_sol[point + 2] = slope;
  work_sol[point + 3] = curvature;
  work_sol_int[SolverIntSlot.LS_EVAL]++;
}

/** Huber costs of friction loss */
function addFrictions(d: Data, from: int, end: int, point: int): void {
  const { work_sol, work_Jaref, work_Jv, iefc_D, iefc_R, iefc_frictionloss } = d;
  const alpha = work_sol[point];
  let cost: number = 0;
  let slope: number = 0;
  let curvature: number = 0;
  for (let e = from; e < end; e++) {
    const start = work_Jaref[e];
    const v = work_Jv[e];
    const x = start + alpha * v;
    const f = iefc_frictionloss[e];
    const D = iefc_D[e];
    const bound = iefc_R[e] * f;
    cost += huberDifference(start, x, f, bound, D);
    if (x <= -bound) {
      slope -= f * v;
    } else if (x >= bound) {
      slope += f * v;
    } else {
      slope += D * x * v;
      curvature += D * v * v;
    }
  }
  work_sol[point + 1] += cost;
  work_sol[point + 2] += slope;
  work_sol[point + 3] += curvature;
}

/** Huber cost at x minus that at start, without cancellation if both are in one zone */
function huberDifference(start: number, x: number, f: number, bound: number, D: number): number {
  if (start <= -bound && x <= -bound) return f * (start - x);
  if (start >= bound && x >= bound) return f * (x - start);
  if (Math.abs(start) < bound && Math.abs(x) < bound) return 0.5 * D * (x - start) * (x + start);
  return huber(x, f, bound, D) - huber(start, f, bound, D);
}

function huber(x: number, f: number, bound: number, D: number): number {
  if (x <= -bound) return f * (-0.5 * bound - x);
  if (x >= bound) return f * (-0.5 * bound + x);
  return 0.5 * D * x * x;
}

/** Limits and contacts: adds those without a cone to `sums`; `first` is the first row with a cone */
function addInequalities(d: Data, from: int, first: int, end: int, point: int): void {
  const { work_sol, work_Jaref, work_Jv, work_quad0, work_quad1, work_quad2, iefc_type, iefc_id, contact_dim } = d;
  const alpha = work_sol[point];
  oneSidedLine(sums, work_Jaref, work_Jv, work_quad0, work_quad1, work_quad2, from, first, alpha);
  let constant = sums[0];
  let linear = sums[1];
  let square = sums[2];
  let e = first;
  while (e < end) {
    addCone(d, e, iefc_id[e], point);
    e += contact_dim[iefc_id[e]];
    const next = nextCone(iefc_type, e, end);
    if (next > e) {
      oneSidedLine(sums, work_Jaref, work_Jv, work_quad0, work_quad1, work_quad2, e, next, alpha);
      constant += sums[0];
      linear += sums[1];
      square += sums[2];
    }
    e = next;
  }
  sums[0] = constant;
  sums[1] = linear;
  sums[2] = square;
}

/** Zones of an elliptic contact: no force, on the cone, quadratic. */
const TOP = 1;
const BOTTOM = 2;
const MIDDLE = 3;

function zoneOf(N: number, T: number, mu: number): int {
  if (T <= 0) return N < 0 ? BOTTOM : TOP;
  if (N >= mu * T) return TOP;
  return mu * N + T <= 0 ? BOTTOM : MIDDLE;
}

/** One elliptic contact */
function addCone(d: Data, e: int, con: int, point: int): void {
  const { work_sol, work_quad0, work_quad1, work_quad2, contact_mu } = d;
  const alpha = work_sol[point];
  const mu = contact_mu[con];
  const q0 = work_quad0[e];
  const q1 = work_quad1[e];
  const q2 = work_quad2[e];
  const U0 = work_quad0[e + 1];
  const V0 = work_quad1[e + 1];
  const UU = work_quad2[e + 1];
  const UV = work_quad0[e + 2];
  const VV = work_quad1[e + 2];
  const Dm = work_quad2[e + 2];
  const T0 = UU <= 0 ? 0 : Math.sqrt(UU);
  const N = U0 + alpha * V0;
  const TT = UU + alpha * (2 * UV + alpha * VV);
  const T = TT <= 0 ? 0 : Math.sqrt(TT);
  const zone0 = zoneOf(U0, T0, mu);
  const zone = zoneOf(N, T, mu);
  const dq = alpha * (alpha * q2 + q1);
  // costs: top 0, bottom q, middle Dm (N - mu T)^2 / 2 = q - Dm (mu N + T)^2 / 2
  let cost: number = 0;
  if (zone === BOTTOM) {
    if (zone0 === BOTTOM) cost = dq;
    else if (zone0 === TOP) cost = dq + q0;
    else cost = dq + 0.5 * Dm * (mu * U0 + T0) * (mu * U0 + T0);
    work_sol[point + 2] += 2 * alpha * q2 + q1;
    work_sol[point + 3] += 2 * q2;
  } else if (zone === TOP) {
    if (zone0 === BOTTOM) cost = -q0;
    else if (zone0 === MIDDLE) cost = -0.5 * Dm * (U0 - mu * T0) * (U0 - mu * T0);
  } else {
    if (zone0 === BOTTOM) {
      cost = dq - 0.5 * Dm * (mu * N + T) * (mu * N + T);
    } else if (zone0 === TOP) {
      cost = 0.5 * Dm * (N - mu * T) * (N - mu * T);
    } else {
      // T - T0 = (TT - UU) / (T + T0)
      const change = alpha * V0 - (mu * (alpha * (2 * UV + alpha * VV))) / (T + T0);
      cost = 0.5 * Dm * change * (2 * (U0 - mu * T0) + change);
    }
    const T1 = (UV + alpha * VV) / T;
    const T2 = VV / T - ((UV + alpha * VV) * T1) / (T * T);
    const step = V0 - mu * T1;
    work_sol[point + 2] += Dm * (N - mu * T) * step;
    work_sol[point + 3] += Dm * (step * step + (N - mu * T) * (-mu * T2));
  }
  work_sol[point + 1] += cost;
}

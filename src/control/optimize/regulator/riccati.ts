/** Algebraic Riccati equations by the structure-preserving doubling algorithm (Chu, Fan, Lin: A structure-preserving
 *  doubling algorithm for continuous-time algebraic Riccati equations, 2005). Derivation: docs/derivations/lqr.md. */
import {
  frobenius,
  makeSymmetric,
  plus,
  plusIdentity,
  solveMatrix,
  times,
  timesTranspose,
  transposed,
  transposeTimes,
} from './matrix.ts';

/** A Riccati equation has no stabilizing solution: a mode is neither controllable nor stable, or it is on the boundary
 *  of stability and not weighted.
 *
 *  ```ts
 *  try {
 *    dlqr([1.1], [0], 1, 1);
 *  } catch (error) {
 *    if (error instanceof NoStabilizingSolutionError) console.log(error.state); // -> 0
 *  }
 *  ``` */
export class NoStabilizingSolutionError extends Error {
  override readonly name = 'NoStabilizingSolutionError';
  /** The state with the largest part in the mode, if known. */
  readonly state: number | undefined;

  constructor(where: string, state?: number) {
    const mode = state === undefined ? 'a mode' : `a mode in which state ${state} has the largest part`;
    super(
      `${where}: no gain stabilizes the system. Expected that B reaches every mode that does not decay by itself and ` +
        `that Q weights every mode that neither decays nor grows, found ${mode}. Fix: give that state a weight in Q, ` +
        'or remove it from A and B',
    );
    this.state = state;
  }
}

/** Doublings; each squares the closed-loop matrix, so 2^60 steps are more than any system needs. */
const MAX_DOUBLINGS = 60;
/** Change of the solution, relative, at which the doubling ends. */
const CONVERGED = 1e-15;
/** Closed-loop matrices to the power of 2^k above this did not decay. */
const DECAYED = 1e-3;
/** Rounds of defect correction; each gains several digits. */
const MAX_CORRECTIONS = 3;

/** The stabilizing X with X = Q + A' X (I + G X)^-1 A, for symmetric G and Q; all are n x n.
 *  @throws NoStabilizingSolutionError */
function doubling(where: string, A: Float64Array, G: Float64Array, Q: Float64Array, n: number): Float64Array {
  let [a, g, h] = [A, G, Q];
  for (let k = 0; k < MAX_DOUBLINGS; k++) {
    // W = I + G H; A+ = A W^-1 A, G+ = G + A W^-1 G A', H+ = H + A' H W^-1 A
    const W = plusIdentity(times(g, h, n, n, n), n);
    const wa = solveMatrix(W, a, n, n);
    const wg = solveMatrix(W, g, n, n);
    if (!wa || !wg) throw new NoStabilizingSolutionError(where, largestColumn(a, n));
    const change = transposeTimes(a, times(h, wa, n, n, n), n, n, n);
    const nextG = plus(g, timesTranspose(times(a, wg, n, n, n), a, n, n, n));
    const nextA = times(a, wa, n, n, n);
    h = makeSymmetric(plus(h, change), n);
    const size = frobenius(h);
    if (!Number.isFinite(size)) throw new NoStabilizingSolutionError(where, largestColumn(a, n));
    const decayed = frobenius(nextA) < DECAYED;
    if (frobenius(change) <= CONVERGED * size && decayed) return h;
    [a, g] = [nextA, makeSymmetric(nextG, n)];
  }
  throw new NoStabilizingSolutionError(where, largestColumn(a, n));
}

function largestColumn(A: Float64Array, n: number): number | undefined {
  let best: number | undefined;
  let largest = 0;
  for (let c = 0; c < n; c++) {
    let sum = 0;
    for (let r = 0; r < n; r++) sum += A[r * n + c] * A[r * n + c];
    if (sum > largest) [best, largest] = [c, sum];
  }
  return best;
}

/** The stabilizing X of the discrete equation X = A'XA - (A'XB + N)(R + B'XB)^-1 (B'XA + N') + Q, with its gain
 *  K = (R + B'XB)^-1 (B'XA + N'). */
export function solveDiscrete(
  where: string,
  A: Float64Array,
  B: Float64Array,
  Q: Float64Array,
  R: Float64Array,
  N: Float64Array,
): { X: Float64Array; K: Float64Array } {
  const m = Math.round(Math.sqrt(R.length));
  const n = Math.round(Math.sqrt(A.length));
  const { a, q, G } = withoutCross(where, A, B, Q, R, N, n, m);
  let X = doubling(where, a, G, q, n);
  // X + dX solves the same equation around the closed loop, with the defect of X as Q
  for (let round = 0; round < MAX_CORRECTIONS; round++) {
    const { K, S } = discreteGain(where, A, B, R, N, X, n, m);
    const closed = plus(A, times(B, K, n, m, n), -1);
    const defect = discreteDefect(A, B, Q, N, X, K, n, m);
    const step = doubling(where, closed, gramian(where, B, S, n, m), defect, n);
    X = makeSymmetric(plus(X, step), n);
    if (frobenius(step) <= CONVERGED * frobenius(X)) break;
  }
  return { X, K: discreteGain(where, A, B, R, N, X, n, m).K };
}

/** S = R + B'XB and K = S^-1 (B'XA + N'). */
function discreteGain(
  where: string,
  A: Float64Array,
  B: Float64Array,
  R: Float64Array,
  N: Float64Array,
  X: Float64Array,
  n: number,
  m: number,
): { K: Float64Array; S: Float64Array } {
  const XB = times(X, B, n, n, m);
  const S = plus(R, transposeTimes(B, XB, n, m, m));
  const right = plus(transposeTimes(XB, A, n, m, n), transposed(N, n, m));
  const K = solveMatrix(S, right, m, n);
  if (!K) throw new NoStabilizingSolutionError(where);
  return { K, S };
}

/** Q + A'XA - (A'XB + N) K - X */
function discreteDefect(
  A: Float64Array,
  B: Float64Array,
  Q: Float64Array,
  N: Float64Array,
  X: Float64Array,
  K: Float64Array,
  n: number,
  m: number,
): Float64Array {
  const XA = times(X, A, n, n, n);
  const cross = plus(transposeTimes(XA, B, n, n, m), N);
  const sum = plus(plus(Q, transposeTimes(A, XA, n, n, n)), times(cross, K, n, m, n), -1);
  return makeSymmetric(plus(sum, X, -1), n);
}

/** The stabilizing X of the continuous equation A'X + XA - (XB + N) R^-1 (B'X + N') + Q = 0, with its gain
 *  K = R^-1 (B'X + N'). */
export function solveContinuous(
  where: string,
  A: Float64Array,
  B: Float64Array,
  Q: Float64Array,
  R: Float64Array,
  N: Float64Array,
): { X: Float64Array; K: Float64Array } {
  const m = Math.round(Math.sqrt(R.length));
  const n = Math.round(Math.sqrt(A.length));
  const { a, q, G } = withoutCross(where, A, B, Q, R, N, n, m);
  let X = cayleyDoubling(where, a, G, q, n);
  for (let round = 0; round < MAX_CORRECTIONS; round++) {
    // defect A'X + XA - XGX + Q; closed loop A - GX
    const GX = times(G, X, n, n, n);
    const XA = times(X, a, n, n, n);
    const sum = plus(plus(q, XA), transposed(XA, n, n));
    const defect = makeSymmetric(plus(sum, times(X, GX, n, n, n), -1), n);
    const step = cayleyDoubling(where, plus(a, GX, -1), G, defect, n);
    X = makeSymmetric(plus(X, step), n);
    if (frobenius(step) <= CONVERGED * frobenius(X)) break;
  }
  const K = solveMatrix(R, plus(transposeTimes(B, X, n, m, n), transposed(N, n, m)), m, n);
  if (!K) throw new NoStabilizingSolutionError(where);
  return { X, K };
}

/** The stabilizing X of A'X + XA - XGX + Q = 0. The Cayley transform with parameter c maps it to a discrete equation. */
function cayleyDoubling(where: string, A: Float64Array, G: Float64Array, Q: Float64Array, n: number): Float64Array {
  const c = Math.max(frobenius(A) / Math.sqrt(n), Math.sqrt(frobenius(G) * frobenius(Q)) / n, 1e-8);
  const shifted = plusIdentity(A, n, -c);
  const inverseG = solveMatrix(shifted, G, n, n);
  const identity = plusIdentity(new Float64Array(n * n), n);
  const inverse = solveMatrix(shifted, identity, n, n);
  if (!inverseG || !inverse) throw new NoStabilizingSolutionError(where);
  // W = A_c' + Q A_c^-1 G
  const W = plus(transposed(shifted, n, n), times(Q, inverseG, n, n, n));
  const inverseW = solveMatrix(W, identity, n, n);
  if (!inverseW) throw new NoStabilizingSolutionError(where);
  // I + 2c W^-T, 2c A_c^-1 G W^-1, 2c W^-1 Q A_c^-1
  const a = plusIdentity(
    transposed(inverseW, n, n).map((x) => 2 * c * x),
    n,
  );
  const g = times(inverseG, inverseW, n, n, n).map((x) => 2 * c * x);
  const h = times(inverseW, times(Q, inverse, n, n, n), n, n, n).map((x) => 2 * c * x);
  return doubling(where, a, makeSymmetric(g, n), makeSymmetric(h, n), n);
}

/** A - B R^-1 N', Q - N R^-1 N' and G = B R^-1 B': the same problem without a cross term. */
function withoutCross(
  where: string,
  A: Float64Array,
  B: Float64Array,
  Q: Float64Array,
  R: Float64Array,
  N: Float64Array,
  n: number,
  m: number,
): { a: Float64Array; q: Float64Array; G: Float64Array } {
  const G = gramian(where, B, R, n, m);
  if (N.every((x) => x === 0)) return { a: A, q: Q, G };
  const gain = solveMatrix(R, transposed(N, n, m), m, n);
  if (!gain) throw new RangeError(`${where}: R: expected a positive definite matrix, found a singular one`);
  return {
    a: plus(A, times(B, gain, n, m, n), -1),
    q: makeSymmetric(plus(Q, times(N, gain, n, m, n), -1), n),
    G,
  };
}

/** B R^-1 B' */
function gramian(where: string, B: Float64Array, R: Float64Array, n: number, m: number): Float64Array {
  const right = solveMatrix(R, transposed(B, n, m), m, n);
  if (!right) throw new RangeError(`${where}: R: expected a positive definite matrix, found a singular one`);
  return makeSymmetric(times(B, right, n, m, n), n);
}

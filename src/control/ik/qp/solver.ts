/** Dense quadratic programs by a dual active-set method, warm started and without allocation. */
import { Factor } from './factor.ts';
import {
  addRow,
  findEmptyRow,
  objectiveGradient,
  type QpProblem,
  type QpStatus,
  RowState,
  readLengths,
  rowValue,
} from './problem.ts';

/** Minimum relative size of the part of a row that is independent of the working rows. */
const INDEPENDENT = 1e-10;
/** Tolerated violation, relative to the length of the row and its bound. */
const TOLERANCE = 1e-11;
/** Tolerated violation of dependent rows, due to rounding. */
const REDUNDANT = 1e-8;

/** Solves problems of n variables and at most `capacity` rows besides the bounds; reuses its arrays between solves.
 *
 *  ```ts
 *  // the point nearest to (2, 0) with x + y = 1 and x <= 1
 *  const solver = new QpSolver(2);
 *  const status = solver.solve({
 *    n: 2,
 *    m: 1,
 *    H: Float64Array.of(1, 0, 0, 1),
 *    c: Float64Array.of(-2, 0),
 *    A: Float64Array.of(1, 1),
 *    lower: Float64Array.of(-Infinity, -Infinity, 1),
 *    upper: Float64Array.of(1, Infinity, 1),
 *    penalty: new Float64Array(3).fill(Infinity),
 *  });
 *  console.log(status, solver.x[0]); // -> solved 1
 *  ``` */
export class QpSolver {
  readonly n: number;
  readonly x: Float64Array;
  /** Multipliers: Hx + c + sum of y_i a_i = 0. */
  y: Float64Array;
  /** `RowState` of each row. Its content before a solve is the warm start. */
  state: Int8Array;
  status: QpStatus = 'solved';
  iterations = 0;
  /** Conflicting rows, if infeasible: the first `conflicts` elements. */
  conflict: Int32Array;
  conflicts = 0;
  private readonly factor: Factor;
  private capacity: number;
  /** Working rows, in the order of R. */
  private readonly working: Int32Array;
  private readonly r: Float64Array;
  private readonly gradient: Float64Array;
  private lengths: Float64Array;
  private ignored: Uint8Array;
  private problem!: QpProblem;

  constructor(n: number, capacity = 0) {
    this.n = n;
    this.capacity = n + capacity;
    this.factor = new Factor(n);
    this.x = new Float64Array(n);
    this.r = new Float64Array(n);
    this.gradient = new Float64Array(n);
    this.working = new Int32Array(n);
    this.conflict = new Int32Array(n + 1);
    this.y = new Float64Array(this.capacity);
    this.lengths = new Float64Array(this.capacity);
    this.state = new Int8Array(this.capacity);
    this.ignored = new Uint8Array(this.capacity);
  }

  /** Solve a problem; the solution is in `x`, `y` and `state`. */
  solve(problem: QpProblem): QpStatus {
    this.problem = problem;
    this.reserve(problem.m);
    this.iterations = 0;
    this.conflicts = 0;
    this.status = this.run();
    if (this.status === 'notFinite') this.x.fill(0);
    else this.refine();
    return this.status;
  }

  /** Clear the working set of the last solve. */
  reset(): void {
    this.state.fill(0);
  }

  /** Set the capacity to m rows besides the bounds. */
  reserve(m: number): void {
    if (this.n + m <= this.capacity) return;
    this.capacity = this.n + 2 * m;
    const { state } = this;
    this.y = new Float64Array(this.capacity);
    this.lengths = new Float64Array(this.capacity);
    this.ignored = new Uint8Array(this.capacity);
    this.state = new Int8Array(this.capacity);
    this.state.set(state);
  }

  private run(): QpStatus {
    const empty = findEmptyRow(this.problem);
    if (empty < 0) return this.start() ? this.iterate() : 'notFinite';
    // a conflict by itself
    this.conflict[this.conflicts++] = empty;
    this.x.fill(0);
    return 'infeasible';
  }

  /** Factors H, uses the warm start, and drops rows from it until all multipliers are in their intervals. */
  private start(): boolean {
    const { n, factor, state, y, problem } = this;
    if (!readLengths(problem, this.lengths) || !factor.start(problem.H)) return false;
    const rows = n + problem.m;
    y.fill(0, 0, rows);
    for (let i = 0; i < rows; i++) {
      const before = state[i];
      const isEqual = problem.lower[i] === problem.upper[i];
      state[i] = RowState.INACTIVE;
      this.ignored[i] = problem.penalty[i] === 0 ? 1 : 0;
      if (this.ignored[i]) continue;
      if (before === RowState.ABOVE || before === RowState.BELOW) this.saturate(i, before);
      else if (isEqual) this.tryToAdd(i, RowState.EQUAL);
      else if (before === RowState.UPPER || before === RowState.LOWER) this.tryToAdd(i, before);
    }
    this.solveWorking();
    for (let k = this.worstMultiplier(); k >= 0; k = this.worstMultiplier()) {
      this.leave(k, y[this.working[k]] > 0);
      this.solveWorking();
    }
    return true;
  }

  private saturate(i: number, state: number): void {
    const { penalty, lower, upper } = this.problem;
    const limit = penalty[i];
    if (!Number.isFinite(limit) || !Number.isFinite(state > 0 ? upper[i] : lower[i])) return;
    this.state[i] = state;
    this.y[i] = state > 0 ? limit : -limit;
  }

  private tryToAdd(i: number, state: number): void {
    const target = state === RowState.LOWER ? this.problem.lower[i] : this.problem.upper[i];
    if (!Number.isFinite(target)) return;
    this.read(i);
    if (!this.isIndependent()) return;
    this.working[this.factor.q] = i;
    this.state[i] = state;
    this.factor.add();
  }

  /** d = J' a_i */
  private read(i: number): void {
    if (i < this.n) this.factor.readUnit(i);
    else this.factor.readRow(this.problem.A, (i - this.n) * this.n);
  }

  private isIndependent(): boolean {
    const { factor } = this;
    return factor.q < this.n && factor.remainder() > INDEPENDENT * INDEPENDENT * factor.square();
  }

  private target(i: number): number {
    return this.state[i] === RowState.LOWER ? this.problem.lower[i] : this.problem.upper[i];
  }

  /** x and y of the working set from scratch. */
  private solveWorking(): void {
    const { factor, working, y, x } = this;
    x.fill(0);
    for (let k = 0; k < factor.q; k++) y[working[k]] = 0;
    this.correct();
  }

  /** A Newton step on the working set, whose conditions are all linear: H dx + N dy = -(Hx + c + A'y),  N'dx = target - N'x */
  private correct(): void {
    const { n, factor, working, gradient, r, x, y, problem } = this;
    objectiveGradient(problem, gradient, x);
    for (let i = 0; i < n + problem.m; i++) if (y[i] !== 0) addRow(problem, gradient, i, y[i]);
    const { d, q } = factor;
    factor.times(d, gradient, 0);
    for (let k = 0; k < q; k++) r[k] = this.target(working[k]) - rowValue(problem, working[k], x);
    // y1 = R^-T (target - N'x), y2 = -J2' gradient, dy = R^-1 (-J1' gradient - y1)
    factor.solveRT(r);
    for (let k = 0; k < q; k++) {
      const y1 = r[k];
      r[k] = -d[k] - y1;
      d[k] = -y1;
    }
    factor.addTimes(x, d, 0, -1);
    factor.solveR(r);
    for (let k = 0; k < q; k++) y[working[k]] += r[k];
  }

  /** Working row whose multiplier is farthest beyond its interval, or -1. */
  private worstMultiplier(): number {
    const { working, y, state, problem, lengths } = this;
    let worst = -1;
    let largest = 0;
    for (let k = 0; k < this.factor.q; k++) {
      const i = working[k];
      const limit = problem.penalty[i];
      const above = y[i] - (state[i] === RowState.LOWER ? 0 : limit);
      const below = (state[i] === RowState.UPPER ? 0 : -limit) - y[i];
      const beyond = Math.max(above, below) * lengths[i];
      if (beyond > largest) {
        largest = beyond;
        worst = k;
      }
    }
    return worst;
  }

  /** Take row k out of the working set, at the upper or lower end of the interval of its multiplier. */
  private leave(k: number, atUpper: boolean): void {
    const { working, factor, state, y, problem } = this;
    const i = working[k];
    const isZero = state[i] === (atUpper ? RowState.LOWER : RowState.UPPER);
    const limit = problem.penalty[i];
    if (isZero) [state[i], y[i]] = [RowState.INACTIVE, 0];
    else if (atUpper) [state[i], y[i]] = [RowState.ABOVE, limit];
    else [state[i], y[i]] = [RowState.BELOW, -limit];
    factor.drop(k);
    for (let j = k; j < factor.q; j++) working[j] = working[j + 1];
  }

  private iterate(): QpStatus {
    const limit = 100 + 20 * (this.n + this.problem.m);
    let stalled = 0;
    for (;;) {
      const p = this.mostViolated(stalled > this.n);
      if (p < 0) return 'solved';
      const result = this.enter(p, limit);
      if (result === INFEASIBLE) return 'infeasible';
      if (this.iterations >= limit) return 'iterations';
      stalled = result === STALLED ? stalled + 1 : 0;
    }
  }

  /** The row whose multiplier should change: the one with the largest violation, or the first one. */
  private mostViolated(first: boolean): number {
    const { n, state, lengths, ignored, problem } = this;
    const { lower, upper, m } = problem;
    let worst = -1;
    let largest = 0;
    for (let i = 0; i < n + m; i++) {
      const s = state[i];
      if ((s !== 0 && s !== RowState.ABOVE && s !== RowState.BELOW) || ignored[i] !== 0) continue;
      const lo = lower[i];
      const hi = upper[i];
      if (s === 0 && lo === -Infinity && hi === Infinity) continue;
      const value = rowValue(problem, i, this.x);
      let violation = 0;
      let bound = 0;
      // a saturated row is wrong if it holds; below the other bound too it is found again when its multiplier is 0
      if (s === RowState.ABOVE || (s === 0 && value < lo)) {
        bound = s === 0 ? lo : hi;
        violation = bound - value;
      } else if (s === RowState.BELOW || value > hi) {
        bound = s === 0 ? hi : lo;
        violation = value - bound;
      }
      violation -= TOLERANCE * (Math.abs(bound) + lengths[i]);
      if (!(violation > 0)) continue;
      if (first) return i;
      violation /= lengths[i];
      if (violation > largest) {
        largest = violation;
        worst = i;
      }
    }
    return worst;
  }

  /** Change the multiplier of row p until the row holds, its interval ends, or nothing can hold it. */
  private enter(p: number, limit: number): number {
    const { n, factor, state, y, x, r, working, problem } = this;
    const { lower, upper, penalty } = problem;
    const before = state[p];
    const value = rowValue(problem, p, x);
    const rises = before === RowState.BELOW || (before === 0 && value > upper[p]);
    const side = before === 0 ? (rises ? 1 : -1) : before > 0 ? 1 : -1;
    const sign = rises ? 1 : -1;
    const target = side > 0 ? upper[p] : lower[p];
    const isEqual = lower[p] === upper[p];
    const end = rises ? (side > 0 || isEqual ? penalty[p] : 0) : side < 0 || isEqual ? -penalty[p] : 0;
    let moved = STALLED;
    for (; this.iterations < limit; ) {
      this.iterations++;
      this.read(p);
      const remainder = this.isIndependent() ? factor.remainder() : 0;
      for (let k = 0; k < factor.q; k++) r[k] = factor.d[k];
      factor.solveR(r);
      const gap = sign * (rowValue(problem, p, x) - target);
      const full = remainder > 0 ? Math.max(gap, 0) / remainder : Infinity;
      const own = Math.abs(end - y[p]);
      const blocking = this.blocking(sign);
      const part = blocking < 0 ? Infinity : this.reach(blocking, sign);
      const t = Math.min(full, own, part);
      if (t === Infinity) return this.findConflict(p, gap);
      if (t > 0) moved = MOVED;
      if (remainder > 0) factor.addTimes(x, factor.d, factor.q, -sign * t);
      for (let k = 0; k < factor.q; k++) y[working[k]] -= sign * t * r[k];
      y[p] += sign * t;
      if (t === full) {
        state[p] = isEqual ? RowState.EQUAL : side > 0 ? RowState.UPPER : RowState.LOWER;
        working[factor.q] = p;
        factor.add();
        return moved;
      }
      if (t === own) {
        y[p] = end;
        state[p] = end === 0 ? RowState.INACTIVE : end > 0 ? RowState.ABOVE : RowState.BELOW;
        return moved;
      }
      this.leave(blocking, sign * r[blocking] < 0);
      if (factor.q > n) break;
    }
    return moved;
  }

  /** Working row whose multiplier reaches an end of its interval first, or -1. */
  private blocking(sign: number): number {
    let first = -1;
    let shortest = Infinity;
    for (let k = 0; k < this.factor.q; k++) {
      const t = this.reach(k, sign);
      if (t < shortest) {
        shortest = t;
        first = k;
      }
    }
    return first;
  }

  /** Maximum change of the multiplier of row p until that of working row k is at an end of its interval. */
  private reach(k: number, sign: number): number {
    const { working, state, y, r, problem, lengths } = this;
    const i = working[k];
    const rate = -sign * r[k];
    if (Math.abs(rate) * lengths[i] < 1e-14) return Infinity;
    const limit = problem.penalty[i];
    const end = rate > 0 ? (state[i] === RowState.LOWER ? 0 : limit) : state[i] === RowState.UPPER ? 0 : -limit;
    return Math.max(0, (end - y[i]) / rate);
  }

  /** Row p depends on the working rows and nothing yields: with their weights in r they add up to 0 <= a negative number. */
  private findConflict(p: number, gap: number): number {
    const { r, working, lengths, conflict, problem } = this;
    const scale = lengths[p] + Math.abs(problem.upper[p] < Infinity ? problem.upper[p] : problem.lower[p]);
    if (gap <= REDUNDANT * scale) {
      this.ignored[p] = 1;
      return STALLED;
    }
    this.conflicts = 0;
    conflict[this.conflicts++] = p;
    for (let k = 0; k < this.factor.q; k++) {
      const i = working[k];
      if (Math.abs(r[k]) * lengths[i] > 1e-9 * lengths[p]) conflict[this.conflicts++] = i;
    }
    return INFEASIBLE;
  }

  /** Refinement steps on the final working set, which remove rounding errors. */
  private refine(): void {
    if (this.status !== 'solved') return;
    this.correct();
    if (this.iterations > 0) this.correct();
  }
}

/** What `enter` returns. */
const MOVED = 0;
const STALLED = 1;
const INFEASIBLE = 2;

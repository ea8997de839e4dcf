/** Constraint rows of one solve: bounds of dq and rows of a dense matrix, each with its limit or task. */
import type { QpProblem } from './qp/problem.ts';

/** An owner of rows, which messages name. */
export interface RowOwner {
  /** Number of keys that its rows may have. */
  readonly keys: number;
  /** Description of a row, such as `joint 'elbow'`, by dof for bounds, by key for rows. */
  describe(detail: number, isBound: boolean): string;
}

/** A quadratic program under construction. `Limit.addTo` is called with it.
 *
 *  ```ts
 *  const rows = new Rows(2);
 *  rows.clear();
 *  rows.startOwner({ keys: 1, describe: () => 'sum' });
 *  rows.addBound(0, -1, 1);
 *  const at = rows.addRow(0, -Infinity, 1); // dq_0 + dq_1 <= 1
 *  rows.problem.A.fill(1, at, at + 2);
 *  ``` */
export class Rows {
  readonly problem: QpProblem;
  /** Key of each row of A, counted over all owners: the same row has the same key in the next solve. */
  key: Int32Array;
  /** Number of keys so far. */
  keys = 0;
  private owners: RowOwner[] = [];
  private readonly lowerOwner: Int32Array;
  private readonly upperOwner: Int32Array;
  /** Bits: the lower (1) or the upper (2) bound leads back into a range and may be omitted. */
  private readonly yields: Uint8Array;
  private rowOwner: Int32Array;
  private base = 0;

  constructor(n: number, capacity = 16) {
    this.problem = {
      n,
      m: 0,
      H: new Float64Array(n * n),
      c: new Float64Array(n),
      A: new Float64Array(n * capacity),
      lower: new Float64Array(n + capacity),
      upper: new Float64Array(n + capacity),
      penalty: new Float64Array(n + capacity),
    };
    this.key = new Int32Array(capacity);
    this.rowOwner = new Int32Array(capacity);
    this.lowerOwner = new Int32Array(n);
    this.upperOwner = new Int32Array(n);
    this.yields = new Uint8Array(n);
  }

  /** Remove all constraints. */
  clear(): void {
    const { problem } = this;
    const { n } = problem;
    problem.m = 0;
    problem.lower.fill(-Infinity, 0, n);
    problem.upper.fill(Infinity, 0, n);
    problem.penalty.fill(Infinity, 0, n);
    this.yields.fill(0);
    this.owners.length = 0;
    this.keys = this.base = 0;
  }

  /** Set the owner of the following rows. */
  startOwner(owner: RowOwner): void {
    this.owners.push(owner);
    this.base = this.keys;
    this.keys += owner.keys;
  }

  /** lower <= dq_k <= upper. `recovers`: a bound that excludes 0 leads back into a range, as fast as others allow. */
  addBound(k: number, lower: number, upper: number, recovers = false): void {
    const { problem, yields } = this;
    const owner = this.owners.length - 1;
    if (lower > problem.lower[k]) {
      problem.lower[k] = lower;
      this.lowerOwner[k] = owner;
      yields[k] = (yields[k] & 2) | (recovers && lower > 0 ? 1 : 0);
    }
    if (upper < problem.upper[k]) {
      problem.upper[k] = upper;
      this.upperOwner[k] = owner;
      yields[k] = (yields[k] & 1) | (recovers && upper < 0 ? 2 : 0);
    }
  }

  /** lower <= a dq <= upper, elastic with a finite penalty. Returns the offset of the n coefficients of a, all zero. */
  addRow(key: number, lower: number, upper: number, penalty = Infinity): number {
    const { problem } = this;
    const { n, m } = problem;
    if (m === this.key.length) this.grow();
    problem.m = m + 1;
    problem.lower[n + m] = lower;
    problem.upper[n + m] = upper;
    problem.penalty[n + m] = penalty;
    this.key[m] = this.base + key;
    this.rowOwner[m] = this.owners.length - 1;
    problem.A.fill(0, m * n, (m + 1) * n);
    return m * n;
  }

  /** Relaxes contradictory bounds: those that lead back into a range yield. */
  settle(): void {
    const { lower, upper, n } = this.problem;
    for (let k = 0; k < n; k++) {
      if (!(lower[k] > upper[k])) continue;
      if (this.yields[k] & 1) lower[k] = upper[k];
      else if (this.yields[k] & 2) upper[k] = lower[k];
    }
  }

  /** Description of row i for messages: for contradictory bounds, both owners. */
  describe(i: number): string[] {
    const { n, lower, upper } = this.problem;
    if (i >= n) {
      const k = i - n;
      const owner = this.owners[this.rowOwner[k]];
      const base = this.owners.slice(0, this.rowOwner[k]).reduce((sum, { keys }) => sum + keys, 0);
      return [owner.describe(this.key[k] - base, false)];
    }
    const ends = [
      ...(lower[i] > -Infinity ? [this.lowerOwner[i]] : []),
      ...(upper[i] < Infinity ? [this.upperOwner[i]] : []),
    ];
    return [...new Set(ends)].map((owner) => this.owners[owner].describe(i, true));
  }

  /** The end of the bound of a dof that its multiplier belongs to. */
  describeEnd(i: number, isUpper: boolean): string {
    return this.owners[isUpper ? this.upperOwner[i] : this.lowerOwner[i]].describe(i, true);
  }

  private grow(): void {
    const { problem } = this;
    const capacity = 2 * this.key.length;
    const larger = (array: Float64Array, length: number) => {
      const copy = new Float64Array(length);
      copy.set(array);
      return copy;
    };
    problem.A = larger(problem.A, problem.n * capacity);
    problem.lower = larger(problem.lower, problem.n + capacity);
    problem.upper = larger(problem.upper, problem.n + capacity);
    problem.penalty = larger(problem.penalty, problem.n + capacity);
    this.key = Int32Array.from({ length: capacity }, (_, k) => this.key[k] ?? 0);
    this.rowOwner = Int32Array.from({ length: capacity }, (_, k) => this.rowOwner[k] ?? 0);
  }
}

/** Base class of tasks: an error e(q), its Jacobian J = de/dq, and weights. */
import { expectFinite, expectObject } from '../../../core/expect.ts';
import type { Configuration } from '../configuration.ts';
import { expectRow } from '../expect.ts';

/** Options of a task. */
export interface TaskOptions {
  /** Fraction of the error that one step should remove, in [0, 1] (default: 1). */
  gain?: number;
  /** Levenberg-Marquardt damping in proportion to the squared error (default: 0). Slows down far and singular targets. */
  lmDamping?: number;
}

/** An error e(q) that should become zero. One step minimizes 1/2 |W (J dq + gain e)|^2, with the weights W = diag(cost) and damping
 *  lmDamping |W e|^2 dq'dq / 2. Extend it for your own tasks, and compute `error` and `jacobian` in `update`.
 *
 *  ```ts
 *  class FirstJoint extends Task {
 *    update(configuration) {
 *      this.error[0] = configuration.qpos[0] - 0.5;
 *      this.jacobian[0] = 1;
 *    }
 *  }
 *  const task = new FirstJoint('FirstJoint', 1, Int32Array.of(0), 1, {});
 *  ``` */
export abstract class Task {
  /** Label in messages. */
  readonly label: string;
  readonly gain: number;
  readonly lmDamping: number;
  /** Columns of the Jacobian: the dofs that can change the error, in ascending order. */
  readonly dofs: Int32Array;
  /** Number of elements of the error. */
  rows: number;
  /** Weight of each row. Rows of weight 0 are omitted. */
  cost: Float64Array;
  error: Float64Array;
  /** rows x dofs, row by row. */
  jacobian: Float64Array;
  private weighted: Float64Array;

  constructor(label: string, rows: number, dofs: Int32Array, cost: number | ArrayLike<number>, options: TaskOptions) {
    const { gain = 1, lmDamping = 0 } = expectObject(`${label}: options`, options);
    this.label = label;
    this.gain = expectFinite(`${label}: gain`, gain, 0, 1);
    this.lmDamping = expectFinite(`${label}: lmDamping`, lmDamping, 0);
    this.rows = rows;
    this.dofs = dofs;
    this.cost = expectRow(`${label}: cost`, cost, rows);
    this.error = new Float64Array(rows);
    this.jacobian = new Float64Array(rows * dofs.length);
    this.weighted = new Float64Array(rows * dofs.length);
  }

  /** Compute the error and its Jacobian at a configuration. `dt` is the time of the step. */
  abstract update(configuration: Configuration, dt: number): void;

  /** Allocate `rows` rows, for tasks whose rows depend on the configuration. */
  protected resize(rows: number, cost: number): void {
    this.rows = rows;
    const n = rows * this.dofs.length;
    if (this.error.length < rows) {
      this.error = new Float64Array(rows);
      this.cost = new Float64Array(rows);
      this.jacobian = new Float64Array(n);
      this.weighted = new Float64Array(n);
    }
    this.cost.fill(cost);
    this.jacobian.fill(0, 0, n);
  }

  /** |W e|^2 */
  weightedSquare(): number {
    let sum = 0;
    for (let r = 0; r < this.rows; r++) sum += (this.cost[r] * this.error[r]) ** 2;
    return sum;
  }

  /** Add the task to the objective: H += (W J)'W J + damping, c += gain (W J)'W e. H is n x n; its lower triangle is used. */
  addTo(H: Float64Array, c: Float64Array, n: number): void {
    const { dofs, rows, cost, error, jacobian, weighted, gain } = this;
    const count = dofs.length;
    let used = 0;
    for (let r = 0; r < rows; r++) {
      const w = cost[r];
      if (w === 0) continue;
      const s = gain * w * error[r];
      for (let a = 0, at = r * count; a < count; a++, at++) {
        const x = w * jacobian[at];
        weighted[used * count + a] = x;
        c[dofs[a]] += s * x;
      }
      used++;
    }
    for (let a = 0; a < count; a++) {
      const row = dofs[a] * n;
      for (let b = 0; b <= a; b++) {
        let sum = 0;
        for (let at = 0; at < used * count; at += count) sum += weighted[at + a] * weighted[at + b];
        H[row + dofs[b]] += sum;
      }
    }
    this.addDamping(H, n);
  }

  protected addDamping(H: Float64Array, n: number): void {
    if (this.lmDamping === 0) return;
    const mu = this.lmDamping * this.weightedSquare();
    for (let k = 0; k < n; k++) H[k * n + k] += mu;
  }
}

/** Dofs [0, n). */
export function allDofs(n: number): Int32Array {
  return Int32Array.from({ length: n }, (_, k) => k);
}

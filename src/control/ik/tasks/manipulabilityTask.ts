/** A task that keeps a frame away from singular configurations. */
import { expectFinite } from '../../../core/expect.ts';
import { log } from '../../../core/math/elementary/exp.ts';
import type { Model } from '../../../index.ts';
import type { Configuration } from '../configuration.ts';
import { type FrameRef, findFrame, type ModelFrame } from '../frame.ts';
import { Task } from './task.ts';

const size = 6;
const gram = new Float64Array(size * size);
const bracket = new Float64Array(size);

/** Increase the manipulability w = sqrt(det(J J')) of a frame: adds -cost d log(w)/dq . dq to the objective. It has no rows
 *  and is meant for the null space of other tasks.
 *
 *  ```ts
 *  solveIk(configuration, [reach], 0.01, { nullSpace: [new ManipulabilityTask(robot, { site: 'tool' })] });
 *  ``` */
export class ManipulabilityTask extends Task {
  readonly frame: ModelFrame;
  /** d log(w) / dq, for the dofs of the frame. */
  readonly gradient: Float64Array;
  /** log(w); -Infinity if the Jacobian has lost rank. */
  logManipulability = -Infinity;
  private readonly weight: number;
  private readonly twist: Float64Array;
  /** (J J')^-1 J */
  private readonly dual: Float64Array;
  /** Joint of each dof. */
  private readonly joints: Int32Array;

  constructor(model: Model, frame: FrameRef, options: { cost?: number } = {}) {
    const found = findFrame(model, frame);
    super(`ManipulabilityTask ${found.label}`, 0, found.dofs, 0, {});
    if (found.dofs.length < size) {
      throw new RangeError(`${this.label}: expected a frame that 6 dofs move, found ${found.dofs.length}`);
    }
    this.frame = found;
    this.weight = expectFinite(`${this.label}: cost`, options.cost ?? 0.01, 0);
    this.gradient = new Float64Array(found.dofs.length);
    this.twist = new Float64Array(size * found.dofs.length);
    this.dual = new Float64Array(size * found.dofs.length);
    this.joints = found.dofs.map((k) => model.dof_jntid[k]);
  }

  /** d log(w) / dq_k = tr((J J')^-1 dJ/dq_k J'), where a joint k changes the columns of joints before it:
   *  dJ_j/dq_k = [J_j, J_k], the bracket of twists in the frame */
  override update(configuration: Configuration): void {
    const { twist, dual, gradient, joints } = this;
    const n = this.dofs.length;
    configuration.readJacobian(twist, this.frame);
    this.logManipulability = this.solveDual();
    gradient.fill(0);
    if (this.logManipulability === -Infinity) return;
    for (let k = 0; k < n; k++) {
      for (let j = 0; j < k && joints[j] !== joints[k]; j++) {
        bracketOf(twist, n, j, k);
        for (let r = 0; r < size; r++) gradient[k] += dual[r * n + j] * bracket[r];
      }
    }
  }

  /** Solves J J' dual = J by Cholesky; returns log(sqrt(det(J J'))). */
  private solveDual(): number {
    const { twist, dual } = this;
    const n = this.dofs.length;
    let half = 0;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let a = 0; a < n; a++) sum += twist[i * n + a] * twist[j * n + a];
        for (let k = 0; k < j; k++) sum -= gram[i * size + k] * gram[j * size + k];
        if (i === j && !(sum > 1e-20)) return -Infinity;
        gram[i * size + j] = i === j ? Math.sqrt(sum) : sum / gram[j * size + j];
      }
      half += log(gram[i * size + i]);
    }
    for (let a = 0; a < n; a++) {
      for (let i = 0; i < size; i++) {
        let sum = twist[i * n + a];
        for (let k = 0; k < i; k++) sum -= gram[i * size + k] * dual[k * n + a];
        dual[i * n + a] = sum / gram[i * size + i];
      }
      for (let i = size - 1; i >= 0; i--) {
        let sum = dual[i * n + a];
        for (let k = i + 1; k < size; k++) sum -= gram[k * size + i] * dual[k * n + a];
        dual[i * n + a] = sum / gram[i * size + i];
      }
    }
    return half;
  }

  override addTo(_H: Float64Array, c: Float64Array): void {
    for (let a = 0; a < this.dofs.length; a++) c[this.dofs[a]] -= this.weight * this.gradient[a];
  }
}

/** bracket = [J_j, J_k] = (w_j x v_k - w_k x v_j, w_j x w_k) */
function bracketOf(J: Float64Array, n: number, j: number, k: number): void {
  for (let r = 0; r < 3; r++) {
    const [s, t] = [(r + 1) % 3, (r + 2) % 3];
    const [ws, wt] = [J[(3 + s) * n + j], J[(3 + t) * n + j]];
    const [us, ut] = [J[(3 + s) * n + k], J[(3 + t) * n + k]];
    bracket[r] = ws * J[t * n + k] - wt * J[s * n + k] - (us * J[t * n + j] - ut * J[s * n + j]);
    bracket[3 + r] = ws * ut - wt * us;
  }
}

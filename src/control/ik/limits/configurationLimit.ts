/** Ranges of joints. */
import { expectFinite } from '../../../core/expect.ts';
import { norm3 } from '../../../core/math/vec3.ts';
import { JointType, type Model } from '../../../index.ts';
import { type Configuration, jointName } from '../configuration.ts';
import { logSO3 } from '../lie/so3.ts';
import type { Rows } from '../rows.ts';
import { Limit } from './limit.ts';

const w = new Float64Array(3);

/** Keep joints inside their ranges; the range of a ball joint limits its angle. A joint outside its range returns, as fast as the other
 *  limits allow.
 *
 *  ```ts
 *  const limit = new ConfigurationLimit(robot, { gain: 0.9, margin: 0.01 });
 *  ``` */
export class ConfigurationLimit extends Limit {
  /** Fraction of the distance to the end of a range that one step may cover (default: 0.95). */
  readonly gain: number;
  /** Minimum distance to the ends of the ranges (default: 0). */
  readonly margin: number;

  constructor(model: Model, options: { gain?: number; margin?: number } = {}) {
    super('ConfigurationLimit', model, model.njnt);
    const { gain = 0.95, margin = 0 } = options;
    this.gain = expectFinite('ConfigurationLimit: gain', gain, Number.MIN_VALUE, 1);
    this.margin = expectFinite('ConfigurationLimit: margin', margin, 0);
  }

  /** gain (lower - q) <= dq <= gain (upper - q); of a ball joint with rotation vector w: w.dq / |w| <= gain (upper - |w|) */
  override addTo(rows: Rows, { data, model }: Configuration): void {
    const { jnt_limited, jnt_range, jnt_type, jnt_qposadr, jnt_dofadr, njnt } = model;
    const { gain, margin } = this;
    const { qpos } = data;
    for (let j = 0; j < njnt; j++) {
      if (!jnt_limited[j]) continue;
      const k = jnt_dofadr[j];
      const upper = jnt_range[2 * j + 1] - margin;
      if (jnt_type[j] !== JointType.BALL) {
        const q = qpos[jnt_qposadr[j]];
        rows.addBound(k, gain * (jnt_range[2 * j] + margin - q), gain * (upper - q), true);
        continue;
      }
      logSO3(w, 0, qpos, jnt_qposadr[j]);
      const angle = norm3(w, 0);
      if (angle < 1e-9) continue;
      const at = rows.addRow(j, -Infinity, gain * (upper - angle), angle > upper ? RETURN : Infinity);
      for (let i = 0; i < 3; i++) rows.problem.A[at + k + i] = w[i] / angle;
    }
  }

  override describe(detail: number, isBound: boolean): string {
    return isBound ? super.describe(detail, true) : `${this.label}: joint ${jointName(this.model, detail)}`;
  }
}

/** Penalty for the return of a ball joint outside its range: it yields to velocity limits. */
const RETURN = 1e4;

/** Contribution of the sensors of a step to the cotangents. */
import { forwardSkip } from '../../engine/forward.ts';
import type { Data } from '../../model/data.ts';
import { Stage } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { type Transition, transitionFD } from '../fd/transitionFD.ts';
import { scratchDataLike } from '../scratchData.ts';
import { expectVector, stateDim } from '../sizes.ts';
import type { ParameterVjp } from './parameters.ts';

const buffers = new WeakMap<Model, Partial<Transition>>();

/** state += C^T y, ctrl += D^T y and the same for parameters, y the derivative of the cost with respect to the sensors. C and D come from
 *  centered differences. */
export function addSensors(
  m: Model,
  d: Data,
  y: Float64Array,
  out: { state: Float64Array; ctrl: Float64Array },
  parameterVjp?: ParameterVjp,
): void {
  expectVector('cotangents.sensors', y, m.nsensordata);
  const into = buffers.get(m) ?? {};
  buffers.set(m, into);
  const { C, D } = transitionFD(m, d, { centered: true, sensors: true, into });
  addTransposed(out.state, C!, y, stateDim(m));
  addTransposed(out.ctrl, D!, y, m.nu);
  parameterVjp?.addFunctionDifferences(m, () => {
    const t = scratchDataLike(m, d);
    forwardSkip(m, t, Stage.NONE, false);
    let sum = 0;
    for (let k = 0; k < y.length; k++) sum += y[k] * t.sensordata[k];
    return sum;
  });
}

/** out += X^T y, X having rows of n */
function addTransposed(out: Float64Array, X: Float64Array, y: Float64Array, n: number): void {
  for (let r = 0; r < y.length; r++) {
    if (y[r] === 0) continue;
    for (let c = 0; c < n; c++) out[c] += y[r] * X[r * n + c];
  }
}

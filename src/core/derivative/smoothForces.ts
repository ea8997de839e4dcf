/** Smooth forces and their derivative with respect to velocity. */
import { fwdVelocity } from '../engine/forward.ts';
import { fwdActuation } from '../engine/fwdActuation.ts';
import { invPosition } from '../engine/inverse.ts';
import { stagesOf } from '../engine/runtime/engine.ts';
import { engineData, engineModel, withEngine } from '../engine/runtime/withEngine.ts';
import type { Data } from '../model/data.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { kernelOf } from './reverse/kernelOf.ts';
import { scratchDataLike } from './scratchData.ts';
import { matrix } from './sizes.ts';

/** Runs all stages up to the solver, on the engine's objects. */
export function smoothForces(m: Model, d: Data): void {
  invPosition(m, d);
  fwdVelocity(m, d);
  fwdActuation(m, d);
  stagesOf(m).fwdAcceleration(m, d);
}

/** Velocity derivative of the forces of springs, dampers, actuators, fluids and the bias: d qfrc_smooth / d qvel, nv x
 *  nv, row-major, at the state and controls of the `Data`, which is not changed.
 *
 *  @example
 *  const D = smoothVel(m, d);
 *  console.log(D.length === m.nv ** 2); // -> true */
export function smoothVel(m: Model, d: Data, into?: Float64Array): Float64Array {
  const t = scratchDataLike(m, checkFits('smoothVel', m, d));
  const out = matrix('into', into, m.nv, m.nv).fill(0);
  withEngine('smoothVel', m, t, smoothForces);
  kernelOf(m).smoothVel(engineModel(m), engineData(m, t), true);
  const { nv, D_rownnz, D_rowadr, D_colind } = m;
  for (let i = 0; i < nv; i++) {
    const end = D_rowadr[i] + D_rownnz[i];
    for (let k = D_rowadr[i]; k < end; k++) out[i * nv + D_colind[k]] = t.qDeriv[k];
  }
  return out;
}

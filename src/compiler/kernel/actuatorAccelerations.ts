/** Acceleration caused by a unit force of each actuator at qpos0. */
import { solveM } from '../../core/engine/tree/solveM.ts';
import { zero } from '../../core/math/array.ts';
import type { Data } from '../../core/model/data.ts';
import type { Model } from '../../core/model/model.ts';

/** Norm of the acceleration caused by a unit force of each actuator: |M^-1 moment|.
 *  reads  m: nv nout M_*   d: moment_* actuator_moment qLD qLDiagInv
 *  writes m: actuator_acc0   d: pos_jac */
export function setActuatorAccelerations(m: Model, d: Data): void {
  const { nv, nout, actuator_acc0 } = m;
  const { moment_rowadr, moment_rownnz, moment_colind, actuator_moment, pos_jac } = d;
  for (let i = 0; i < nout; i++) {
    const adr = moment_rowadr[i];
    const end = adr + moment_rownnz[i];
    zero(pos_jac, 0, nv);
    for (let k = adr; k < end; k++) pos_jac[moment_colind[k]] = actuator_moment[k];
    solveM(m, d, pos_jac, 0, pos_jac, 0, 1);
    let squared: number = 0;
    for (let k = 0; k < nv; k++) squared += pos_jac[k] * pos_jac[k];
    actuator_acc0[i] = Math.sqrt(squared);
  }
}

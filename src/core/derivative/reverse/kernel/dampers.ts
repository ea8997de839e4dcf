import { constraintSize } from '../../../engine/constraint/impedance.ts';
import { mulJacTVec, mulJacVec } from '../../../engine/constraint/mulJac.ts';
import { subFrom } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintState, ConstraintType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { Dof, dofOffset } from '../../analytic/layout.ts';
import { Cotangent, cotangentOffset, stateOffset } from './layout.ts';

/** Dampers of constraint rows, -B J v in their reference, dr/dv = J^T G B J: velocities -= J^T B G (J lambda)
 *  reads  d: efc_* contact_H, g: Cotangent.LAMBDA   scratch d: work_jar, w: Dof.WRENCH_CHANGE   adds to g: state */
export function vjpDampers(m: Model, d: Data, w: Float64Array, g: Float64Array): void {
  const { nv } = m;
  const { nefc, efc_type, efc_state, efc_D, efc_KBIP, work_jar } = d;
  if (nefc === 0) return;
  mulJacVec(m, d, work_jar, 0, g, cotangentOffset(m, Cotangent.LAMBDA));
  for (let e = 0; e < nefc; ) {
    const n = constraintSize(m, d, e);
    if (efc_type[e] === ConstraintType.CONTACT_ELLIPTIC && efc_state[e] === ConstraintState.CONE) dampCone(d, e, n);
    else {
      for (let k = e; k < e + n; k++) {
        work_jar[k] *= efc_state[k] === ConstraintState.QUADRATIC ? efc_D[k] * efc_KBIP[4 * k + 1] : 0.0;
      }
    }
    e += n;
  }
  mulJacTVec(m, d, w, dofOffset(m, Dof.WRENCH_CHANGE), work_jar, 0);
  subFrom(g, stateOffset(m) + nv, w, dofOffset(m, Dof.WRENCH_CHANGE), nv);
}

const damped = new Float64Array(6);

/** The same for the rows of a contact on its cone, whose G is a full matrix. */
function dampCone(d: Data, e: int, dim: int): void {
  const { efc_id, efc_KBIP, contact_H, work_jar } = d;
  const con = 36 * efc_id[e];
  for (let q = 0; q < dim; q++) {
    let s: number = 0;
    for (let p = 0; p < dim; p++) s += work_jar[e + p] * contact_H[con + p * dim + q];
    damped[q] = s * efc_KBIP[4 * (e + q) + 1];
  }
  for (let q = 0; q < dim; q++) work_jar[e + q] = damped[q];
}

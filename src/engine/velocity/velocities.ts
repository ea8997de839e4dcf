import { zero } from '../../math/array.ts';
import { mulMatVecSparse } from '../../math/linear/sparse.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** Rates of tendon and actuator lengths.
 *  reads  m: ten_J_*   d: qvel ten_J actuator_moment moment_*
 *  writes d: ten_velocity actuator_velocity */
export function velocities(m: Model, d: Data): void {
  const { ntendon, nout, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { qvel, ten_J, ten_velocity, actuator_velocity } = d;
  const { actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  mulMatVecSparse(ten_velocity, 0, ten_J, qvel, 0, ntendon, ten_J_rownnz, ten_J_rowadr, ten_J_colind);
  if ((m.opt.disableflags & Disable.ACTUATION) !== 0) zero(actuator_velocity, 0, nout);
  else
    mulMatVecSparse(actuator_velocity, 0, actuator_moment, qvel, 0, nout, moment_rownnz, moment_rowadr, moment_colind);
}

import type { int } from '../../math/int.ts';
import { addToSclSparse } from '../../math/linear/sparse.ts';
import { NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { dofDamping, isDampedAlone, tendonDamping } from '../tree/damping.ts';
import { polyForce, polyIsZero } from '../tree/poly.ts';
import { tendonState } from '../tree/sleepState.ts';

const coef = new Float64Array(3);

/** Dampers of dofs and tendons, including those of actuators on them.
 *  reads  m: dof_damping dof_dampingpoly tendon_damping tendon_dampingpoly actuator_damping   d: qvel ten_velocity ten_J
 *  adds to d: qfrc_damper */
export function damper(m: Model, d: Data): void {
  const { ntendon, dof_damping, dof_dampingpoly } = m;
  const { nv_awake, dof_awake_ind, qvel, qfrc_damper } = d;
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    // -v (c + p0 |v| + p1 v^2)
    const v = qvel[i];
    if (isDampedAlone(m, i)) {
      const c = dof_damping[i];
      if (polyIsZero(c, dof_dampingpoly, NPOLY * i)) continue;
      qfrc_damper[i] = -v * polyForce(c, dof_dampingpoly, NPOLY * i, Math.abs(v));
      continue;
    }
    dofDamping(coef, 0, m, i);
    if (polyIsZero(coef[0], coef, 1)) continue;
    qfrc_damper[i] = -v * polyForce(coef[0], coef, 1, Math.abs(v));
  }
  for (let i = 0; i < ntendon; i++) {
    if (tendonState(m, d, i) === SleepState.AWAKE) tendonDamper(m, d, i);
  }
}

function tendonDamper(m: Model, d: Data, i: int): void {
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { ten_velocity, ten_J, qfrc_damper } = d;
  tendonDamping(coef, 0, m, i);
  const v = ten_velocity[i];
  const force = -v * polyForce(coef[0], coef, 1, Math.abs(v));
  if (force === 0) return;
  const adr = ten_J_rowadr[i];
  addToSclSparse(qfrc_damper, 0, ten_J, adr, force, ten_J_rownnz[i], ten_J_colind, adr);
}

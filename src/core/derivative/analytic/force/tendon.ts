import { tendonStretch } from '../../../engine/passive/spring.ts';
import { tendonDamping } from '../../../engine/tree/damping.ts';
import { polyForce, polyForceDerivative } from '../../../engine/tree/poly.ts';
import type { int } from '../../../math/int.ts';
import { NPOLY } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { addScalar, addTendonDerivative } from './scalarForce.ts';
import { tendonJacobian } from './tendonJacobian.ts';

const coef = new Float64Array(3);
// force, stiffness and damping of the current tendon
const law = new Float64Array(3);

/** Springs and dampers of tendons.
 *  reads  d: ten_length ten_velocity ten_J   adds to w: RQ RV   scratch w: Mat.TENDON */
export function tendonPassive(m: Model, d: Data, w: Float64Array): void {
  const { ntendon, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  for (let t = 0; t < ntendon; t++) {
    passiveLaw(m, d, t);
    const force = law[0];
    const damping = law[2];
    if (force === 0 && law[1] === 0 && damping === 0) continue;
    addScalar(m, w, d.ten_J, ten_J_rowadr[t], ten_J_rownnz[t], ten_J_colind, law[1], damping);
    if (tendonJacobian(m, d, w, t)) addTendonDerivative(m, d, w, t, force, damping);
  }
}

/** Writes spring and damper of tendon t to `law`. */
function passiveLaw(m: Model, d: Data, t: int): void {
  const { tendon_stiffness, tendon_stiffnesspoly, tendon_lengthspring } = m;
  const { disableflags } = m.opt;
  law.fill(0, 0, 3);
  if ((disableflags & Disable.SPRING) === 0) {
    const x = tendonStretch(m, d, t);
    // exactly at rest, a spring without slack has a stiffness too
    if (x !== 0 || tendon_lengthspring[2 * t] === tendon_lengthspring[2 * t + 1]) {
      law[0] = -x * polyForce(tendon_stiffness[t], tendon_stiffnesspoly, NPOLY * t, x);
      law[1] = -polyForceDerivative(tendon_stiffness[t], tendon_stiffnesspoly, NPOLY * t, x);
    }
  }
  if ((disableflags & Disable.DAMPER) !== 0) return;
  tendonDamping(coef, 0, m, t);
  const v = d.ten_velocity[t];
  law[0] -= v * polyForce(coef[0], coef, 1, Math.abs(v));
  law[2] = -polyForceDerivative(coef[0], coef, 1, Math.abs(v));
}

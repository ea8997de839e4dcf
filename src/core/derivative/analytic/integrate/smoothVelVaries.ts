import { dofDamping, tendonDamping } from '../../../engine/tree/damping.ts';
import { isFreeBody } from '../../../engine/tree/freeBody.ts';
import { isZero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { NBIAS, NGAIN, NPOLY } from '../../../model/constants.ts';
import { BiasType, GainType, Integrator, JointType, TrnType, WrapType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';

const coef = new Float64Array(1 + NPOLY);

/** True if D, the velocity derivatives of the forces that an implicit integrator linearizes, may vary. It is constant
 *  for linear dampers and servos of hinges and slides, which is sufficient for many robots: then D has no
 *  derivatives. */
export function smoothVelVaries(m: Model): boolean {
  const { njnt, nv, ntendon, nactuator, jnt_bodyid } = m;
  // the bias
  if (m.opt.integrator === Integrator.IMPLICIT) return true;
  for (let j = 0; j < njnt; j++) if (isFreeBody(m, jnt_bodyid[j])) return true;
  if (m.opt.density > 0 || m.opt.viscosity > 0) return true;
  for (let i = 0; i < nv; i++) {
    dofDamping(coef, 0, m, i);
    if (!isZero(coef, 1, NPOLY)) return true;
  }
  for (let t = 0; t < ntendon; t++) {
    tendonDamping(coef, 0, m, t);
    if (!isZero(coef, 1, NPOLY) || (coef[0] !== 0 && !isFixed(m, t))) return true;
  }
  for (let i = 0; i < nactuator; i++) if (actuatorChanges(m, i)) return true;
  return false;
}

/** True if the moments of tendon t are constant. */
function isFixed(m: Model, t: int): boolean {
  return m.wrap_type[m.tendon_adr[t]] === WrapType.JOINT;
}

/** True if the force of actuator i depends on velocity, other than by a constant factor at a constant moment. */
function actuatorChanges(m: Model, i: int): boolean {
  const { actuator_gaintype, actuator_biastype, actuator_gainprm, actuator_biasprm } = m;
  const gain = actuator_gaintype[i];
  const bias = actuator_biastype[i];
  // constant derivative, at fixed transmissions, the only ones with a closed form
  if (gain === GainType.DCMOTOR) return false;
  if (gain !== GainType.FIXED && (gain !== GainType.AFFINE || actuator_gainprm[NGAIN * i + 2] !== 0)) return true;
  if (bias === BiasType.NONE) return false;
  if (bias !== BiasType.AFFINE) return true;
  return actuator_biasprm[NBIAS * i + 2] !== 0 && !hasFixedMoment(m, i);
}

function hasFixedMoment(m: Model, i: int): boolean {
  const { actuator_trntype, actuator_trnid, jnt_type } = m;
  const type = actuator_trntype[i];
  const id = actuator_trnid[2 * i];
  if (type === TrnType.TENDON) return isFixed(m, id);
  if (type !== TrnType.JOINT && type !== TrnType.JOINTINPARENT) return false;
  return jnt_type[id] === JointType.HINGE || jnt_type[id] === JointType.SLIDE;
}

/** Derivatives of the metric of the integrator `discrete`: the residual contains S a + h K v, with S = h D + h^2 K, in addition
 *  to M a and the forces. */
import { isFreeBody } from '../../../engine/tree/freeBody.ts';
import { isZero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { NDYN, NGAIN, NPOLY } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { BiasType, GainType, JointType, TrnType, WrapType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { addScalar } from '../force/scalarForce.ts';
import { drDvOffset, stateSize } from '../layout.ts';

/** RV += h K, where D and K are constant.
 *  reads  d: efm_* ten_J actuator_moment moment_*   adds to w: RV */
export function metricDerivative(m: Model, d: Data, w: Float64Array): void {
  const { nv, ten_J_rowadr, ten_J_rownnz, ten_J_colind, actuator_outadr, actuator_outnum } = m;
  const { efm_ck, efm_tid, efm_tk, efm_aid, efm_ak } = d;
  const { ten_J, actuator_moment, moment_rowadr, moment_rownnz, moment_colind } = d;
  const nx = stateSize(m);
  const RV = drDvOffset(m);
  for (let i = 0; i < nv; i++) w[RV + i * (nx + 1)] += efm_ck[i];
  for (let k = 0; k < d.nefmT; k++) {
    const t = efm_tid[k];
    if (efm_tk[k] === 0) continue;
    addScalar(m, w, ten_J, ten_J_rowadr[t], ten_J_rownnz[t], ten_J_colind, 0, -efm_tk[k]);
  }
  for (let k = 0; k < d.nefmA; k++) {
    const i = efm_aid[k];
    if (efm_ak[k] === 0) continue;
    for (let o = actuator_outadr[i]; o < actuator_outadr[i] + actuator_outnum[i]; o++) {
      addScalar(m, w, actuator_moment, moment_rowadr[o], moment_rownnz[o], moment_colind, 0, -efm_ak[k]);
    }
  }
}

/** True if a damping coefficient in the metric depends on velocity: polynomial dampers, and the drag of fluids. */
export function dampersVary(m: Model): boolean {
  const { nv, ntendon, nactuator } = m;
  if (m.opt.density > 0 || m.opt.viscosity > 0) return true;
  if (!isZero(m.dof_dampingpoly, 0, NPOLY * nv) || !isZero(m.tendon_dampingpoly, 0, NPOLY * ntendon)) return true;
  return !isZero(m.actuator_dampingpoly, 0, NPOLY * nactuator);
}

/** First free body that may be a system of its own, as the index of its joint; -1 if none. */
export function loneFreeBody(m: Model): int {
  const { njnt, jnt_bodyid } = m;
  for (let j = 0; j < njnt; j++) if (isFreeBody(m, jnt_bodyid[j])) return j;
  return -1;
}

/** First actuator in the metric whose gains depend on velocity, control or activation; -1 if none. */
export function varyingGain(m: Model, d: Data): int {
  const { actuator_gaintype, actuator_biastype, actuator_gainprm, actuator_dynprm } = m;
  const { efm_aid } = d;
  for (let k = 0; k < d.nefmA; k++) {
    const i = efm_aid[k];
    const type = actuator_gaintype[i];
    if (type === GainType.MUSCLE || actuator_biastype[i] === BiasType.MUSCLE) return i;
    if (type === GainType.AFFINE && !isZero(actuator_gainprm, NGAIN * i + 1, 2)) return i;
    // the resistance depends on the temperature
    if (type === GainType.DCMOTOR && actuator_dynprm[NDYN * i + 2] > 0) return i;
  }
  return -1;
}

/** True if K or a Jacobian in the metric depends on position: polynomial springs, spatial tendons, moments that vary. */
export function metricVariesByPosition(m: Model, d: Data): boolean {
  const { njnt, ntendon, wrap_type, tendon_adr } = m;
  const { efm_tid, efm_aid } = d;
  if (!isZero(m.jnt_stiffnesspoly, 0, NPOLY * njnt) || !isZero(m.tendon_stiffnesspoly, 0, NPOLY * ntendon)) return true;
  for (let k = 0; k < d.nefmT; k++) if (wrap_type[tendon_adr[efm_tid[k]]] !== WrapType.JOINT) return true;
  for (let k = 0; k < d.nefmA; k++) if (!hasFixedMoment(m, efm_aid[k])) return true;
  return false;
}

function hasFixedMoment(m: Model, i: int): boolean {
  const { actuator_trntype, actuator_trnid, jnt_type, wrap_type, tendon_adr } = m;
  const type = actuator_trntype[i];
  const id = actuator_trnid[2 * i];
  if (type === TrnType.TENDON) return wrap_type[tendon_adr[id]] === WrapType.JOINT;
  if (type !== TrnType.JOINT && type !== TrnType.JOINTINPARENT) return false;
  return jnt_type[id] === JointType.HINGE || jnt_type[id] === JointType.SLIDE;
}

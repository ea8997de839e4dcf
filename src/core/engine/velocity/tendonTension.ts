import type { int } from '../../math/int.ts';
import { NEQDATA, NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, Disable, EqType, TrnType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { tendonArmature } from '../tree/armature.ts';
import { tendonDamping } from '../tree/damping.ts';
import { polyForce } from '../tree/poly.ts';
import { tendonDistance, tendonStretch } from '../tree/tendonDistance.ts';
import { tendonDot } from './tendonBias.ts';

const coef = new Float64Array(3);

/** Adds to tensions[t..] the force of each tendon on its path, positive if it lengthens the tendon: spring, damper,
 *  actuators, limits, friction loss and equalities.
 *  reads  m: tendon_* actuator_* eq_*   d: ten_length ten_velocity actuator_force efc_* nefc */
export function tendonTensions(m: Model, d: Data, tensions: Float64Array, t: int): void {
  const { ntendon, nactuator, actuator_trntype, actuator_trnid, actuator_outadr, actuator_gear } = m;
  const { actuator_force } = d;
  for (let i = 0; i < ntendon; i++) tensions[t + i] += passiveTension(m, d, i);
  for (let k = 0; k < nactuator; k++) {
    if (actuator_trntype[k] !== TrnType.TENDON) continue;
    const o = actuator_outadr[k];
    tensions[t + actuator_trnid[2 * k]] += actuator_gear[6 * o] * actuator_force[o];
  }
  addConstraints(m, d, tensions, t);
}

/** Spring and damper, unless they are disabled: -x (c + p0 |x| + p1 x^2) */
function passiveTension(m: Model, d: Data, i: int): number {
  const { tendon_stiffness, tendon_stiffnesspoly } = m;
  const { disableflags } = m.opt;
  let sum: number = 0;
  if ((disableflags & Disable.SPRING) === 0) {
    const x = tendonStretch(m, d, i);
    sum -= x * polyForce(tendon_stiffness[i], tendon_stiffnesspoly, NPOLY * i, x);
  }
  if ((disableflags & Disable.DAMPER) === 0) {
    const v = d.ten_velocity[i];
    tendonDamping(coef, 0, m, i);
    sum -= v * polyForce(coef[0], coef, 1, Math.abs(v));
  }
  return sum;
}

/** Constraint rows of tendons, times the derivative of the row by the length. */
function addConstraints(m: Model, d: Data, tensions: Float64Array, t: int): void {
  const { eq_type, eq_obj1id, eq_obj2id } = m;
  const { nefc, efc_type, efc_id, efc_force } = d;
  for (let row = 0; row < nefc; row++) {
    const type = efc_type[row];
    const id = efc_id[row];
    if (type === ConstraintType.EQUALITY && eq_type[id] === EqType.TENDON) {
      tensions[t + eq_obj1id[id]] += efc_force[row];
      if (eq_obj2id[id] >= 0) tensions[t + eq_obj2id[id]] -= couplingSlope(m, d, id) * efc_force[row];
    } else if (type === ConstraintType.FRICTION_TENDON) {
      tensions[t + id] += efc_force[row];
    } else if (type === ConstraintType.LIMIT_TENDON) {
      tensions[t + id] += isLowerLimit(m, d, row) ? efc_force[row] : -efc_force[row];
    }
  }
}

/** Derivative of the polynomial of a tendon equality by the length of its second tendon. */
function couplingSlope(m: Model, d: Data, id: int): number {
  const { eq_data, eq_obj2id, tendon_length0 } = m;
  const second = eq_obj2id[id];
  const c = NEQDATA * id;
  const y = d.ten_length[second] - tendon_length0[second];
  return eq_data[c + 1] + y * (2 * eq_data[c + 2] + y * (3 * eq_data[c + 3] + y * 4 * eq_data[c + 4]));
}

/** Whether a row of a tendon limit is that of the lower one. If both are active, it is the first row. */
function isLowerLimit(m: Model, d: Data, row: int): boolean {
  const { efc_type, efc_id, efc_pos } = d;
  const id = efc_id[row];
  if (row > 0 && efc_type[row - 1] === ConstraintType.LIMIT_TENDON && efc_id[row - 1] === id) return false;
  const lower = Math.abs(efc_pos[row] - tendonDistance(m, d, id, 0));
  return lower <= Math.abs(efc_pos[row] - tendonDistance(m, d, id, 1));
}

/** Force of the armature of tendon i against its acceleration: -armature (J qacc + dJ/dt qvel) */
export function armatureTension(m: Model, d: Data, i: int): number {
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { ten_J, qacc, qvel } = d;
  const armature = tendonArmature(m, i);
  if (armature === 0) return 0;
  let acceleration = tendonDot(m, d, i, qvel, 0);
  const end = ten_J_rowadr[i] + ten_J_rownnz[i];
  for (let k = ten_J_rowadr[i]; k < end; k++) acceleration += ten_J[k] * qacc[ten_J_colind[k]];
  return -armature * acceleration;
}

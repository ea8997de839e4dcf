import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, EqType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { unreachable } from '../../model/unreachable.ts';
import { equalityBody } from '../tree/equalityFrame.ts';
import { isFlexEquality } from '../tree/sleepState.ts';
import { flexDiagonal } from './flexDiagonal.ts';
import { sideWeight } from './rows/flexContact.ts';

/** Diagonal of A = J M^-1 J^T, estimated from the inverse weights of bodies, dofs and tendons at qpos0.
 *  reads  m: body_invweight0 dof_invweight0 tendon_invweight0   d: efc_type efc_id contact_*
 *  writes d: efc_diagA */
export function diagApprox(m: Model, d: Data): void {
  const { jnt_dofadr, dof_invweight0, tendon_invweight0 } = m;
  const { efc_type, efc_id, efc_diagA } = d;
  const { nefc } = d;
  let e = 0;
  while (e < nefc) {
    const id = efc_id[e];
    const type = efc_type[e] as ConstraintType;
    switch (type) {
      case ConstraintType.EQUALITY:
        e += equalityDiagonal(m, d, e, id);
        break;
      case ConstraintType.FRICTION_DOF:
        efc_diagA[e] = dof_invweight0[id];
        e++;
        break;
      case ConstraintType.LIMIT_JOINT:
        efc_diagA[e] = dof_invweight0[jnt_dofadr[id]];
        e++;
        break;
      case ConstraintType.FRICTION_TENDON:
      case ConstraintType.LIMIT_TENDON:
        efc_diagA[e] = tendon_invweight0[id];
        e++;
        break;
      case ConstraintType.CONTACT_FRICTIONLESS:
      case ConstraintType.CONTACT_PYRAMIDAL:
      case ConstraintType.CONTACT_ELLIPTIC:
        e += contactDiagonal(m, d, e, id);
        break;
      default:
        unreachable(type);
        e++;
    }
  }
}

/** Fills the rows of equality `id` from row e on; returns their number. */
function equalityDiagonal(m: Model, d: Data, e: int, id: int): int {
  const { eq_type, eq_obj1id, eq_obj2id, jnt_dofadr, body_invweight0, dof_invweight0, tendon_invweight0 } = m;
  const { efc_diagA } = d;
  const type = eq_type[id];
  if (type === EqType.JOINT || type === EqType.TENDON) {
    const a = eq_obj1id[id];
    const b = eq_obj2id[id];
    const joint = type === EqType.JOINT;
    efc_diagA[e] = joint ? dof_invweight0[jnt_dofadr[a]] : tendon_invweight0[a];
    if (b >= 0) efc_diagA[e] += joint ? dof_invweight0[jnt_dofadr[b]] : tendon_invweight0[b];
    return 1;
  }
  if (isFlexEquality(type)) return flexDiagonal(m, d, e, id);
  const b0 = 2 * equalityBody(m, id, 0);
  const b1 = 2 * equalityBody(m, id, 1);
  const size = equalitySize(type);
  for (let k = 0; k < size; k++) {
    const rotation = k > 2 ? 1 : 0;
    efc_diagA[e + k] = body_invweight0[b0 + rotation] + body_invweight0[b1 + rotation];
  }
  return size;
}

/** Number of rows of an equality of a type. */
export function equalitySize(type: int): int {
  return type === EqType.CONNECT ? 3 : type === EqType.WELD ? 6 : 1;
}

/** Fills the rows of contact `id` from row e on; returns their number. */
function contactDiagonal(m: Model, d: Data, e: int, id: int): int {
  const { geom_bodyid, body_invweight0 } = m;
  const { efc_type, efc_diagA, contact_geom, contact_dim, contact_friction } = d;
  let tran: number = 0;
  let rot: number = 0;
  if (m.nflex === 0) {
    const b0 = 2 * geom_bodyid[contact_geom[2 * id]];
    const b1 = 2 * geom_bodyid[contact_geom[2 * id + 1]];
    tran = body_invweight0[b0] + body_invweight0[b1];
    rot = body_invweight0[b0 + 1] + body_invweight0[b1 + 1];
  } else {
    tran = sideWeight(m, d, id, 0, 0) + sideWeight(m, d, id, 1, 0);
    rot = sideWeight(m, d, id, 0, 1) + sideWeight(m, d, id, 1, 1);
  }
  const dim = contact_dim[id];
  if (efc_type[e] === ConstraintType.CONTACT_FRICTIONLESS) {
    efc_diagA[e] = tran;
    return 1;
  }
  if (efc_type[e] === ConstraintType.CONTACT_ELLIPTIC) {
    for (let k = 0; k < dim; k++) efc_diagA[e + k] = k < 3 ? tran : rot;
    return dim;
  }
  for (let k = 0; k < dim - 1; k++) {
    const mu = contact_friction[5 * id + k];
    const edge = tran + mu * mu * (k < 2 ? tran : rot);
    efc_diagA[e + 2 * k] = edge;
    efc_diagA[e + 2 * k + 1] = edge;
  }
  return 2 * (dim - 1);
}

import { addTo, isZero, sub, subFrom, zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { shiftForce } from '../../math/spatial.ts';
import { copy3, zero3 } from '../../math/vec3.ts';
import { NEQDATA } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { EqType, ObjType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { contactForce } from '../tree/contactForce.ts';
import { localPoint } from '../tree/local2Global.ts';
import { bodyAcceleration, bodyForce, worldAcceleration } from './rne.ts';

const force = new Float64Array(6);
const local = new Float64Array(6);
const about = new Float64Array(6);
const point = new Float64Array(3);

/** Accelerations of bodies, and the external and joint forces on them, from all results of the step. All about the
 *  center of mass of the tree.
 *  reads  m: body_* eq_* geom_bodyid   d: qacc qvel cdof cdof_dot cinert cvel xfrc_applied contact_* efc_*
 *  writes d: cacc cfrc_ext cfrc_int flg_rnepost */
export function rnePostConstraint(m: Model, d: Data): void {
  const { nbody, body_parentid } = m;
  const { cacc, cfrc_ext, cfrc_int } = d;
  zero(cfrc_ext, 0, 6 * nbody);
  addAppliedForces(m, d);
  addContacts(m, d);
  addEqualities(m, d);
  worldAcceleration(m, cacc);
  zero(cfrc_int, 0, 6);
  for (let i = 1; i < nbody; i++) {
    bodyAcceleration(m, d, cacc, i, true);
    bodyForce(d, about, 0, cacc, i);
    sub(cfrc_int, 6 * i, about, 0, cfrc_ext, 6 * i, 6);
  }
  // a joint transmits the net force on its subtree minus the external forces
  for (let i = nbody - 1; i > 0; i--) addTo(cfrc_int, 6 * body_parentid[i], cfrc_int, 6 * i, 6);
  d.flg_rnepost = 1;
}

/** Forces and torques that the user applies at the centers of mass. */
function addAppliedForces(m: Model, d: Data): void {
  const { nbody } = m;
  const { xfrc_applied, xipos } = d;
  for (let i = 1; i < nbody; i++) {
    if (isZero(xfrc_applied, 6 * i, 6)) continue;
    copy3(force, 0, xfrc_applied, 6 * i + 3);
    copy3(force, 3, xfrc_applied, 6 * i);
    act(m, d, i, xipos, 3 * i, true);
  }
}

/** Contact forces: on the second body, and the reaction on the first. */
function addContacts(m: Model, d: Data): void {
  const { geom_bodyid } = m;
  const { ncon, contact_geom, contact_efc_address, contact_frame, contact_pos } = d;
  for (let c = 0; c < ncon; c++) {
    const g1 = contact_geom[2 * c];
    const g2 = contact_geom[2 * c + 1];
    if (contact_efc_address[c] < 0 || g1 < 0 || g2 < 0) continue;
    contactForce(m, d, c, local, 0);
    mulMatTVec3(force, 0, contact_frame, 9 * c, local, 3);
    mulMatTVec3(force, 3, contact_frame, 9 * c, local, 0);
    act(m, d, geom_bodyid[g1], contact_pos, 3 * c, false);
    act(m, d, geom_bodyid[g2], contact_pos, 3 * c, true);
  }
}

/** Forces of connect and weld constraints, whose rows are first. */
function addEqualities(m: Model, d: Data): void {
  const { eq_type } = m;
  const { ne, efc_id, efc_force } = d;
  let row = 0;
  while (row < ne) {
    const id = efc_id[row];
    const type = eq_type[id];
    if (type !== EqType.CONNECT && type !== EqType.WELD) {
      row++;
      continue;
    }
    copy3(force, 3, efc_force, row);
    if (type === EqType.WELD) copy3(force, 0, efc_force, row + 3);
    else zero3(force, 0);
    actAtAnchor(m, d, id, true);
    actAtAnchor(m, d, id, false);
    row += type === EqType.WELD ? 6 : 3;
  }
}

/** Force of equality `id` on its first body, or the reaction on its second, at the anchor there. */
function actAtAnchor(m: Model, d: Data, id: int, first: boolean): void {
  const { eq_type, eq_objtype, eq_obj1id, eq_obj2id, eq_data, site_bodyid, site_pos } = m;
  const object = first ? eq_obj1id[id] : eq_obj2id[id];
  if (eq_objtype[id] === ObjType.BODY) {
    // the anchor of the first body is first in the data of a connect, second in those of a weld
    const later = eq_type[id] === EqType.WELD ? first : !first;
    localPoint(d, point, 0, eq_data, NEQDATA * id + (later ? 3 : 0), object);
    act(m, d, object, point, 0, first);
  } else {
    const body = site_bodyid[object];
    localPoint(d, point, 0, site_pos, 3 * object, body);
    act(m, d, body, point, 0, first);
  }
}

/** cfrc_ext of a body += the force at point i of `at`, or -= */
function act(m: Model, d: Data, body: int, at: Float64Array, i: int, plus: boolean): void {
  if (body === 0) return;
  const { cfrc_ext, subtree_com } = d;
  shiftForce(about, 0, force, 0, subtree_com, 3 * m.body_rootid[body], at, i);
  if (plus) addTo(cfrc_ext, 6 * body, about, 0, 6);
  else subFrom(cfrc_ext, 6 * body, about, 0, 6);
}

import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { shiftMotion, zero6 } from '../../../math/spatial.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintState } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { Body, bodyOffset } from '../layout.ts';
import { adhesionForce, shareAdhesionForces } from './adhesion.ts';
import { contactRowCount, frameToWorld, rowsToFrame } from './contactRows.ts';
import { addWrench } from './wrench.ts';

/*  The wrench W = (torque, force) of a contact: it acts at the contact point, W on the second body and -W on the first.
 *  Contacts of one pair of geoms are consecutive. A contact is active if it has a force. */

const wrench = new Float64Array(6);
const frameForce = new Float64Array(6);

/** Add the wrenches of all contacts to Body.EXTERNAL of their bodies. */
export function contactWrenches(m: Model, d: Data, w: Float64Array): void {
  const { ncon, contact_pos } = d;
  shareAdhesionForces(m, d, w);
  for (let c = 0; c < ncon; c++) {
    if (!isActive(m, d, w, c)) continue;
    contactWrench(wrench, 0, m, d, w, c);
    addWrench(m, d, w, contactBody(m, d, c, 0), contact_pos, 3 * c, wrench, -1);
    addWrench(m, d, w, contactBody(m, d, c, 1), contact_pos, 3 * c, wrench, 1);
  }
}

/** res = the wrench of a contact in the world: its row forces minus the adhesion along the normal */
export function contactWrench(res: Float64Array, r: int, m: Model, d: Data, w: Float64Array, con: int): void {
  const { contact_efc_address, efc_force } = d;
  if (contact_efc_address[con] >= 0) rowsToFrame(frameForce, m, d, con, efc_force, contact_efc_address[con]);
  else zero6(frameForce, 0);
  frameForce[0] -= adhesionForce(m, d, w, con);
  frameToWorld(res, r, d, con, frameForce);
}

/** res[r..r+6) = velocity of a body at the contact, res[r+6..r+12) = its motion J qacc */
export function bodyMotion(res: Float64Array, r: int, m: Model, d: Data, w: Float64Array, con: int, body: int): void {
  const { body_rootid } = m;
  const { cvel, contact_pos, subtree_com } = d;
  if (body === 0) {
    zero(res, r, 12);
    return;
  }
  const root = 3 * body_rootid[body];
  shiftMotion(res, r, cvel, 6 * body, contact_pos, 3 * con, subtree_com, root);
  shiftMotion(res, r + 6, w, bodyOffset(m, Body.MOTION) + 6 * body, contact_pos, 3 * con, subtree_com, root);
}

/** Number of contacts, starting at `con`, between the same two geoms. */
export function pairCount(d: Data, con: int): int {
  const { ncon, contact_geom } = d;
  let n = 1;
  while (
    con + n < ncon &&
    contact_geom[2 * (con + n)] === contact_geom[2 * con] &&
    contact_geom[2 * (con + n) + 1] === contact_geom[2 * con + 1]
  )
    n++;
  return n;
}

/** The body of the first (side 0) or second (side 1) geom of a contact. */
export function contactBody(m: Model, d: Data, con: int, side: int): int {
  return m.geom_bodyid[d.contact_geom[2 * con + side]];
}

/** Whether the contact has a force. */
export function isActive(m: Model, d: Data, w: Float64Array, con: int): boolean {
  return hasRowForce(m, d, con) || adhesionForce(m, d, w, con) !== 0;
}

/** Whether one of the contacts [con, con + n) has a force. */
export function isAnyActive(m: Model, d: Data, w: Float64Array, con: int, n: int): boolean {
  for (let k = con; k < con + n; k++) if (isActive(m, d, w, k)) return true;
  return false;
}

/** Whether a row of the contact has a force. */
function hasRowForce(m: Model, d: Data, con: int): boolean {
  const e = d.contact_efc_address[con];
  const n = contactRowCount(m, d, con);
  if (e < 0) return false;
  for (let k = e; k < e + n; k++) if (d.efc_state[k] !== ConstraintState.SATISFIED) return true;
  return false;
}

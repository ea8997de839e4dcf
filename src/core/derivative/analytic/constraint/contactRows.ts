import { isPyramidal } from '../../../engine/tree/settings.ts';
import type { int } from '../../../math/int.ts';
import { zero6 } from '../../../math/spatial.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintState } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';

/*  The rows of one contact and the derivative of their force law. Both passes use it: forward (contactDerivative.ts) and
 *  reverse (reverse/kernel/contacts.ts). With the residual x = J a - aref of the rows,
 *    df = f dD / D - G dx,   aref = -B J v - K imp (pos - margin) + R adhesion
 *  G is the Hessian of the row cost, and all forces of a contact scale with its D. */

/** Number of rows of a contact. */
export function contactRowCount(m: Model, d: Data, con: int): int {
  const dim = d.contact_dim[con];
  return isCone(m, d, con) ? dim : 2 * (dim - 1);
}

/** Whether the rows of a contact are the axes of its frame. Otherwise they are the edges of a pyramid. */
export function isCone(m: Model, d: Data, con: int): boolean {
  return d.contact_dim[con] === 1 || !isPyramidal(m);
}

/** res = the row values x[e..] of a contact summed into the six axes of its frame (normal, tangents, rotations). For
 *  pyramids: the sum of all edges, and mu times the difference of opposite edges. */
export function rowsToFrame(res: Float64Array, m: Model, d: Data, con: int, x: Float64Array, e: int): void {
  const { contact_dim, contact_friction } = d;
  const dim = contact_dim[con];
  zero6(res, 0);
  if (isCone(m, d, con)) {
    for (let k = 0; k < dim; k++) res[k] = x[e + k];
    return;
  }
  for (let k = 1; k < dim; k++) {
    const plus = x[e + 2 * k - 2];
    const minus = x[e + 2 * k - 1];
    res[0] += plus + minus;
    res[k] = contact_friction[5 * con + k - 1] * (plus - minus);
  }
}

/** res = (torque, force) in the world, from six components x in the frame of a contact */
export function frameToWorld(res: Float64Array, r: int, d: Data, con: int, x: Float64Array): void {
  const { contact_frame } = d;
  const f = 9 * con;
  for (let k = 0; k < 3; k++) {
    res[r + 3 + k] = contact_frame[f + k] * x[0] + contact_frame[f + 3 + k] * x[1] + contact_frame[f + 6 + k] * x[2];
    res[r + k] = contact_frame[f + k] * x[3] + contact_frame[f + 3 + k] * x[4] + contact_frame[f + 6 + k] * x[5];
  }
}

/** (dD / D) by distance. */
export function stiffening(d: Data, con: int): number {
  const { contact_efc_address, efc_R, efc_KBIP } = d;
  const e = contact_efc_address[con];
  const imp = efc_KBIP[4 * e + 2];
  return efc_R[e] > MINVAL ? efc_KBIP[4 * e + 3] / (imp * (1 - imp)) : 0.0;
}

/** d(K imp (pos - margin)) of row e by distance. */
export function springDerivative(d: Data, e: int): number {
  const { efc_KBIP, efc_pos, efc_margin } = d;
  return efc_KBIP[4 * e] * (efc_KBIP[4 * e + 2] + efc_KBIP[4 * e + 3] * (efc_pos[e] - efc_margin[e]));
}

/** res = G x over the rows of a contact */
export function stiffRows(res: Float64Array, m: Model, d: Data, con: int, x: Float64Array): void {
  const { contact_efc_address, contact_H, contact_dim, efc_D, efc_state } = d;
  const e = contact_efc_address[con];
  const n = contactRowCount(m, d, con);
  if (efc_state[e] === ConstraintState.CONE) {
    const dim = contact_dim[con];
    for (let r = 0; r < dim; r++) {
      let sum: number = 0;
      for (let c = 0; c < dim; c++) sum += contact_H[36 * con + r * dim + c] * x[c];
      res[r] = sum;
    }
    return;
  }
  for (let k = 0; k < n; k++) {
    const stiff: number = efc_state[e + k] === ConstraintState.QUADRATIC ? efc_D[e + k] : 0;
    res[k] = stiff * x[k];
  }
}

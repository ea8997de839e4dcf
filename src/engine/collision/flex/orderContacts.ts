import type { int } from '../../../math/int.ts';
import { MAXCONPAIR } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { swapContacts } from './thin.ts';

/** Contacts in the order that they shall have, by their numbers from the first on. */
const order = new Int32Array(MAXCONPAIR);

/** Brings the contacts from `first` on, which hierarchies of boxes found in an order of their own, into that of geoms, elements
 *  and vertices, as if all pairs had been tried. Equal ones stay as they are. */
export function orderContacts(d: Data, first: int): void {
  const n = d.ncon - first;
  if (n > MAXCONPAIR || d.ncon > d.con_cap) return;
  for (let i = 0; i < n; i++) {
    let k = i;
    for (; k > 0 && comesBefore(d, first + i, first + order[k - 1]); k--) order[k] = order[k - 1];
    order[k] = i;
  }
  // what stood at i before may have been moved on, to where its place was taken from
  for (let i = 0; i < n; i++) {
    let from = order[i];
    while (from < i) from = order[from];
    swapContacts(d, first + i, first + from);
  }
}

function comesBefore(d: Data, i: int, j: int): boolean {
  const a = party(d, 2 * i);
  const b = party(d, 2 * j);
  return a < b || (a === b && party(d, 2 * i + 1) < party(d, 2 * j + 1));
}

/** Geom, element or vertex on one side of a contact. */
function party(d: Data, side: int): int {
  const { contact_geom, contact_elem, contact_vert } = d;
  if (contact_geom[side] >= 0) return contact_geom[side];
  return contact_elem[side] >= 0 ? contact_elem[side] : contact_vert[side];
}

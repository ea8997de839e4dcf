import type { int } from '../../../math/int.ts';
import { MAXCONPAIR } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { swapContacts } from './thin.ts';

/** Sorted indices of contacts, relative to the first. */
const order = new Int32Array(MAXCONPAIR);

/** Sorts the contacts from `first` on, found by tree descent, by geom, element and vertex, as if all pairs had been
 *  tested in order. The sort is stable. */
export function orderContacts(d: Data, first: int): void {
  const n = d.ncon - first;
  if (n > MAXCONPAIR || d.ncon > d.con_cap) return;
  for (let i = 0; i < n; i++) {
    let k = i;
    for (; k > 0 && comesBefore(d, first + i, first + order[k - 1]); k--) order[k] = order[k - 1];
    order[k] = i;
  }
  applyOrder(d, first, n);
}

/** The same for elements of flex f, in the order of a sweep along an axis: by the start of the later element, then by
 *  the start of the earlier one. */
export function orderSwept(m: Model, d: Data, first: int, f: int, axis: int): void {
  const n = d.ncon - first;
  if (n > MAXCONPAIR || d.ncon > d.con_cap) return;
  for (let i = 0; i < n; i++) {
    let k = i;
    for (; k > 0 && metBefore(m, d, first + i, first + order[k - 1], f, axis); k--) order[k] = order[k - 1];
    order[k] = i;
  }
  applyOrder(d, first, n);
}

function applyOrder(d: Data, first: int, n: int): void {
  // the contact at i may have moved already: follow it
  for (let i = 0; i < n; i++) {
    let from = order[i];
    while (from < i) from = order[from];
    swapContacts(d, first + i, first + from);
  }
}

function metBefore(m: Model, d: Data, i: int, j: int, f: int, axis: int): boolean {
  const { contact_elem } = d;
  const later1 = contact_elem[2 * i + 1];
  const later2 = contact_elem[2 * j + 1];
  if (later1 !== later2) return beginsFirst(m, d, f, later1, later2, axis);
  const earlier1 = contact_elem[2 * i];
  const earlier2 = contact_elem[2 * j];
  return earlier1 !== earlier2 && beginsFirst(m, d, f, earlier1, earlier2, axis);
}

/** True if element e1 of flex f begins before e2 along an axis, in single precision; ties go to the lower index. */
export function beginsFirst(m: Model, d: Data, f: int, e1: int, e2: int, axis: int): boolean {
  const { flexelem_aabb: box } = d;
  const i = 6 * (m.flex_elemadr[f] + e1) + axis;
  const j = 6 * (m.flex_elemadr[f] + e2) + axis;
  const start1 = Math.fround(box[i] - box[i + 3]);
  const start2 = Math.fround(box[j] - box[j + 3]);
  return start1 < start2 || (start1 === start2 && e1 < e2);
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

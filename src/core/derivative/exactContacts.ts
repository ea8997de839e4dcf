/** Contacts whose derivative is that of the exact shapes, not that of the computed contact. */
import { asin } from '../math/elementary/arc.ts';
import type { Data } from '../model/data.ts';
import { ObjType } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { id2name } from '../model/names/names.ts';

/** A contact that GJK and EPA approximate, and its error relative to the contact that was differentiated: that between
 *  the exact nearest points of its geoms. `opt.ccd_exact` makes steps use the latter. */
export interface ExactContact {
  /** Index of the contact in the `Data`. */
  contact: number;
  /** Ids of the geoms that touch. */
  geom1: number;
  geom2: number;
  /** Names of the geoms; `geom 3` for an unnamed one. */
  readonly names: [string, string];
  /** Error of `contact_dist`. */
  distance: number;
  /** Angle between the normals, in radians. */
  normal: number;
  /** Offset of `contact_pos`. */
  position: number;
  /** The step of a rollout in which `position` was largest; 0 for a single step. */
  step: number;
}

class Entry implements ExactContact {
  contact = 0;
  geom1 = 0;
  geom2 = 0;
  distance = 0;
  normal = 0;
  position = 0;
  step = 0;
  #model: Model;

  constructor(m: Model) {
    this.#model = m;
  }

  get names(): [string, string] {
    const name = (g: number) => id2name(this.#model, ObjType.GEOM, g) ?? `geom ${g}`;
    return [name(this.geom1), name(this.geom2)];
  }

  begin(m: Model, d: Data, contact: number): void {
    this.#model = m;
    this.geom1 = d.contact_geom[2 * contact];
    this.geom2 = d.contact_geom[2 * contact + 1];
    this.distance = 0;
    this.normal = 0;
    this.position = -1;
  }

  raise(errors: Float64Array, contact: number, step: number): void {
    this.distance = Math.max(this.distance, errors[3 * contact]);
    this.normal = Math.max(this.normal, 2 * asin(Math.min(1, 0.5 * errors[3 * contact + 1])));
    if (!(errors[3 * contact + 2] > this.position)) return;
    this.position = errors[3 * contact + 2];
    this.step = step;
    this.contact = contact;
  }
}

/** Errors up to this are rounding: derivatives of the exact and of the computed contact are the same. */
const ROUNDING = 1e-9;

// entries of the current list; one list at a time
let entryCount = 0;

/** Starts a list, in the caller's array if there is one. Its entries are reused: nothing is allocated unless the list
 *  becomes longer than before. */
export function beginExact(list: ExactContact[] | undefined): ExactContact[] {
  entryCount = 0;
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw new TypeError(`exactContacts: expected an array, found ${list}`);
  return list;
}

/** Adds the contacts of a scratch `Data` after its pass. With `merge`, raises the errors of listed pairs of geoms
 *  instead. */
export function addExact(list: ExactContact[], m: Model, t: Data, merge: boolean, step = 0): void {
  const { ncon } = t;
  if (ncon === 0) return;
  const errors = t.work_con_error;
  for (let c = 0; c < ncon; c++) {
    const at = 3 * c;
    if (!(errors[at] > ROUNDING || errors[at + 1] > ROUNDING || errors[at + 2] > ROUNDING)) continue;
    const known = merge ? findEntry(list, t.contact_geom[2 * c], t.contact_geom[2 * c + 1]) : undefined;
    const entry = known ?? nextEntry(list, m);
    if (!known) entry.begin(m, t, c);
    entry.raise(errors, c, step);
  }
}

/** Removes entries of an earlier call. */
export function endExact(list: ExactContact[]): void {
  if (list.length !== entryCount) list.length = entryCount;
}

function nextEntry(list: ExactContact[], m: Model): Entry {
  const k = entryCount++;
  if (!(list[k] instanceof Entry)) list[k] = new Entry(m);
  return list[k] as Entry;
}

function findEntry(list: ExactContact[], geom1: number, geom2: number): Entry | undefined {
  for (let k = 0; k < entryCount; k++) {
    if (list[k].geom1 === geom1 && list[k].geom2 === geom2) return list[k] as Entry;
  }
  return undefined;
}

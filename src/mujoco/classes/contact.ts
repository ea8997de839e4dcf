/** Contacts as objects: copies of the columns of a `Data`, in both directions. */
import type { Data } from '../../core/model/data.ts';
import { arenaFields } from '../../core/model/fields/arena.ts';
import { type ContactRecord, MjContact } from './structs.ts';

const columns = arenaFields.filter(([name]) => name.startsWith('contact_'));
type ContactFields = Record<string, number | Float64Array | Int32Array>;

/** A contact, as a copy. */
export function contactAt(d: Data, i: number): MjContact {
  const record: ContactFields = {};
  for (const [name, , , n] of columns) {
    const column = d[name] as Float64Array;
    record[name.slice('contact_'.length)] = n === 1 ? column[i] : column.slice(n * i, n * i + n);
  }
  [record['geom1'], record['geom2']] = d.contact_geom.subarray(2 * i, 2 * i + 2);
  return MjContact.on(record as unknown as ContactRecord);
}

/** Write a contact to its columns. */
export function writeContact(d: Data, i: number, contact: ContactRecord): void {
  for (const [name, , , n] of columns) {
    const value = (contact as unknown as ContactFields)[name.slice('contact_'.length)];
    if (n === 1) d[name][i] = value as number;
    else (d[name] as Float64Array).set(value as Float64Array, n * i);
  }
}

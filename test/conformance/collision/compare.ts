/** Comparison of contacts with MuJoCo's. */
import { collision } from '../../../src/core/engine/collision/collision.ts';
import { Status } from '../../../src/core/engine/runtime/status.ts';
import { growArena } from '../../../src/core/model/data.ts';
import { compareNumbers } from '../../support/oracle/difference.mjs';
import type { Pair } from '../../support/oracle/oracle.ts';

/** Runs the stage, with a larger arena if it requests one. */
export function collide({ m, d }: Pair): void {
  while (collision(m, d) === Status.ARENA_FULL) growArena(d);
}

/** Differences in the contacts of one case; `error` is Infinity when the numbers of contacts differ. */
export interface Difference {
  ours: number;
  theirs: number;
  error: number;
  field: string;
}

const fields = [
  'dist',
  'pos',
  'frame',
  'includemargin',
  'friction',
  'solref',
  'solreffriction',
  'solimp',
  'adhesion',
  'dim',
  'geom',
  'exclude',
] as const;

type Contact = Record<string, number | ArrayLike<number>> & { delete(): void };

/** Largest difference over all fields of all contacts, which must be in the same order. */
export function compareContacts({ d, theirs }: Pair): Difference {
  const contacts = theirs.d.contact;
  const n = contacts.size();
  const result: Difference = { ours: d.ncon, theirs: n, error: 0, field: '' };
  if (d.ncon !== n) {
    contacts.delete();
    return { ...result, error: Number.POSITIVE_INFINITY, field: 'ncon' };
  }
  for (let i = 0; i < n; i++) {
    const contact = contacts.get(i) as unknown as Contact;
    for (const name of fields) {
      const value = contact[name];
      const their = typeof value === 'number' ? [value] : value;
      const { length } = their;
      const { error } = compareNumbers(d[`contact_${name}`].subarray(i * length, (i + 1) * length), their);
      if (error > result.error) Object.assign(result, { error, field: name });
    }
    contact.delete();
  }
  contacts.delete();
  return result;
}

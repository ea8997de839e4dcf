/** Comparison of contacts with MuJoCo's. */
import { collision } from '../../../src/engine/collision/index.ts';
import { Status } from '../../../src/engine/status.ts';
import { growArena } from '../../../src/model/data.ts';
import { oracleField, type Pair } from '../../support/oracle.ts';

/** Runs the stage, with a larger arena if it asks for one. */
export function collide({ m, d }: Pair): void {
  while (collision(m, d) === Status.ARENA_FULL) growArena(d);
}

/** What differs in the contacts of one case; `error` is Infinity when the numbers of contacts differ. */
export interface Difference {
  ours: number;
  theirs: number;
  error: number;
  field: string;
}

const reals = [
  'dist',
  'pos',
  'frame',
  'includemargin',
  'friction',
  'solref',
  'solreffriction',
  'solimp',
  'adhesion',
] as const;
const ints = ['dim', 'geom', 'exclude'] as const;

/** Largest difference over all fields of all contacts, which must be in the same order. */
export function compareContacts(pair: Pair): Difference {
  const { d } = pair;
  const theirDist = oracleField(pair, 'contact_dist');
  const result: Difference = { ours: d.ncon, theirs: theirDist.length, error: 0, field: '' };
  if (d.ncon !== theirDist.length) return { ...result, error: Number.POSITIVE_INFINITY, field: 'ncon' };
  if (d.ncon === 0) return result;
  for (const name of [...reals, ...ints]) {
    const theirs = oracleField(pair, `contact_${name}`);
    const ours = d[`contact_${name}`];
    for (let i = 0; i < theirs.length; i++) {
      const error = Math.abs(ours[i] - theirs[i]);
      if (!(error <= result.error)) {
        result.error = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
        result.field = name;
      }
    }
  }
  return result;
}

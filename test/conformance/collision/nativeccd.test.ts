/** With `nativeccd` disabled MuJoCo uses another library (libccd) for the iterative pairs. Tenon does not have it: the flag is accepted and
 *  changes nothing. This test measures the difference (`COLLISION_CASES=4000` prints a table); docs/coming-from-mujoco.md has the figures. */
import { expect, test } from 'vitest';
import { Disable } from '../../../src/core/model/enums.ts';
import { distance } from '../../support/oracle/difference.mjs';
import { mujoco } from '../../support/oracle/oracle.ts';
import { type Depth, depths, makeModel, openScene, pairKinds, setPose, VARIANTS } from './cases.ts';
import { collide } from './compare.ts';

const total = Number(process.env.COLLISION_CASES ?? 200);
const iterative = pairKinds.filter((kind) => !kind.closed);
const names = Object.keys(depths) as Depth[];
const pair = makeModel();

/** Minimum distance of MuJoCo's contacts, and their number. */
function theirContacts(): { n: number; minDist: number } {
  const contacts = pair.theirs.d.contact;
  const n = contacts.size();
  let minDist = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const contact = contacts.get(i)!;
    minDist = Math.min(minDist, contact.dist);
    contact.delete();
  }
  contacts.delete();
  return { n, minDist };
}

interface Tally {
  cases: number;
  sameNumber: number;
  found: number;
  near: number;
  worst: number;
}

test('with nativeccd disabled contacts are found where MuJoCo finds them, and for three in four the depth agrees within 1 % of the geom size', () => {
  const tallies = new Map<Depth, Tally>();
  const each = Math.ceil(total / iterative.length);
  for (const kind of iterative) {
    for (let k = 0; k < each; k++) {
      const scene = openScene(pair, kind, k % VARIANTS);
      const depth = names[k % names.length];
      setPose(scene, k, depth);
      for (const m of [pair.m, pair.theirs.m]) m.opt.disableflags |= Disable.NATIVECCD;
      collide(pair);
      mujoco.mj_collision(pair.theirs.m, pair.theirs.d);
      for (const m of [pair.m, pair.theirs.m]) m.opt.disableflags &= ~Disable.NATIVECCD;
      const theirs = theirContacts();
      const ours = Math.min(...pair.d.contact_dist.subarray(0, pair.d.ncon));
      const t = tallies.get(depth) ?? { cases: 0, sameNumber: 0, found: 0, near: 0, worst: 0 };
      tallies.set(depth, t);
      t.cases++;
      if (theirs.n === pair.d.ncon) t.sameNumber++;
      if (theirs.n > 0 !== pair.d.ncon > 0) continue;
      t.found++;
      const apart = theirs.n === 0 ? 0 : distance(ours, theirs.minDist) / scene.size;
      if (apart <= 0.01) t.near++;
      t.worst = Math.max(t.worst, apart);
    }
  }
  if (process.env.COLLISION_CASES) console.table(Object.fromEntries(tallies));
  for (const depth of ['touching', 'shallow', 'apart'] as const) {
    const { cases, found, near } = tallies.get(depth)!;
    expect(found / cases, depth).toBeGreaterThan(0.95);
    expect(near / cases, depth).toBeGreaterThan(0.75);
  }
});

/** Contacts of the generated set against MuJoCo's. Some hundred cases by default; the whole set of 20,000 runs, with a
 *  table, by
 *    COLLISION_CASES=20000 npx vitest run test/conformance/collision/generated.test.ts */
import { expect, test } from 'vitest';
import { type Depth, depths, makeModel, openScene, pairKinds, setPose, VARIANTS } from './cases.ts';
import { collide, compareContacts } from './compare.ts';

const total = Number(process.env.COLLISION_CASES ?? 330);
const names = Object.keys(depths) as Depth[];
const pair = makeModel();

interface Tally {
  cases: number;
  contacts: number;
  agree: number;
  exact: number;
  misses: string[];
}

test.each(pairKinds)('contacts of $name agree with MuJoCo', (kind) => {
  const tally: Tally = { cases: 0, contacts: 0, agree: 0, exact: 0, misses: [] };
  const limit = kind.closed ? 1e-6 : 1e-4;
  const cases = Math.ceil(total / pairKinds.length);
  for (let k = 0; k < cases; k++) {
    const scene = openScene(pair, kind, k % VARIANTS);
    const depth = names[((k / VARIANTS) | 0) % names.length];
    setPose(scene, k, depth);
    collide(pair);
    const { error, field, ours, theirs } = compareContacts(pair);
    tally.contacts += theirs;
    if (error <= limit) tally.agree++;
    else tally.misses.push(`case ${k} ${depth}: ${field} ${error.toExponential(1)} (${ours}/${theirs} contacts)`);
    if (error <= 1e-12) tally.exact++;
  }
  const { contacts, agree, exact, misses } = tally;
  const percent = (n: number) => `${((100 * n) / cases).toFixed(2)}%`;
  if (process.env.COLLISION_CASES) {
    const line = `${kind.name.padEnd(20)} ${cases} cases, ${contacts} contacts: ${percent(agree)} within ${limit}, ${percent(exact)} within 1e-12`;
    console.log([line, ...misses.slice(0, 12)].join('\n  '));
  }
  expect(agree / cases, misses.slice(0, 10).join('\n')).toBeGreaterThanOrEqual(kind.closed ? 0.995 : 0.97);
});

// `npm run bench -- collision`: collision detection alone, and how its cost grows with the number of bodies. --hand <model.xml> adds a
// model with meshes; --official <n> includes the official engine up to n bodies.
import { loadEngines } from './kit/engines.mjs';
import { interleaved } from './kit/measure.mjs';
import { loadIn, modelAt } from './kit/models.mjs';
import { bin, humanoids, quadrupedOnHills, spreadBoxes } from './kit/scenes.mjs';
import { short, textTable } from './kit/table.mjs';

export async function benchCollision({ rounds = 9, hand, official = 1000 }) {
  const engines = await loadEngines(['official', 'wasm']);
  const scenes = {
    '22 humanoids': inline(humanoids(22)),
    '1000 spheres in a bin': inline(bin('sphere', 1000)),
    '500 boxes in a bin': inline(bin('box', 500)),
    'quadruped on hills': inline(quadrupedOnHills()),
    ...(hand ? { [hand.split('/').slice(-2).join('/')]: modelAt(hand) } : {}),
  };
  const rows = [['scene', 'contacts', 'official us', 'ours us', 'ratio']];
  for (const [name, model] of Object.entries(scenes))
    rows.push([name, ...compare(engines, model, rounds, name.includes('bin') ? 400 : 60).slice(0, 4)]);
  console.log(textTable(rows));
  growth(engines, official);
}

/** Cost of collision detection against the number of bodies. The official engine takes minutes to load 10,000 bodies, so it is included
 *  only with `--official 10000`. */
function growth(engines, maxBodies) {
  const rows = [['separate boxes', 'contacts', 'official us', 'ours us', 'ratio', 'ours ns per body', 'over n log n']];
  let first;
  for (const n of [100, 1000, 10000]) {
    const both = n <= maxBodies ? engines : { wasm: engines.wasm };
    const [contacts, official, ours, ratio, seconds] = compare(both, inline(spreadBoxes(n)), 5, 0);
    const perBody = (1e9 * seconds) / n;
    first ??= perBody / Math.log2(n);
    rows.push([n, contacts, official, ours, ratio, short(perBody), short(perBody / Math.log2(n) / first)]);
  }
  console.log(`\n${textTable(rows)}`);
  console.log('the last column stays at 1 if the cost grows as n log n, and falls if it grows more slowly');
  if (maxBodies < 10000)
    console.log('10000 bodies: Tenon only, because the official engine takes minutes to load them');
}

function inline(xml) {
  return { xml, files: new Map() };
}

/** Drops the bodies in our engine, copies the state to both engines, and times their collision detection. Returns the cells of the table
 *  and the seconds of our engine. */
function compare(engines, model, rounds, steps) {
  const both = Object.entries(engines).map(([name, mj]) => {
    const m = loadIn(mj, model);
    return { name, mj, m, d: new mj.MjData(m) };
  });
  const last = both[both.length - 1];
  for (let k = 0; k < steps; k++) last.mj.mj_step(last.m, last.d);
  const state = last.d.qpos.slice();
  for (const { mj, m, d } of both) {
    d.qpos.set(state);
    mj.mj_fwdPosition(m, d);
  }
  const contacts = both.map(({ d }) => d.ncon);
  const t = interleaved(
    both.map(({ name, mj, m, d }) => ({
      name,
      run(n) {
        for (let i = 0; i < n; i++) mj.mj_collision(m, d);
      },
    })),
    { rounds },
  );
  for (const { d, m } of both) {
    d.delete();
    m.delete();
  }
  return [
    new Set(contacts).size === 1 ? contacts[0] : contacts.join(' / '),
    t.official ? short(1e6 * t.official) : '-',
    short(1e6 * t.wasm),
    t.official ? (t.official / t.wasm).toFixed(2) : '-',
    t.wasm,
  ];
}

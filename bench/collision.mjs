// `npm run bench -- collision`: collision detection alone, and how its cost grows with the number of bodies.
// --hand <model.xml> adds a model with meshes.
import { loadEngines } from './engines.mjs';
import { interleaved } from './measure.mjs';
import { loadIn, modelAt } from './models.mjs';
import { bin, humanoids, quadrupedOnHills, spreadBoxes } from './scenes.mjs';
import { short, textTable } from './table.mjs';

export async function benchCollision({ rounds = 9, hand }) {
  const engines = await loadEngines(['official', 'wasm']);
  const scenes = {
    '22 humanoids': inline(humanoids(22)),
    '1000 spheres in a bin': inline(bin('sphere', 1000)),
    '500 boxes in a bin': inline(bin('box', 500)),
    'quadruped on hills': inline(quadrupedOnHills()),
    ...(hand ? { [hand.split('/').slice(-2).join('/')]: modelAt(hand) } : {}),
  };
  const rows = [['scene', 'contacts', 'official us', 'ours us', 'ratio']];
  for (const [name, model] of Object.entries(scenes)) rows.push([name, ...compare(engines, model, rounds, 60)]);
  console.log(textTable(rows));
  const growth = [['boxes apart', 'contacts', 'official us', 'ours us', 'ratio']];
  for (const n of [100, 1000, 10000]) growth.push([n, ...compare(engines, inline(spreadBoxes(n)), 5, 0)]);
  console.log(`\n${textTable(growth)}`);
}

function inline(xml) {
  return { xml, files: new Map() };
}

/** Steps a little in the official engine, gives both the same state, and times their collision detection. */
function compare(engines, model, rounds, steps) {
  const both = Object.entries(engines).map(([name, mj]) => {
    const m = loadIn(mj, model);
    return { name, mj, m, d: new mj.MjData(m) };
  });
  const [official] = both;
  for (let k = 0; k < steps; k++) official.mj.mj_step(official.m, official.d);
  const state = official.d.qpos.slice();
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
    contacts[0] === contacts[1] ? contacts[0] : contacts.join(' / '),
    short(1e6 * t.official),
    short(1e6 * t.wasm),
    (t.official / t.wasm).toFixed(2),
  ];
}

// `npm run bench -- growth`: cost of a step against the size of the scene.
import { loadEngines } from './engines.mjs';
import { interleaved } from './measure.mjs';
import { chain, humanoids, spreadBoxes } from './scenes.mjs';
import { short, textTable } from './table.mjs';

export async function benchGrowth({ rounds = 5, most = 10000 }) {
  const engines = await loadEngines(['official', 'wasm']);
  const families = {
    'free boxes': [10, 100, 1000, 10000].filter((n) => n <= most).map((n) => [n, spreadBoxes(n, { height: 30 })]),
    'boxes at rest': [10, 100, 1000].map((n) => [n, spreadBoxes(n)]),
    humanoids: [1, 4, 16, 64].map((n) => [n, humanoids(n)]),
    'hinges in a chain': [10, 30, 100, 300, 500].map((n) => [n, chain(n)]),
  };
  for (const [name, sizes] of Object.entries(families)) {
    const rows = [[name, 'nv', 'official us', 'ours us', 'ratio', 'ours us per body']];
    for (const [n, xml] of sizes) rows.push([n, ...compare(engines, xml, rounds, n)]);
    console.log(`${textTable(rows)}\n`);
  }
}

function compare(engines, xml, rounds, n) {
  let nv = 0;
  const candidates = Object.entries(engines).map(([name, mj]) => {
    const m = mj.MjModel.from_xml_string(xml);
    const d = new mj.MjData(m);
    nv = m.nv;
    return {
      name,
      free() {
        d.delete();
        m.delete();
      },
      run(count) {
        mj.mj_resetData(m, d);
        for (let i = 0; i < count; i++) mj.mj_step(m, d);
      },
    };
  });
  const t = interleaved(candidates, { rounds, seconds: 0.1 });
  for (const c of candidates) c.free();
  return [
    nv,
    short(1e6 * t.official),
    short(1e6 * t.wasm),
    (t.official / t.wasm).toFixed(2),
    short((1e6 * t.wasm) / n),
  ];
}

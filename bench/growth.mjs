// `npm run bench -- growth`: cost of a step against the size of the scene. The official engine takes minutes to load 10,000 bodies, so it
// is included up to 1,000, or up to --official <n>.
import { loadEngines } from './kit/engines.mjs';
import { interleaved } from './kit/measure.mjs';
import { chain, humanoids, spreadBoxes } from './kit/scenes.mjs';
import { short, textTable } from './kit/table.mjs';

export async function benchGrowth({ rounds = 5, max = 10000, official = 1000 }) {
  const families = {
    'free boxes': [10, 100, 1000, 10000].filter((n) => n <= max).map((n) => [n, spreadBoxes(n, { height: 30 })]),
    'boxes at rest': [10, 100, 1000].map((n) => [n, spreadBoxes(n)]),
    humanoids: [1, 4, 16, 64].map((n) => [n, humanoids(n)]),
    'hinges in a chain': [10, 30, 100, 300, 400].map((n) => [n, chain(n)]),
  };
  for (const [name, sizes] of Object.entries(families)) {
    const rows = [[name, 'nv', 'official us', 'ours us', 'ratio', 'ours us per body']];
    for (const [n, xml] of /** @type {[number, string][]} */ (sizes)) {
      // a new module for each scene: the official one crashes after deep trees
      const engines = await loadEngines(n <= official ? ['official', 'wasm'] : ['wasm']);
      rows.push([n, ...compare(engines, xml, rounds, n)]);
    }
    console.log(`${textTable(rows)}\n`);
  }
}

/** The model, or undefined if the engine cannot load it: chains of hundreds of links overflow the official stack. */
function load(mj, xml) {
  try {
    return mj.MjModel.from_xml_string(xml);
  } catch {
    return undefined;
  }
}

function compare(engines, xml, rounds, n) {
  let nv = 0;
  const candidates = Object.entries(engines).flatMap(([name, mj]) => {
    const m = load(mj, xml);
    if (!m) return [];
    const d = new mj.MjData(m);
    nv = m.nv;
    return {
      name,
      free() {
        d.delete();
        m.delete();
      },
      run(count) {
        // before falling bodies land
        if (d.time > 2) mj.mj_resetData(m, d);
        for (let i = 0; i < count; i++) mj.mj_step(m, d);
      },
    };
  });
  const t = interleaved(candidates, { rounds, seconds: 0.1 });
  for (const c of candidates) c.free();
  return [
    nv,
    t.official ? short(1e6 * t.official) : '-',
    short(1e6 * t.wasm),
    t.official ? (t.official / t.wasm).toFixed(2) : '-',
    short((1e6 * t.wasm) / n),
  ];
}

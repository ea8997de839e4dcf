// `npm run bench -- compile`: from MJCF text to a model, ours and the official one, interleaved.
import { loadEngines } from './kit/engines.mjs';
import { interleaved } from './kit/measure.mjs';
import { benchModels, loadIn } from './kit/models.mjs';
import { short, textTable } from './kit/table.mjs';

export async function benchCompile({ list, filter, rounds = 7 }) {
  const engines = await loadEngines(['official', 'wasm']);
  const rows = [['model', 'nbody', 'mesh vertices', 'official ms', 'ours ms', 'ratio']];
  for (const model of benchModels(list)) {
    if (filter && !filter.split(',').some((word) => model.name.includes(word))) continue;
    let sizes = [0, 0];
    const candidates = Object.entries(engines).map(([name, engine]) => ({
      name,
      run(n) {
        for (let i = 0; i < n; i++) {
          const m = loadIn(engine, model);
          sizes = [m.nbody, m.nmeshvert];
          m.delete();
        }
      },
    }));
    const time = interleaved(candidates, { rounds, seconds: 0.05 });
    rows.push([
      model.name,
      ...sizes,
      short(time.official * 1e3),
      short(time.wasm * 1e3),
      (time.official / time.wasm).toFixed(2),
    ]);
    console.log(`${model.name}: ${(time.official / time.wasm).toFixed(2)}`);
  }
  console.log(`\n${textTable(rows)}`);
}

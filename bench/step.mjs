// `npm run bench`: whole steps, ours and the official ones, interleaved. Options: --list <json>, --filter <words>,
// --json <file>, --rounds <n>, --no-js.
import { writeFileSync } from 'node:fs';
import { loadEngines } from './engines.mjs';
import { geometricMean, interleaved } from './measure.mjs';
import { benchModels, loadIn } from './models.mjs';
import { short, textTable } from './table.mjs';

export async function benchSteps({ list, filter, json, rounds = 7, js = true }) {
  const engines = await loadEngines(js ? undefined : ['official', 'wasm']);
  const rows = [
    [
      'model',
      'nv',
      'contacts',
      'official steps/s',
      'wasm steps/s',
      'js steps/s',
      'wasm ratio',
      'js ratio',
      'iterations official',
      'ours',
    ],
  ];
  const results = [];
  for (const model of benchModels(list)) {
    if (filter && !filter.split(',').some((word) => model.name.includes(word))) continue;
    const candidates = Object.entries(engines).map(([name, engine]) => simulation(name, engine, model));
    const time = interleaved(candidates, { rounds });
    const rate = Object.fromEntries(Object.entries(time).map(([name, t]) => [name, 1 / t]));
    const [official, wasm] = candidates;
    const result = {
      model: model.name,
      nv: official.m.nv,
      ncon: official.d.ncon,
      rate,
      ratio: rate.wasm / rate.official,
      jsRatio: js ? rate.js / rate.official : undefined,
    };
    results.push(result);
    rows.push([
      model.name,
      result.nv,
      result.ncon,
      short(rate.official),
      short(rate.wasm),
      js ? short(rate.js) : '-',
      result.ratio.toFixed(2),
      js ? result.jsRatio.toFixed(2) : '-',
      official.iterations(),
      wasm.iterations(),
    ]);
    console.log(`${model.name}: ${result.ratio.toFixed(2)}`);
  }
  console.log(`\n${textTable(rows)}`);
  console.log(
    `\ngeometric mean of the ratio: ${geometricMean(results.map((r) => r.ratio)).toFixed(2)}, lowest ${Math.min(...results.map((r) => r.ratio)).toFixed(2)}`,
  );
  if (js) console.log(`plain JavaScript: ${geometricMean(results.map((r) => r.jsRatio)).toFixed(2)}`);
  if (json)
    writeFileSync(
      json,
      JSON.stringify({ node: process.version, cpu: (await import('node:os')).cpus()[0].model, results }, null, 1),
    );
  return results;
}

/** A model running in one engine from its first keyframe under a fixed control law, started again every second or so. */
function simulation(name, engine, model) {
  const m = loadIn(engine, model);
  const d = new engine.MjData(m);
  const restart = Math.max(50, Math.round(1 / m.opt.timestep));
  const start = () => (m.nkey > 0 ? engine.mj_resetDataKeyframe(m, d, 0) : engine.mj_resetData(m, d));
  let k = 0;
  let iterations = 0;
  let steps = 0;
  start();
  return {
    name,
    m,
    d,
    iterations: () => (steps ? (iterations / steps).toFixed(1) : '-'),
    run(n) {
      const { ctrl } = d;
      for (let i = 0; i < n; i++) {
        if (k++ % restart === 0) start();
        for (let u = 0; u < ctrl.length; u++) ctrl[u] = 0.3 * Math.sin(0.01 * k + u);
        engine.mj_step(m, d);
      }
      // iterations of the last step of the batch: a sample that costs nothing inside the loop
      iterations += d.solver_niter[0];
      steps++;
    },
  };
}

// `npm run bench -- compile`: from MJCF text to a model, Tenon and the official package. First the first compilation in a fresh process,
// interleaved; then repeated compilations in one process, interleaved. Options: --list <json>, --filter <words>, --rounds <n> (processes),
// --seconds <n> (in one process).
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadEngines } from './kit/engines.mjs';
import { median } from './kit/measure.mjs';
import { benchPaths, loadIn, modelAt } from './kit/models.mjs';
import { short, textTable } from './kit/table.mjs';
import { inTurns, ratioOf } from './kit/turns.mjs';

const child = fileURLToPath(new URL('./children/firstCompile.mjs', import.meta.url));

export async function benchCompile({ list, filter, rounds = 5, seconds = 2 }) {
  const engines = await loadEngines(['official', 'wasm']);
  const rows = [
    [
      'model',
      'nbody',
      'mesh vertices',
      'first: official ms',
      'ours ms',
      'ratio',
      'again: official ms',
      'ours ms',
      'ratio',
    ],
  ];
  for (const { name, path } of benchPaths(list)) {
    if (filter && !filter.split(',').some((word) => name.includes(word))) continue;
    const first = firstTimes(path, rounds);
    const { again, sizes } = repeatedTimes(engines, modelAt(path), seconds);
    const ratios = [first, again].map(([official, ours]) => ratioOf(official, ours).toFixed(2));
    const columns = [first, again].flatMap((times, k) => [...times.map((list) => short(median(list))), ratios[k]]);
    rows.push([name, ...sizes, ...columns]);
    console.log(`${name}: first ${ratios[0]}, again ${ratios[1]}`);
  }
  console.log(`\n${textTable(rows)}`);
}

/** Milliseconds of the first compilation in fresh processes, of each engine. */
function firstTimes(path, rounds) {
  /** @type {number[][]} */
  const times = [[], []];
  for (let k = 0; k < rounds; k++) {
    ['official', 'wasm'].forEach((engine, i) => {
      times[i].push(Number(execFileSync(process.execPath, [child, engine, path], { encoding: 'utf8' })));
    });
  }
  return times;
}

/** Milliseconds of repeated compilations in this process. */
function repeatedTimes(engines, model, seconds) {
  let sizes = [0, 0];
  const candidates = [engines.official, engines.wasm].map((engine) => ({
    run(n) {
      for (let i = 0; i < n; i++) {
        const m = loadIn(engine, model);
        sizes = [m.nbody, m.nmeshvert];
        m.delete();
      }
    },
  }));
  const times = inTurns(candidates, { seconds, warmup: seconds / 2 });
  return { again: times.map((list) => list.map((t) => 1000 * t)), sizes };
}

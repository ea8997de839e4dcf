// `npm run bench`: whole steps, Tenon and the official package, interleaved in turns of milliseconds. In a round each engine steps for 0.15
// s; a ratio is the median over turns. Options: --list <json>, --filter <words>, --json <file>, --readme (writes the table into the
// README), --rounds <n>, --no-js, --no-stages, --nodes <programs> (repeats the run with other versions of Node: paths separated by commas).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEngines } from './kit/engines.mjs';
import { median } from './kit/measure.mjs';
import { benchModels } from './kit/models.mjs';
import { report, writeReadme } from './kit/report.mjs';
import { simulation } from './kit/simulation.mjs';
import { inTurns, ratioOf } from './kit/turns.mjs';
import { stageTimes } from './stages.mjs';

/** Warm-up seconds of an engine. Plain JavaScript reaches full speed only when V8 has optimized all of a step. */
const WARMUP = 0.45;
const PLAIN_WARMUP = 2.5;

export async function benchSteps({ list, filter, json, readme, rounds = 7, js = true, stages = true, nodes = '' }) {
  const wanted = ({ name }) => !filter || filter.split(',').some((word) => name.includes(word));
  const models = benchModels(list).filter(wanted);
  const compiled = await loadEngines(['official', 'wasm']);
  const results = models.map((model) => benchModel(compiled, model, rounds, stages));
  // plain JavaScript runs last: while both engines run, V8 optimizes the shared pipeline for neither
  if (js) {
    const plain = await loadEngines(['official', 'js']);
    models.forEach((model, k) => {
      const candidates = Object.entries(plain).map(([name, engine]) => simulation(name, engine, model));
      const { rate, ratio } = rates(candidates, rounds, PLAIN_WARMUP);
      results[k].rate.js = rate.js;
      results[k].jsRatio = ratio;
      release(candidates);
    });
  }
  const run = { node: process.version, v8: process.versions.v8, cpu: cpus()[0].model, rounds, results };
  console.log(`\n${report(run)}`);
  const programs = nodes ? nodes.split(',') : [];
  const others = programs.map((program) => runWith(program, { list, filter, rounds }));
  if (json) writeFileSync(json, `${JSON.stringify(run, null, 1)}\n`);
  if (readme) writeReadme(run, others);
  return results;
}

/** The same models in another version of Node. */
function runWith(program, { list, filter, rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-bench-'));
  const json = join(folder, 'run.json');
  const script = fileURLToPath(new URL('../scripts/bench.mjs', import.meta.url));
  const chosen = Object.entries({ list, filter }).flatMap(([key, value]) => (value ? [`--${key}`, value] : []));
  try {
    const args = [script, ...chosen, '--rounds', String(rounds), '--json', json, '--no-js', '--no-stages'];
    execFileSync(program, args, { stdio: 'inherit' });
    return JSON.parse(readFileSync(json, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function benchModel(engines, model, rounds, stages) {
  const candidates = Object.entries(engines).map(([name, engine]) => simulation(name, engine, model));
  const { rate, ratio } = rates(candidates, rounds, WARMUP);
  const [official, wasm] = candidates;
  const result = {
    model: model.name,
    nv: official.m.nv,
    ncon: official.d.ncon,
    rate,
    ratio,
    iterations: { official: official.iterations(), wasm: wasm.iterations() },
    garbage: garbagePerStep(wasm),
    stages: stages ? stageTimes([official, wasm]) : undefined,
  };
  console.log(`${model.name}: ${result.ratio.toFixed(2)}`);
  release(candidates);
  return result;
}

/** Steps per second of each engine, and the speed of the second relative to the first. */
function rates(candidates, rounds, warmup) {
  const times = inTurns(candidates, { seconds: 0.15 * candidates.length * rounds, warmup });
  return {
    rate: Object.fromEntries(candidates.map(({ name }, k) => [name, 1 / median(times[k])])),
    ratio: ratioOf(times[0], times[1]),
  };
}

function release(candidates) {
  for (const { m, d } of candidates) {
    d.delete();
    m.delete();
  }
}

/** Bytes of garbage per step: the minimum of several runs, because other code in the process allocates now and then. */
function garbagePerStep({ engine, m, d }) {
  const steps = 200;
  let minBytes = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < steps; i++) engine.mj_step(m, d);
    const made = process.memoryUsage().heapUsed - before;
    if (made >= 0) minBytes = Math.min(minBytes, made / steps);
  }
  return minBytes;
}

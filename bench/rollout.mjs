// `npm run bench -- rollout`: many worlds. Overhead of a world-step over a loop of `Data` objects, two threads against one, a loop over the
// official package on one thread, and the start of a thread. Two separate processes against one show the speedup that this machine allows.
// Options: --rounds <n>, --worlds <n>.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEngines } from './kit/engines.mjs';
import { median } from './kit/measure.mjs';
import { short, textTable } from './kit/table.mjs';

const example = (name) => readFileSync(fileURLToPath(new URL(`../examples/${name}.xml`, import.meta.url)), 'utf8');

/** URLs of the built package, so that the type check needs no build. */
const entries = ['index', 'batch'].map((name) => new URL(`../dist/${name}.js`, import.meta.url).href);

/** Steps per round, in each of the worlds. */
const STEPS = 5;

export async function benchRollout({ rounds = 9, worlds = 1024 }) {
  const { official } = await loadEngines(['official']);
  const [tenon, batch] = await Promise.all(entries.map((entry) => import(entry)));
  await tenon.prepare();
  const overhead = [['model', 'loop us', 'Batch us', 'overhead us', 'one Data us', 'rollout us', 'overhead us']];
  const threads = [
    [
      'model',
      'official us',
      '1 thread us',
      '2 threads us',
      '2 threads / 1',
      'least',
      '2 programs',
      'least',
      '1 thread / official',
    ],
  ];
  for (const name of ['humanoid', 'quadruped']) {
    const scene = { name, xml: example(name), n: worlds, rounds };
    overhead.push([name, ...(await compareLoops(tenon, batch, scene))]);
    threads.push([name, ...(await compareThreads(official, tenon, batch, scene))]);
  }
  console.log(`${worlds} worlds, microseconds per world-step\n${textTable(overhead)}\n${textTable(threads)}`);
  console.log(`start of a thread, with its first step: ${await startOfThread(tenon, batch)} ms`);
  batch.closeThreads();
}

/** Seconds of each candidate, interleaved round by round. */
export async function inTurn(candidates, rounds, warmup = 2) {
  const times = candidates.map(() => /** @type {number[]} */ ([]));
  for (let round = -warmup; round < rounds; round++) {
    for (const [k, run] of candidates.entries()) {
      const from = performance.now();
      await run();
      if (round >= 0) times[k].push((performance.now() - from) / 1e3);
    }
  }
  return times;
}

/** The same controls for all, so that all take the same steps. */
const control = (k, u) => 0.3 * Math.sin(0.1 * k + u);

async function compareLoops({ Data, getState, modelFromXml, resetData, setState, StateBit, step }, batch, scene) {
  const { xml, n, rounds } = scene;
  const m = modelFromXml(xml);
  const datas = Array.from({ length: n }, () => new Data(m));
  const worlds = new batch.Batch(m, n);
  const start = getState(m, datas[0], StateBit.FULLPHYSICS);
  const one = new Data(m);
  const row = Float64Array.from({ length: STEPS * m.nu }, (_, k) => control(Math.floor(k / m.nu), k % m.nu));
  const { nu } = m;
  let [taken, batched] = [0, 0];
  const loop = () => {
    for (let k = 0; k < STEPS; k++, taken++) {
      for (const d of datas) {
        for (let u = 0; u < nu; u++) d.ctrl[u] = control(taken, u);
        step(m, d);
      }
    }
  };
  const together = async () => {
    for (let k = 0; k < STEPS; k++, batched++) {
      for (let i = 0; i < n; i++) for (let u = 0; u < nu; u++) worlds.ctrl[i * nu + u] = control(batched, u);
      await worlds.step();
    }
  };
  const again = () => {
    for (let i = 0; i < n; i++) {
      resetData(m, one);
      setState(m, one, start, StateBit.FULLPHYSICS);
      for (let k = 0; k < STEPS; k++) {
        one.ctrl.set(row.subarray(k * nu, (k + 1) * nu));
        step(m, one);
      }
    }
  };
  const rolled = () =>
    batch.rollout(m, start, { control: { data: row, shape: [1, STEPS, nu] }, nbatch: n, fields: [] });
  const [a, b, c, d] = await inTurn([loop, together, again, rolled], rounds);
  worlds.free();
  for (const data of datas) data.free();
  const each = (times) => (1e6 * median(times)) / (n * STEPS);
  const more = (x, y) => ((1e6 * median(x.map((t, k) => t - y[k]))) / (n * STEPS)).toFixed(2);
  return [short(each(a)), short(each(b)), more(b, a), short(each(c)), short(each(d)), more(d, c)];
}

async function compareThreads(official, { Data, getState, modelFromXml, StateBit }, batch, { name, xml, n, rounds }) {
  const nstep = 4 * STEPS;
  const theirs = official.MjModel.from_xml_string(xml);
  const data = new official.MjData(theirs);
  const loop = () => {
    for (let i = 0; i < n; i++) {
      official.mj_resetData(theirs, data);
      for (let k = 0; k < nstep; k++) official.mj_step(theirs, data);
    }
  };
  const m = modelFromXml(xml);
  const start = getState(m, new Data(m), StateBit.FULLPHYSICS);
  const on = (threads) => () => batch.rollout(m, start, { nbatch: n, nstep, threads });
  const times = await inTurn([loop, on(1), on(2)], rounds, 1);
  data.delete();
  theirs.delete();
  const [them, one, two] = times.map((t) => (1e6 * median(t)) / (n * nstep));
  const ratios = threadRatios(times[1], times[2]);
  const programs = await comparePrograms(name, nstep, Math.round(n / 2), rounds);
  return [short(them), short(one), short(two), ...ratios, ...programs, (them / one).toFixed(2)];
}

/** Throughput of two separate processes relative to one. */
async function comparePrograms(name, nstep, worlds, rounds) {
  const child = fileURLToPath(new URL('children/rolloutChild.mjs', import.meta.url));
  const programs = [0, 1].map(() => fork(child, [name, String(nstep)]));
  const heard = (program) => new Promise((resume) => program.once('message', resume));
  const run = (some) => {
    for (const program of some) program.send(worlds);
    return Promise.all(some.map(heard));
  };
  await run(programs);
  const [one, both] = await inTurn([() => run([programs[0]]), () => run(programs)], rounds, 1);
  for (const program of programs) program.disconnect();
  return threadRatios(
    one.map((t) => 2 * t),
    both,
  );
}

/** Speedup of the second: median of the rounds, and ratio of the minimum times, which are undisturbed. */
function threadRatios(one, two) {
  const ratios = [median(one.map((t, k) => t / two[k])), Math.min(...one) / Math.min(...two)];
  return ratios.map((ratio) => ratio.toFixed(2));
}

/** From nothing to the first step. */
async function startOfThread({ Data, getState, modelFromXml, StateBit }, batch) {
  const m = modelFromXml(example('pendulum'));
  const start = getState(m, new Data(m), StateBit.FULLPHYSICS);
  const times = [];
  for (let k = 0; k < 5; k++) {
    batch.closeThreads();
    const from = performance.now();
    await batch.rollout(m, start, { nstep: 1, threads: 1 });
    times.push(performance.now() - from);
  }
  return median(times).toFixed(0);
}

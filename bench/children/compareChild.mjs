// One build in a process of its own, for `compare.mjs`: nothing that one build does to the other's compiled code is measured.
// A message asks for n units of some work on a model; the answer is how many seconds they took.
import { pathToFileURL } from 'node:url';
import { loadIn, modelAt } from '../kit/models.mjs';
import { simulation } from '../kit/simulation.mjs';

const [file, engineName] = process.argv.slice(2);
const engine = await (await import(pathToFileURL(file).href)).default({ engine: engineName });

let path;
let model;
let running;

/** Builds from before Datas were given back hold some hundred of a model. */
const DATAS_OF_A_MODEL = 100;

const work = {
  steps: (n) => timed(() => running.run(n)),
  compile: (n) =>
    timed(() => {
      for (let i = 0; i < n; i++) loadIn(engine, model).delete();
    }),
  'new Data'(n) {
    let seconds = 0;
    for (let left = n; left > 0; left -= DATAS_OF_A_MODEL) seconds += makeDatas(Math.min(left, DATAS_OF_A_MODEL));
    return seconds;
  },
};

const send = (answer) => process.send?.(answer);

process.on('message', ({ at, what, n, again }) => {
  try {
    if (at !== path) open(at);
    if (again) running.rewind();
    send({ seconds: work[what](n) });
  } catch (error) {
    send({ problem: error.message });
  }
});
send({ ready: true });

/** Seconds of processor time: what else the machine does counts less than on a clock. */
function timed(run) {
  const from = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}

/** Seconds for n Datas of a model of their own, each given back at once. */
function makeDatas(n) {
  const m = loadIn(engine, model);
  const seconds = timed(() => {
    for (let i = 0; i < n; i++) new engine.MjData(m).delete();
  });
  m.delete();
  return seconds;
}

function open(at) {
  running?.d.delete();
  running?.m.delete();
  path = at;
  model = modelAt(at);
  running = simulation('', engine, model);
}

// One build in a process of its own, for `compare.mjs`: nothing that one build does to the other's compiled code is measured.
// A message asks for n units of some work on a model; the answer is how many seconds they took.
import { pathToFileURL } from 'node:url';
import { loadIn, modelAt } from './models.mjs';
import { simulation } from './simulation.mjs';

const [file, engineName] = process.argv.slice(2);
const engine = await (await import(pathToFileURL(file).href)).default({ engine: engineName });

let path;
let model;
let running;

const work = {
  steps: (n) => running.run(n),
  compile(n) {
    for (let i = 0; i < n; i++) loadIn(engine, model).delete();
  },
  'new Data'(n) {
    for (let i = 0; i < n; i++) new engine.MjData(running.m).delete();
  },
};

const send = (answer) => process.send?.(answer);

process.on('message', ({ at, what, n }) => {
  try {
    if (at !== path) open(at);
    const from = performance.now();
    work[what](n);
    send({ seconds: (performance.now() - from) / 1000 });
  } catch (error) {
    send({ problem: error.message });
  }
});
send({ ready: true });

function open(at) {
  running?.d.delete();
  running?.m.delete();
  path = at;
  model = modelAt(at);
  running = simulation('', engine, model);
}

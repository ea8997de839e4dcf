// `npm run bench -- flex`: steps of soft bodies, on the flex models of the corpus next to the project, and cloths of increasing size. Both
// engines simulate the same motion, interleaved piece by piece. The motion is repeated; the minimum time of each piece counts, because
// other load on the machine only adds to it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEngines } from './kit/engines.mjs';
import { benchPaths, loadIn, modelAt } from './kit/models.mjs';
import { short, textTable } from './kit/table.mjs';

const corpus = fileURLToPath(new URL('../../shared/models/corpus.json', import.meta.url));

export async function benchFlex({ rounds = 5, filter = '', growth = true }) {
  const words = String(filter).split(',');
  const wanted = (name) => words.some((word) => name.includes(word));
  const rows = [['model', 'nv', 'official us', 'ours us', 'ratio']];
  for (const model of [...publicModels(), ...(growth ? sizes() : [])]) {
    if (!wanted(model.name)) continue;
    rows.push([model.name, ...(await compare(model, rounds))]);
    console.log(rows.at(-1).join('  '));
  }
  console.log(`\n${textTable(rows)}`);
}

function publicModels() {
  if (!existsSync(corpus)) return [];
  return benchPaths(corpus)
    .filter(({ name }) => /\/model\/flex\/|\/flag\.xml|\/hammock\.xml/.test(name))
    .map(({ name, path }) => modelAt(path, name.slice(name.lastIndexOf('/') + 1)))
    .filter(({ xml }) => xml.includes('<flex'));
}

/** Cloths that fall on a ball, with edges of fixed length or with elasticity. */
function sizes() {
  const scene = (option, flex) => ({
    growing: true,
    files: new Map(),
    xml: `<mujoco><option ${option}/><size memory="900M"/><worldbody><geom size=".3"/>${flex}</worldbody></mujoco>`,
  });
  const cloth = (n, inside) =>
    `<body name="b" pos="0 0 .32"><flexcomp name="f" type="grid" dim="2" count="${n} ${n} 1" spacing="${1 / n} ${1 / n} 1" mass=".3"
      radius=".003"><contact selfcollide="none"/>${inside}</flexcomp></body>`;
  const elastic = '<elasticity young="3e5" poisson=".2" thickness="1e-2" damping="1e-3" elastic2d="both"/>';
  return [10, 20, 40, 60].flatMap((n) => [
    {
      name: `cloth with edges ${n}x${n}`,
      ...scene('solver="CG" tolerance="1e-6" timestep=".001"', cloth(n, '<edge equality="true"/>')),
    },
    { name: `elastic cloth ${n}x${n}`, ...scene('solver="CG" integrator="implicitfast"', cloth(n, elastic)) },
  ]);
}

/** Maximum steps, and maximum milliseconds of the official engine, before the motion restarts; minimum milliseconds of all repeats, in
 *  which hot code is compiled; pieces into which the motion is divided. */
const STEPS = 400;
const MILLISECONDS = 700;
const ALTOGETHER = 2000;
const PIECES = 8;

async function compare(model, rounds) {
  // new modules for each model
  const { official, wasm } = await loadEngines(['official', 'wasm']);
  const m = loadIn(wasm, model);
  const theirs = model.growing ? throughFile(wasm, official, m) : loadIn(official, model);
  const runs = [
    { mj: official, m: theirs, d: new official.MjData(theirs) },
    { mj: wasm, m, d: new wasm.MjData(m) },
  ];
  const { length, repeats } = calibrate(runs[0], rounds);
  const bounds = Array.from({ length: PIECES + 1 }, (_, k) => Math.round((length * k) / PIECES));
  const minTimes = runs.map(() => new Array(PIECES).fill(Number.POSITIVE_INFINITY));
  for (let round = 0; round < repeats; round++) {
    for (const { mj, m, d } of runs) mj.mj_resetData(m, d);
    for (let piece = 0; piece < PIECES; piece++) {
      runs.forEach((run, k) => {
        const from = performance.now();
        steps(run, bounds[piece + 1] - bounds[piece]);
        minTimes[k][piece] = Math.min(minTimes[k][piece], performance.now() - from);
      });
    }
  }
  const [theirTime, ourTime] = minTimes.map((times) => times.reduce((sum, t) => sum + t, 0) / length);
  const { nv } = m;
  for (const { m, d } of runs) {
    d.delete();
    m.delete();
  }
  return [nv, short(1e3 * theirTime), short(1e3 * ourTime), (theirTime / ourTime).toFixed(2)];
}

/** The model of one engine, loaded into the other as a binary file: the official compiler takes minutes for a cloth of 40 x 40. */
function throughFile(from, to, m) {
  const bytes = new Uint8Array(Number(from.mj_sizeModel(m)));
  from.mj_saveModel(m, null, bytes);
  const vfs = new to.MjVFS();
  try {
    vfs.addBuffer('model.mjb', bytes);
    return to.MjModel.from_binary_path('model.mjb', vfs);
  } finally {
    vfs.delete();
  }
}

function steps({ mj, m, d }, count) {
  for (let i = 0; i < count; i++) mj.mj_step(m, d);
}

/** Number of steps of the motion, and of its repeats. */
function calibrate(run, rounds) {
  const from = performance.now();
  steps(run, PIECES);
  const each = (performance.now() - from) / PIECES;
  const length = Math.min(STEPS, Math.max(PIECES, Math.round(MILLISECONDS / each)));
  return { length, repeats: Math.max(rounds, Math.ceil(ALTOGETHER / (length * each))) };
}

// `npm run bench -- flex`: steps of soft bodies, on the flex models of the corpus beside the project, and cloths and jellies of
// growing size. Both engines take the same steps of the same motion.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEngines } from './engines.mjs';
import { median } from './measure.mjs';
import { benchPaths, loadIn, modelAt } from './models.mjs';
import { short, textTable } from './table.mjs';

const corpus = fileURLToPath(new URL('../../shared/models/corpus.json', import.meta.url));

export async function benchFlex({ rounds = 7, filter = '', growth = true }) {
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

/** Cloths that fall on a ball, with edges that keep their lengths or with elasticity, and blocks. */
function sizes() {
  const scene = (option, flex) => ({
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

/** Most steps before the motion begins again. */
const EPISODE = 400;

async function compare(model, rounds) {
  // each model has fresh modules
  const engines = Object.values(await loadEngines(['official', 'wasm']));
  const runs = engines.map((mj) => {
    const m = loadIn(mj, model);
    return { mj, m, d: new mj.MjData(m) };
  });
  const count = calibrate(runs[0]);
  const times = runs.map(() => /** @type {number[]} */ ([]));
  for (const { mj, m, d } of runs) mj.mj_resetData(m, d);
  let done = 0;
  for (let round = -2; round < rounds; round++) {
    if (done + count > EPISODE && done > 0) {
      for (const { mj, m, d } of runs) mj.mj_resetData(m, d);
      done = 0;
    }
    runs.forEach((run, k) => {
      const from = performance.now();
      steps(run, count);
      if (round >= 0) times[k].push((performance.now() - from) / count);
    });
    done += count;
  }
  const [official, ours] = times.map(median);
  const nv = runs[0].m.nv;
  for (const { m, d } of runs) {
    d.delete();
    m.delete();
  }
  return [nv, short(1e3 * official), short(1e3 * ours), (official / ours).toFixed(2)];
}

function steps({ mj, m, d }, count) {
  for (let i = 0; i < count; i++) mj.mj_step(m, d);
}

/** Steps that fill a fifth of a second. */
function calibrate(run) {
  const from = performance.now();
  steps(run, 3);
  return Math.min(EPISODE / 4, Math.max(1, Math.round(200 / ((performance.now() - from) / 3))));
}

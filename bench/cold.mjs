// `npm run bench -- cold`: from a fresh process to the first step of the humanoid, and in Chromium from navigation to the first frame, with
// local files and over a connection of 50 Mbit/s; Tenon and the official package in turn. Options: --rounds <n>, --no-node, --no-page,
// --megabits <n>.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { firstFrames } from './coldPage.mjs';
import { median } from './kit/measure.mjs';
import { short, textTable } from './kit/table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const humanoid = `${root}examples/humanoid.xml`;

/** Latency of the simulated server, in milliseconds. */
const DELAY = 20;

/** The same through the drop-in API of either package. @param {string} module */
const dropIn = (module) => `
import { readFileSync } from 'node:fs';
import load from '${module}';
const mj = await load();
const m = mj.MjModel.from_xml_string(readFileSync('${humanoid}', 'utf8'));
const d = new mj.MjData(m);
mj.mj_step(m, d);
console.log(performance.now());`;

const programs = {
  'an empty program': 'console.log(performance.now())',
  official: dropIn('@mujoco/mujoco'),
  'drop-in API': dropIn(`${root}dist/mujoco.js`),
  tenon: `
import { Data, loadModel, step } from '${root}dist/index.js';
const m = await loadModel('${humanoid}');
const d = new Data(m);
step(m, d);
console.log(performance.now());`,
};

export async function benchCold({ rounds = 15, node = true, page = true, megabits = 50 }) {
  if (node) {
    const names = Object.keys(programs);
    /** @type {Record<string, number[]>} */
    const times = Object.fromEntries(names.map((name) => [name, []]));
    for (let k = 0; k < rounds; k++) for (const name of names) times[name].push(run(programs[name]));
    print(times, 'an empty program');
  }
  if (!page) return;
  const visits = Math.ceil(rounds / 2);
  console.log('\nChromium, local files');
  print(await firstFrames(visits), 'an empty page');
  console.log(`\nChromium, compressed files over ${megabits} Mbit/s, latency ${DELAY} ms`);
  print(await firstFrames(visits, { megabits, delay: DELAY }), 'an empty page');
}

/** @param {Record<string, number[]>} times @param {string} empty the row that the others are compared with */
function print(times, empty) {
  const bare = statistics(times[empty]);
  const official = statistics(times.official);
  const rows = Object.keys(times).map((name) => {
    const own = statistics(times[name]);
    const ratio = (/** @type {'middle' | 'min'} */ kind) =>
      ((official[kind] - bare[kind]) / (own[kind] - bare[kind])).toFixed(2);
    const whole = (official.middle / own.middle).toFixed(2);
    const above = [own.middle - bare.middle, own.min - bare.least].map(short);
    return [
      name,
      short(own.middle),
      short(own.min),
      whole,
      ...(name === empty ? ['', '', '', ''] : [...above, ratio('middle'), ratio('min')]),
    ];
  });
  const head = ['what', 'ms, median', 'least', 'ratio', `above ${empty}`, 'least', 'ratio above', 'least'];
  console.log(`\n${textTable([head, ...rows])}`);
}

/** @param {number[]} values */
function statistics(values) {
  return { middle: median(values), min: Math.min(...values) };
}

/** Milliseconds since the start of the process, as reported by the process. */
function run(code) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout.trim().split('\n').at(-1));
}

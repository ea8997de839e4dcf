// `npm run bench -- cold`: from a fresh process to the first step of the humanoid, ours and theirs in turn.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './measure.mjs';
import { short, textTable } from './table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = (module) => `
import { readFileSync } from 'node:fs';
import load from '${module}';
const mj = await load();
const m = mj.MjModel.from_xml_string(readFileSync('${root}examples/humanoid.xml', 'utf8'));
const d = new mj.MjData(m);
mj.mj_step(m, d);
console.log(performance.now());`;

export async function benchCold({ rounds = 15 }) {
  const engines = { official: '@mujoco/mujoco', ours: `${root}dist/mujoco.js` };
  /** @type {Record<string, number[]>} */
  const times = { official: [], ours: [], node: [] };
  for (let k = 0; k < rounds; k++) {
    for (const [name, module] of Object.entries(engines)) times[name].push(run(program(module)));
    times.node.push(run('console.log(performance.now())'));
  }
  const t = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
  console.log(
    textTable([
      ['what', 'ms'],
      ['an empty program', short(t.node)],
      ['official', short(t.official)],
      ['ours', short(t.ours)],
    ]),
  );
  console.log(
    `\nratio ${(t.official / t.ours).toFixed(2)}; without the start of Node itself ${((t.official - t.node) / (t.ours - t.node)).toFixed(2)}`,
  );
}

/** Milliseconds since the process began, as it says itself. */
function run(code) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout.trim().split('\n').at(-1));
}

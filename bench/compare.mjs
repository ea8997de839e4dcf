// `npm run bench -- --compare <commit or folder>`: this build against an earlier one, in turns, each in a process of its own.
// For each model the ratio of their speeds (above 1: this build is faster) in stepping, in compiling and in making a Data.
// Options: --list <json>, --filter <words>, --rounds <n>, --js (the plain engine instead of the compiled one).
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { geometricMean, median } from './kit/measure.mjs';
import { benchPaths } from './kit/models.mjs';
import { textTable } from './kit/table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Long enough for a clock, short enough that the machine is the same for both. */
const CHUNK_SECONDS = 0.04;
const kinds = ['steps', 'compile', 'new Data'];

export async function benchCompare({ compare, list, filter, rounds = 25, js = false }) {
  const engine = js ? 'js' : 'wasm';
  const earlier = buildOf(String(compare));
  const children = [earlier.folder, root].map((folder) =>
    fork(join(root, 'bench/children/compareChild.mjs'), [join(folder, 'dist/mujoco.js'), engine]),
  );
  try {
    for (const child of children) await once(child, 'message');
    const rows = [];
    for (const { name, path } of benchPaths(list)) {
      if (filter && !filter.split(',').some((word) => name.includes(word))) continue;
      const ratios = [];
      for (const what of kinds) ratios.push(await pairedRatio(children[0], children[1], { at: path, what }, rounds));
      rows.push([name, ...ratios]);
      console.log(`${name}: ${ratios[0].toFixed(3)}`);
    }
    const means = kinds.map((_, k) => geometricMean(rows.map((row) => row[k + 1]).filter(Number.isFinite)));
    const text = [...rows, ['geometric mean', ...means]].map(([name, ...ratios]) => [
      name,
      ...ratios.map((ratio) => ratio.toFixed(3)),
    ]);
    console.log(`\nspeed of this build over that of ${compare}, ${engine}\n`);
    console.log(textTable([['model', ...kinds], ...text]));
  } finally {
    for (const child of children) child.kill();
    earlier.remove();
  }
}

/** A folder with the build of a commit: the one that was named, or one made for this. */
function buildOf(commit) {
  if (existsSync(join(commit, 'dist/mujoco.js'))) return { folder: resolve(commit), remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'tenon-compare-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 29 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    console.log(`building ${commit}`);
    execFileSync(process.execPath, ['scripts/build.mjs', '--no-types'], { cwd: folder, stdio: 'ignore' });
  } catch (error) {
    remove();
    throw new Error(`--compare: '${commit}' is neither a folder with a build nor a commit that builds`, {
      cause: error,
    });
  }
  return { folder, remove };
}

/** Time of the first over time of the second: the median over rounds in which one follows the other at once. NaN if one
 *  of them cannot do it: builds differ in what they can. */
async function pairedRatio(before, now, work, rounds) {
  try {
    let n = 1;
    while ((await timeOf(before, work, n)) < CHUNK_SECONDS / 2) n *= 2;
    // both begin at the first step: a chunk is then the same stretch of the motion for both
    for (const child of [before, now]) await warmUp(child, work, n);
    const ratios = [];
    for (let round = 0; round < (work.what === 'compile' ? rounds / 3 : rounds); round++) {
      // who goes first changes, so that neither has a better place
      const swapped = round & 1;
      const first = await timeOf(swapped ? now : before, work, n);
      const second = await timeOf(swapped ? before : now, work, n);
      ratios.push(swapped ? second / first : first / second);
    }
    return median(ratios);
  } catch (error) {
    console.log(`${work.what}: ${error.message}`);
    return Number.NaN;
  }
}

async function warmUp(child, work, n) {
  for (let k = 0; k < 5; k++) await timeOf(child, { ...work, again: k === 0 }, n);
}

async function timeOf(child, work, n) {
  child.send({ ...work, n });
  const [{ seconds, problem }] = await once(child, 'message');
  if (problem) throw new Error(problem);
  return seconds;
}

// `npm run bench -- --compare <commit or folder>`: this build against an earlier one, interleaved in turns of milliseconds in one process.
// For each model: the speed ratio (above 1: this build is faster) of stepping, of compiling and of creating a Data; and the same ratio for
// a copy of this build, which is the noise of the machine: a difference that is not larger means nothing. Options: --list <json>, --filter
// <words>, --seconds <n> for each model and kind, --js (the plain engine instead of the compiled one).
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { geometricMean } from './kit/measure.mjs';
import { benchPaths, loadIn, modelAt } from './kit/models.mjs';
import { simulation } from './kit/simulation.mjs';
import { textTable } from './kit/table.mjs';
import { inTurns, ratioOf } from './kit/turns.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Work on a model, by kind: `run` does n units, `end` frees what it allocated. */
const kinds = { steps, compile, 'new Data': newData };

export async function benchCompare({ compare, list, filter, seconds = 2, js = false }) {
  const engine = js ? 'js' : 'wasm';
  const earlier = buildOf(String(compare));
  const copy = copyBuild(root);
  try {
    const engines = [];
    for (const { folder } of [earlier, { folder: root }, copy]) {
      const { default: load } = await import(pathToFileURL(join(folder, 'dist/mujoco.js')).href);
      engines.push(await load({ engine }));
    }
    const rows = [];
    for (const { name, path } of benchPaths(list)) {
      if (filter && !filter.split(',').some((word) => name.includes(word))) continue;
      const ratios = Object.values(kinds).flatMap((kind) => ratiosOf(kind, engines, modelAt(path), seconds));
      rows.push([name, ...ratios]);
      console.log(`${name}: ${ratios[0].toFixed(3)}`);
    }
    const means = rows[0]?.slice(1).map((_, k) => geometricMean(rows.map((row) => row[k + 1]).filter(Number.isFinite)));
    const text = [...rows, ['geometric mean', ...(means ?? [])]].map(([name, ...ratios]) => [
      name,
      ...ratios.map((ratio) => ratio.toFixed(3)),
    ]);
    console.log(`\nspeed of this build over that of ${compare}, ${engine}; then over its own copy\n`);
    console.log(textTable([['model', ...Object.keys(kinds).flatMap((kind) => [kind, 'copy'])], ...text]));
  } finally {
    earlier.remove();
    copy.remove();
  }
}

/** Time of the earlier build over ours, and of a copy of ours over ours. NaN if one of them does not support the work. */
function ratiosOf(kind, engines, model, seconds) {
  const works = [];
  try {
    for (const engine of engines) works.push(kind(engine, model));
    const [before, now, again] = inTurns(works, { seconds, warmup: seconds / 2 });
    return [ratioOf(before, now), ratioOf(again, now)];
  } catch (error) {
    console.log(`${kind.name}: ${error.message}`);
    return [Number.NaN, Number.NaN];
  } finally {
    for (const work of works) work.end();
  }
}

function steps(engine, model) {
  const { run, rewind, m, d } = simulation('', engine, model);
  const end = () => {
    d.delete();
    m.delete();
  };
  return { run, rewind, end };
}

function compile(engine, model) {
  const run = (n) => {
    for (let i = 0; i < n; i++) loadIn(engine, model).delete();
  };
  return { run, end: () => {} };
}

function newData(engine, model) {
  const m = loadIn(engine, model);
  const run = (n) => {
    for (let i = 0; i < n; i++) new engine.MjData(m).delete();
  };
  return { run, end: () => m.delete() };
}

/** A folder with the build of a commit: the folder given, or one built now. */
function buildOf(commit) {
  if (existsSync(join(commit, 'dist/mujoco.js'))) return { folder: resolve(commit), remove: () => {} };
  const made = temporary();
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 29 });
    execFileSync('tar', ['-x', '-C', made.folder], { input: archive });
    symlinkSync(join(root, 'node_modules'), join(made.folder, 'node_modules'));
    console.log(`building ${commit}`);
    execFileSync(process.execPath, ['scripts/build.mjs', '--no-types'], { cwd: made.folder, stdio: 'ignore' });
  } catch (error) {
    made.remove();
    throw new Error(`--compare: '${commit}' is neither a folder with a build nor a commit that builds`, {
      cause: error,
    });
  }
  return made;
}

/** A copy of a build: its modules are loaded and compiled separately. */
function copyBuild(folder) {
  const made = temporary();
  cpSync(join(folder, 'dist'), join(made.folder, 'dist'), {
    recursive: true,
    filter: (path) => !/\/dist\/(docs|viewer)(\/|$)/.test(path),
  });
  symlinkSync(join(folder, 'package.json'), join(made.folder, 'package.json'));
  return made;
}

function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-compare-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

// `npm run conformance -- [arguments of diff.mjs]`: our build against MuJoCo's, model by model and field by field, on the corpus next to
// the project. Without arguments: every model of the corpus.
//   --forward      constraint rows and accelerations of each solver and cone, at states of the official engine; also on
//                  our examples, with or without a corpus
//   --trajectory   500 free steps, statistics where they are chaotic
//   --sleep        sleep states over 2000 steps, in models that enable sleeping (all, with --enable)
//   --api          names, members, values and types of the drop-in API against the official package; --types <version> reads
//                  the declarations of another version, which it installs into build/versions
//   --scenes       mjv_updateScene for each visual flag, label and frame; models without other files
//   --derivatives  finite differences of a step (A, B, C, D; forward and centered) at states of the official engine
//   --analytic     derivatives in closed form against extrapolated differences; --turn <n> shifts the integrators
//   --versions a b what differs between two versions of the official package, which it installs into build/versions: names,
//                  members, values, signatures, and models after compiling and after ten steps
//   all with       --filter <words>, --jobs <n>, --seconds <cap of stepping per model>, --json <file>, --engine <module>,
//                  --resume <file>: a line per finished model; models with a line are not compared again
//
// Fields whose values the engine may choose are listed here, with the reason; a model passes if only they differ.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { exempt } from '../test/support/exempt.mjs';
import { reportAnalytic } from './conformance/analytic.mjs';
import { reportApi } from './conformance/api.mjs';
import { reportDifferences } from './conformance/derivatives.mjs';
import { conformanceModels } from './conformance/models.mjs';
import { compareAll } from './conformance/pool.mjs';
import { reportForward, reportTrajectory } from './conformance/report.mjs';
import { resumable } from './conformance/resume.mjs';
import { reportScenes } from './conformance/scenes.mjs';
import { reportSleep } from './conformance/sleep.mjs';
import { installVersion, reportVersionModels, reportVersionNames } from './conformance/versions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const tool = join(root, '../shared/conformance/diff.mjs');
const corpus = join(root, '../shared/models/corpus.json');
const args = process.argv.slice(2);
const hasFlag = (flag) => args.includes(flag);
const option = (flag, otherwise) => (hasFlag(flag) ? args[args.indexOf(flag) + 1] : otherwise);

if (hasFlag('--forward')) process.exit((await dynamics('forward', reportForward)) ? 0 : 1);
if (hasFlag('--trajectory')) process.exit((await dynamics('trajectory', reportTrajectory)) ? 0 : 1);
if (hasFlag('--sleep')) process.exit((await dynamics('sleep', reportSleep)) ? 0 : 1);
if (hasFlag('--api')) process.exit((await api()) ? 0 : 1);
if (hasFlag('--scenes')) process.exit((await scenes()) ? 0 : 1);
if (hasFlag('--analytic')) process.exit((await dynamics('analytic', reportAnalytic)) ? 0 : 1);
if (hasFlag('--versions')) process.exit(await versions());
if (hasFlag('--derivatives')) process.exit((await dynamics('derivatives', reportDifferences)) ? 0 : 1);
if (!existsSync(tool)) {
  console.error(
    'conformance: the comparison tool is not next to the project; `npm test` has the self-contained checks',
  );
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'tenon-'));
const json = option('--json', join(scratch, 'report.json'));
const all = [
  '--a',
  join(root, 'node_modules/@mujoco/mujoco'),
  '--b',
  join(root, 'dist/mujoco.js'),
  ...(hasFlag('--list') ? [] : ['--list', corpus]),
  ...(hasFlag('--json') ? [] : ['--json', json]),
  ...args,
];
spawnSync(process.execPath, [tool, ...all], { stdio: 'inherit' });
process.exitCode = existsSync(json) ? judge(JSON.parse(readFileSync(json, 'utf8')).report) : 2;
rmSync(scratch, { recursive: true, force: true });

/** How to load the official package, and ours. */
async function loaders() {
  const ours = await import(pathToFileURL(option('--engine', join(root, 'dist/mujoco.js'))).href);
  const theirs = await import('@mujoco/mujoco');
  return [theirs.default, ours.default];
}

/** The drop-in API against the official package. */
async function api() {
  const [loadTheirs, loadOurs] = await loaders();
  const version = option('--types');
  const folder = version ? dirname(fileURLToPath(installVersion(root, version))) : `${root}node_modules/@mujoco/mujoco`;
  return reportApi(root.replace(/\/$/, ''), loadTheirs, loadOurs, join(folder, 'mujoco.d.ts'));
}

/** Scenes of single-file models. */
async function scenes() {
  const quiet = { print() {}, printErr() {} };
  const [theirs, ours] = await Promise.all((await loaders()).map((load) => load(quiet)));
  const single = conformanceModels(option('--filter')).filter(({ files }) => files.length === 0);
  return reportScenes(theirs, ours, single.map(({ main }) => main).slice(0, Number(option('--count', single.length))));
}

/** Two versions of the official package against each other. */
async function versions() {
  const [from, to] = args.slice(args.indexOf('--versions') + 1);
  if (![from, to].every((version) => /^\d+\.\d+\.\d+/.test(version ?? ''))) {
    console.error('conformance: expected --versions and two versions, such as 3.12.0 3.14.0');
    return 2;
  }
  const modules = [installVersion(root, from), installVersion(root, to)];
  await reportVersionNames(root, [from, to], modules);
  const models = conformanceModels(option('--filter'));
  reportVersionModels(
    await compareAll('versions', models, { jobs: Number(option('--jobs', 2)), options: { modules } }),
  );
  return 0;
}

/** Compares the dynamics of every model in a separate process, and reports. */
async function dynamics(what, report) {
  const models = conformanceModels(option('--filter'));
  const seconds = option('--seconds');
  const { known, keep } = resumable(option('--resume'));
  const results = await compareAll(what, models, {
    known,
    ours: pathToFileURL(option('--engine', join(root, 'dist/mujoco.js'))).href,
    jobs: Number(option('--jobs', 2)),
    options: {
      ...(seconds ? { seconds: Number(seconds) } : {}),
      ...(hasFlag('--enable') ? { enable: true } : {}),
      ...(hasFlag('--turn') ? { turn: Number(option('--turn')) } : {}),
    },
    report(r, k) {
      keep(r);
      console.log(`[${k + 1}/${models.length}] ${r.model} ${r.verdict ?? r.skipped ?? r.threw ?? ''}`);
    },
  });
  if (hasFlag('--json')) writeFileSync(option('--json'), JSON.stringify(results));
  return report(results);
}

/** Counts the models whose only differences are exempt, and lists the others with their fields. */
function judge(report) {
  const supported = report.filter((r) => r.expect !== 'reject' && !/not supported yet/.test(r.loadErrorB ?? ''));
  const failures = supported.filter((r) => !passes(r));
  console.log(`\ncompile: ${supported.length - failures.length} of ${supported.length} supported models agree`);
  for (const r of failures) console.log(`  ${r.id}: ${r.loadErrorB ?? fields(r).join(', ')}`);
  const rejects = report.filter((r) => r.expect === 'reject');
  const accepted = rejects.filter((r) => r.reject !== 'PASS');
  console.log(`reject: ${rejects.length - accepted.length} of ${rejects.length} rejected by both`);
  for (const r of accepted) console.log(`  ${r.id}: loads here`);
  return failures.length + accepted.length > 0 ? 1 : 0;
}

function passes(r) {
  return r.model !== undefined && !r.loadErrorB && fields(r).length === 0;
}

/** Fields that differ and are not exempt. */
function fields(r) {
  const { diff = [], shape = [], missing = [] } = r.model ?? {};
  const names = [
    ...diff.filter((d) => d.bad && d.cat !== 'memory').map((d) => d.name),
    ...shape.map((s) => s.name),
    ...missing,
  ];
  return [...new Set(names)].filter((name) => !exempt.has(name));
}

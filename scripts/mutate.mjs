// `npm run mutate [-- files or folders]`: changes one operator, guard, index or call at a time in a copy of the sources, and runs the tests
// that reach it, the nearest first. Prints each mutant that no test detects.
//   --count <n>   mutants of each file or folder (default: 50)
//   --seed <n>    another choice of mutants (default: 1)
//   --jobs <n>    mutants at a time (default: 2)
//   --budget <n>  seconds of tests for each mutant (default: 40)
//   --kills       also print which test detected each mutant
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { equivalent } from './mutate/equivalent.mjs';
import { applyMutant, generateMutants, parses } from './mutate/generate.mjs';
import { pickMutants, reasonEquivalent } from './mutate/pick.mjs';
import { readReach, withProbes } from './mutate/reach.mjs';
import { allTests, relatedTests, sourcesAt } from './mutate/relatedTests.mjs';
import { runTests } from './mutate/runTests.mjs';
import { root, Tree } from './mutate/tree.mjs';

/** @typedef {import('./mutate/generate.mjs').Mutant} Mutant */
/** @typedef {{ mutant: Mutant, path: string, id: number }} Candidate */
/** @typedef {{ reach: Map<number, Set<string>>, times: Map<string, number>, known: Set<string> }} Baseline */

const options = ['--count', '--seed', '--jobs', '--budget'];
const args = process.argv.slice(2);
const paths = args.filter((arg, k) => !arg.startsWith('--') && !options.includes(args[k - 1] ?? ''));
const [count = 0, seed = 0, jobs = 0, budget = 0] = [50, 1, 2, 40].map((value, k) => number(options[k] ?? '', value));

/** Outcome of a mutant whose tests did not start in time; it counts as neither detected nor surviving. */
const UNDECIDED = 'undecided';

const abort = new AbortController();
process.once('SIGINT', () => abort.abort());
process.once('SIGTERM', () => abort.abort());

const candidates = (paths.length > 0 ? paths : ['src/core'])
  .flatMap(candidatesAt)
  .map((found, id) => ({ ...found, id }));
const baseline = await measure();
/** @type {Map<Candidate, string | undefined>} the test that detected a mutant */
const results = new Map();
const queue = [...candidates];
await Promise.all(Array.from({ length: jobs }, work));
for (const path of new Set(candidates.map((found) => found.path))) report(path);

/** @param {string} flag @param {number} usual */
function number(flag, usual) {
  const text = args.includes(flag) ? args[args.indexOf(flag) + 1] : String(usual);
  if (Number.isInteger(Number(text)) && Number(text) >= 1) return Number(text);
  console.error(`mutate: expected a whole number after ${flag}, found ${text}`);
  process.exit(2);
}

/** @param {string} file */
function read(file) {
  return readFileSync(join(root, file), 'utf8');
}

/** @param {string} path */
function candidatesAt(path) {
  const all = sourcesAt(path).flatMap((file) => generateMutants(file, read(file)));
  const counted = all.filter((mutant) => reasonEquivalent(mutant, equivalent) === undefined);
  return pickMutants(counted, count, seed)
    .filter((mutant) => parses(applyMutant(read(mutant.file), mutant)))
    .map((mutant) => ({ mutant, path }));
}

/** Runs the tests once with probes: duration of each file, tests that fail anyway, and the mutants that each reaches.
 *  @returns {Promise<Baseline>} */
async function measure() {
  const tree = new Tree();
  const log = join(tree.path, 'reach.log');
  try {
    for (const file of new Set(candidates.map(({ mutant }) => mutant.file))) {
      const here = candidates.filter(({ mutant }) => mutant.file === file);
      tree.write(
        file,
        withProbes(
          file,
          read(file),
          here.map(({ mutant, id }) => /** @type {const} */ ([mutant, id])),
        ),
      );
    }
    const related = new Set(candidates.flatMap(({ mutant }) => relatedTests(mutant.file)));
    const tests = allTests().filter((test) => related.has(test));
    console.log(`${candidates.length} mutants, seed ${seed}; ${tests.length} test files run once`);
    const { times, failures } = await runTests({
      path: tree.path,
      tests,
      limit: () => 300_000,
      all: true,
      log,
      signal: abort.signal,
    });
    for (const failure of failures) console.log(`without a mutant: ${failure}`);
    return { reach: readReach(log), times, known: new Set(failures) };
  } finally {
    tree.remove();
  }
}

async function work() {
  const tree = new Tree();
  try {
    for (let next = queue.shift(); next && !abort.signal.aborted; next = queue.shift()) {
      const source = read(next.mutant.file);
      tree.write(next.mutant.file, applyMutant(source, next.mutant));
      const began = performance.now();
      const by = await kill(tree.path, next);
      tree.write(next.mutant.file, source);
      if (abort.signal.aborted) return;
      results.set(next, by);
      if (by === undefined || by === UNDECIDED || args.includes('--kills'))
        print(next.mutant, by, performance.now() - began);
    }
  } finally {
    tree.remove();
  }
}

/** The test that detects a mutant. @param {string} path @param {Candidate} candidate @returns {Promise<string | undefined>} */
async function kill(path, { mutant, id }) {
  const { times, known } = baseline;
  const tests = chooseTests(mutant, id);
  if (tests.length === 0) return undefined;
  const limit = (/** @type {string} */ test) => 10_000 + 5 * (times.get(test) ?? 0);
  const run = () => runTests({ path, tests, limit, known, signal: abort.signal });
  let { result, by } = await run();
  // a busy machine: the mutant has not run yet
  if (result === 'undecided') ({ result, by } = await run());
  if (result === 'undecided') return UNDECIDED;
  if (result === 'passed') return undefined;
  return result === 'timeout' ? `${by} (time limit)` : by;
}

/** Test files that reach a mutant, nearest and fastest first, within the budget. @param {Mutant} mutant @param {number} id */
function chooseTests({ file }, id) {
  const { reach, times } = baseline;
  const reached = reach.get(id) ?? new Set();
  const near = relatedTests(file).filter((test) => reached.has(test) && times.has(test));
  // three additional imports count as much as a second
  const rank = (/** @type {string} */ test) => near.indexOf(test) / 3 + (times.get(test) ?? 0) / 1000;
  let spent = 0;
  return near
    .sort((a, b) => rank(a) - rank(b))
    .filter((test, k) => {
      spent += times.get(test) ?? 0;
      return k === 0 || spent < 1000 * budget;
    });
}

/** @param {Mutant} mutant @param {string | undefined} by @param {number} time */
function print({ file, line, before, after }, by, time) {
  const outcome = by === undefined ? 'SURVIVED' : by === UNDECIDED ? 'UNDECIDED' : 'killed  ';
  console.log(`${outcome} ${file}:${line}  (${(time / 1000).toFixed(0)} s)`);
  console.log(`    ${before}\n  → ${after}`);
  if (by !== undefined && by !== UNDECIDED) console.log(`    by ${by}`);
}

/** @param {string} path */
function report(path) {
  const all = [...results].filter(([found]) => found.path === path);
  const here = all.filter(([, by]) => by !== UNDECIDED);
  const killed = here.filter(([, by]) => by !== undefined).length;
  const share = here.length === 0 ? 0 : (100 * killed) / here.length;
  const unreached = here.filter(([{ id }]) => !baseline.reach.has(id)).length;
  console.log(
    `${path}: ${killed} of ${here.length} mutants detected (${share.toFixed(0)} %), ${unreached} in code that no test runs, ${all.length - here.length} undecided`,
  );
}

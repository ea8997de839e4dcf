// `npm run check`: types, lint, and the tests that need no build, browser or installed program.
//   npm run check -- <words>      only test files whose path contains one of the words
//   npm run check -- --changed    only test files that depend on files changed since the last commit
//   npm run check -- --all        also test files that passed and whose dependencies did not change
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ImportGraph } from './check/importGraph.mjs';
import { PassedTests } from './check/passed.mjs';
import { runTests, slowest } from './check/runTests.mjs';
import { failed, runStages, seconds } from './check/stages.mjs';
import { testFiles } from './check/testFiles.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const options = process.argv.slice(2).filter((arg) => arg.startsWith('--'));
const words = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const unknown = options.find((option) => !['--changed', '--all'].includes(option));
if (unknown) failed(`check: expected words, --changed or --all, found ${unknown}`);

const started = performance.now();
const graph = new ImportGraph(root);
const passed = new PassedTests(root, graph);
const selected = select();
const due = options.includes('--all') ? selected : selected.filter((path) => !passed.has(path));
const keys = passed.keys(due);

const [results] = await Promise.all([
  runTests(root, due, { part: 'fast', quiet: true }),
  runStages(root, ['types', 'lint']),
]);
passed.add(Object.fromEntries(results.filter((file) => file.passed).map(({ path }) => [path, keys[path] ?? ''])));

const tests = results.reduce((sum, file) => sum + file.tests, 0);
if (results.length > 0) console.log(`\nslowest test files:\n${slowest(results, 3).join('\n')}`);
const unchanged = selected.length - due.length;
const aside =
  unchanged > 0 ? `; ${unchanged} files passed before and their dependencies did not change (--all runs them)` : '';
console.log(`\n${tests} tests in ${results.length} files${aside}`);
const wrong = results.filter((file) => !file.passed).map(({ path }) => path);
if (wrong.length > 0) failed(`check: ${wrong.length} test files failed:\n  ${wrong.join('\n  ')}`);
if (process.exitCode) failed('check: types or lint failed, see above');
console.log(`check passed in ${seconds(started)} s; \`npm test\` runs everything`);

/** The selected test files of the fast part. */
function select() {
  const all = testFiles(root);
  const named = all.filter(({ path }) => words.length === 0 || words.some((word) => path.includes(word)));
  if (named.length === 0) failed(`check: no test file's path contains ${words.join(' or ')}`);
  const aside = words.length > 0 ? named.filter((file) => file.needs !== undefined) : [];
  for (const file of aside) console.log(`${file.path} needs ${file.needs}: \`npm test -- ${file.path}\``);
  const fast = named.filter((file) => file.needs === undefined).map(({ path }) => path);
  return options.includes('--changed') ? graph.affected(fast, changedFiles()) : fast;
}

/** Paths that differ from the last commit. */
function changedFiles() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')].filter(Boolean);
}

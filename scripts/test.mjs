// `npm test`: `npm run check`, then the build, and the tests that need it, browsers, servers and other runtimes.
//   npm test -- <words>   only test files whose path contains one of the words
import { fileURLToPath } from 'node:url';
import { runTests, slowest } from './check/runTests.mjs';
import { failed, runStages, seconds } from './check/stages.mjs';
import { testFiles } from './check/testFiles.mjs';
import { whyMissing } from './programs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const words = process.argv.slice(2);
const started = performance.now();
const files = testFiles(root).filter(({ path }) => words.length === 0 || words.some((word) => path.includes(word)));
if (files.length === 0) failed(`test: no test file's path contains ${words.join(' or ')}`);
const fast = files.filter(({ needs }) => needs === undefined);
const rest = files.filter(({ needs }) => needs !== undefined);

// mostly waits for the network
const programs = rest.length > 0 ? runStages(root, ['programs']) : undefined;
const [checked, first] = await Promise.all([
  runStages(root, ['types', 'lint', 'unused']),
  runTests(root, pathsOf(fast), { part: 'fast' }),
]);
if (!checked || first.some(({ passed }) => !passed)) failed('test: the fast part failed, see above');
console.log(`the fast part passed after ${seconds(started)} s`);

if (rest.length > 0 && !(await runStages(root, ['build', 'checkedEngine'])))
  failed('test: the build failed, see above');
await programs;
const skippedFiles = rest.flatMap(({ path, needs }) => {
  const reason = reasonToSkip(needs);
  return reason === undefined ? [] : [{ path, reason }];
});
const possible = rest.filter(({ path }) => !skippedFiles.some((file) => file.path === path));
const second = await runTests(root, pathsOf(possible), { part: 'rest' });
const results = [...first, ...second];
console.log(`\nslowest test files:\n${slowest(results, 10).join('\n')}`);
const skipped = [
  ...skippedFiles.map(({ path, reason }) => `  ${path}: ${reason}`),
  ...results.flatMap(({ path, skipped }) =>
    skipped.map((title) => `  ${path}: ${title} (long, set TENON_LONG=1; or no GPU adapter or runtime)`),
  ),
];
if (skipped.length > 0) console.log(`\nskipped:\n${skipped.join('\n')}`);
const wrong = results.filter(({ passed }) => !passed).map(({ path }) => `  ${path}`);
if (wrong.length > 0) failed(`test: ${wrong.length} test files failed:\n${wrong.join('\n')}`);
const tests = results.reduce((sum, file) => sum + file.tests, 0);
console.log(`\nall ${tests} tests in ${results.length} files passed in ${seconds(started)} s`);

/** Reason why test files with a requirement cannot run here. @param {string | undefined} needs */
function reasonToSkip(needs) {
  if (needs === 'a browser') return whyMissing('chromium') ?? whyMissing('firefox');
  return needs === 'nats-server' ? whyMissing('nats') : undefined;
}

/** @param {typeof files} list */
function pathsOf(list) {
  return list.map(({ path }) => path);
}

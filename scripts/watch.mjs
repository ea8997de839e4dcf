// `npm run watch`: on every edit runs the tests that depend on the edited files and need no build, browser or program.
//   npm run watch -- <words>   only test files whose path contains one of the words
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ImportGraph } from './check/importGraph.mjs';
import { runTests } from './check/runTests.mjs';
import { testFiles } from './check/testFiles.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const words = process.argv.slice(2);
const graph = new ImportGraph(root);
/** Edited files that are not yet tested. @type {Set<string>} */
const edited = new Set();
let running = false;
/** @type {NodeJS.Timeout | undefined} */
let timer;

for (const folder of ['src', 'test', 'scripts', 'apps', 'examples'])
  watch(`${root}/${folder}`, { recursive: true }, (_, name) => {
    const path = `${folder}/${name?.replaceAll('\\', '/')}`;
    if (!/\.(ts|mjs|as|json|xml)$/.test(path)) return;
    edited.add(path);
    clearTimeout(timer);
    // editors write a file in several steps
    timer = setTimeout(runDue, 100);
  });
console.log('watching src, test, scripts, apps and examples; end with Ctrl-C');

async function runDue() {
  if (running) return;
  const changed = [...edited].filter((path) => graph.update(path));
  edited.clear();
  if (changed.length === 0) return;
  const fast = testFiles(root).filter(
    ({ path, needs }) => !needs && (words.length === 0 || words.some((word) => path.includes(word))),
  );
  const due = graph.affected(
    fast.map(({ path }) => path),
    changed,
  );
  console.log(`\n${changed.join(', ')}: ${due.length} test files`);
  running = true;
  await runTests(root, nearestFirst(due, changed), { part: 'fast', quiet: true }).catch((error) =>
    console.error(error.message),
  );
  running = false;
  if (edited.size > 0) await runDue();
  else console.log('waiting for edits');
}

/** Test files next to the edited ones first. @param {string[]} tests @param {string[]} changed */
function nearestFirst(tests, changed) {
  const shared = (/** @type {string} */ test) =>
    Math.max(...changed.map((path) => [...path].findIndex((letter, k) => test[k] !== letter)));
  return [...tests].sort((a, b) => shared(b) - shared(a));
}

// `npm test`: types, lint and format, the build with its dialect check, then all tests. Stops at the first failure and says which.
//   npm test -- <words>   only test files whose path contains one of the words
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const bin = (name) => `${root}/node_modules/.bin/${name}`;

/** @type {[string, string, string[]][]} */
const stages = [
  ['types', process.execPath, [`${root}/scripts/types.mjs`]],
  ['lint and format', bin('biome'), ['check', '--error-on-warnings', '--reporter=summary', '.']],
  ['exports and files that nobody uses', bin('knip'), []],
  ['build', process.execPath, [`${root}/scripts/build.mjs`]],
  ['tests', bin('vitest'), ['run', ...words]],
];

const started = performance.now();
for (const [name, command, args] of stages) {
  const from = performance.now();
  console.log(`\n# ${name}`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) {
    console.error(`\n${name}: failed${error ? ` (${error.message})` : ''}`);
    process.exit(1);
  }
  console.log(`${name}: ${seconds(from)} s`);
}
console.log(`\nall green in ${seconds(started)} s`);

function seconds(from) {
  return ((performance.now() - from) / 1000).toFixed(1);
}

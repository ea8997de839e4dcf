// `npm test`: programs that tests start, types, lint and format, exports that nobody uses, and the build with its dialect
// check, side by side; then all tests, which use the build. Says what failed, and ends with an error.
//   npm test -- <words>   only test files whose path contains one of the words
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const bin = (/** @type {string} */ name) => `${root}/node_modules/.bin/${name}`;

/** @typedef {[name: string, command: string, args: string[]]} Stage */

/** @type {Stage} */
const build = ['build', process.execPath, [`${root}/scripts/build.mjs`]];
/** @type {Stage} mostly waits for the network */
const programs = ['browsers, servers and runtimes', process.execPath, [`${root}/scripts/programs.mjs`]];
/** @type {Stage[]} one after the other, beside the build: two processes at a time */
const checks = [
  ['types', process.execPath, [`${root}/scripts/types.mjs`]],
  ['lint and format', bin('biome'), ['check', '--error-on-warnings', '--reporter=summary', '.']],
  ['exports and files that nobody uses', bin('knip'), []],
  // a test would wait for it
  ['the engine with checks of bounds', process.execPath, [`${root}/scripts/wasm/make.mjs`, '--checked']],
];

const started = performance.now();
await Promise.all([run(programs, 'pipe'), run(build, 'pipe'), checkAll()]);
await run(['tests', bin('vitest'), ['run', ...words]], 'inherit');
console.log(`\nall green in ${seconds(started)} s`);

async function checkAll() {
  for (const task of checks) await run(task, 'pipe');
}

/** Runs one stage; what it prints comes in one piece if others run beside it. Ends everything when it fails.
 *  @param {Stage} stage @param {'pipe' | 'inherit'} output */
async function run([name, command, args], output) {
  const from = performance.now();
  if (output === 'inherit') console.log(`\n# ${name}`);
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd: root, stdio: ['inherit', output, output], shell: process.platform === 'win32' };
  const child = spawn(command, args, options);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text));
  const failed = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status) => resolve(status === 0 ? undefined : `ended with ${status}`));
  });
  if (output === 'pipe') console.log(`\n# ${name}\n${printed.trimEnd()}`);
  if (failed !== undefined) {
    console.error(`\n${name}: failed (${failed})`);
    process.exit(1);
  }
  console.log(`${name}: ${seconds(from)} s`);
}

/** @param {number} from */
function seconds(from) {
  return ((performance.now() - from) / 1000).toFixed(1);
}

// Programs that `npm run check` and `npm test` run in addition to the tests.
import { spawn } from 'node:child_process';

/** @typedef {[title: string, command: string, args: string[]]} Stage */

/** @param {string} root */
function stages(root) {
  const bin = (/** @type {string} */ name) => `${root}/node_modules/.bin/${name}`;
  const script = (/** @type {string} */ name) => `${root}/scripts/${name}`;
  return /** @satisfies {Record<string, Stage>} */ ({
    types: ['types', process.execPath, [script('types.mjs')]],
    lint: ['lint and format', bin('biome'), ['check', '--error-on-warnings', '--reporter=summary', '.']],
    unused: ['unused exports and files', bin('knip'), []],
    build: ['build', process.execPath, [script('build.mjs')]],
    checkedEngine: ['engine with bounds checks', process.execPath, [script('wasm/make.mjs'), '--checked']],
    programs: ['browsers, servers and runtimes', process.execPath, [script('programs.mjs')]],
  });
}

/** Runs stages one after the other. A stage that fails prints its output and sets the exit code.
 *  @param {string} root @param {(keyof ReturnType<typeof stages>)[]} names @returns {Promise<boolean>} whether all passed */
export async function runStages(root, names) {
  let passed = true;
  for (const name of names) passed = (await runStage(root, stages(root)[name])) && passed;
  if (!passed) process.exitCode = 1;
  return passed;
}

/** @param {string} root @param {Stage} stage */
async function runStage(root, [title, command, args]) {
  const from = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const problem = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status) => resolve(status === 0 ? undefined : `exit code ${status}`));
  });
  if (problem === undefined) console.log(`${title}: passed in ${seconds(from)} s`);
  else console.error(`\n${printed.trimEnd()}\n${title}: failed (${problem})`);
  return problem === undefined;
}

/** Ends the run with a message. @param {string} message @returns {never} */
export function failed(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

/** @param {number} from */
export function seconds(from) {
  return ((performance.now() - from) / 1000).toFixed(1);
}

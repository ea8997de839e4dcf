// One run of test files in a copy of the repository. Ends at the first failure, or when a file exceeds its time limit.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MARK } from './progress.mjs';
import { LOG } from './reach.mjs';

/** Milliseconds for the start, during which nothing is reported. */
const STARTUP = 90_000;

/** Name of the phase in which no test file runs. */
const NO_FILE = 'startup';

/** @typedef {object} Outcome
 *  @property {'passed' | 'failed' | 'timeout' | 'undecided'} result undecided: no test file started in time
 *  @property {string} [by] the test that failed, or the file that exceeded its time limit
 *  @property {Map<string, number>} times milliseconds of files
 *  @property {string[]} failures */

/** @typedef {object} Options
 *  @property {string} path the copy
 *  @property {readonly string[]} tests in the order in which they run
 *  @property {(test: string) => number} limit milliseconds for a file
 *  @property {ReadonlySet<string>} [known] failures that do not count
 *  @property {boolean} [all] whether to go on after a failure
 *  @property {string} [log] file that probes write to
 *  @property {AbortSignal} signal */

/** @param {Options} options @returns {Promise<Outcome>} */
export function runTests({ path, tests, limit, known = new Set(), all = false, log = '', signal }) {
  const child = startVitest(path, tests, log);
  /** @type {Outcome} */
  const outcome = { result: 'passed', times: new Map(), failures: [] };
  return new Promise((resolve) => {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const end = () => endGroup(child.pid);
    const watch = (/** @type {string} */ name, /** @type {number} */ time) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        Object.assign(outcome, { result: name === NO_FILE ? 'undecided' : 'timeout', by: name });
        end();
      }, time);
    };
    const take = (/** @type {any} */ found) => {
      if (found.start !== undefined) watch(found.start, limit(found.start));
      // until the next file starts
      if (found.end !== undefined) watch(NO_FILE, STARTUP);
      if (found.end !== undefined) outcome.times.set(found.end, found.time);
      if (found.failed === undefined || known.has(found.failed)) return;
      outcome.failures.push(found.failed);
      if (all || outcome.result !== 'passed') return;
      Object.assign(outcome, { result: 'failed', by: found.failed });
      end();
    };
    signal.addEventListener('abort', end);
    watch(NO_FILE, STARTUP);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith(MARK)) take(JSON.parse(line.slice(MARK.length)));
    });
    child.on('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      // a thread that ended with an error
      const silent = tests.some((test) => !outcome.times.has(test));
      if (silent && outcome.result === 'passed') Object.assign(outcome, { result: 'failed', by: 'the run' });
      resolve(outcome);
    });
  });
}

/** @param {string} path @param {readonly string[]} tests @param {string} log */
function startVitest(path, tests, log) {
  const vitest = join(path, 'node_modules/vitest/vitest.mjs');
  const config = join(path, 'scripts/mutate/vitestConfig.mjs');
  return spawn(process.execPath, [vitest, 'run', '--root', path, '--config', config], {
    cwd: path,
    // a separate process group, which is killed as a whole
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TENON_MUTATE_TESTS: JSON.stringify(tests), [LOG]: log },
  });
}

/** @param {number | undefined} pid */
function endGroup(pid) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}

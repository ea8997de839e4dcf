// Monitors the process of a campaign: a case that hangs or crashes the process is a failure too, and the campaign continues after it.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadKit } from './kit.mjs';
import { makeCase, writeRepro } from './run.mjs';

const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));
/** Seconds after which a case counts as hanging. */
const PATIENCE = 90;

/** @typedef {object} Summary
 *  @property {number} seconds @property {Record<string, number>} counts
 *  @property {Map<string, { count: number, example: string }>} classes
 *  @property {{ count: number, message: string, file?: string }[]} failures */

/** @param {string} name @param {{ seed: number, from: number, count?: number, time: number }} options
 *  @returns {Promise<Summary>} */
export async function supervise(name, { seed, from, count, time }) {
  const began = performance.now();
  const until = performance.timeOrigin + began + time;
  /** @type {Summary} */
  const summary = { seconds: 0, counts: {}, classes: new Map(), failures: [] };
  let next = from;
  while (next < from + (count ?? Number.POSITIVE_INFINITY) && performance.timeOrigin + performance.now() < until) {
    const left = count === undefined ? undefined : from + count - next;
    const part = await runPart({ name, seed, from: next, count: left, until });
    if (part.result) add(summary, part.result);
    for (const failure of part.result ? [] : part.failures) summary.failures.push({ ...failure, count: 1 });
    if (part.result) break;
    const message = part.hung ? `no result after ${PATIENCE} s` : `the process exited: ${part.words}`;
    const file = writeRepro(
      { campaign: name, seed, index: part.index, message },
      await makeCase(name, await loadKit(), seed, part.index),
    );
    summary.failures.push({ count: 1, message, file });
    next = part.index + 1;
  }
  summary.seconds = (performance.now() - began) / 1000;
  return summary;
}

/** @param {Summary} summary @param {any} result */
function add(summary, { counts, classes = new Map(), failures }) {
  for (const [what, n] of Object.entries(counts)) summary.counts[what] = (summary.counts[what] ?? 0) + n;
  for (const [kind, seen] of classes) summary.classes.set(kind, seen);
  summary.failures.push(...failures);
}

/** One process: its result, or the index of the case at which it hung or crashed. @param {object} options
 *  @returns {Promise<{ result?: any, index: number, hung: boolean, words: string, failures: any[] }>} */
function runPart(options) {
  return new Promise((resolve) => {
    const child = fork(worker, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], serialization: 'advanced' });
    const state = { index: 0, hung: false, words: '', failures: /** @type {any[]} */ ([]), result: undefined };
    let heard = performance.now();
    const timer = setInterval(() => {
      if (performance.now() - heard < 1000 * PATIENCE) return;
      state.hung = true;
      child.kill('SIGKILL');
    }, 1000);
    child.stderr?.on('data', (text) => {
      state.words = (state.words + text).slice(-400);
    });
    child.on('message', (/** @type {any} */ message) => {
      heard = performance.now();
      if (message.index !== undefined) state.index = message.index;
      if (message.failure) state.failures.push(message.failure);
      if (message.result) state.result = message.result;
    });
    child.once('exit', () => {
      clearInterval(timer);
      resolve(state);
    });
    child.send(options);
  });
}

// Checks in a separate process whether the official package accepts models: a model can crash its module or its process, which is then
// restarted.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('oracleChild.mjs', import.meta.url));
const SECONDS = 30;

/** @typedef {{ accepted: boolean, message: string }} Verdict */

export class Oracle {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;

  /** Whether the official package accepts a model; `fresh` uses a new instance.
   *  @param {string} xml @param {boolean} fresh @returns {Promise<Verdict>} */
  ask(xml, fresh) {
    const asked = this.#started();
    return new Promise((resolve) => {
      const end = (/** @type {Verdict} */ verdict) => {
        clearTimeout(timer);
        asked.removeAllListeners();
        resolve(verdict);
      };
      const broken = (/** @type {string} */ message) => {
        this.stop();
        end({ accepted: false, message });
      };
      const timer = setTimeout(() => broken(`(no response after ${SECONDS} s)`), 1000 * SECONDS);
      asked.once('message', (/** @type {Verdict} */ verdict) => end(verdict));
      asked.once('exit', (code, signal) => broken(`(its process exited: ${code ?? signal})`));
      asked.send({ xml, fresh });
    });
  }

  stop() {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }

  #started() {
    this.#process ??= fork(child, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' });
    return this.#process;
  }
}

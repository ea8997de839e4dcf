// Asks the official package, in a process of its own, whether it accepts models: a model can break its module or end its
// process, which then starts anew.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('oracleChild.mjs', import.meta.url));
const SECONDS = 30;

/** @typedef {{ accepted: boolean, message: string }} Verdict */

export class Oracle {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;

  /** Whether it accepts a model; `fresh` asks an instance that has seen nothing before.
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
      const timer = setTimeout(() => broken(`(no answer after ${SECONDS} s)`), 1000 * SECONDS);
      asked.once('message', (/** @type {Verdict} */ verdict) => end(verdict));
      asked.once('exit', (code, signal) => broken(`(its process ended: ${code ?? signal})`));
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

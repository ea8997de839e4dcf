// A server and workers that can be killed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../programs.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const root = fileURLToPath(new URL('../..', import.meta.url));
/** How each kind differs from an honest worker. */
const preloads = {
  honest: [],
  liar: ['--import', new URL('liar.mjs', import.meta.url).href],
  skewed: ['--import', new URL('skew.mjs', import.meta.url).href],
};

export class ChaosCluster {
  #store = mkdtempSync(join(tmpdir(), 'tenon-chaos-'));
  /** @type {ChildProcess | undefined} */
  #server;
  /** @type {Set<ChildProcess>} */
  #all = new Set();
  /** Workers that may be killed, the oldest first. @type {ChildProcess[]} */
  #workers = [];
  #port = 0;
  workersKilled = 0;
  serversKilled = 0;

  get address() {
    return `nats://127.0.0.1:${this.#port}`;
  }

  async start() {
    this.#port ||= await freePort();
    const args = ['-js', '-a', '127.0.0.1', '-p', String(this.#port), '-sd', this.#store];
    this.#server = spawn(findProgram('nats'), args, { stdio: 'ignore' });
    await answers(this.#port);
  }

  async killServer() {
    await killAndWait(this.#server);
    this.serversKilled++;
    await this.start();
  }

  /** @param {keyof typeof preloads} kind */
  addWorker(kind) {
    const args = [...preloads[kind], `${root}dist/cli.js`, 'worker', '--server', this.address, '--quiet'];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    this.#all.add(child);
    if (kind !== 'liar') this.#workers.push(child);
    return child;
  }

  /** Kills the oldest worker and starts another. @param {keyof typeof preloads} kind of the new one */
  async killWorker(kind) {
    const oldest = this.#workers.shift();
    this.addWorker(kind);
    await killAndWait(oldest);
    this.workersKilled++;
  }

  async close() {
    await Promise.all([...this.#all].map(killAndWait));
    await killAndWait(this.#server);
    rmSync(this.#store, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Kills a child process and waits until it has exited. @param {ChildProcess | undefined} child */
async function killAndWait(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((found) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => found(port));
    });
  });
}

/** @param {number} port */
async function answers(port) {
  for (let k = 0; k < 600; k++) {
    const isThere = await new Promise((done) => {
      const line = connect(port, '127.0.0.1', () => {
        line.end();
        done(true);
      }).on('error', () => done(false));
    });
    if (isThere) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error('the NATS server does not respond');
}

/** A NATS server and worker processes for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/programs.mjs';
import {
  type JobSpec,
  runWorker,
  type SubmitOptions,
  submit,
  type TaskResult,
  type WorkerOptions,
} from '../../src/cluster.ts';

/** Results of a job in the order of its worlds. */
export async function collect(spec: JobSpec, options: SubmitOptions): Promise<TaskResult[]> {
  const found: TaskResult[] = [];
  for await (const result of submit(spec, options)) found.push(result);
  return found.sort((a, b) => a.first - b.first);
}

/** Runs a worker in this process during a callback. */
export async function withWorker<T>(options: WorkerOptions, run: () => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const work = runWorker({ ...options, signal: stop.signal });
  try {
    return await Promise.race([run(), work.then(() => Promise.reject(new Error('the worker has stopped')))]);
  } finally {
    stop.abort();
    await work.catch(() => {});
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Server {
  address: string;
  /** Kills the server, and starts another one with the same store. */
  restart(): Promise<void>;
  /** A worker of the built package, in a separate process. */
  worker(...args: string[]): ChildProcess;
  endWorkers(): Promise<void>;
  close(): Promise<void>;
}

export async function startServer(...options: string[]): Promise<Server> {
  const store = mkdtempSync(join(tmpdir(), 'tenon-nats-'));
  const port = await freePort();
  const workers: ChildProcess[] = [];
  const start = async () => {
    const child = spawn(findProgram('nats'), ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', store, ...options], {
      stdio: 'ignore',
    });
    await answers(port);
    return child;
  };
  const endWorkers = async () => {
    await Promise.all(workers.map((worker) => ended(worker, 'SIGKILL')));
  };
  let server = await start();
  const address = `nats://127.0.0.1:${port}`;
  return {
    address,
    async restart() {
      await ended(server, 'SIGKILL');
      server = await start();
    },
    worker(...args) {
      const child = spawn(process.execPath, [`${root}/dist/cli.js`, 'worker', '--server', address, ...args], {
        stdio: 'ignore',
      });
      workers.push(child);
      return child;
    },
    endWorkers,
    async close() {
      await endWorkers();
      await ended(server, 'SIGKILL');
      rmSync(store, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Kills a process started by this test, and waits until it has exited. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await gone;
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });
}

async function answers(port: number): Promise<void> {
  for (let k = 0; k < 300; k++) {
    const there = await new Promise<boolean>((done) => {
      const line = connect(port, '127.0.0.1', () => {
        line.end();
        done(true);
      }).on('error', () => done(false));
    });
    if (there) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error('the NATS server does not respond');
}

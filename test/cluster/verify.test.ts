// needs: nats-server
/** Workers that lie, and verified jobs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeThreads } from '../../src/batch.ts';
import type { JobSpec, WorkerOptions } from '../../src/cluster.ts';
import { type AnswerMessage, decodeAnswer } from '../../src/worlds/cluster/message.ts';
import { openCluster, RESULTS } from '../../src/worlds/cluster/nats/connection.ts';
import { runWorkerWith } from '../../src/worlds/cluster/nats/worker.ts';
import type { TaskRunner } from '../../src/worlds/cluster/thread/taskThread.ts';
import { collect, type Server, startServer } from './server.ts';

const job: JobSpec = { model: 'examples/pendulum.xml', nstep: 5, worlds: 8, chunk: 2, noise: { qvel: 0.1 } };
let server: Server;

beforeAll(async () => {
  server = await startServer();
}, 180_000);

afterAll(async () => {
  await server?.close();
  closeThreads();
});

type Wrap = (runner: TaskRunner) => TaskRunner;

const honest: Wrap = (runner) => runner;
/** The last bit of every result is wrong. */
const lying: Wrap = (runner) => ({
  has: (id) => runner.has(id),
  load: (id, bytes) => runner.load(id, bytes),
  restart: () => runner.restart(),
  async run(id, first) {
    const reply = await runner.run(id, first);
    if ('bytes' in reply) reply.bytes[reply.bytes.length - 1] ^= 1;
    return reply;
  },
});

/** Runs workers during a callback. */
async function withWorkers<T>(workers: Record<string, Wrap>, run: () => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const work = Object.entries(workers).map(([name, wrap]) => {
    const options: WorkerOptions = { server: server.address, name, signal: stop.signal };
    return runWorkerWith(options, wrap);
  });
  try {
    return await run();
  } finally {
    stop.abort();
    await Promise.all(work);
  }
}

/** All published results. */
async function answers(): Promise<AnswerMessage[]> {
  const cluster = await openCluster({ server: server.address });
  const { state } = await cluster.manager.streams.info(RESULTS);
  const found: AnswerMessage[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
    const message = await cluster.manager.streams.getMessage(RESULTS, { seq }).catch(() => null);
    if (message) found.push(decodeAnswer(message.subject, message.data).answer);
  }
  await cluster.close();
  return found;
}

test('the two runs of a verified task are on different workers', async () => {
  await withWorkers({ a: honest, b: honest }, () => collect(job, { server: server.address, verify: 1 }));
  const given = await answers();
  for (const first of [0, 2, 4, 6]) {
    const by = given.filter((answer) => answer.first === first).map(({ worker }) => worker);
    expect(new Set(by)).toEqual(new Set(['a', 'b']));
  }
}, 180_000);

test('large results go through the store, also two of the same task', async () => {
  const spec = { ...job, seed: 3, worlds: 4, nstep: 8000, every: 1 };
  const options = { server: server.address, verify: 1 };
  const found = await withWorkers({ a: honest, b: honest }, () => collect(spec, options));
  expect(found[0].state.byteLength).toBeGreaterThan(300_000);
  expect(found).toEqual(await collect(spec, { threads: 0 }));
}, 180_000);

test('with one worker a verified job finishes, and the submitter gets a warning that it verified itself', async () => {
  const notices: string[] = [];
  const spec = { ...job, seed: 1, worlds: 2 };
  const options = { server: server.address, verify: 1, onNotice: (text: string) => notices.push(text) };
  const found = await withWorkers({ a: honest }, () => collect(spec, options));
  expect(found).toEqual(await collect(spec, { threads: 0 }));
  expect(notices.join()).toMatch(/verified by the worker that had answered it, a, because no other worker took it/);
}, 180_000);

test('a lying worker is identified, and the results are still right', async () => {
  const notices: string[] = [];
  const spec = { ...job, seed: 2 };
  const options = { server: server.address, verify: 1, onNotice: (text: string) => notices.push(text) };
  let begun = () => {};
  const lie = new Promise<void>((resume) => {
    begun = resume;
  });
  // alone at first, so that it publishes results
  const found = await withWorkers(
    {
      liar: (runner) => ({
        ...lying(runner),
        run: (id, first) => {
          begun();
          return lying(runner).run(id, first);
        },
      }),
    },
    async () => {
      const run = collect(spec, options);
      await lie;
      return withWorkers({ a: honest, b: honest }, () => run);
    },
  );
  expect(found).toEqual(await collect(spec, { threads: 0 }));
  const named = notices.filter((text) => text.includes('returned a wrong result'));
  expect(named.join()).toMatch(/^worker liar returned a wrong result/);
  expect(named.join()).not.toMatch(/worker [ab] gave/);
}, 180_000);

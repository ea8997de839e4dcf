// needs: nats-server
/** Access control of a cluster, and verification of results. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeThreads } from '../../src/batch.ts';
import {
  type Evolution,
  evolve,
  type Generation,
  type JobSpec,
  runWorker,
  type SubmitOptions,
} from '../../src/cluster.ts';
import { hashOf } from '../../src/worlds/cluster/bytes.ts';
import { engineName } from '../../src/worlds/cluster/engine.ts';
import { bundleOf, prepareJob } from '../../src/worlds/cluster/job.ts';
import { checkJobSpec } from '../../src/worlds/cluster/jobSpec.ts';
import { encodeAnswer, resultSubject } from '../../src/worlds/cluster/message.ts';
import { openCluster, type ServerOptions } from '../../src/worlds/cluster/nats/connection.ts';
import { runTask } from '../../src/worlds/cluster/task.ts';
import { collect, type Server, startServer, withWorker } from './server.ts';

vi.mock('../../src/worlds/cluster/engine.ts', { spy: true });

const job: JobSpec = { model: 'examples/pendulum.xml', nstep: 5, worlds: 6, chunk: 2, noise: { qvel: 0.1 } };
let folder: string;
let server: Server;
/** Credentials for a connection. */
let access: ServerOptions;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenon-tls-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  makeCertificate(cert, key);
  server = await startServer('--tls', '--tlscert', cert, '--tlskey', key, '--auth', 'sesame');
  access = { server: server.address, token: 'sesame', tls: cert };
}, 180_000);

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
  closeThreads();
});

function makeCertificate(cert: string, key: string): void {
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=tenon', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
}

test('with token and certificate a job runs over an encrypted connection, without either the connection is rejected', async () => {
  const found = await withWorker(access, () => collect(job, access));
  expect(found).toEqual(await collect(job, { threads: 0 }));
  await expect(collect(job, { ...access, token: 'sesam' })).rejects.toThrow(/authorization/i);
  await expect(collect(job, { ...access, tls: true })).rejects.toThrow(/certificate/i);
  // a worker waits for a server that is not started yet, but not for one that rejects it
  await expect(runWorker({ ...access, token: 'sesam' })).rejects.toThrow(/authorization/i);
}, 180_000);

test('a worker with another engine reports it and leaves the job to others', async () => {
  const spec = { ...job, seed: 1 };
  const notices: string[] = [];
  const stop = new AbortController();
  vi.mocked(engineName).mockClear().mockResolvedValueOnce('another');
  await withWorker(access, async () => {
    // by now the worker has requested the name of its engine
    await vi.waitFor(() => expect(engineName).toHaveBeenCalled(), 60_000);
    const left = collect(spec, {
      ...access,
      signal: stop.signal,
      onNotice: (text) => {
        notices.push(text);
        stop.abort(new Error('no worker took it'));
      },
    });
    await expect(left).rejects.toThrow('no worker took it');
  });
  expect(notices[0]).toMatch(/has another version of the engine and leaves this job to other workers/);
  const done = await withWorker(access, () => collect(spec, access));
  expect(done).toEqual(await collect(spec, { threads: 0 }));
}, 180_000);

test('a result that differs in one bit from that of another worker is detected', async () => {
  const spec = { ...job, seed: 2 };
  await putAnswer(spec, 2, (bytes) => {
    bytes[bytes.length - 1] ^= 1;
  });
  await withWorker(access, async () => {
    await expect(collect(spec, { ...access, verify: 1 })).rejects.toThrow(
      /^two workers disagree about the task with world 2: forger and .*One of their machines or programs is broken/,
    );
  });
}, 180_000);

test('results of an earlier run are compared too', async () => {
  const spec = { ...job, seed: 3 };
  await putAnswer(spec, 0, () => {});
  await withWorker(access, async () => {
    expect(await collect(spec, { ...access, verify: 1 })).toHaveLength(3);
  });
}, 180_000);

/** Publishes a result of a task, as a worker does. */
async function putAnswer(spec: JobSpec, first: number, change: (bytes: Uint8Array) => void): Promise<void> {
  const bundle = await bundleOf(checkJobSpec(spec), await engineName());
  const prepared = await prepareJob(bundle.id, bundle.bytes, false);
  const bytes = await runTask(prepared, first, 0);
  prepared.model.free();
  change(bytes);
  const cluster = await openCluster(access);
  const { id } = bundle;
  const [sha256, size] = [await hashOf(bytes), bytes.length];
  const answer = { job: id, first, run: 1, worker: 'forger', instance: 'forger', sha256, size };
  const data = encodeAnswer({ ...answer, object: '', error: undefined }, bytes);
  await cluster.js.publish(resultSubject(id, first), data);
  await cluster.close();
}

test('an evolution strategy computes the same values on a cluster as on this machine', async () => {
  const evolution: Evolution = {
    field: 'dof_damping',
    start: [1],
    sigma: 0.3,
    rate: 0.2,
    population: 4,
    generations: 2,
    // reward speed after a few steps
    score: ({ state }, i) => Math.abs(state[3 * i + 2]),
  };
  const run = async (options: SubmitOptions) => {
    const found: Generation[] = [];
    for await (const generation of evolve({ ...job, noise: { qvel: 1 } }, evolution, options)) found.push(generation);
    return found;
  };
  const local = await run({ threads: 0 });
  expect(local).toHaveLength(2);
  expect(local[1].mean).not.toEqual(local[0].mean);
  expect(await withWorker(access, () => run(access))).toEqual(local);
}, 180_000);

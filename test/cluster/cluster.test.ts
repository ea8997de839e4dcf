// needs: nats-server
/** Jobs on a cluster: a real NATS server, workers that are killed, a server that is restarted. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeThreads } from '../../src/batch.ts';
import { type JobSpec, listJobs, submit, type TaskResult } from '../../src/cluster.ts';
import { collect, ended, type Server, startServer, withWorker } from './server.ts';

const job: JobSpec = {
  model: 'examples/humanoid.xml',
  nstep: 100,
  chunk: 2,
  seed: 5,
  worlds: 10,
  noise: { qpos: 0.05, qvel: 0.1, ctrl: 0.3 },
  fields: ['xpos', 'ncon'],
  sweep: { 'opt.gravity[2]': [-9.81, -1], 'body_mass[1]': { from: 5, to: 9, count: 3 } },
};
let server: Server;

beforeAll(async () => {
  server = await startServer();
}, 180_000);

afterAll(async () => {
  await server?.close();
  closeThreads();
});

test('killed workers and a restarted server lose nothing, and the bytes equal those of a local run', async () => {
  const local = await collect(job, { threads: 2 });
  expect(local.reduce((sum, { nbatch }) => sum + nbatch, 0)).toBe(60);
  const [first] = [server.worker('--quiet'), server.worker('--quiet')];
  const total = local.length;
  const found: TaskResult[] = [];
  for await (const result of submit(job, { server: server.address, verify: 5 })) {
    found.push(result);
    if (found.length === 5) {
      await ended(first, 'SIGKILL');
      server.worker('--quiet');
    }
    if (found.length === 12) await server.restart();
  }
  expect(found).toHaveLength(total);
  expect(found.sort((a, b) => a.first - b.first)).toEqual(local);
  // all results exist already: the second run computes nothing
  expect(await collect(job, { server: server.address })).toEqual(local);
  expect(await listJobs({ server: server.address })).toMatchObject([{ worlds: 60, done: total }]);
  await server.endWorkers();
}, 180_000);

test('a job resumes where it stopped after its submitter was killed', async () => {
  const spec = { ...job, seed: 6, nstep: 20 };
  await withWorker({ server: server.address }, async () => {
    const seen = new Set<number>();
    for await (const { first } of submit(spec, { server: server.address, window: 4 })) {
      seen.add(first);
      if (seen.size === 3) break;
    }
    const again = await collect(spec, { server: server.address, window: 4 });
    expect(again).toEqual(await collect(spec, { threads: 0 }));
  });
}, 180_000);

test('a worker runs policies only if allowed, and models read only their own files', async () => {
  const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
  const folder = mkdtempSync('build/policy-');
  try {
    writeFileSync(`${folder}/policy.mjs`, 'export default (m, d) => { d.ctrl.fill(0.1); };');
    const spec: JobSpec = {
      model: 'examples/humanoid.xml',
      nstep: 5,
      policy: `${folder}/policy.mjs`,
      fields: ['ctrl'],
    };
    const stop = new AbortController();
    const notices: string[] = [];
    await withWorker({ server: server.address }, async () => {
      const refused = collect(spec, {
        server: server.address,
        signal: stop.signal,
        onNotice: (text) => {
          notices.push(text);
          stop.abort(new Error('refused'));
        },
      });
      await expect(refused).rejects.toThrow('refused');
    });
    expect(notices[0]).toContain('the job has a policy, and this worker does not allow policies');
    const allowed = await withWorker({ server: server.address, allowPolicies: true }, () =>
      collect(spec, { server: server.address }),
    );
    expect(allowed[0].fields.ctrl[0]).toBe(0.1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);

test('an error of a job has a message', async () => {
  const wrong = { ...job, sweep: { 'body_mass[999]': [1] } };
  await withWorker({ server: server.address }, async () => {
    await expect(collect(wrong, { server: server.address })).rejects.toThrow(
      'body_mass: expected an index below 15, found 999',
    );
  });
  await expect(collect({ ...job, nsteps: 3 } as JobSpec, {})).rejects.toThrow("unknown property 'nsteps'");
  await expect(collect({ ...job, nstep: 0 }, {})).rejects.toThrow(
    'nstep: expected a whole number from 1 to 10000000, found 0',
  );
  await expect(collect(job, { server: 'nats://127.0.0.1:1' })).rejects.toThrow(
    'no server responds at nats://127.0.0.1:1',
  );
}, 180_000);

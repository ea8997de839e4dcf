// needs: nats-server
/** Faults in a cluster stay local: no message, result or task ends a worker or misleads a submitter. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { closeThreads } from '../../src/batch.ts';
import { evolve, type JobSpec, type SubmitOptions, submit } from '../../src/cluster.ts';
import { engineName } from '../../src/worlds/cluster/engine.ts';
import { openRaw, type RawCluster } from './raw.ts';
import { collect, ended, type Server, startServer, withWorker } from './server.ts';

const job: JobSpec = { model: 'examples/pendulum.xml', nstep: 5, worlds: 6, chunk: 2, noise: { qvel: 0.1 } };
const someId = '0123456789abcdef01234567';
let server: Server;
let raw: RawCluster;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  raw = await openRaw({ server: server.address });
  folder = mkdtempSync(join(tmpdir(), 'tenon-faults-'));
}, 180_000);

afterEach(() => server.endWorkers());

afterAll(async () => {
  await raw?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
  closeThreads();
});

/** The id of a job. */
async function expectedJobId(spec: JobSpec): Promise<string> {
  const { bundleOf } = await import('../../src/worlds/cluster/job.ts');
  const { checkJobSpec } = await import('../../src/worlds/cluster/jobSpec.ts');
  return (await bundleOf(checkJobSpec(spec), await engineName())).id;
}

/** A job with a policy of this source text. */
function withPolicy(name: string, text: string): JobSpec {
  writeFileSync(join(folder, name), text);
  return { ...job, worlds: 1, chunk: 1, policy: join(folder, name) };
}

/** A policy with an endless loop in compiled code, which creates a file when it starts. */
const compiledLoop = (mark: string) => `import { writeFileSync } from 'node:fs';
  const loop = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0,
  3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 9, 1, 7, 0, 3, 64, 12, 0, 11, 11]))); 
  export default () => { writeFileSync('${mark}', ''); loop.exports.f(); };`;

const remote = (more: SubmitOptions = {}): SubmitOptions => ({ server: server.address, ...more });

test('a malformed task is removed with a notice, and the worker continues', async () => {
  const good = { version: 2, job: someId, first: 0, engine: await engineName(), run: 1, avoid: [], exclude: [] };
  const poison: (string | Uint8Array)[] = [
    'not JSON',
    '',
    'null',
    '7',
    '[]',
    '{}',
    JSON.stringify({ first: 0, engine: await engineName() }),
    JSON.stringify({ ...good, version: 'two' }),
    JSON.stringify({ ...good, first: -1 }),
    JSON.stringify({ ...good, first: 1 }),
    JSON.stringify({ ...good, job: `${someId.slice(1)}f` }),
    JSON.stringify({ ...good, avoid: 'all' }),
    JSON.stringify({ ...good, run: 1e300 }),
    JSON.stringify(good).replace('"run":1', '"run":NaN'),
    JSON.stringify(good).replace('"run":1', '"run":1e999'),
    '['.repeat(10_000),
    '['.repeat(500_000),
    Uint8Array.of(0xff, 0xfe, 0x00, 0x80),
    new Uint8Array(900_000),
  ];
  const told: string[] = [];
  await withWorker({ ...remote(), onNotice: (text) => told.push(text) }, async () => {
    for (const data of poison) await raw.publish(`tenon.task.${someId}.0`, data, { odd: 'h\u00e9ad \u{1f9be}' });
    await raw.publish('tenon.task.odd-id.x', '{}');
    const spec = { ...job, seed: 100 };
    expect(await collect(spec, remote())).toEqual(await collect(spec, { threads: 0 }));
    await vi.waitFor(async () => expect((await raw.counts()).tasks).toBe(0), 60_000);
  });
  expect(told.length).toBe(poison.length + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is for their absence
  for (const text of told) expect(text).not.toMatch(/[\u0000-\u001f]/);
}, 180_000);

test('missing or damaged files of a job are uploaded again by its submitter', async () => {
  const spec = { ...job, seed: 101 };
  const id = await expectedJobId(spec);
  const notices: string[] = [];
  const found: number[] = [];
  const run = (async () => {
    for await (const { first } of submit(spec, remote({ onNotice: (text) => notices.push(text) }))) found.push(first);
  })();
  await vi.waitFor(async () => expect((await raw.counts()).tasks).toBeGreaterThan(0), 60_000);
  await raw.put(id, new TextEncoder().encode('{"header":{}}\nnonsense'));
  await withWorker(remote(), () => run);
  expect(found.sort((a, b) => a - b)).toEqual([0, 2, 4]);
  expect(notices.join()).toMatch(/damaged/);
  // a job without a submitter is removed
  const task = { version: 2, job: someId, first: 0, engine: await engineName(), run: 1, avoid: [], exclude: [] };
  await raw.publish(`tenon.task.${someId}.0`, JSON.stringify(task));
  await withWorker(remote(), () => vi.waitFor(async () => expect((await raw.counts()).tasks).toBe(0), 60_000));
}, 180_000);

test.each([
  ['sweep: opt.timestep: count', { sweep: { 'opt.timestep': { from: 0.001, to: 0.002, count: 3e8 } } }, 3e8],
  ['sweep and worlds', { worlds: 1000, sweep: { 'opt.timestep': { from: 0.001, to: 0.002, count: 2000 } } }, 2e6],
  ['worlds', { worlds: 3e8 }, 3e8],
  ['nstep', { nstep: 1e12 }, 1e12],
  ['chunk', { worlds: 1e6, chunk: 1 }, 1e6],
  ['chunk', { worlds: 1e6, chunk: 1e6, nstep: 1000, every: 1 }, ''],
  ['noise: qvel', { noise: { qvel: Number.NaN } }, 'NaN'],
  ['sweep: opt.timestep[1]', { sweep: { 'opt.timestep': [0.001, Number.POSITIVE_INFINITY] } }, 'Infinity'],
  ['parameters: dof_damping[0]', { parameters: { dof_damping: ['1' as unknown as number] } }, "'1'"],
  ['control: shape', { control: { data: [1, 2], shape: [2, 1, 1] } }, '[2, 1, 1]'],
])('a job beyond its bounds is an error of %s, with the found value', async (field, change, found) => {
  const wrong = { ...job, ...change } as JobSpec;
  const error = await collect(wrong, { threads: 0 }).catch((reason: Error) => reason);
  expect(String(error)).toContain(`job: ${field}`);
  expect(String(error)).toContain(`found ${found}`);
});

test('a worker checks the bounds of a job that a submitter did not check', async () => {
  const { pack, hashOf } = await import('../../src/worlds/cluster/bytes.ts');
  const spec = { ...job, sweep: { 'opt.timestep': { from: 0.001, to: 0.002, count: 3e8 } } };
  const bytes = pack({ spec, paths: [], engine: await engineName() }, []);
  const id = (await hashOf(bytes)).slice(0, 24);
  await raw.put(id, bytes);
  const task = { version: 2, job: id, first: 0, engine: await engineName(), run: 1, avoid: [], exclude: [] };
  const { results } = await raw.counts();
  await withWorker(remote(), async () => {
    await raw.publish(`tenon.task.${id}.0`, JSON.stringify(task));
    await vi.waitFor(async () => expect((await raw.counts()).results).toBe(results + 1), 60_000);
    const other = { ...job, seed: 102 };
    expect(await collect(other, remote())).toHaveLength(3);
  });
}, 180_000);

test('results of unknown tasks, or with a wrong shape, are ignored', async () => {
  const spec = { ...job, seed: 103 };
  const id = await expectedJobId(spec);
  for (const first of [999, 1, 6]) await raw.publish(`tenon.result.${id}.${first}`, 'stray');
  for (const data of ['stray', '', '{"header":{},"lengths":[]}\n', 'x'.repeat(900_000), '{"header":{"version":2}}\n'])
    await raw.publish(`tenon.result.${id}.0`, data, { worker: 'nobody', error: '' });
  const notices: string[] = [];
  await withWorker(remote(), async () => {
    const found = await collect(spec, remote({ onNotice: (text) => notices.push(text) }));
    expect(found).toEqual(await collect(spec, { threads: 0 }));
  });
  expect(notices.filter((text) => text.startsWith('ignored a result'))).toHaveLength(8);
}, 180_000);

test('a full store is an error of the job, not an endless wait', async () => {
  const config = join(folder, 'small.conf');
  writeFileSync(config, 'jetstream { max_file_store: 300KB }\n');
  const small = await startServer('-c', config);
  try {
    // results of 40 KB each
    const spec = { ...job, worlds: 60, chunk: 1, nstep: 2000, every: 1 };
    await withWorker({ server: small.address }, async () => {
      await expect(collect(spec, { server: small.address })).rejects.toThrow(/store|resources|maximum bytes|queue/i);
    });
  } finally {
    await small.close();
  }
}, 180_000);

test('control characters in an error text do not damage its message', async () => {
  const spec = withPolicy('odd.mjs', "export default () => { throw new Error('a\\r\\nb\\u0000c\\u2028d\\ud800e'); };");
  await withWorker({ ...remote(), allowPolicies: true }, async () => {
    await expect(collect(spec, remote())).rejects.toThrow(/world 0, step 0: a b c d\ufffde$/);
  });
}, 180_000);

test('a task is retried after its thread crashed or ran out of memory', async () => {
  for (const [k, fault] of [
    'process.exit(3)',
    'const all = []; for (;;) all.push(new Array(1e6).fill(1.5))',
  ].entries()) {
    const mark = join(folder, `mark-${k}`);
    const text = `const fs = process.getBuiltinModule('node:fs');
      export default (m, d) => { if (!fs.existsSync('${mark}')) { fs.writeFileSync('${mark}', ''); ${fault}; } };`;
    const spec = { ...withPolicy(`once-${k}.mjs`, text), seed: k };
    const notices: string[] = [];
    await withWorker({ ...remote(), allowPolicies: true }, async () => {
      expect(await collect(spec, remote({ onNotice: (notice) => notices.push(notice) }))).toHaveLength(1);
    });
    expect(notices.join()).toMatch(/thread/);
  }
}, 180_000);

test('a task that never ends fails after some attempts, and the workers stay alive', async () => {
  const spec = withPolicy('endless.mjs', 'export default () => { for (;;); };');
  await withWorker({ ...remote(), allowPolicies: true, taskSeconds: 0.7 }, async () => {
    await expect(collect(spec, remote())).rejects.toThrow(
      /task with world 0: given up after 3 failed attempts. Last error: worker .*: no result after 0.7 s/,
    );
    expect(await collect({ ...job, seed: 104 }, remote())).toHaveLength(3);
    // submitting it again retries it
    await expect(collect(spec, remote())).rejects.toThrow(/given up after 3 failed attempts/);
  });
}, 180_000);

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a worker exits on %s during an endless task, and the task returns to the queue',
  async (signal) => {
    const mark = join(folder, `began-${signal}`);
    const spec = withPolicy(`endless-${signal}.mjs`, compiledLoop(mark));
    const worker = server.worker('--allow-policies');
    const stop = new AbortController();
    const run = collect(spec, remote({ signal: stop.signal })).catch(() => {});
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), 60_000);
    await ended(worker, signal);
    expect(worker.exitCode).toBe(0);
    expect((await raw.counts()).tasks).toBe(1);
    stop.abort();
    await run;
    const { openCluster, TASKS } = await import('../../src/worlds/cluster/nats/connection.ts');
    const cluster = await openCluster(remote());
    await cluster.manager.streams.purge(TASKS);
    await cluster.close();
  },
  180_000,
);

test('changes to a job object after its submission have no effect', async () => {
  const options = { threads: 0 };
  const spec = () => ({
    model: 'examples/pendulum.xml',
    nstep: 5,
    fields: ['qpos'],
    noise: { qvel: 0.1 },
    sweep: { 'opt.timestep': [0.001, 0.002] },
    parameters: { dof_damping: Float64Array.of(0.3) as unknown as number[] },
  });
  const expected = await collect(spec(), options);
  const mutable = spec();
  const run = submit(mutable, options);
  mutable.nstep = 50;
  mutable.fields.push('nothing');
  mutable.noise.qvel = 9;
  mutable.sweep['opt.timestep'][0] = 1;
  mutable.parameters.dof_damping.fill(7);
  const found = [];
  for await (const result of run) found.push(result);
  expect(found).toEqual(expected);
  const evolution = {
    field: 'dof_damping',
    start: [1],
    sigma: 0.3,
    rate: 0.2,
    population: 2,
    generations: 2,
    score: () => 1,
  };
  const generations = evolve(job, evolution, options);
  evolution.start[0] = 5;
  evolution.generations = 1;
  const means = [];
  for await (const { mean } of generations) means.push(Math.abs(mean[0] - 1) < 1);
  expect(means).toEqual([true, true]);
});

test('parameters that are not physical quantities are rejected by submitter and worker', async () => {
  const file = join(folder, 'job.json');
  const model = readFileSync('examples/pendulum.xml');
  writeFileSync(join(folder, 'pendulum.xml'), model);
  writeFileSync(file, JSON.stringify({ model: 'pendulum.xml', nstep: 1, sweep: { 'dof_parentid[0]': [0] } }));
  // a separate process, which can be killed if it hangs
  const sweep = spawn(process.execPath, ['dist/cli.js', 'sweep', file, '--quiet'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const timer = setTimeout(() => sweep.kill('SIGKILL'), 20_000);
  let text = '';
  sweep.stderr?.on('data', (part) => {
    text += part;
  });
  await new Promise((done) => sweep.once('close', done));
  clearTimeout(timer);
  expect(text).toContain('dof_parentid');
  // a worker that receives such a job anyway ends its task in time and responds with an error
  const { pack, hashOf } = await import('../../src/worlds/cluster/bytes.ts');
  const spec = { model: 'pendulum.xml', nstep: 1, sweep: { 'dof_parentid[0]': [0] } };
  const bytes = pack({ spec, paths: ['pendulum.xml'], engine: await engineName() }, [new Uint8Array(model)]);
  const id = (await hashOf(bytes)).slice(0, 24);
  await raw.put(id, bytes);
  const task = { version: 2, job: id, first: 0, engine: await engineName(), run: 1, avoid: [], exclude: [] };
  const { results } = await raw.counts();
  await withWorker({ ...remote(), taskSeconds: 2 }, async () => {
    await raw.publish(`tenon.task.${id}.0`, JSON.stringify(task));
    await vi.waitFor(async () => expect((await raw.counts()).results).toBe(results + 1), 60_000);
    expect(await collect({ ...job, seed: 105 }, remote())).toHaveLength(3);
  });
}, 180_000);

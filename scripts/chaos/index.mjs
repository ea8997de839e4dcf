// A job on a cluster with every kind of fault, compared with the same job on this machine.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { connect } from '@nats-io/transport-node';
import { anyDamage, damagedJson } from '../torture/material/damageJson.mjs';
import { Random } from '../torture/material/random.mjs';
import { ChaosCluster } from './cluster.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** URL of the built package, so that the type check needs no build. */
const entry = new URL('../../dist/cluster.js', import.meta.url).href;
/** Worlds per task. */
const CHUNK = 2;

/** @typedef {import('./index.d.mts').ChaosOptions} ChaosOptions */
/** @typedef {import('./index.d.mts').ChaosFigures} ChaosFigures */
/** @typedef {Map<number, string>} Hashes of the results, by the first world of each task */

/** @param {ChaosOptions} options @returns {Promise<ChaosFigures>} */
export async function runChaos({ tasks, workers, seed, seconds = 1, serverKills = 2 }) {
  const { submit } = await import(entry);
  const random = new Random(seed);
  const job = { ...makeJob(tasks), seed: seed % 1000 };
  const calm = await collect(submit(job, { threads: 0 }), () => {});
  const began = performance.now();
  const cluster = new ChaosCluster();
  const state = { poison: 0, strays: 0, done: 0, liar: /** @type {string | undefined} */ (undefined), id: '' };
  try {
    await cluster.start();
    cluster.addWorker('liar');
    for (let k = 0; k < workers; k++) cluster.addWorker(k === 1 ? 'skewed' : 'honest');
    const onNotice = (/** @type {string} */ text) => {
      if (/returned a wrong result/.test(text)) state.liar ??= text;
    };
    const onProgress = (/** @type {{ id: string, done: number }} */ { id, done }) => {
      state.id = id;
      state.done = Math.max(state.done, done);
      chaos.onProgress();
    };
    const options = { server: cluster.address, verify: 1, window: 64, onNotice, onProgress };
    const chaos = disturb(cluster, random, state, { tasks, seconds, serverKills });
    const found = await Promise.all([
      collect(submit(job, options), () => {}),
      collect(submit(job, { ...options, window: 32 }), () => {}),
    ]);
    await chaos.stop();
    const took = (performance.now() - began) / 1000;
    const left = await leftInQueue(cluster);
    return figuresOf({ tasks, seconds: took, calm, found, cluster, state, left, serverKills });
  } finally {
    await cluster.close();
  }
}

/** @param {number} tasks */
function makeJob(tasks) {
  return {
    model: `${root}examples/pendulum.xml`,
    nstep: 40,
    worlds: tasks * CHUNK,
    chunk: CHUNK,
    noise: { qpos: 0.5, qvel: 0.5 },
    fields: ['qpos', 'qvel'],
  };
}

/** Collects the results of a submitter. @param {AsyncIterable<any>} results @param {(first: number) => void} onResult
 *  @returns {Promise<{ hashes: Hashes, twice: number }>} */
async function collect(results, onResult) {
  const hashes = new Map();
  let twice = 0;
  for await (const { first, state, sensordata, fields } of results) {
    const hash = createHash('sha256');
    for (const array of [state, sensordata, ...Object.values(fields)]) hash.update(new Uint8Array(array.buffer));
    if (hashes.has(first)) twice++;
    hashes.set(first, hash.digest('hex'));
    onResult(first);
  }
  return { hashes, twice };
}

/** Kills workers and injects messages at intervals until it is stopped. The first worker is killed at the first result, and the server
 *  after a fraction of the tasks, independently of the speed of the machine. @param {ChaosCluster} cluster @param {Random} random
 *  @param {{ poison: number, strays: number, done: number, id: string }} state
 *  @param {{ tasks: number, seconds: number, serverKills: number }} options */
function disturb(cluster, random, state, { tasks, seconds, serverKills }) {
  let stopped = false;
  let kills = 0;
  let kill = Promise.resolve();
  const onProgress = () => {
    if (kills === 0) kill = kill.then(() => cluster.killWorker('honest'));
    kills ||= 1;
    for (; kills <= serverKills && state.done > (kills * tasks) / (serverKills + 1); kills++)
      kill = kill.then(() => cluster.killServer());
  };
  const run = async () => {
    for (let round = 0; !stopped; round++) {
      await new Promise((resume) => setTimeout(resume, 1000 * seconds));
      if (stopped) return;
      await inject(cluster, random, state).catch(() => {});
      if (round > 0) await cluster.killWorker(random.chance(0.2) ? 'skewed' : 'honest');
    }
  };
  const interval = run();
  return {
    onProgress,
    stop: async () => {
      stopped = true;
      await Promise.all([interval, kill]);
    },
  };
}

/** Injects malformed tasks and results. @param {ChaosCluster} cluster @param {Random} random
 *  @param {{ poison: number, strays: number, id: string }} state */
async function inject(cluster, random, state) {
  const line = await connect({ servers: cluster.address, timeout: 2000, reconnect: false });
  try {
    const id = state.id || '0123456789abcdef01234567';
    for (let k = 0; k < 30; k++) {
      const bytes = Uint8Array.from({ length: random.int(200) }, () => random.int(256));
      // without the engine version: a damaged version would make it a valid task that waits for another worker version
      const task = { version: 2, job: id, first: 0, run: 1, avoid: [], exclude: [] };
      const damaged = damagedJson(
        task,
        random.list(random.int(4), () => anyDamage(random)),
      );
      const data = random.pick([
        bytes,
        damaged,
        damaged,
        damaged,
        'not JSON',
        '{}',
        '{"version":2}',
        `{"version":2,"job":"${id}","first":0,"run":NaN}`,
      ]);
      const first = random.pick([0, 1, 2, 999_999, 'x']);
      line.publish(`tenon.task.${id}.${first}`, data);
      line.publish(`tenon.result.${id}.${first}`, data);
      line.publish(`tenon.notice.${id}`, data);
      state.poison++;
      state.strays++;
    }
    await line.flush();
  } finally {
    await line.close();
  }
}

/** Messages that are not yet delivered or acknowledged after a delay. A killed server keeps some that it regards as acknowledged; these are
 *  never delivered. @param {ChaosCluster} cluster */
async function leftInQueue(cluster) {
  const { jetstreamManager } = await import('@nats-io/jetstream');
  const line = await connect({ servers: cluster.address });
  try {
    const manager = await jetstreamManager(line);
    let left = 0;
    for (let k = 0; k < 120; k++) {
      const { num_pending, num_ack_pending } = await manager.consumers.info('TENON_TASKS', 'workers');
      left = num_pending + num_ack_pending;
      if (left === 0) break;
      await new Promise((resume) => setTimeout(resume, 500));
    }
    return left;
  } finally {
    await line.close();
  }
}

/** @param {{ tasks: number, seconds: number, calm: { hashes: Hashes }, found: { hashes: Hashes, twice: number }[],
 *    cluster: ChaosCluster, state: any, left: number, serverKills: number }} run @returns {ChaosFigures} */
function figuresOf({ tasks, seconds, calm, found, cluster, state, left, serverKills }) {
  const results = found.map(({ hashes }) => hashes.size);
  const twice = found.reduce((sum, submitter) => sum + submitter.twice, 0);
  const differs = (/** @type {Hashes} */ hashes) =>
    [...calm.hashes].filter(([first, hash]) => hashes.get(first) !== hash).length;
  const different = found.reduce((sum, { hashes }) => sum + differs(hashes), 0);
  const { workersKilled, serversKilled } = cluster;
  const { poison, strays, liar } = state;
  const faults = [
    ...(results.every((n) => n === tasks) ? [] : [`expected ${tasks} results for each submitter, found ${results}`]),
    ...(twice === 0 ? [] : [`${twice} results counted twice`]),
    ...(different === 0 ? [] : [`${different} results with different bytes`]),
    ...(liar ? [] : ['the lying worker was not identified']),
    ...(serversKilled === serverKills ? [] : [`expected ${serverKills} kills of the server, found ${serversKilled}`]),
    ...(left === 0 ? [] : [`${left} messages are left in the queue`]),
  ];
  return {
    tasks,
    seconds,
    results,
    twice,
    different,
    workersKilled,
    serversKilled,
    poison,
    strays,
    liar,
    left,
    faults,
  };
}

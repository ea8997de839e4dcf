// `npm run bench -- cluster`: a job of many tasks on worker processes of this machine, first undisturbed, then with one worker killed every
// second and the server restarted after a quarter of the results. Options: --tasks <n>, --workers <n>, --worlds <n> per task, --steps <n>
// per world, --seconds <n> between kills, --no-calm skips the undisturbed run. A worker lives for that interval times the number of
// workers, and needs about a second of a core to start: on a busy machine use a longer interval.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../scripts/programs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** URL of the built package, so that the type check needs no build. */
const entry = new URL('../dist/cluster.js', import.meta.url).href;

export async function benchCluster({ tasks = 2000, workers = 4, worlds = 4, steps = 100, seconds = 1, calm = true }) {
  const { submit } = await import(entry);
  const job = {
    model: `${root}examples/humanoid.xml`,
    nstep: steps,
    worlds: tasks * worlds,
    chunk: worlds,
    noise: { qvel: 0.1 },
  };
  const local = await run(submit({ ...job }, { threads: 1 }));
  console.log(`this process alone: ${tasks} tasks in ${local.seconds.toFixed(1)} s, bytes ${local.hash}`);
  for (const disturbed of calm ? [false, true] : [true]) {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-bench-'));
    const cluster = await start(folder, workers);
    // an interrupted bench also ends its workers
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => cluster.close().then(() => process.exit(1)));
    try {
      // each server has its own store, so the job can be the same; another seed would be another job
      const found = await run(
        submit({ ...job }, { server: cluster.address }),
        cluster,
        disturbed ? { seconds, restartAfter: tasks / 4 } : undefined,
      );
      const share = cluster.busyBetween(found.from, found.to) / (workers * found.seconds);
      console.log(
        `${workers} workers${disturbed ? `, ${cluster.killed} killed, server restarted` : ''}: ${found.results} results, ` +
          `${found.twice} twice, in ${found.seconds.toFixed(1)} s, bytes ${found.hash === local.hash ? 'the same' : 'DIFFERENT'}` +
          `${disturbed ? '' : `, workers busy ${(100 * share).toFixed(1)} % of the time`}, submitter at most ${found.megabytes} MB`,
      );
    } finally {
      await cluster.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Reads all results. With kills enabled, meanwhile kills one worker per interval, and restarts the server after a number of results. */
async function run(results, cluster, disturbance) {
  const hashes = new Map();
  let [twice, maxRss, from] = [0, 0, 0];
  const killing = disturbance && setInterval(() => cluster.killOne(), 1000 * disturbance.seconds);
  let restarted = false;
  for await (const { first, state } of results) {
    // the clock starts at the first result; on a cluster this is the first result of the slowest worker to start
    if (from === 0 && (cluster?.ready ?? true)) from = performance.now();
    if (hashes.has(first)) twice++;
    hashes.set(
      first,
      createHash('sha256')
        .update(new Uint8Array(state.buffer, state.byteOffset, state.byteLength))
        .digest('hex'),
    );
    maxRss = Math.max(maxRss, process.memoryUsage().rss);
    if (disturbance && !restarted && hashes.size > disturbance.restartAfter) {
      restarted = true;
      cluster.restart();
    }
  }
  clearInterval(killing);
  const all = createHash('sha256');
  for (const first of [...hashes.keys()].sort((a, b) => a - b)) all.update(`${first} ${hashes.get(first)}\n`);
  const to = performance.now();
  return {
    results: hashes.size,
    twice,
    from,
    to,
    seconds: (to - from) / 1000,
    hash: all.digest('hex').slice(0, 16),
    megabytes: Math.round(maxRss / 2 ** 20),
  };
}

async function start(folder, count) {
  const port = await freePort();
  const address = `nats://127.0.0.1:${port}`;
  const serve = () =>
    spawn(findProgram('nats'), ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', folder], { stdio: 'ignore' });
  /** When workers were busy, in milliseconds of this process's clock. */
  const spans = /** @type {[from: number, to: number][]} */ ([]);
  const cluster = { address, ready: false, killed: 0, busyBetween, killOne, restart, close };
  const seen = new Set();
  let server = serve();
  await new Promise((resume) => setTimeout(resume, 1500));
  const workers = Array.from({ length: count }, startWorker);
  return cluster;

  function startWorker() {
    const args = [`${root}dist/cli.js`, 'worker', '--server', address];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const seconds = /: ([\d.]+) s$/.exec(line)?.[1];
      if (seconds === undefined) return;
      spans.push([performance.now() - 1000 * Number(seconds), performance.now()]);
      cluster.ready = seen.add(child.pid).size >= count;
    });
    return child;
  }

  /** Total busy time of the workers within an interval, in seconds. */
  function busyBetween(from, to) {
    return spans.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(b, to) - Math.max(a, from)), 0) / 1000;
  }

  function killOne() {
    workers.shift()?.kill('SIGKILL');
    cluster.killed++;
    workers.push(startWorker());
  }

  function restart() {
    server.once('exit', () => {
      server = serve();
    });
    server.kill('SIGKILL');
  }

  async function close() {
    const all = [...workers, server];
    await Promise.all(
      all.map((child) => {
        const gone = new Promise((done) => child.once('exit', done));
        child.kill('SIGKILL');
        return child.exitCode === null && child.signalCode === null ? gone : undefined;
      }),
    );
  }
}

function freePort() {
  return new Promise((found) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => found(port));
    });
  });
}

// The Chromium part of `npm run bench -- cold`: from navigation to the first frame of the humanoid. Both packages use the same page: a
// canvas on which the bodies are drawn as points after a step. Each visit has a new browser with a new profile, like a first visit, and
// begins one second after the browser has started. This process serves the files: either uncompressed and immediately, or compressed, with
// latency, over a shared bandwidth.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { browserArgs, findProgram } from '../scripts/programs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const types = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.xml': 'text/xml' };
/** Long enough for a browser that starts on a busy machine. */
const LONGEST_VISIT = 60_000;

/** Code that a page runs before it draws; it leaves the positions of the bodies in `points`. */
const dropIn = (module) => `
import load from '${module}';
const text = fetch('/examples/humanoid.xml').then((answer) => answer.text());
const mj = await load();
const m = mj.MjModel.from_xml_string(await text);
const d = new mj.MjData(m);
mj.mj_step(m, d);
const points = d.xpos;`;

const pages = {
  'an empty page': 'const points = [];',
  official: dropIn('/node_modules/@mujoco/mujoco/mujoco.js'),
  'drop-in API': dropIn('/dist/browser/mujoco.js'),
  tenon: `
import { Data, loadModel, step } from '/dist/browser/index.js';
const m = await loadModel('/examples/humanoid.xml');
const d = new Data(m);
step(m, d);
const points = d.xpos;`,
};

const html = (
  code,
) => `<!doctype html><link rel="icon" href="data:,"><canvas width="400" height="400"></canvas><script type="module">
${code}
const context = document.querySelector('canvas').getContext('2d');
for (let k = 0; k < points.length; k += 3) context.fillRect(200 + 100 * points[k], 350 - 200 * points[k + 2], 5, 5);
requestAnimationFrame(() => fetch('/seen?' + performance.now()));
</script>`;

/** @typedef {{ megabits: number, delay: number }} Line bandwidth in Mbit/s and latency in milliseconds */

/** Milliseconds of each visit, by page.
 *  @param {number} rounds @param {Line} [line] simulated connection @returns {Promise<Record<string, number[]>>} */
export async function firstFrames(rounds, line) {
  const times = Object.fromEntries(Object.keys(pages).map((name) => [name, /** @type {number[]} */ ([])]));
  /** @type {(ms: number) => void} */
  let seen = () => {};
  const send = line ? sender(line) : sendAtOnce;
  const server = createServer((request, response) => {
    const [path, query] = (request.url ?? '/').split('?');
    if (path === '/seen') seen(Number(query));
    answer(response, decodeURIComponent(path), send);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  try {
    for (let round = 0; round < rounds; round++) {
      for (const name of Object.keys(pages)) {
        const reported = new Promise((resolve) => (seen = resolve));
        times[name].push(await visit(`http://127.0.0.1:${port}/wait/${encodeURIComponent(name)}`, reported));
      }
    }
  } finally {
    server.close();
  }
  return times;
}

/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {(response: Response, type: string, body: string | Buffer, path: string) => void} Send */

/** @param {Response} response @param {string} path @param {Send} send */
function answer(response, path, send) {
  const [, kind, name] = path.split('/');
  if (kind === 'wait') {
    const to = JSON.stringify(`/page/${encodeURIComponent(name)}`);
    return sendAtOnce(response, 'text/html', `<script>setTimeout(() => (location.href = ${to}), 1000)</script>`);
  }
  if (kind === 'page') return send(response, 'text/html', html(pages[name]), path);
  try {
    return send(response, types[extname(path)] ?? 'text/plain', readFileSync(join(root, normalize(path))), path);
  } catch {
    return response.writeHead(404).end();
  }
}

/** @param {Response} response @param {string} type @param {string | Buffer} body */
function sendAtOnce(response, type, body) {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

/** Bytes that a connection transfers in one interval; two parallel responses get half of it each. */
const PIECE = 8192;

/** Sends compressed responses in pieces. @param {Line} line @returns {Send} */
function sender({ megabits, delay }) {
  const packed = /** @type {Map<string, Buffer>} */ (new Map());
  const until = (/** @type {number} */ time) => new Promise((go) => setTimeout(go, time - performance.now()));
  let free = 0;
  return async (response, type, body, path) => {
    const bytes = packed.get(path) ?? gzipSync(body, { level: 9 });
    packed.set(path, bytes);
    await until(performance.now() + delay);
    free = Math.max(free, performance.now());
    response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip', 'Cache-Control': 'no-store' });
    for (let at = 0; at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE);
      free += (piece.length * 8) / (megabits * 1000);
      await until(free);
      response.write(piece);
    }
    response.end();
  };
}

/** @param {string} url @param {Promise<number>} reported the time that the page reports */
async function visit(url, reported) {
  const profile = mkdtempSync(join(tmpdir(), 'tenon-visit-'));
  const args = ['--headless', ...browserArgs, '--no-first-run', '--disable-background-networking'];
  const browser = spawn(findProgram('chromium'), [...args, `--user-data-dir=${profile}`, url], {
    detached: true,
    stdio: 'ignore',
  });
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`${url}: no frame`)), LONGEST_VISIT).unref();
  });
  try {
    return await Promise.race([reported, late]);
  } finally {
    const gone = new Promise((done) => browser.once('exit', done));
    // including the processes that it started
    process.kill(-(browser.pid ?? 0), 'SIGKILL');
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

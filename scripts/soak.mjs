// `npm run soak [-- names] [--count n]`: repeats the same work, and prints the memory before and after it. Every file of scripts/soak is a
// soak: it exports its `name`, its default `count`, and `run(count, report)`. Needs `npm run build`.
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Argument of `report`: the Model whose heap is shown. @typedef {{ model?: import('../src/index.ts').Model }} Shown */
/** @typedef {(label: string, shown?: Shown) => Promise<void>} Report */
/** @typedef {{ name: string, count: number, run: (count: number, report: Report) => Promise<void> }} Soak */

const PAGE = 65536;
const folder = new URL('soak/', import.meta.url);

setFlagsFromString('--expose-gc');
const collect = /** @type {() => void} */ (runInNewContext('gc'));

const args = process.argv.slice(2);
const at = args.indexOf('--count');
const count = at < 0 ? undefined : Number(args[at + 1]);
const names = args.filter((arg, k) => !arg.startsWith('--') && (at < 0 || k !== at + 1));

const soaks = await readSoaks();
const unknown = names.filter((name) => !soaks.some((soak) => soak.name === name));
if (unknown.length > 0 || (count !== undefined && !(Number.isInteger(count) && count >= 1))) {
  console.error(
    `soak: expected names from ${soaks.map(({ name }) => name).join(', ')} and a whole --count, found ${args}`,
  );
  process.exit(2);
}
for (const soak of soaks.filter(({ name }) => names.length === 0 || names.includes(name))) await soakIn(soak);
// threads of a soak do not keep the process alive
process.exit();

/** @returns {Promise<Soak[]>} */
async function readSoaks() {
  const files = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  return Promise.all(files.sort().map((name) => import(new URL(name, folder).href)));
}

/** @param {Soak} soak */
async function soakIn({ name, count: usual, run }) {
  const began = performance.now();
  const rounds = count ?? usual;
  console.log(`${name}, ${rounds} times`);
  console.log(row(['', 'RSS MB', 'JS heap MB', 'buffers MB', 'heap pages', 'heap used KB']));
  await run(rounds, report);
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s\n`);
}

/** Prints the memory in use after a garbage collection. @type {Report} */
async function report(label, { model } = {}) {
  for (let k = 0; k < 3; k++) {
    collect();
    await new Promise((resume) => setTimeout(resume, 50));
  }
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const megabytes = (/** @type {number} */ bytes) => (bytes / 2 ** 20).toFixed(1);
  const heap =
    model && /** @type {{ heap: { used: number, buffer: ArrayBufferLike } }} */ (/** @type {unknown} */ (model)).heap;
  const pages = heap ? [String(heap.buffer.byteLength / PAGE), (heap.used / 1024).toFixed(0)] : ['', ''];
  console.log(row([label, megabytes(rss), megabytes(heapUsed), megabytes(arrayBuffers), ...pages]));
}

/** @param {readonly string[]} cells */
function row([label, ...rest]) {
  return label.padEnd(14) + rest.map((cell) => cell.padStart(14)).join('');
}

// The engine with bounds checks, and the sources needed to run damaged Models on it, all on one heap: every index is compared with the
// length of its array, and endless loops are terminated.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { moduleFile } from '../../wasm/embed.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** More array accesses than any step of a small model makes. */
const MAX_ACCESSES = 5e7;
/** Heap size as a number of 8-byte words, enough for the Models and `Data` objects of the campaign. */
const WORDS = 1 << 24;

const SOURCES = `
export { addMujocoPlugins } from './src/core/plugins/index.ts';
export * as host from './src/core/engine/collision/sdf/host.ts';
export { inverse } from './src/core/engine/inverse.ts';
export { attachHooks } from './src/core/engine/reset.ts';
export { setStages } from './src/core/engine/runtime/engine.ts';
export { step } from './src/core/engine/step.ts';
export { readBinary } from './src/formats/mjb/mjb.ts';
export { BinaryProblem } from './src/formats/mjb/problem.ts';
export { BLOCK } from './src/core/model/block/block.ts';
export { reclaimExposedArrays } from './src/core/model/block/modelBlock.ts';
export { Data } from './src/core/model/data.ts';
export { arenaTable, capacities, dataTable, modelSizes, modelTable } from './src/core/model/fields/index.ts';
export { arrayContent } from './src/core/model/fields/content/index.ts';
export { inHeap } from './src/core/model/memory/currentHeap.ts';
export { Heap } from './src/core/model/memory/heap.ts';
`;

/** A reader without checks, to see what the campaign detects without them. @type {import('esbuild').Plugin} */
const noChecks = {
  name: 'no checks',
  setup: ({ onLoad }) =>
    onLoad({ filter: /mjb\/check\/index\.ts$/ }, () => ({
      contents: 'export function checkModel() {}',
      loader: 'ts',
    })),
};

/** Internal modules of the package. @param {boolean} unchecked */
async function sources(unchecked) {
  const file = `${root}/build/torture/sources.${process.pid}.${unchecked ? 'unchecked' : 'checked'}.mjs`;
  mkdirSync(`${root}/build/torture`, { recursive: true });
  const { outputFiles } = await build({
    ...{ stdin: { contents: SOURCES, resolveDir: root }, bundle: true, format: 'esm', platform: 'node', write: false },
    // the normal engine is not used here
    external: ['*/module.gen.js'],
    plugins: unchecked ? [noChecks] : [],
  });
  writeFileSync(file, outputFiles[0].contents);
  return import(pathToFileURL(file).href);
}

/** @typedef {import('../../../src/core/model/model.ts').Model} Model */
/** @typedef {import('../../../src/core/model/data.ts').Data} Data */

export class CheckedEngine {
  /** Lengths of scratch arrays by address. @type {Map<number, number>} */
  #scratch = new Map();
  /** Length plus 1 of the array that starts at each 8-byte word; 0: none. */
  #lengths = new Int32Array(WORDS);
  /** Start addresses of the arrays of the current Model and Data. @type {number[]} */
  #begin = [];
  #accesses = 0;
  #room = '';
  /** The current Data. @type {any} */
  #block;
  /** @type {any} */
  #stages;
  /** @type {any} */
  parts;
  /** @type {any} */
  heap;

  /** @param {{ unchecked?: boolean }} [options] */
  static async make({ unchecked = false } = {}) {
    const engine = new CheckedEngine();
    engine.parts = await sources(unchecked);
    const { Heap, host } = engine.parts;
    engine.heap = new Heap();
    const { base64, bind, locations } = await import(pathToFileURL(await moduleFile(root, { checked: true })).href);
    const module = await WebAssembly.compile(Buffer.from(base64, 'base64'));
    const env = {
      ...{ memory: engine.heap.memory, ...host },
      bounds: engine.#bounds(locations),
      scratch: (/** @type {number} */ base, /** @type {number} */ length) => grow(engine.#scratch, base, length),
    };
    const instance = await WebAssembly.instantiate(module, { env });
    /** @type {() => void} */ (instance.exports.registerScratch)();
    const bound = Object.entries(/** @type {Record<string, (...args: any[]) => any>} */ (bind(instance.exports)));
    engine.#stages = Object.fromEntries(
      bound.map(([name, run]) => [
        name,
        (/** @type {any[]} */ ...args) => {
          engine.#refresh();
          return run(...args);
        },
      ]),
    );
    return engine;
  }

  /** Reads the Model in a file. @param {Uint8Array} bytes @param {number} limit @returns {Model} */
  read(bytes, limit) {
    const { inHeap, readBinary, setStages, attachHooks } = this.parts;
    const attachEngine = (/** @type {any} */ m) => {
      attachHooks(m);
      const initData = m.initData;
      m.initData = (/** @type {any} */ block) => {
        this.#take(block);
        initData(block);
      };
      setStages(m, this.#stages);
    };
    return inHeap(this.heap, () => readBinary(bytes, attachEngine, limit));
  }

  /** Makes the arrays of this Data and its Model the only ones that stages may access. @param {any} block */
  #take(block) {
    this.#accesses = 0;
    this.#room = '';
    this.#block = block;
  }

  /** Frees memory immediately. @param {Model} m @param {Data | undefined} d */
  free(m, d) {
    const { BLOCK, reclaimExposedArrays } = this.parts;
    d?.free();
    reclaimExposedArrays(/** @type {any} */ (m)[BLOCK]);
    m.free();
  }

  /** Host functions of the stages: an index outside its array is an error with its source location. @param {string[]} locations */
  #bounds(locations) {
    const lengths = this.#lengths;
    return (/** @type {number} */ base, /** @type {number} */ index, /** @type {number} */ location) => {
      const length = lengths[base >>> 3] - 1;
      if (index >>> 0 >= length) throw new RangeError(`${locations[location]} index ${index} of an array of ${length}`);
      if (++this.#accesses > MAX_ACCESSES)
        throw new RangeError(`${locations[location]} endless loop: more than ${MAX_ACCESSES} array accesses`);
    };
  }

  /** Arrays move when they grow, and when plugins expose them. */
  #refresh() {
    const { BLOCK, capacities } = this.parts;
    const block = this.#block;
    let room = '';
    for (const cap of capacities) room += `${block[cap]} `;
    if (room === this.#room && block.model.nplugin === 0) return;
    this.#room = room;
    for (const at of this.#begin) this.#lengths[at] = 0;
    this.#begin.length = 0;
    for (const [base, length] of this.#scratch) this.#note(base, length);
    const model = block.model[BLOCK];
    this.#noteAll(model.i32, 0, model.plan.lengths);
    this.#noteAll(block.i32, 0, block.layout.fixed.lengths);
    this.#noteAll(block.i32, block.layout.fixed.lengths.length, block.arena.lengths);
  }

  /** @param {Int32Array} addresses @param {number} first @param {Float64Array} lengths */
  #noteAll(addresses, first, lengths) {
    for (let k = 0; k < lengths.length; k++) this.#note(addresses[first + k] >>> 0, lengths[k]);
  }

  /** An empty array may share its address with the next. @param {number} base @param {number} length */
  #note(base, length) {
    const at = base >>> 3;
    if (at >= WORDS) throw new Error('the heap of the campaign exceeds its limit');
    if (this.#lengths[at] === 0) this.#begin.push(at);
    this.#lengths[at] = Math.max(this.#lengths[at], length + 1);
  }
}

/** An empty array may share its address with the next. @param {Map<number, number>} map @param {number} base
 *  @param {number} length */
function grow(map, base, length) {
  const at = base >>> 0;
  map.set(at, Math.max(length, map.get(at) ?? 0));
}

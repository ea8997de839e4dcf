// Damaged binary models: an error that names a field, or a Model whose steps stay within its own arrays. They are stepped by the engine
// with bounds checks, with another Model and Data on the same heap that must not change.
import { faultOf } from '../errors.mjs';
import { hashOfBytes } from '../fields.mjs';
import { applyDamage, binaryFile, makeDamage } from '../material/binaryFile.mjs';
import { binaryModels, fieldModel } from '../material/binaryModels.mjs';
import { CheckedEngine } from '../material/checkedEngine.mjs';

/** @typedef {import('../material/binaryFile.mjs').BinaryFile} BinaryFile */
/** @typedef {import('../material/binaryFile.mjs').Damage} Damage */
/** @typedef {{ model: string, steps: number, items: Damage[] }} DamagedBinary */

/** Maximum bytes of a Model and of its Data. */
const MAX_BYTES = 2 ** 24;
/** A second step reads the caches of the first. */
const TWO_STEPS = 0.25;
/** Options whose large values are allowed, and take proportional time. */
const MAX_ITERATIONS = 5;
const ITERATIONS = /** @type {const} */ ([
  'iterations',
  'ls_iterations',
  'noslip_iterations',
  'ccd_iterations',
  'sdf_iterations',
  'sdf_initpoints',
]);
/** Problems of a file as a whole, which name no field. */
const WHOLE =
  /^(the file has|expected \d+ bytes, according to its sizes|not a binary model|numbers of another|another (number|version)|bytes of the model)/;

/** @type {import('../run/run.mjs').Campaign} */
export const binary = {
  about: 'damaged binary models: an error that names a field, or steps that stay within their own arrays',
  weight: 6,
  start: async ({ tenon, load, unchecked }) => {
    await tenon.prepare();
    const engine = await CheckedEngine.make({ unchecked });
    engine.parts.addMujocoPlugins();
    const files = await sourceFiles(tenon, engine.parts);
    files.push(binaryFile('field', octreeModel(await load()), engine.parts));
    const counts = { files: 0, accepted: 0, refused: 0, steps: 0 };
    const bench = new Bench(engine, files, counts);
    return {
      counts,
      make: (random) => {
        const file = random.pick(files);
        const many = random.chance(0.7) ? 1 : 1 + random.int(4);
        const steps = random.chance(TWO_STEPS) ? 2 : 1;
        return { model: file.name, steps, items: random.list(many, () => makeDamage(file, random)) };
      },
      check: (/** @type {DamagedBinary} */ c) => bench.check(c),
    };
  },
};

/** The models as files. @param {typeof import('../../../src/index.ts')} tenon @param {any} tables @returns {Promise<BinaryFile[]>} */
async function sourceFiles(tenon, tables) {
  const files = [];
  for (const { name, xml, files: assets } of binaryModels) {
    const model = tenon.modelFromXml(xml, { files: assets });
    files.push(binaryFile(name, await tenon.modelToBinary(model), tables));
    model.free();
  }
  return files;
}

/** Signed distance fields, with octrees that are smaller than MJCF can make them. @param {any} mujoco @returns {Uint8Array} */
function octreeModel(mujoco) {
  const spec = mujoco.parseXMLString(fieldModel);
  mujoco.mjs_asMesh(mujoco.mjs_firstElement(spec, mujoco.mjtObj.mjOBJ_MESH)).octree_maxdepth = 2;
  const model = mujoco.mj_compile(spec);
  const buffer = new mujoco.Uint8Buffer(Number(mujoco.mj_sizeModel(model)));
  mujoco.mj_saveModel(model, null, buffer);
  return Uint8Array.from(buffer.GetView());
}

/** Where damaged models are read and stepped. */
class Bench {
  #engine;
  #files;
  #counts;
  /** A Model and a Data that must not change. @type {{ views: Uint8Array[], hashes: number[] }} */
  #witness;

  /** @param {CheckedEngine} engine @param {BinaryFile[]} files @param {Record<string, number>} counts */
  constructor(engine, files, counts) {
    this.#engine = engine;
    this.#files = new Map(files.map((file) => [file.name, file]));
    this.#counts = counts;
    this.#witness = this.#makeWitness(files[1].bytes);
  }

  /** @param {Uint8Array} bytes */
  #makeWitness(bytes) {
    const { BLOCK, Data } = this.#engine.parts;
    const m = this.#engine.read(bytes, MAX_BYTES);
    const d = new Data(m);
    const model = /** @type {any} */ (m)[BLOCK];
    const { fixed, arena } = d[BLOCK].ranges;
    const ranges = [{ address: model.ptr, bytes: model.bytes }, fixed, arena];
    const views = ranges.map(({ address, bytes: n }) => new Uint8Array(this.#engine.heap.buffer, address, n));
    // retained, or the garbage collector frees their memory for others
    this.held = [m, d];
    return { views, hashes: views.map((view) => hashOfBytes(0, view)) };
  }

  /** @param {DamagedBinary} c */
  check(c) {
    this.#counts.files++;
    const file = this.#files.get(c.model);
    if (!file) return `unknown model '${c.model}'`;
    const bytes = applyDamage(file, c.items, this.#engine.parts);
    let model;
    try {
      model = this.#engine.read(bytes, MAX_BYTES);
    } catch (error) {
      this.#counts.refused++;
      return this.#refusalFault(error);
    }
    this.#counts.accepted++;
    return this.#stepSome(model, c.steps) ?? this.#witnessFault();
  }

  /** Checks that a rejection names a field, or a problem of the file as a whole. @param {unknown} error */
  #refusalFault(error) {
    const { BinaryProblem, arrayContent } = this.#engine.parts;
    if (!(error instanceof BinaryProblem))
      return `not a BinaryProblem: ${error instanceof Error ? error.stack : error}`;
    const { problem } = /** @type {{ problem: string }} */ (error);
    const [, name] = /^([\w.]+)(?:\[\d+\])?: /.exec(problem) ?? [];
    const known =
      name !== undefined && (name in arrayContent || /^(n\w+|opt\.\w+|vis\.[\w.]+|[a-z]\w+_\w+)$/.test(name));
    return known || WHOLE.test(problem) ? undefined : `names no field: ${problem}`;
  }

  /** @param {any} m @param {number} steps */
  #stepSome(m, steps) {
    const { Data, BLOCK, step, inverse } = this.#engine.parts;
    for (const name of ITERATIONS) m.opt[name] = Math.min(m.opt[name], MAX_ITERATIONS);
    let d;
    try {
      d = new Data(m);
      const block = d[BLOCK];
      for (let u = 0; u < m.nu; u++) block.ctrl[u] = Math.sin(u);
      for (let k = 0; k < steps; k++, this.#counts.steps++) step(m, d);
      inverse(m, d);
      return undefined;
    } catch (error) {
      return stepFault(error);
    } finally {
      this.#engine.free(m, d);
    }
  }

  #witnessFault() {
    const { views, hashes } = this.#witness;
    const at = views.findIndex((view, k) => hashOfBytes(0, view) !== hashes[k]);
    return at < 0 ? undefined : `another ${at === 0 ? 'Model' : 'Data'} on the heap changed`;
  }
}

/** Tenon's own errors are not failures: a plugin that cannot start, a model too large to step. @param {unknown} error */
function stepFault(error) {
  const text = error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error);
  if (
    /index -?\d+ of an array|access to an unknown array|no end after|out-of-bounds access in the compiled engine/.test(
      text,
    )
  )
    return text;
  return faultOf(error);
}

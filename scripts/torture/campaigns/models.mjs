// Damaged models: a Model, or an MjcfError with its location, within the time limit. Models are stepped a few times.
import { faultOf } from '../errors.mjs';
import { collectVocabulary, mutationNames, mutations } from '../material/mutate.mjs';
import { pluginModels } from '../material/softModels.mjs';
import { robotModels, softModels, sourceModels } from '../material/sources.mjs';
import { reduceXml } from '../run/reduce.mjs';

/** Time limit in milliseconds for reading, compiling and five steps together. */
const TIME_LIMIT = 20_000;
/** Models too large to be worth stepping. */
const STEPPING_TIME = 200;

/** @typedef {{ source: string, mutations: string[], xml: string, engine: 'wasm' | 'js' }} Mutant */

/** @type {import('../run/run.mjs').Campaign} */
export const models = {
  about: 'damaged models: a Model, or an MjcfError with its location',
  weight: 4,
  start: (kit) => startOn(kit, sourceModels),
};

/** @type {import('../run/run.mjs').Campaign} */
export const soft = {
  about: 'damaged flexes, skins, composites and plugins: a Model, or an MjcfError with its location',
  weight: 4,
  start: (kit) => startOn(kit, async () => [...(await softModels()), ...pluginModels]),
};

/** @type {import('../run/run.mjs').Campaign} */
export const robots = {
  about: 'damaged robots in URDF: a Model, or an MjcfError with its location',
  weight: 2,
  start: (kit) => startOn(kit, robotModels),
};

/** @param {import('../run/run.mjs').Kit} kit @param {() => Promise<import('../material/sources.mjs').SourceModel[]>} sources */
async function startOn({ tenon }, sources) {
  await tenon.prepare();
  await tenon.prepare({ engine: 'js' });
  const counts = { mutants: 0, accepted: 0, refused: 0, steps: 0 };
  return {
    counts,
    make: mutantMaker(await sources()),
    check: (/** @type {Mutant} */ c) => checkMutant(tenon, c, counts),
    smaller: smallerMutant,
  };
}

/** Makes mutants of models. @param {import('../material/sources.mjs').SourceModel[]} sources */
export function mutantMaker(sources) {
  const words = collectVocabulary(sources);
  const [good, bad] = [sources.filter((source) => !source.bad), sources.filter((source) => source.bad)];
  return (/** @type {import('../material/random.mjs').Random} */ random) => {
    const source = random.pick(bad.length > 0 && random.chance(0.1) ? bad : good);
    // few mutations are more likely than many: a model that is rejected immediately tests little
    const names = random.list(1 + random.int(random.chance(0.2) ? 5 : 1), () => random.pick(mutationNames));
    const xml = names.reduce((text, name) => mutations[name](text, random, words), source.xml);
    return { source: source.name, mutations: names, xml, engine: random.chance(0.8) ? 'wasm' : 'js' };
  };
}

/** Removes elements and attributes that the failure does not need. @param {any} c @param {(c: any) => Promise<boolean>} fails */
async function smallerMutant(c, fails) {
  return { ...c, xml: await reduceXml(c.xml, (xml) => fails({ ...c, xml })) };
}

/** @param {typeof import('../../../src/index.ts')} tenon @param {Mutant} c @param {Record<string, number>} counts */
function checkMutant(tenon, c, counts) {
  const began = performance.now();
  counts.mutants++;
  const fault = loadAndStep(tenon, c.xml, { engine: c.engine }, counts);
  const took = performance.now() - began;
  return fault ?? (took > TIME_LIMIT ? `took longer than ${TIME_LIMIT / 1000} s` : undefined);
}

/** The failure of loading and stepping a model, if any. @param {typeof import('../../../src/index.ts')} tenon
 *  @param {string} xml @param {import('../../../src/load/load.ts').LoadOptions} options
 *  @param {Record<string, number>} counts */
export function loadAndStep(tenon, xml, options, counts) {
  let model;
  try {
    model = tenon.modelFromXml(xml, options);
  } catch (error) {
    counts.refused++;
    return refusalFault(tenon, error);
  }
  counts.accepted++;
  try {
    return stepSome(tenon, model, counts);
  } catch (error) {
    return faultOf(error) ?? `stepping threw: ${error.message}`;
  } finally {
    model.free();
  }
}

/** Checks that a rejection is an MjcfError, and that each of its diagnostics has a message and a line.
 *  @param {typeof import('../../../src/index.ts')} tenon @param {unknown} error */
function refusalFault(tenon, error) {
  if (!(error instanceof tenon.MjcfError)) {
    return `not an MjcfError: ${faultOf(error) ?? (error instanceof Error ? error.message : '')}`;
  }
  if (error.diagnostics.length === 0) return 'an MjcfError without diagnostics';
  const bare = error.diagnostics.find((d) => d.message === '' || !(d.line > 0));
  return bare ? `a diagnostic without its location: ${tenon.formatDiagnostic(bare)}` : undefined;
}

/** @param {typeof import('../../../src/index.ts')} tenon @param {import('../../../src/index.ts').Model} model
 *  @param {Record<string, number>} counts */
function stepSome(tenon, model, counts) {
  const data = new tenon.Data(model);
  const end = performance.now() + STEPPING_TIME;
  for (let k = 0; k < 5 && performance.now() < end; k++, counts.steps++) tenon.step(model, data);
  data.free();
  return undefined;
}

// Damaged models again: whether MuJoCo accepts the same ones as Tenon. Differences are counted by kind; some are intended (docs/limits.md),
// so none of them is a failure.
import { errorSignature, firstLine } from '../errors.mjs';
import { softModels, sourceModels } from '../material/sources.mjs';
import { Oracle } from '../run/oracle.mjs';
import { mutantMaker } from './models.mjs';

/** Features that are rejected on purpose today. */
const INTENTIONAL_REFUSALS = /<[\w:]+> is not supported yet|sdf geoms are not supported yet/;

/** @type {import('../run/run.mjs').Campaign} */
export const agreement = {
  about: 'damaged models: do MuJoCo and Tenon accept the same ones',
  weight: 4,
  start: (kit) => startOn(kit, sourceModels),
};

/** @type {import('../run/run.mjs').Campaign} */
export const softAgreement = {
  about: 'damaged flexes, skins and composites: do MuJoCo and Tenon accept the same ones',
  weight: 4,
  start: (kit) => startOn(kit, softModels),
};

/** @param {import('../run/run.mjs').Kit} kit @param {() => Promise<import('../material/sources.mjs').SourceModel[]>} sources */
async function startOn({ tenon }, sources) {
  await tenon.prepare();
  const oracle = new Oracle();
  const counts = {
    compared: 0,
    agreed: 0,
    bothAccept: 0,
    notSupported: 0,
    onlyWeAccept: 0,
    onlyTheyAccept: 0,
    theyBroke: 0,
  };
  const classes = new Map();
  return {
    counts,
    classes,
    make: mutantMaker(await sources()),
    check: async (/** @type {import('./models.mjs').Mutant} */ c) => {
      const kind = await compare(tenon, oracle, c.xml, counts);
      if (kind) note(classes, kind, c.xml);
      return undefined;
    },
    stop: () => oracle.stop(),
  };
}

/** The kind of a difference, if there is one. @param {typeof import('../../../src/index.ts')} tenon
 *  @param {Oracle} oracle @param {string} xml @param {Record<string, number>} counts */
async function compare(tenon, oracle, xml, counts) {
  const ours = ourVerdict(tenon, xml);
  counts.compared++;
  if (!ours.accepted && INTENTIONAL_REFUSALS.test(ours.message)) {
    counts.notSupported++;
    return undefined;
  }
  let theirs = await oracle.ask(xml, false);
  // earlier models may have damaged the instance
  if (theirs.accepted !== ours.accepted) theirs = await oracle.ask(xml, true);
  if (theirs.message.startsWith('(')) {
    counts.theyBroke++;
    return ours.accepted ? `MuJoCo crashes: ${errorSignature(theirs.message)}` : undefined;
  }
  if (theirs.accepted === ours.accepted) {
    counts.agreed++;
    if (ours.accepted) counts.bothAccept++;
    return undefined;
  }
  counts[ours.accepted ? 'onlyWeAccept' : 'onlyTheyAccept']++;
  return ours.accepted ? `MuJoCo rejects: ${theirClass(theirs.message)}` : `Tenon rejects: ${ourClass(ours.message)}`;
}

/** @param {typeof import('../../../src/index.ts')} tenon @param {string} xml */
function ourVerdict(tenon, xml) {
  try {
    tenon.modelFromXml(xml).free();
    return { accepted: true, message: '' };
  } catch (error) {
    return { accepted: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** MuJoCo's message without location and numbers. @param {string} message */
function theirClass(message) {
  const words = message.replace(/^MuJoCo Error:\s*|Loading error:\s*|Error:\s*/g, '');
  return errorSignature(firstLine(words));
}

/** Tenon's message without file and location. @param {string} message */
function ourClass(message) {
  return errorSignature(firstLine(message).replace(/^\S+:\d+:\d+ /, ''));
}

/** @param {Map<string, { count: number, example: string }>} classes @param {string} kind @param {string} example */
function note(classes, kind, example) {
  const known = classes.get(kind);
  if (!known) classes.set(kind, { count: 1, example });
  else {
    known.count++;
    if (example.length < known.example.length) known.example = example;
  }
}

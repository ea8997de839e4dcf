// Different options before every step, in both engines: the same bytes in both.
import { faultOf } from '../errors.mjs';
import { firstDifference } from '../fields.mjs';
import { sourceModels } from '../material/sources.mjs';

/** A change before a step. @typedef {{ option?: string, value?: number, ctrl?: number, push?: number }} Change */
/** @typedef {{ xml: string, items: Change[][] }} FlagRun */

/** Values that an option may take. @type {Record<string, readonly number[]>} */
const options = {
  disableflags: [0],
  enableflags: [0],
  solver: [0, 1, 2],
  cone: [0, 1],
  integrator: [0, 1, 2, 3],
  jacobian: [0, 1, 2],
  iterations: [0, 1, 5, 100],
  ls_iterations: [0, 1, 50],
  noslip_iterations: [0, 3],
  ccd_iterations: [1, 5, 50],
  ccd_exact: [0, 1],
  tolerance: [0, 1e-8, 1e-2],
  ls_tolerance: [0.01, 0.5],
  impratio: [0.1, 1, 10],
  timestep: [0.0001, 0.002, 0.01],
  density: [0, 1.2, 1000],
  viscosity: [0, 0.1],
  o_margin: [0, 0.02],
  sleep_tolerance: [0, 0.01, 1],
};
const optionNames = Object.keys(options);

/** @type {import('../run/run.mjs').Campaign} */
export const flags = {
  about: 'different options before every step: the same bytes in both engines',
  weight: 2,
  start: async ({ tenon }) => {
    await tenon.prepare();
    await tenon.prepare({ engine: 'js' });
    const counts = { runs: 0, steps: 0 };
    const pickModel = await modelPicker(tenon);
    return {
      counts,
      make: (random) => ({
        xml: pickModel(random),
        items: random.list(1 + random.int(12), () => changes(tenon, random)),
      }),
      check: (/** @type {FlagRun} */ c) => checkBoth(tenon, c, counts),
    };
  },
};

/** Picks a source model with at least one degree of freedom. @param {typeof import('../../../src/index.ts')} tenon */
export async function modelPicker(tenon) {
  const sources = (await sourceModels()).filter(({ bad }) => !bad);
  /** @type {Map<string, boolean>} */
  const usable = new Map();
  return (/** @type {import('../material/random.mjs').Random} */ random) => {
    for (;;) {
      const { xml } = random.pick(sources);
      const moves = usable.get(xml) ?? canMove(tenon, xml);
      usable.set(xml, moves);
      if (moves) return xml;
    }
  };
}

/** Whether a model is accepted and has degrees of freedom. @param {typeof import('../../../src/index.ts')} tenon @param {string} xml */
function canMove(tenon, xml) {
  try {
    const model = tenon.modelFromXml(xml);
    const moves = model.nv > 0;
    model.free();
    return moves;
  } catch {
    return false;
  }
}

/** @param {typeof import('../../../src/index.ts')} tenon @param {import('../material/random.mjs').Random} random
 *  @returns {Change[]} */
function changes(tenon, random) {
  return random.list(1 + random.int(5), () => {
    if (random.chance(0.2)) return { ctrl: 4 * random.next() - 2 };
    if (random.chance(0.1)) return { push: 20 * random.next() - 10 };
    const option = random.pick(optionNames);
    const bits = option === 'disableflags' ? tenon.Disable : option === 'enableflags' ? tenon.Enable : undefined;
    return { option, value: bits ? someBits(Object.values(bits), random) : random.pick(options[option]) };
  });
}

/** @param {number[]} bits @param {import('../material/random.mjs').Random} random */
function someBits(bits, random) {
  const share = random.pick([0, 0.05, 0.5]);
  return bits.reduce((sum, bit) => (random.chance(share) ? sum | bit : sum), 0);
}

/** @param {typeof import('../../../src/index.ts')} tenon @param {FlagRun} c @param {Record<string, number>} counts */
function checkBoth(tenon, c, counts) {
  counts.runs++;
  const worlds = /** @type {const} */ (['wasm', 'js']).map((engine) => {
    const m = tenon.modelFromXml(c.xml, { engine });
    return { m, d: new tenon.Data(m) };
  });
  const [a, b] = worlds;
  try {
    for (const [k, step] of c.items.entries()) {
      const [words, otherWords] = worlds.map(({ m, d }) => {
        for (const change of step) apply(m, d, change);
        return tryStep(tenon, m, d);
      });
      counts.steps++;
      if (words !== otherWords) return `compiled: ${words ?? 'a step'}, plain: ${otherWords ?? 'a step'}`;
      const different = firstDifference(a.d, b.d);
      if (different) return `the engines differ in ${different} (compiled and plain) after step ${k}`;
    }
  } finally {
    for (const { m, d } of worlds) {
      d.free();
      m.free();
    }
  }
  return undefined;
}

/** One step; returns the message if it is rejected, as for incompatible options.
 *  @param {typeof import('../../../src/index.ts')} tenon @param {import('../../../src/index.ts').Model} m
 *  @param {import('../../../src/index.ts').Data} d */
function tryStep(tenon, m, d) {
  try {
    tenon.step(m, d);
    return undefined;
  } catch (error) {
    const fault = faultOf(error);
    if (fault) throw error;
    return error.message;
  }
}

/** @param {import('../../../src/index.ts').Model} m @param {import('../../../src/index.ts').Data} d @param {Change} change */
export function apply(m, d, { option, value, ctrl, push }) {
  if (option !== undefined) /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (m.opt))[option] = value;
  if (ctrl !== undefined) d.ctrl.fill(ctrl);
  if (push !== undefined && m.nbody > 1) d.xfrc_applied[6 * (m.nbody - 1)] = push;
}

// Worlds of batches and rollouts: each is bit-identical to a single Data of a single Model.
import { pluginModels } from '../material/softModels.mjs';
import { softModels, sourceModels } from '../material/sources.mjs';
import { act, changes, pickFields, setting } from '../material/worldChoices.mjs';
import { runBatch } from './batches/batch.mjs';
import { derivedDifference } from './batches/models.mjs';
import { runRollout } from './batches/rollout.mjs';

/** @typedef {import('../material/worldChoices.mjs').Change} Change */
/** @typedef {import('../material/worldChoices.mjs').Act} Act */
/** @typedef {import('../material/worldChoices.mjs').Setting} Setting */
/** @typedef {{ xml: string, setting: Setting, n: number, threads: number, fields: string[] }} Common */
/** @typedef {Common & { kind: 'batch', items: Act[] }} BatchCase */
/** @typedef {Common & { kind: 'rollout', items: Change[], models: boolean, nstep: number, every: number, chunkSize: number | undefined,
 *    control: number, spread: number, warm: boolean, policy: boolean, gravities: number[] }} RolloutCase */

/** @type {import('../run/run.mjs').Campaign} */
export const batches = {
  about: 'worlds of batches and rollouts: bit-identical to a single Data',
  weight: 3,
  start: async ({ tenon, batch }) => {
    await tenon.prepare();
    await tenon.prepare({ engine: 'js' });
    registerDrag(tenon);
    const counts = { batches: 0, rollouts: 0, worlds: 0, steps: 0, parameters: 0, refused: 0, plugins: 0, threaded: 0 };
    const pick = await picker(tenon);
    return {
      counts,
      make: (random) => makeCase(random, pick(random)),
      check: (/** @type {BatchCase | RolloutCase} */ c) => checkCase({ tenon, batch, counts }, c),
      stop: () => batch.closeThreads(),
    };
  },
};

/** @param {import('../material/random.mjs').Random} random @param {string} xml @returns {BatchCase | RolloutCase} */
function makeCase(random, xml) {
  const n = 1 + random.int(5);
  const chosen = setting(random);
  const threads = xml.includes(DRAG) ? 0 : random.pick([0, 0, 1, 2]);
  const common = { xml, setting: chosen, n, threads, fields: pickFields(random) };
  if (random.chance(0.5)) {
    return { ...common, kind: 'batch', items: random.list(2 + random.int(8), () => act(random, n)) };
  }
  return {
    ...common,
    kind: 'rollout',
    items: random.chance(0.4) ? changes(random, n) : [],
    models: random.chance(0.15),
    // the plain engine is slow for flexes
    nstep: 1 + random.int(random.chance(0.1) && chosen.engine === 'wasm' ? 60 : 12),
    every: random.chance(0.7) ? 1 : 1 + random.int(4),
    chunkSize: random.chance(0.5) ? undefined : 1 + random.int(3),
    control: random.int(4),
    spread: random.next(),
    warm: random.chance(0.2),
    policy: random.chance(0.2),
    gravities: random.chance(0.25) ? random.list(3, () => -10 * random.next()) : [],
  };
}

/** Models with this plugin stay on the calling thread, like those with callbacks. */
const DRAG = 'torture.drag';

/** @type {import('../material/sources.mjs').SourceModel} */
const dragModel = {
  name: 'a user plugin',
  xml: `<mujoco><extension><plugin plugin="${DRAG}"><instance name="i"/></plugin></extension><worldbody><geom type="plane" size="5 5 1"/>
    <body pos="0 0 .3"><plugin instance="i"/><freejoint/><geom type="box" size=".1 .1 .1"/>
    <body pos="0 0 .2"><joint name="j" axis="0 1 0"/><geom size=".1" pos=".1 0 0"/></body></body></worldbody>
    <actuator><motor joint="j"/></actuator><sensor><jointpos joint="j"/></sensor></mujoco>`,
};

/** A plugin that reads the state. @param {typeof import('../../../src/index.ts')} tenon */
function registerDrag(tenon) {
  try {
    tenon.registerPlugin({
      name: DRAG,
      kind: 'passive',
      compute(m, d) {
        for (let i = 0; i < m.nv; i++) d.qfrc_passive[i] -= d.qvel[i] * (1 + Math.abs(d.qpos[i]));
      },
    });
  } catch (error) {
    // a campaign may start several times in one process
    if (!/already/.test(/** @type {Error} */ (error).message)) throw error;
  }
}

/** Picks models of every kind with at least one degree of freedom. @param {typeof import('../../../src/index.ts')} tenon */
async function picker(tenon) {
  const computing = pluginModels.filter(({ name }) => !name.startsWith('mujoco.sdf'));
  const plugins = [...Array.from({ length: 6 }, () => dragModel), ...computing, ...pluginModels];
  const groups = [await sourceModels(), await softModels(), plugins].map((group) => group.filter(({ bad }) => !bad));
  /** @type {Map<string, boolean>} */
  const usable = new Map();
  return (/** @type {import('../material/random.mjs').Random} */ random) => {
    for (;;) {
      const { xml } = random.pick(groups[random.pick([0, 0, 0, 1, 2])]);
      const fits = usable.get(xml) ?? isUsable(tenon, xml);
      usable.set(xml, fits);
      if (fits) return xml;
    }
  };
}

/** Whether a model is accepted, has degrees of freedom, and is small enough for many cases.
 *  @param {typeof import('../../../src/index.ts')} tenon @param {string} xml */
function isUsable(tenon, xml) {
  try {
    const model = tenon.modelFromXml(xml);
    const fits = model.nv > 0 && model.nv <= 200;
    model.free();
    return fits;
  } catch {
    return false;
  }
}

/** @param {import('./batches/models.mjs').Bench} bench @param {BatchCase | RolloutCase} c */
async function checkCase(bench, c) {
  const { tenon, counts } = bench;
  const m = tenon.modelFromXml(c.xml, { engine: c.setting.engine });
  try {
    Object.assign(m.opt, c.setting.options);
    if (c.setting.sleep) m.opt.enableflags |= tenon.Enable.SLEEP;
    counts.worlds += c.n;
    if (m.nplugin > 0) counts.plugins++;
    if (c.threads > 0 && !c.setting.userCode) counts.threaded++;
    if (c.kind === 'batch') return await runBatch(bench, m, c);
    return derivedDifference(bench, m, c.items) ?? (await runRollout(bench, m, c));
  } finally {
    m.free();
  }
}

// States that are saved and restored at random steps: the restored simulation continues bit for bit like the original.
import { firstDifference } from '../fields.mjs';
import { apply, modelPicker } from './flags.mjs';

/** How a state is copied to a second `Data` after `steps` steps; then `after` steps are compared.
 *  @typedef {{ steps: number, way: string, after: number, ctrl: number, push: number }} Restore */
/** @typedef {{ xml: string, engine: 'wasm' | 'js', sleep: boolean, integrator: number, items: Restore[] }} SnapshotRun */

/** Fields that the state determines; arrays that grow with contacts may differ in length. */
const comparedFields =
  'time qpos qvel act qacc qacc_warmstart ctrl sensordata xpos xquat cvel qfrc_constraint qfrc_actuator actuator_force energy history tree_asleep'.split(
    ' ',
  );
const ways = ['state', 'copyData', 'cloneData', 'copyState', 'back'];

/** @type {import('../run/run.mjs').Campaign} */
export const snapshot = {
  about: 'states restored at random steps: they continue bit for bit',
  weight: 2,
  start: async ({ tenon }) => {
    await tenon.prepare();
    await tenon.prepare({ engine: 'js' });
    const counts = { runs: 0, restores: 0, steps: 0 };
    const pickModel = await modelPicker(tenon);
    return {
      counts,
      make: (random) => ({
        xml: pickModel(random),
        engine: random.chance(0.7) ? 'wasm' : 'js',
        sleep: random.chance(0.4),
        integrator: random.int(4),
        items: random.list(1 + random.int(5), () => ({
          steps: random.int(random.chance(0.1) ? 300 : 30),
          way: random.pick(ways),
          after: 1 + random.int(8),
          ctrl: 2 * random.next() - 1,
          push: random.chance(0.2) ? 10 * random.next() : 0,
        })),
      }),
      check: (/** @type {SnapshotRun} */ c) => checkRestores(tenon, c, counts),
    };
  },
};

/** @param {typeof import('../../../src/index.ts')} tenon @param {SnapshotRun} c @param {Record<string, number>} counts */
function checkRestores(tenon, c, counts) {
  counts.runs++;
  const m = tenon.modelFromXml(c.xml, { engine: c.engine });
  m.opt.integrator = c.integrator;
  if (c.sleep) m.opt.enableflags |= tenon.Enable.SLEEP;
  const d = new tenon.Data(m);
  try {
    for (const item of c.items) {
      apply(m, d, item);
      tenon.step(m, d, item.steps);
      counts.steps += item.steps + 2 * item.after;
      counts.restores++;
      const found = restoreAndGoOn(tenon, m, d, item);
      if (found) return found;
    }
  } finally {
    d.free();
    m.free();
  }
  return undefined;
}

/** @param {typeof import('../../../src/index.ts')} tenon @param {import('../../../src/index.ts').Model} m
 *  @param {import('../../../src/index.ts').Data} d @param {Restore} item */
function restoreAndGoOn(tenon, m, d, { way, after, ctrl }) {
  const other = restoreData(tenon, m, d, way, ctrl);
  try {
    for (let k = 0; k < after; k++) {
      tenon.step(m, d);
      tenon.step(m, other);
      const different = firstDifference(d, other, comparedFields);
      if (different) return `after ${way} they differ in ${different} at step ${k}`;
    }
  } finally {
    other.free();
  }
  return undefined;
}

/** A second Data in the state of `d`. @param {typeof import('../../../src/index.ts')} tenon
 *  @param {import('../../../src/index.ts').Model} m @param {import('../../../src/index.ts').Data} d
 *  @param {string} way @param {number} ctrl */
function restoreData(tenon, m, d, way, ctrl) {
  const { INTEGRATION } = tenon.StateBit;
  if (way === 'cloneData') return tenon.cloneData(d);
  const other = new tenon.Data(m);
  if (way === 'copyData') return tenon.copyData(other, d);
  if (way === 'copyState') {
    tenon.copyState(m, d, other, INTEGRATION);
    tenon.restoreSleep(m, other, d.tree_asleep);
    return other;
  }
  const [state, asleep] = [tenon.getState(m, d, INTEGRATION), d.tree_asleep.slice()];
  if (way === 'back') {
    // into a Data that was in other states in between
    tenon.copyData(other, d);
    other.ctrl.fill(-ctrl);
    tenon.step(m, other, 7);
  }
  tenon.setState(m, other, state, INTEGRATION);
  tenon.restoreSleep(m, other, asleep);
  return other;
}

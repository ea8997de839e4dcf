// A Batch against single `Data` objects: the same actions, then the same bits in every field.
import { firstOtherBits } from '../../../../test/support/oracle/difference.mjs';
import { modelOrWords, needsPostConstraint, parametersOfWorld, sampleCallbacks, variedParameters } from './models.mjs';

/** @typedef {import('./models.mjs').Model} Model */
/** @typedef {import('./models.mjs').Data} Data */
/** @typedef {{ m: Model, d: Data, own: boolean }} Single */

const usual = ['time', 'qpos', 'qvel', 'act', 'ctrl', 'sensordata', 'warning_number'];

/** The failure of a Batch, if any. @param {import('./models.mjs').Bench} bench @param {Model} m
 *  @param {import('../batches.mjs').BatchCase} c */
export async function runBatch(bench, m, c) {
  const { tenon, batch: api, counts } = bench;
  counts.batches++;
  if (c.setting.userCode) m.callbacks = sampleCallbacks(tenon);
  const threads = c.setting.userCode ? 0 : c.threads;
  const batch = new api.Batch(m, c.n, { threads, fields: /** @type {never} */ (c.fields) });
  /** @type {Single[]} */
  const singles = Array.from({ length: c.n }, () => ({ m, d: new tenon.Data(m), own: false }));
  try {
    for (const [k, item] of c.items.entries()) {
      const wrong = await run(bench, m, batch, singles, c, item);
      if (wrong === ENDED) return undefined;
      const found = wrong ?? difference(batch, singles, c.fields);
      if (found) return `${found} after action ${k} (${item.act}) with ${threads} threads`;
    }
  } finally {
    batch.free();
    for (const { m: own, d, own: owned } of singles) {
      d.free();
      if (owned) own.free();
    }
  }
  return undefined;
}

/** Both rejected a step: the case ends. */
const ENDED = Symbol('ended');

/** @param {import('./models.mjs').Bench} bench @param {Model} m @param {import('../../../../src/batch.ts').Batch} batch
 *  @param {Single[]} singles @param {import('../batches.mjs').BatchCase} c @param {import('../batches.mjs').Act} item */
async function run(bench, m, batch, singles, c, item) {
  const { tenon, counts } = bench;
  switch (item.act) {
    case 'write':
      return writeInputs(batch, singles, c, item);
    case 'reset':
      return reset(bench, m, batch, singles, item);
    case 'parameters':
      return setParameters(bench, m, batch, singles, item);
    case 'step': {
      counts.steps += item.steps * c.n;
      const words = refusal(() => {
        for (const { m: own, d } of singles) {
          tenon.step(own, d, item.steps);
          if (needsPostConstraint(c.fields)) tenon.rnePostConstraint(own, d);
        }
      });
      const other = await refusalOf(batch.step(item.steps));
      if (words === undefined && other === undefined) return undefined;
      return words && other?.includes(words) ? ENDED : `single: ${words ?? 'a step'}, batch: ${other ?? 'a step'}`;
    }
  }
}

/** @param {() => void} work */
function refusal(work) {
  try {
    work();
    return undefined;
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/** @param {Promise<void>} promise */
function refusalOf(promise) {
  return promise.then(
    () => undefined,
    (/** @type {Error} */ error) => error.message,
  );
}

/** @param {import('../../../../src/batch.ts').Batch} batch @param {Single[]} singles @param {import('../batches.mjs').BatchCase} c
 *  @param {{ field: string, value: number }} item */
function writeInputs(batch, singles, c, { field, value }) {
  if (!usual.includes(field) && !c.fields.includes(field)) return undefined;
  singles.forEach(({ d }, i) => {
    const row = /** @type {Float64Array} */ (batch.row(/** @type {never} */ (field), i));
    if (field === 'time') {
      d.time += Math.abs(value);
      row[0] = d.time;
      return;
    }
    const array = /** @type {Float64Array} */ (/** @type {unknown} */ (d[/** @type {'qpos'} */ (field)]));
    for (let k = 0; k < array.length; k++) {
      array[k] = field === 'ctrl' ? value * (i + 1) + 0.1 * k : array[k] + 0.05 * value * ((k + i) % 3);
      row[k] = array[k];
    }
  });
  return undefined;
}

/** @param {import('./models.mjs').Bench} bench @param {Model} m @param {import('../../../../src/batch.ts').Batch} batch
 *  @param {Single[]} singles @param {{ worlds: number[], to: string }} item */
async function reset({ tenon }, m, batch, singles, { worlds, to }) {
  const { FULLPHYSICS } = tenon.StateBit;
  const key = to === 'key' && m.nkey > 0;
  const state = tenon.getState(singles[0].m, singles[0].d, FULLPHYSICS);
  await batch.reset(worlds, key ? 0 : to === 'state' ? state : undefined);
  for (const i of worlds) {
    const { m: own, d } = singles[i];
    if (key) tenon.resetDataKeyframe(own, d, 0);
    else tenon.resetData(own, d);
    if (to === 'state') tenon.setState(own, d, state, FULLPHYSICS);
  }
  return undefined;
}

/** @param {import('./models.mjs').Bench} bench @param {Model} m @param {import('../../../../src/batch.ts').Batch} batch
 *  @param {Single[]} singles @param {{ worlds: number[], changes: import('./models.mjs').Change[] }} item */
async function setParameters(bench, m, batch, singles, { worlds, changes }) {
  const { counts } = bench;
  const parameters = variedParameters(m, changes, worlds.length);
  const models = worlds.map((_, k) => modelOrWords(bench, m, parametersOfWorld(m, parameters, k)));
  const refused = models.find((model) => typeof model === 'string');
  if (worlds.length === 0) return undefined;
  try {
    await batch.setParameters(parameters, worlds);
    counts.parameters++;
    if (refused) return `withParameters: ${refused}, setParameters: accepted`;
  } catch (error) {
    counts.refused++;
    const { message } = /** @type {Error} */ (error);
    for (const model of models) if (typeof model !== 'string') model.free();
    return refused && message.includes(refused)
      ? undefined
      : `setParameters: ${message}, withParameters: ${refused ?? 'taken'}`;
  }
  worlds.forEach((i, k) => {
    if (singles[i].own) singles[i].m.free();
    Object.assign(singles[i], { m: models[k], own: true });
  });
  return undefined;
}

/** @param {import('../../../../src/batch.ts').Batch} batch @param {Single[]} singles @param {readonly string[]} fields */
function difference(batch, singles, fields) {
  for (const field of [...usual, ...fields]) {
    for (const [i, { d }] of singles.entries()) {
      const row = /** @type {ArrayLike<number>} */ (batch.row(/** @type {never} */ (field), i));
      const value = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (d))[field];
      const own = /** @type {ArrayLike<number>} */ (typeof value === 'number' ? [value] : value);
      const at = firstOtherBits(row, own);
      if (at >= 0) return `world ${i} differs in ${field}[${at}]: ${row[at]} (batch) and ${own[at]} (single)`;
    }
  }
  return undefined;
}

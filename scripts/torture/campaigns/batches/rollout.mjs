// A rollout against single `Data` objects that are stepped from the same states: the same bits in every row.
import { firstOtherBits } from '../../../../test/support/oracle/difference.mjs';
import { modelOrWords, needsPostConstraint, parametersOfWorld, sampleCallbacks, variedParameters } from './models.mjs';

/** @typedef {import('./models.mjs').Model} Model */
/** @typedef {import('./models.mjs').Bench} Bench */
/** @typedef {import('../batches.mjs').RolloutCase} RolloutCase */
/** Arguments of a rollout. @typedef {{ initial: Float64Array, warm: Float64Array | undefined, control: Float64Array | undefined,
 *    worlds: number, steps: number, spec: number, policy: any }} Given */

const policyText = `export default (m, d, { world, step }) => {
  for (let u = 0; u < m.nu; u++) d.ctrl[u] = Math.sin(world + 0.3 * step + u) - 0.1 * d.qvel[u % m.nv];
};
export const start = (m, d, { world }) => { if (m.nv > 0) d.qvel[0] += 0.01 * world; };`;
const policyAddress = `data:text/javascript,${encodeURIComponent(policyText)}`;

/** The failure of a rollout, if any. With several gravities, one rollout for each runs concurrently.
 *  @param {Bench} bench @param {Model} m @param {RolloutCase} c */
export async function runRollout(bench, m, c) {
  const { tenon, counts } = bench;
  counts.rollouts++;
  if (c.setting.userCode) m.callbacks = sampleCallbacks(tenon);
  const parameters = variedParameters(m, c.items, c.n);
  const gravities = c.gravities.length > 0 ? c.gravities : [m.opt.gravity[2]];
  const given = await makeInputs(bench, m, c);
  /** @type {(Model | string)[][]} */
  const models = [];
  const running = gravities.map((gravity) => {
    m.opt.gravity[2] = gravity;
    models.push(makeModels(bench, m, parameters, c));
    return call(bench, m, c, parameters, given, /** @type {Model[]} */ (models[models.length - 1]));
  });
  try {
    for (const [k, result] of (await Promise.allSettled(running)).entries()) {
      const wrong = await compare(bench, c, given, models[k], result);
      if (wrong) return `${wrong} with ${c.threads} threads`;
    }
  } finally {
    for (const model of models.flat()) if (typeof model !== 'string') model.free();
  }
  return undefined;
}

/** The Model of each world, or the message of its rejection. @param {Bench} bench @param {Model} m
 *  @param {Record<string, number[]>} parameters @param {RolloutCase} c */
function makeModels(bench, m, parameters, c) {
  return Array.from({ length: c.n }, (_, i) => modelOrWords(bench, m, parametersOfWorld(m, parameters, i)));
}

/** @param {Bench} bench @param {Model} m @param {RolloutCase} c @param {Record<string, number[]>} parameters @param {Given} given
 *  @param {Model[]} models */
function call({ batch, counts }, m, c, parameters, given, models) {
  const some = Object.keys(parameters).length > 0;
  if (some) counts.parameters++;
  const asModels = c.models && some && models.every((model) => typeof model !== 'string');
  const shape = [given.worlds, given.steps, (given.control?.length ?? 0) / (given.worlds * given.steps)];
  const threads = c.setting.userCode ? 0 : c.threads;
  return batch.rollout(asModels ? models : m, given.initial, {
    nbatch: c.n,
    nstep: c.nstep,
    every: c.every,
    threads,
    fields: /** @type {never[]} */ (c.fields),
    controlSpec: given.spec,
    ...(c.chunkSize && { chunkSize: c.chunkSize }),
    ...(some && !asModels && { parameters }),
    ...(given.control && { control: { data: given.control, shape } }),
    ...(given.warm && { initialWarmstart: given.warm }),
    ...(given.policy && { policy: threads > 0 ? policyAddress : given.policy.default && policyAddress }),
  });
}

/** @param {Bench} bench @param {Model} m @param {RolloutCase} c @returns {Promise<Given>} */
async function makeInputs({ tenon }, m, c) {
  const { FULLPHYSICS, CTRL, QFRC_APPLIED, XFRC_APPLIED } = tenon.StateBit;
  const d = new tenon.Data(m);
  const size = tenon.stateSize(m, FULLPHYSICS);
  const initial = new Float64Array(c.n * size);
  for (let i = 0; i < c.n; i++) {
    for (let v = 0; v < m.nv; v++) d.qvel[v] = 0.1 * c.spread * Math.sin(1 + i + v);
    initial.set(tenon.getState(m, d, FULLPHYSICS), i * size);
  }
  d.free();
  const spec = [CTRL, CTRL | QFRC_APPLIED, CTRL | XFRC_APPLIED, CTRL][c.control];
  const width = tenon.stateSize(m, spec);
  const [worlds, steps] = [
    [1, 1],
    [c.n, c.nstep],
    [1, c.nstep],
    [c.n, 1],
  ][c.control];
  const control =
    width > 0 && Float64Array.from({ length: worlds * steps * width }, (_, k) => 0.3 * Math.sin(k + c.spread));
  const warm = c.warm ? Float64Array.from({ length: m.nv }, (_, k) => Math.cos(k)) : undefined;
  const policy = c.policy ? await import(policyAddress) : undefined;
  return { initial, warm, control: control || undefined, worlds, steps, spec, policy };
}

/** @param {Bench} bench @param {RolloutCase} c @param {Given} given @param {(Model | string)[]} models
 *  @param {PromiseSettledResult<any>} result */
async function compare(bench, c, given, models, result) {
  const { counts } = bench;
  const refused = models.find((model) => typeof model === 'string');
  if (result.status === 'rejected') {
    if (refused) counts.refused++;
    else if (!(result.reason instanceof Error) || !/world \d+, step \d+/.test(result.reason.message))
      throw result.reason;
    const words = refused ?? firstRefusal(bench, c, given, /** @type {Model[]} */ (models));
    return words && result.reason.message.includes(words)
      ? undefined
      : `rollout: ${result.reason.message}, single: ${words}`;
  }
  if (refused) return `withParameters: ${refused}, rollout: accepted`;
  const { state, sensordata, fields, warnings } = result.value;
  const rows = Math.floor(c.nstep / c.every);
  for (const [world, m] of models.entries()) {
    const own = single(bench, c, given, /** @type {Model} */ (m), world);
    counts.steps += c.nstep;
    for (const [name, list] of Object.entries(own.rows)) {
      const array = name === 'state' ? state : name === 'sensordata' ? sensordata : fields[name];
      const at = firstOtherBits(part(array, world, c.n), Float64Array.from(list.slice(0, rows).flat()));
      if (at >= 0) return `world ${world} differs in ${name} at ${at}`;
    }
    const warned = warnings.find((/** @type {{ world: number }} */ w) => w.world === world);
    if ((warned?.step ?? -1) !== own.warned)
      return `world ${world} warned at step ${warned?.step}, a single Data at step ${own.warned}`;
  }
  return undefined;
}

/** @param {ArrayLike<number> & { subarray(from: number, to: number): ArrayLike<number> }} array @param {number} world
 *  @param {number} n */
function part(array, world, n) {
  const width = array.length / n;
  return array.subarray(world * width, (world + 1) * width);
}

/** @param {Bench} bench @param {RolloutCase} c @param {Given} given @param {Model[]} models */
function firstRefusal(bench, c, given, models) {
  for (const [world, m] of models.entries()) {
    try {
      single(bench, c, given, m, world);
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }
  return undefined;
}

/** One world in a single Data: the rows of each field, and the step of its first warning.
 *  @param {Bench} bench @param {RolloutCase} c @param {Given} given @param {Model} m @param {number} world */
function single({ tenon }, c, given, m, world) {
  const { FULLPHYSICS, WARMSTART } = tenon.StateBit;
  const d = new tenon.Data(m);
  const size = given.initial.length / c.n;
  const width = (given.control?.length ?? 0) / (given.worlds * given.steps);
  const { callbacks } = m;
  const stepInfo = { world, step: 0 };
  /** @type {Record<string, number[][]>} */
  const rows = { state: [], sensordata: [], ...Object.fromEntries(c.fields.map((name) => [name, []])) };
  let warned = -1;
  try {
    tenon.setState(m, d, given.initial.subarray(world * size, (world + 1) * size), FULLPHYSICS);
    if (given.warm) tenon.setState(m, d, given.warm, WARMSTART);
    given.policy?.start(m, d, stepInfo);
    if (given.policy) m.callbacks = { ...callbacks, control: (own, data) => given.policy.default(own, data, stepInfo) };
    for (; stepInfo.step < c.nstep; stepInfo.step++) {
      if (warned < 0) {
        const row = (given.worlds === 1 ? 0 : world) * given.steps + (given.steps === 1 ? 0 : stepInfo.step);
        if (given.control) tenon.setState(m, d, given.control.subarray(row * width, (row + 1) * width), given.spec);
        tenon.step(m, d);
        if (d.warning_number.some((count) => count > 0)) warned = stepInfo.step;
      }
      if ((stepInfo.step + 1) % c.every > 0) continue;
      if (needsPostConstraint(c.fields)) tenon.rnePostConstraint(m, d);
      for (const [name, list] of Object.entries(rows)) {
        const value = name === 'state' ? tenon.getState(m, d, FULLPHYSICS) : d[/** @type {'qpos'} */ (name)];
        list.push(typeof value === 'number' ? [value] : Array.from(value));
      }
    }
  } finally {
    m.callbacks = callbacks;
    d.free();
  }
  return { rows, warned };
}

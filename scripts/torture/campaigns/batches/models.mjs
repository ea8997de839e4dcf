// Models of single worlds, as expected by the campaign of batches.
import { faultOf } from '../../errors.mjs';
import { firstDifference } from '../../fields.mjs';

/** @typedef {import('../../../../src/index.ts').Model} Model */
/** @typedef {import('../../../../src/index.ts').Data} Data */
/** @typedef {import('../../material/worldChoices.mjs').Change} Change */
/** @typedef {{ tenon: typeof import('../../../../src/index.ts'), batch: typeof import('../../../../src/batch.ts'),
 *    counts: Record<string, number> }} Bench */

/** Values of a field of a Model. @param {Model} m @param {string} field @returns {ArrayLike<number>} */
function modelValues(m, field) {
  /** @type {any} */
  let value = m;
  for (const part of field.split('.')) value = value[part];
  return typeof value === 'number' ? [value] : value;
}

/** Parameters of `n` worlds from a list of changes; fields that the model does not have are skipped.
 *  @param {Model} m @param {readonly Change[]} list @param {number} n */
export function variedParameters(m, list, n) {
  /** @type {Record<string, number[]>} */
  const parameters = {};
  for (const { field, by, numbers } of list) {
    const base = modelValues(m, field);
    if (base.length === 0) continue;
    const worlds = numbers.length === 1 ? 1 : n;
    parameters[field] = Array.from({ length: worlds * base.length }, (_, k) => {
      const before = base[k % base.length];
      const number = numbers[Math.floor(k / base.length) % numbers.length];
      return by === 'factor' ? before * number : number;
    });
  }
  return parameters;
}

/** The parameters of one of `n` worlds. @param {Model} m @param {Record<string, number[]>} parameters @param {number} world */
export function parametersOfWorld(m, parameters, world) {
  const entries = Object.entries(parameters).map(([field, values]) => {
    const width = modelValues(m, field).length;
    return [field, values.length === width ? values : values.slice(world * width, (world + 1) * width)];
  });
  return Object.fromEntries(entries);
}

/** A copy of a Model with other values, or the message of its rejection. @param {Bench} bench @param {Model} m
 *  @param {Record<string, number[]>} parameters @returns {Model | string} */
export function modelOrWords({ batch }, m, parameters) {
  try {
    const copy = batch.withParameters(m, parameters);
    copy.callbacks = m.callbacks;
    return copy;
  } catch (error) {
    const fault = faultOf(error);
    if (fault) throw error;
    return /** @type {Error} */ (error).message.replace(/^[^:]*: (world \d+: )?/, '');
  }
}

/** Checks that constants of a Model with other values equal those that `setConst` computes after the values are written by hand, except
 *  constants set in the model file. @param {Bench} bench @param {Model} m @param {readonly Change[]} list */
export function derivedDifference(bench, m, list) {
  const { tenon } = bench;
  const given = parametersOfWorld(m, variedParameters(m, list, 1), 0);
  // constants among the parameters are kept by withParameters, and recomputed by setConst
  if (Object.keys(given).length === 0 || Object.keys(given).some((name) => /invweight0|stat\./.test(name)))
    return undefined;
  const [byHand, untouched] = [tenon.copyModel(m), tenon.copyModel(m)];
  const other = modelOrWords(bench, m, given);
  try {
    tenon.setConst(untouched);
    if (typeof other === 'string' || firstDifference(untouched, m)) return undefined;
    for (const [field, values] of Object.entries(given)) write(byHand, field, values);
    tenon.setConst(byHand);
    const different = firstDifference(byHand, other);
    return different && `withParameters and setConst differ in ${different} after ${Object.keys(given).join(', ')}`;
  } finally {
    for (const model of [byHand, untouched, other]) if (typeof model !== 'string') model.free();
  }
}

/** @param {Model} m @param {string} field @param {readonly number[]} values */
function write(m, field, values) {
  const path = field.split('.');
  const last = /** @type {string} */ (path.pop());
  /** @type {any} */
  let owner = m;
  for (const part of path) owner = owner[part];
  owner[last] = typeof owner[last] === 'number' ? values[0] : values;
}

/** Callbacks that read arrays, which exposes and moves them. @param {typeof import('../../../../src/index.ts')} tenon
 *  @returns {import('../../../../src/index.ts').Callbacks} */
export function sampleCallbacks(tenon) {
  return {
    control(m, d) {
      for (let u = 0; u < m.nu; u++) d.ctrl[u] += 0.1 * Math.tanh(d.qvel[u % m.nv]);
    },
    passive(m, d) {
      for (let i = 0; i < m.nv; i++) d.qfrc_passive[i] -= 0.01 * d.qvel[i];
    },
    contactFilter: (_, d, geom1, geom2) => d.ncon > 3 && (geom1 + geom2) % 3 === 0,
    sensor: (m, d, stage) => {
      if (stage === tenon.Stage.POS && m.nsensordata > 0) d.xpos[0] += 0;
    },
  };
}

/** Whether fields include body forces, which are computed after a step only on request. @param {readonly string[]} fields */
export function needsPostConstraint(fields) {
  return fields.some((field) => ['cacc', 'cfrc_int', 'cfrc_ext'].includes(field));
}

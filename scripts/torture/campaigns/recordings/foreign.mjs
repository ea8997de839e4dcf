// Recordings for other programs: the readers of MCAP and Parquet must return the recorded values. Damaged networks are rejected with a
// Tenon error.
import { McapIndexedReader, McapWriter } from '@mcap/core';
import { parquetReadObjects } from 'hyparquet';
import * as parquet from 'hyparquet-writer';
import { faultOf } from '../../errors.mjs';
import { damageAll } from '../../material/damage.mjs';
import { namedArray } from '../../material/recordingFiles.mjs';

/** @typedef {import('../../run/run.mjs').Kit} Kit */

const xml = `<mujoco><worldbody><body name="a &quot;b&quot; 🦾"><joint/><joint type="slide"/><geom size="1"/></body><body/>
  </worldbody></mujoco>`;

/** @param {Kit} kit @param {Record<string, number>} counts */
export function checkForeign(kit, counts) {
  return {
    mcap: (/** @type {any} */ c) => checkMcap(kit, c, counts),
    lerobot: (/** @type {any} */ c) => checkLerobot(kit, c, counts),
    onnx: (/** @type {any} */ c) => checkOnnx(kit, c, counts),
  };
}

/** Times and positions of arbitrary values; JSON has null for values that are not finite. @param {Kit} kit @param {any} c
 *  @param {Record<string, number>} counts */
async function checkMcap({ tenon, record }, c, counts) {
  const m = tenon.modelFromXml(xml);
  const d = new tenon.Data(m);
  const numbers = c.arrays.flatMap((/** @type {any} */ { numbers }) => numbers.map(Number));
  /** @type {Uint8Array[]} */
  const pieces = [];
  let size = 0;
  const write = async (/** @type {Uint8Array} */ bytes) => {
    pieces.push(bytes.slice());
    size += bytes.length;
  };
  const recorder = await record.recordMcap(m, new McapWriter({ writable: { position: () => BigInt(size), write } }));
  const expected = [];
  for (let k = 0; k + 2 < numbers.length; k += 3) {
    d.time = numbers[k];
    d.qpos.set(numbers.slice(k + 1, k + 3));
    try {
      await recorder.add(d);
      expected.push([...d.qpos].map((x) => (Number.isFinite(x) ? x + 0 : null)));
    } catch (error) {
      counts.refused++;
      const fault = faultOf(error);
      if (fault) return fault;
    }
  }
  await recorder.end();
  counts.accepted++;
  const file = Buffer.concat(pieces);
  const readable = {
    size: async () => BigInt(file.length),
    read: async (/** @type {bigint} */ from, /** @type {bigint} */ n) =>
      new Uint8Array(file.subarray(Number(from), Number(from + n))),
  };
  const reader = await McapIndexedReader.Initialize({ readable });
  const found = [];
  for await (const { data, sequence } of reader.readMessages()) {
    const { qpos } = JSON.parse(new TextDecoder().decode(data));
    if (qpos) found[sequence] = qpos;
  }
  d.free();
  m.free();
  return JSON.stringify(found) === JSON.stringify(expected)
    ? undefined
    : `expected the states ${expected}, found ${found}`;
}

/** Single-precision values. @param {Kit} kit @param {any} c @param {Record<string, number>} counts */
async function checkLerobot({ record }, c, counts) {
  const features = Object.fromEntries(c.arrays.map((/** @type {any} */ array) => [array.name, namedArray(array)]));
  let files;
  try {
    files = record.lerobotFiles([{ task: 'a 🦾', features }], { fps: 50 }, parquet);
  } catch (error) {
    counts.refused++;
    return faultOf(error);
  }
  counts.accepted++;
  const { buffer } = files['data/chunk-000/file-000.parquet'];
  const rows = await parquetReadObjects({ file: /** @type {ArrayBuffer} */ (buffer) });
  // the reader stores rows in objects, whose __proto__ is special
  for (const { name, shape, numbers } of c.arrays.filter((/** @type {any} */ array) => array.name !== '__proto__')) {
    const found = rows.flatMap((row) => Object.getOwnPropertyDescriptor(row, name)?.value);
    const wrong = numbers.findIndex(
      (/** @type {string} */ word, /** @type {number} */ k) => !Object.is(Math.fround(Number(word)), found[k]),
    );
    if (wrong >= 0 || rows.length !== shape[0]) return `expected ${numbers[wrong]} in '${name}', found ${found[wrong]}`;
  }
  return undefined;
}

/** @param {Kit} kit @param {any} c @param {Record<string, number>} counts */
async function checkOnnx({ policy }, c, counts) {
  const ort = await import('onnxruntime-web');
  const layer = { weights: [2, 1], bias: [0.5], activation: /** @type {'none'} */ ('none') };
  const whole = policy.toOnnx({ mean: [0, 0], scale: [1, 1], layers: [layer], low: [-9], high: [9] });
  const bytes = damageAll(whole, c.items);
  try {
    const loaded = await policy.loadPolicy(bytes, ort);
    const [action] = await loaded.act([1, 2]);
    await loaded.close();
    counts.accepted++;
    return c.items.length === 0 && action !== 4.5 ? `expected the action 4.5, found ${action}` : undefined;
  } catch (error) {
    counts.refused++;
    const { message } = /** @type {Error} */ (error);
    return faultOf(error) ?? (message.startsWith('policy:') ? undefined : `an error without its location: ${message}`);
  }
}

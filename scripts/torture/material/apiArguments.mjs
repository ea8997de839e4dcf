// Arguments of API calls, as text that can be written to a file and converted back to a value.

/** @typedef {import('./random.mjs').Random} Random */
/** An argument: a kind with its details.
 *  @typedef {{ kind: string, at?: number, value?: string, size?: number }} Argument */

/** Objects that can be passed. @typedef {object} Shelf
 *  @property {object[]} models @property {object[]} datas @property {object[]} foreign handles of the other API */

const wrongKinds = [
  ...['missing', 'null', 'number', 'number', 'text', 'object', 'array', 'function', 'boolean', 'doubles', 'doubles'],
  ...['floats', 'integers', 'numbers', 'huge', 'model', 'data', 'data', 'foreign', 'view', 'date', 'big', 'proxyless'],
];
const numbers =
  'NaN Infinity -Infinity -1 0 1 2 0.5 -0.5 3 7 100 255 65536 1000000 2147483647 2147483648 4294967296 -2147483649 1e300'.split(
    ' ',
  );
const sizes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 36, 1000];
const fields = ['qpos', 'qvel', 'xpos', 'ctrl', 'qacc', 'xmat', 'qM', 'efc_J', 'sensordata'];
const texts = ['', 'b', 'j', 'arm', 'nothing', '\0', '__proto__', 'constructor', 'x'.repeat(500), '球'];
export const xmls = [
  '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
  '<mujoco/>',
  '<mujoco><worldbody><geom size="a"/></worldbody></mujoco>',
  '<robot/>',
  '',
];

/** An argument that no signature expects. @param {Random} random @returns {Argument} */
export function wrongArgument(random) {
  const kind = random.pick(wrongKinds);
  if (kind === 'number') return { kind, value: random.pick(numbers) };
  if (kind === 'text') return { kind, value: random.pick(texts) };
  return { kind, at: random.int(100), size: random.pick(sizes), value: random.pick(fields) };
}

/** An argument that a signature expects. @param {string} word of a signature @param {Random} random @returns {Argument} */
export function rightArgument(word, random) {
  const kind = word.replace('?', '');
  if (word.endsWith('?') && random.chance(0.3)) return { kind: 'missing' };
  if (kind === 'm') return { kind: 'model', at: random.chance(0.85) ? 0 : random.int(100) };
  if (kind === 'd') return { kind: 'data', at: random.chance(0.85) ? random.int(2) : random.int(100) };
  if (kind.startsWith('f')) return { kind: 'fit', value: kind.slice(1) };
  if (kind === 'x') return { kind: 'number', value: random.pick(['0', '0.01', '0.5', '1e-6', '-1']) };
  if (kind === 'b') return { kind: 'boolean', at: random.int(2) };
  if (kind === 't') return { kind: 'text', value: random.pick(texts) };
  if (kind === 'o') return { kind: 'object', at: random.int(100) };
  if (kind === 'xml') return { kind: 'text', value: random.pick(xmls) };
  if (kind === 'sig') return { kind: 'number', value: random.pick(['1', '2', '3', '16383', '7', '0']) };
  if (kind === 'type') return { kind: 'number', value: String(random.int(26)) };
  return { kind: 'number', value: String(random.int(4)) };
}

const objects = [
  () => ({}),
  () => ({ qpos: [1] }),
  () => ({ length: 3 }),
  () => ({ dist: new Float64Array(1) }),
  () => ({ dist: new Float64Array(2), geomid: new Int32Array(1) }),
  () => ({ eps: 1e-6, centered: true }),
  () => ({ eps: Number.NaN }),
  () => ({ into: { A: new Float64Array(3) } }),
  () => ({ into: 5 }),
  () => ({ method: 'fd' }),
  () => ({ method: 'hybrid' }),
  () => ({ method: 'magic' }),
  () => ({ engine: 'js' }),
  () => ({ engine: 'else' }),
  () => ({ files: { a: 'b' } }),
  () => ({ files: 5 }),
  () => ({ limits: { nothing: 1 } }),
  () => ({ root: 7 }),
  () => ({ geomgroup: [1, 0, 1], bodyexclude: -5 }),
  () => ({ geomgroup: 3, flgStatic: 'no' }),
  () => Object.create(null),
  () => new Map([['a', 'b']]),
  () => new Proxy({}, {}),
];

/** The value of an argument. @param {Argument} argument @param {Shelf} shelf @returns {unknown} */
export function valueFrom({ kind, at = 0, value = '', size = 0 }, shelf) {
  switch (kind) {
    case 'missing':
      return undefined;
    case 'null':
      return null;
    case 'number':
      return Number(value);
    case 'text':
      return value;
    case 'object':
      return objects[at % objects.length]();
    case 'array':
      return Array.from({ length: size }, (_, k) => (at % 2 ? k : 'x'));
    case 'function':
      return () => {};
    case 'boolean':
      return at % 2 === 1;
    case 'doubles':
      return new Float64Array(size).fill(at % 3 ? 0.1 : Number.NaN);
    case 'floats':
      return new Float32Array(size);
    case 'integers':
      return new Int32Array(size).fill(at);
    case 'numbers':
      return Array.from({ length: size }, (_, k) => 0.1 * k);
    case 'huge':
      return new Float64Array(20000);
    case 'date':
      return new Date(0);
    case 'big':
      return new BigInt64Array(size);
    case 'proxyless':
      return Object.freeze([0, 0, 1]);
    case 'model':
      return shelf.models[at % shelf.models.length];
    case 'data':
      return shelf.datas[at % shelf.datas.length];
    case 'foreign':
      return shelf.foreign[at % shelf.foreign.length];
    case 'view':
      return tryReadArray(shelf.datas[at % shelf.datas.length], value);
    default:
      return new Float64Array(fittingSize(value, shelf)).fill(0.5);
  }
}

/** An array of a Data, unless the Data was freed. @param {object} data @param {string} name */
function tryReadArray(data, name) {
  try {
    return /** @type {Record<string, unknown>} */ (data)[name];
  } catch {
    return undefined;
  }
}

/** Required length of an array for the first model. @param {string} word @param {Shelf} shelf */
function fittingSize(word, shelf) {
  const m = /** @type {import('../../../src/index.ts').Model} */ (shelf.models[0]);
  try {
    const nx = 2 * m.nv + m.na;
    const state = 1 + m.nq + m.nv;
    /** @type {Record<string, number>} */
    const known = {
      nv: m.nv,
      nq: m.nq,
      '3nv': 3 * m.nv,
      nvnv: m.nv * m.nv,
      nM: m.nM,
      ntree: m.ntree,
      state,
      xx: nx * nx,
      xu: nx * m.nu,
      sx: m.nsensordata * nx,
      su: m.nsensordata * m.nu,
    };
    return known[word] ?? Number(word);
  } catch {
    return 1;
  }
}

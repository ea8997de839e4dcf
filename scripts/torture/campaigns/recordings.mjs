// Recordings, intact and damaged. Intact files are read back bit for bit; damaged ones give an error that names the file, or the values in
// the file.
import { faultOf } from '../errors.mjs';
import { damageAll, damageKinds } from '../material/damage.mjs';
import { csvText, namedArray, npyBytes, randomRecording, randomStyle, zipBytes } from '../material/recordingFiles.mjs';
import { checkForeign } from './recordings/foreign.mjs';
import { checkPolicyCase, makePolicyCase } from './recordings/policies.mjs';

/** @typedef {import('../material/damage.mjs').Damage} Damage */
/** @typedef {import('../material/recordingFiles.mjs').RecordedArray} RecordedArray */
/** @typedef {{ kind: string, arrays: RecordedArray[], style: any, inside: boolean, items: (Damage | TextDamage)[] }} RecordingCase */
/** @typedef {{ at: number, remove: number, text: string }} TextDamage */
/** @typedef {import('../run/run.mjs').Kit} Kit */

const TIME_LIMIT = 5000;
/** Limit in kilobytes for one small file. */
const MEMORY_LIMIT = 400_000;
const kinds = ['csv', 'csv', 'csv', 'npy', 'npy', 'npz', 'npz', 'npz', 'policy'];
const rareKinds = ['mcap', 'lerobot', 'onnx'];

/** @type {import('../run/run.mjs').Campaign} */
export const recordings = {
  about: 'recordings and policies, intact and damaged: the right values, or an error that names the file',
  weight: 2,
  start: async (kit) => {
    await kit.tenon.prepare();
    const counts = { files: 0, whole: 0, accepted: 0, refused: 0 };
    const checks = checksOf(kit, counts);
    return {
      counts,
      make: makeCase,
      check: async (/** @type {RecordingCase} */ c) => {
        const [began, before] = [performance.now(), process.resourceUsage().maxRSS];
        counts.files++;
        if (c.items.length === 0) counts.whole++;
        const fault = await checks[c.kind](c);
        if (fault) return `${c.kind}: ${fault}`;
        const taken = process.resourceUsage().maxRSS - before;
        if (taken > MEMORY_LIMIT) return `${c.kind}: took more than ${MEMORY_LIMIT / 1000} MB`;
        return performance.now() - began > TIME_LIMIT
          ? `${c.kind}: took longer than ${TIME_LIMIT / 1000} s`
          : undefined;
      },
    };
  },
};

/** @param {import('../material/random.mjs').Random} random */
function makeCase(random) {
  const kind = random.chance(0.01) ? random.pick(rareKinds) : random.pick(kinds);
  if (kind === 'policy') return { kind, ...makePolicyCase(random) };
  const arrays = randomRecording(random);
  const count = random.chance(0.2) ? 0 : 1 + random.int(3);
  const style = {
    ...randomStyle(random),
    deflate: random.chance(0.5),
    extra: random.chance(0.5),
    comment: random.chance(0.3),
  };
  const items = random.list(count, () => (kind === 'csv' ? textDamage(random) : byteDamage(random)));
  return { kind, arrays, style, inside: random.chance(0.4), items };
}

/** Positions are fractions of the length, because the file does not exist yet. @param {import('../material/random.mjs').Random} random */
function byteDamage(random) {
  return { kind: random.pick(damageKinds), at: random.next(), value: random.int(256) };
}

const pieces = [
  ...[',', ';', '\t', '\n', '\r', '"', '""', '\0', '\ufeff', ' ', '-', '.', 'e', 'x', '0', '9'],
  ...[
    'nan',
    'inf',
    '1e999',
    '0x1',
    '[0]',
    '[1]',
    '[999999999]',
    '[-1]',
    '[',
    ']',
    'qpos[0]',
    'time',
    '1,2\n',
    '\n\n',
    '🦾',
    '\ud800',
  ],
];

/** @param {import('../material/random.mjs').Random} random @returns {TextDamage} */
function textDamage(random) {
  const remove = random.chance(0.5) ? 0 : random.chance(0.9) ? 1 + random.int(4) : 1000;
  return { at: random.next() ** 2, remove, text: random.chance(0.3) ? '' : random.pick(pieces) };
}

/** @param {Kit} kit @param {Record<string, number>} counts @returns {Record<string, (c: any) => Promise<string | undefined>>} */
function checksOf(kit, counts) {
  const { record } = kit;
  /** The failure of a read: that of the error, or the result of `right` for the arrays.
   *  @param {string} file @param {() => any} read @param {(found: any) => string | undefined} right @param {RecordingCase} c */
  const reading = async (file, read, right, c) => {
    let found;
    try {
      found = await read();
    } catch (error) {
      counts.refused++;
      if (c.items.length === 0) return `an intact file is rejected: ${/** @type {Error} */ (error).message}`;
      return refusalFault(file, error);
    }
    counts.accepted++;
    return c.items.length === 0 ? difference(found, c.arrays) : right(found);
  };
  return {
    csv: async (c) => {
      const text = damagedText(csvText(c.arrays, c.style), c.items);
      return reading(
        'run.csv',
        () => record.readCsv(text, 'run.csv'),
        (found) => csvFault(text, found),
        c,
      );
    },
    npy: async (c) => {
      const [array] = c.arrays;
      const bytes = damageAll(npyBytes(array), c.items);
      const one = { ...c, arrays: [{ ...array, name: 'a' }] };
      return reading(
        'run.npy',
        () => ({ a: record.readNpy(bytes, 'run.npy') }),
        ({ a }) => npyFault(bytes, a),
        one,
      );
    },
    npz: async (c) => {
      const members = c.arrays.map((/** @type {RecordedArray} */ array, /** @type {number} */ k) => {
        const data = npyBytes(array);
        return { name: `${array.name}.npy`, data: c.inside && k === 0 ? damageAll(data, c.items) : data };
      });
      const own = () =>
        new Uint8Array(
          Buffer.concat(
            record.npzPieces(
              Object.fromEntries(c.arrays.map((/** @type {RecordedArray} */ a) => [a.name, namedArray(a)])),
            ),
          ),
        );
      const whole = !c.inside && c.style.mark ? own() : zipBytes(members, c.style);
      const bytes = c.inside ? whole : damageAll(whole, c.items);
      // checksums detect every other change
      const right = (/** @type {any} */ found) =>
        c.inside ? npyFault(members[0].data, found[c.arrays[0].name]) : difference(found, c.arrays);
      return reading('run.npz', () => record.readNpz(bytes, 'run.npz'), right, c);
    },
    policy: (c) => checkPolicyCase(kit, c, counts),
    ...checkForeign(kit, counts),
  };
}

/** @param {string} file @param {unknown} error */
function refusalFault(file, error) {
  const fault = faultOf(error);
  if (fault) return fault;
  const { name, message } = /** @type {Error} */ (error);
  if (name !== 'Error') return `not a plain Error: ${name}: ${message}`;
  return message.startsWith(`${file}:`) ? undefined : `an error without the name of the file: ${message}`;
}

/** @param {string} text @param {readonly (TextDamage | Damage)[]} items */
function damagedText(text, items) {
  return items.reduce((before, item) => {
    const { at, remove, text: more } = /** @type {TextDamage} */ (item);
    const from = Math.floor(at * (before.length + 1));
    return before.slice(0, from) + more + before.slice(from + remove);
  }, text);
}

/** Checks that arrays equal the written ones bit for bit. @param {Record<string, any>} found @param {RecordedArray[]} arrays */
function difference(found, arrays) {
  const names = Object.keys(found).sort().join('|');
  const expected = arrays
    .map(({ name }) => name)
    .sort()
    .join('|');
  if (names !== expected) return `expected the arrays ${expected}, found ${names}`;
  for (const array of arrays) {
    const { shape, numbers } = Object.getOwnPropertyDescriptor(found, array.name)?.value ?? {};
    if (String(shape) !== String(array.shape)) return `expected the shape ${array.shape}, found ${shape}`;
    const k = array.numbers.findIndex((word, i) => !Object.is(Number(word), numbers[i]));
    if (k >= 0) return `expected the value ${array.numbers[k]}, found ${numbers[k]}`;
  }
  return undefined;
}

/** Checks that an accepted damaged table has the values of its cells at their indices.
 *  @param {string} text @param {Record<string, any>} found */
function csvFault(text, found) {
  for (const { shape, numbers } of Object.values(found)) {
    const count = shape.reduce((/** @type {number} */ product, /** @type {number} */ size) => product * size, 1);
    if (count !== numbers.length) return `the shape ${shape} has ${numbers.length} values`;
  }
  // quoted cells contain separators and line ends
  if (text.includes('"')) return undefined;
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const separator = /[,;\t]/.exec(lines[0])?.[0] ?? ',';
  const rows = lines
    .slice(1)
    .filter((line) => line.trim() !== '' || (lines[0].includes(separator) && line.includes(separator)));
  const cells = rows.map((line) => line.split(separator));
  const head = lines[0].split(separator);
  for (const [column, label] of head.entries()) {
    const [, field, index] = /^\s*(.*?)\s*(?:\[\s*(\d+)\s*\])?\s*$/s.exec(label) ?? [];
    const { shape, numbers } = Object.getOwnPropertyDescriptor(found, field)?.value ?? {};
    if (!shape) return `the column ${label} is missing`;
    if (shape[0] !== rows.length) return `expected ${rows.length} rows, found ${shape[0]}`;
    for (const [row, words] of cells.entries()) {
      const expected = Number(
        words[column]
          .trim()
          .replace(/^([+-]?)inf$/i, '$1Infinity')
          .replace(/^[+-]?nan$/i, 'NaN')
          .replace(/^([+-]?)infinity$/i, '$1Infinity'),
      );
      const value = numbers[row * (shape[1] ?? 1) + Number(index ?? 0)];
      if (!Object.is(expected, value)) return `expected ${words[column]} in row ${row} of ${label}, found ${value}`;
    }
  }
  return undefined;
}

/** Checks that an accepted damaged array has the values of its bytes. @param {Uint8Array} bytes @param {any} array */
function npyFault(bytes, { shape, numbers }) {
  const count = shape.reduce((/** @type {number} */ product, /** @type {number} */ size) => product * size, 1);
  if (count !== numbers.length) return `the shape ${shape} has ${numbers.length} values`;
  const header = Buffer.from(bytes.subarray(10, 200)).toString('latin1');
  const words = /'shape'\s*:\s*\(([\d\s,L]*)\)/
    .exec(header)?.[1]
    .split(',')
    .map((word) => word.trim().replace('L', ''))
    .filter((word) => word !== '');
  if (String(words?.map(Number)) !== String(shape)) return `expected the shape (${words}), found (${shape})`;
  const size = Number(/'[<|]\w(\d)'/.exec(header)?.[1] ?? 0);
  const data = Buffer.from(bytes.subarray(bytes.length - size * count));
  if (size !== 8 || !header.includes("'<f8'")) return undefined;
  for (let k = 0; k < count; k++) {
    if (!Object.is(data.readDoubleLE(8 * k), numbers[k]))
      return `expected ${data.readDoubleLE(8 * k)}, found ${numbers[k]}`;
  }
  return undefined;
}

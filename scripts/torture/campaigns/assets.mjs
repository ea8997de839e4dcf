// Damaged files of meshes, pictures and height fields: a Model, or an MjcfError with its place.
import { assetFiles } from '../material/assetFiles.mjs';
import { mendChecksums } from '../material/png.mjs';
import { loadAndStep } from './models.mjs';

const TIME_LIMIT = 20_000;

/** @typedef {{ kind: 'set' | 'flip' | 'cut' | 'insert' | 'truncate' | 'length' | 'number', at: number, value: number }} Damage */
/** @typedef {{ asset: string, mend: boolean, engine: 'wasm' | 'js', items: Damage[] }} DamagedAsset */

const kinds = /** @type {const} */ (['set', 'flip', 'cut', 'insert', 'truncate', 'length', 'number']);
const lengths = [0, 1, 2, 3, 13, 255, 256, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 1e6];
const texts = [
  'nan',
  'inf',
  '-1',
  '0',
  '99999999999',
  '1e400',
  'f',
  'v',
  '/',
  '//',
  '\n',
  '\\\n',
  '1e38',
  '2147483648',
  '',
];

/** @type {import('../run/run.mjs').Campaign} */
export const assets = {
  about: 'damaged meshes, pictures and height fields: a Model, or an MjcfError with its place',
  weight: 2,
  start: async ({ tenon }) => {
    await tenon.prepare();
    await tenon.prepare({ engine: 'js' });
    const counts = { files: 0, accepted: 0, refused: 0, steps: 0 };
    return {
      counts,
      make: makeDamaged,
      check: (/** @type {DamagedAsset} */ c) => {
        const began = performance.now();
        counts.files++;
        const { file, xml } = assetFiles[c.asset];
        const fault = loadAndStep(tenon, xml, { engine: c.engine, files: { [file]: damagedBytes(c) } }, counts);
        const late = performance.now() - began > TIME_LIMIT;
        return fault ?? (late ? `took longer than ${TIME_LIMIT / 1000} s` : undefined);
      },
    };
  },
};

/** @param {import('../material/random.mjs').Random} random @returns {DamagedAsset} */
function makeDamaged(random) {
  const asset = random.pick(Object.keys(assetFiles));
  const size = assetFiles[asset].bytes.length;
  const one = () => ({
    kind: random.pick(kinds),
    // headers are where the lengths are
    at: random.chance(0.3) ? random.int(Math.min(size, 100)) : random.int(size),
    value: random.int(256),
  });
  const items = random.list(1 + random.int(4), one);
  return { asset, mend: random.chance(0.8), engine: random.chance(0.8) ? 'wasm' : 'js', items };
}

/** @param {DamagedAsset} c */
function damagedBytes(c) {
  const { bytes, file } = assetFiles[c.asset];
  const damaged = c.items.reduce(damage, bytes);
  return file.endsWith('.png') && c.mend ? mendChecksums(damaged) : damaged;
}

/** @param {Uint8Array} bytes @param {Damage} how */
function damage(bytes, { kind, at, value }) {
  const changed = Buffer.from(bytes);
  const pieces = (/** @type {number} */ end, /** @type {Uint8Array[]} */ ...more) =>
    new Uint8Array(Buffer.concat([changed.subarray(0, at), ...more, changed.subarray(end)]));
  switch (kind) {
    case 'set':
    case 'flip':
      if (at < changed.length) changed[at] = kind === 'set' ? value : changed[at] ^ (1 << (value % 8));
      return new Uint8Array(changed);
    case 'cut':
      return pieces(at + 1 + (value % 16));
    case 'insert':
      return pieces(at, Buffer.alloc(1 + (value % 16), value));
    case 'truncate':
      return new Uint8Array(changed.subarray(0, at));
    case 'number':
      return pieces(at + 1, Buffer.from(texts[value % texts.length]));
    default: {
      const four = Buffer.alloc(4);
      const length = lengths[value % lengths.length] >>> 0;
      // little and big ends: meshes have the one, pictures the other
      if (value % 2) four.writeUInt32BE(length);
      else four.writeUInt32LE(length);
      return pieces(at + 4, four);
    }
  }
}

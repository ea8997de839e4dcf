// Damages files byte by byte: bits, lengths, missing or extra pieces.

/** @typedef {{ kind: 'set' | 'flip' | 'cut' | 'insert' | 'truncate' | 'length' | 'number', at: number, value: number }} Damage */

export const damageKinds = /** @type {const} */ (['set', 'flip', 'cut', 'insert', 'truncate', 'length', 'number']);
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

/** @param {Uint8Array} bytes @param {Damage} how */
export function damage(bytes, { kind, at, value }) {
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
      // little and big endian: meshes use the one, pictures the other
      if (value % 2) four.writeUInt32BE(length);
      else four.writeUInt32LE(length);
      return pieces(at + 4, four);
    }
  }
}

/** Applies damage in order, each at a fraction of the current length. @param {Uint8Array} bytes @param {readonly any[]} items */
export function damageAll(bytes, items) {
  return items.reduce((before, how) => damage(before, { ...how, at: Math.floor(how.at * before.length) }), bytes);
}

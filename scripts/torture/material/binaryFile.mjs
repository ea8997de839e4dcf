// The layout of a binary model, and damage to it: to words of fields rather than to bytes, because files that are rejected immediately test
// little.

/** Bytes before the sizes, and per size. */
const HEADER = 20;
const SIZE = 8;
const BYTES = { f64: 8, f32: 4, i32: 4, u8: 1 };
/** Flags between the records and the arrays. */
const FLAGS = 2;

/** An array of a file. @typedef {{ name: string, kind: 'f64' | 'f32' | 'i32' | 'u8', at: number, length: number,
 *    rows: (number | string), cols: (number | string) }} Field */
/** @typedef {{ name: string, bytes: Uint8Array, sizes: Record<string, number>, start: number, fields: Field[],
 *    integers: Field[], reals: Field[] }} BinaryFile */
/** @typedef {{ kind: string, field?: string, at: number, from?: number, value: number, many?: number }} Damage */

/** The layout of a file. @param {string} name @param {Uint8Array} bytes
 *  @param {{ modelSizes: readonly string[], modelTable: readonly any[] }} tables @returns {BinaryFile} */
export function binaryFile(name, bytes, { modelSizes, modelTable }) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sizes = Object.fromEntries(
    modelSizes.map((size, k) => [size, Number(view.getBigInt64(HEADER + SIZE * k, true))]),
  );
  const rows = modelTable.filter(([field]) => !field.includes('.'));
  const lengths = rows.map(([, , first, second]) => product(first, sizes) * product(second, sizes));
  const fieldBytes = (/** @type {number} */ k) =>
    lengths[k] * (rows[k][0] === 'tex_adr' ? SIZE : BYTES[/** @type {keyof typeof BYTES} */ (rows[k][1])]);
  let at = bytes.length - rows.reduce((sum, _, k) => sum + fieldBytes(k), 0);
  const start = at;
  const fields = rows.map(([field, kind, first, second], k) => {
    const entry = { name: field, kind, at, length: lengths[k], rows: first, cols: second };
    at += fieldBytes(k);
    return entry;
  });
  const full = fields.filter(({ length, name: field }) => length > 0 && field !== 'tex_data');
  return {
    ...{ name, bytes, sizes, start, fields },
    integers: full.filter(({ kind }) => kind === 'i32' || kind === 'u8'),
    reals: full.filter(({ kind }) => kind === 'f64' || kind === 'f32'),
  };
}

/** @param {number | string} dim @param {Record<string, number>} sizes */
function product(dim, sizes) {
  return String(dim)
    .split('*')
    .reduce((result, factor) => result * (/^\d+$/.test(factor) ? Number(factor) : sizes[factor]), 1);
}

const INTEGERS = [-2147483648, -1000, -3, -2, -1, 0, 1, 2, 3, 4, 7, 16, 100, 1000, 65535, 200000, 1 << 24, 2147483647];
const REALS = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  0,
  -0,
  -1,
  1,
  1e-300,
  1e300,
  -1e300,
  1e10,
  0.5,
  2,
  1e-6,
  -3,
];

/** @param {BinaryFile} file @param {import('./random.mjs').Random} random @returns {Damage} */
export function makeDamage(file, random) {
  const chosen = random.next();
  if (chosen < 0.62) return integerDamage(file, random);
  if (chosen < 0.74) return realDamage(file, random);
  if (chosen < 0.84) {
    const limit = file.start - FLAGS;
    const first = HEADER + SIZE * Object.keys(file.sizes).length;
    const at =
      first + 4 * random.int(Math.floor((random.chance(0.7) ? Math.min(360, limit - first) : limit - first) / 4));
    const real = random.chance(0.4) && at + 8 <= limit;
    return { kind: real ? 'recordReal' : 'record', at, value: random.int(real ? REALS.length : INTEGERS.length) };
  }
  if (chosen < 0.93) {
    const name = random.pick(Object.keys(file.sizes));
    const kind = random.chance(0.85) ? 'resize' : 'size';
    const value = random.chance(0.7) ? file.sizes[name] + random.pick([-1, 1, 1, 2, -2, 10]) : random.pick(INTEGERS);
    return { kind, field: name, at: random.int(1000), value };
  }
  const kind = random.pick(['byte', 'byte', 'bit', 'bit', 'truncate', 'cut', 'insert']);
  const size = file.bytes.length;
  const at = random.chance(0.2) ? random.int(Math.min(size, file.start)) : random.int(size);
  return { kind, at, value: random.int(256), many: 1 + random.int(16) };
}

/** @param {BinaryFile} file @param {import('./random.mjs').Random} random @returns {Damage} */
function integerDamage(file, random) {
  const { name, length, kind } = random.pick(file.integers);
  const at = random.int(length);
  const how = random.next();
  if (how < 0.4) return { kind: 'set', field: name, at, value: interesting(file, random) };
  if (how < 0.6) return { kind: 'add', field: name, at, value: random.pick([1, -1, 1, -1, 2, -2, 8, -8]) };
  if (how < 0.72) return { kind: 'flip', field: name, at, value: random.int(kind === 'u8' ? 8 : 32) };
  if (how < 0.82) return { kind: 'swap', field: name, at, from: random.int(length), value: 0 };
  if (how < 0.92) {
    const many = 1 + random.int(Math.min(8, length));
    return { kind: 'copy', field: name, at: random.int(length), from: random.int(length), value: 0, many };
  }
  const same = file.integers.filter((field) => field.kind === kind && field.length === length);
  return { kind: 'exchange', field: name, at: same.indexOf(random.pick(same)), value: 0 };
}

/** A plausible integer: a limit, or a size. @param {BinaryFile} file
 *  @param {import('./random.mjs').Random} random */
function interesting(file, random) {
  if (random.chance(0.5)) return random.pick(INTEGERS);
  return random.pick(Object.values(file.sizes)) + random.pick([-1, 0, 0, 1]);
}

/** @param {BinaryFile} file @param {import('./random.mjs').Random} random @returns {Damage} */
function realDamage(file, random) {
  const { name, length } = random.pick(file.reals);
  const at = random.int(length);
  const how = random.next();
  if (how < 0.6) return { kind: 'real', field: name, at, value: random.int(REALS.length) };
  if (how < 0.8) return { kind: 'scale', field: name, at, value: random.pick([-1, 10, 0.1, 1000, 1e6]) };
  return { kind: 'flip', field: name, at, value: random.int(32) };
}

/** The bytes of a file after some damage. @param {BinaryFile} file @param {readonly Damage[]} items
 *  @param {{ modelSizes: readonly string[], modelTable: readonly any[] }} tables */
export function applyDamage(file, items, tables) {
  let at = file;
  /** @type {Uint8Array} */
  let bytes = Uint8Array.from(file.bytes);
  for (const item of items) {
    if (item.kind === 'resize') {
      // arrays whose offsets no longer follow from the sizes cannot be lengthened
      if (bytes.length < file.start || at.start !== file.start) continue;
      at = binaryFile(file.name, resizeField({ ...at, bytes }, item, tables.modelSizes), tables);
      bytes = at.bytes;
    } else bytes = apply(at, bytes, item);
  }
  return bytes;
}

/** @param {BinaryFile} file @param {Uint8Array} bytes @param {Damage} item */
function apply(file, bytes, item) {
  const field = item.field === undefined ? undefined : file.fields.find(({ name }) => name === item.field);
  if (field) {
    if (bytes.length === file.bytes.length && isInside(field, bytes)) damageField(file, bytes, field, item);
    return bytes;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = Math.min(item.at, Math.max(0, bytes.length - 8));
  const { value, many = 1 } = item;
  switch (item.kind) {
    case 'size': {
      const k = Object.keys(file.sizes).indexOf(item.field ?? '');
      if (bytes.length >= file.start) view.setBigInt64(HEADER + SIZE * k, BigInt(value), true);
      return bytes;
    }
    case 'record':
      if (bytes.length >= file.start) view.setInt32(at, INTEGERS[value], true);
      return bytes;
    case 'recordReal':
      if (bytes.length >= file.start) view.setFloat64(at, REALS[value], true);
      return bytes;
    case 'byte':
      bytes[at] = value;
      return bytes;
    case 'bit':
      bytes[at] ^= 1 << (value & 7);
      return bytes;
    case 'truncate':
      return bytes.subarray(0, at);
    case 'cut':
      return new Uint8Array(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + many)]));
    default:
      return new Uint8Array(Buffer.concat([bytes.subarray(0, at), Buffer.alloc(many, value), bytes.subarray(at)]));
  }
}

/** Whether a file contains a field: false if it was truncated before, or its sizes are too large or negative. @param {Field} field
 *  @param {Uint8Array} bytes */
function isInside({ name, at, length, kind }, bytes) {
  return at >= 0 && length >= 0 && at + length * (name === 'tex_adr' ? SIZE : BYTES[kind]) <= bytes.length;
}

/** @param {BinaryFile} file @param {Uint8Array} bytes @param {Field} field @param {Damage} item */
function damageField(file, bytes, field, { kind, at, from = 0, value, many = 1 }) {
  const array = new Access(bytes, field);
  const { length } = field;
  if (length === 0) return;
  const here = at % length;
  const there = from % length;
  if (kind === 'set') array.set(here, value);
  else if (kind === 'add') array.set(here, array.get(here) + value);
  else if (kind === 'real') array.set(here, REALS[value]);
  else if (kind === 'scale') array.set(here, array.get(here) * value);
  else if (kind === 'flip') array.flip(here, value);
  else if (kind === 'swap') {
    const [a, b] = [array.get(here), array.get(there)];
    array.set(here, b);
    array.set(there, a);
  } else if (kind === 'copy') {
    for (let k = 0; k < many && here + k < length && there + k < length; k++) array.set(here + k, array.get(there + k));
  } else if (kind === 'exchange') {
    const same = file.integers.filter((other) => other.kind === field.kind && other.length === length);
    const other = same[at % same.length];
    if (!other || other.name === field.name || !isInside(other, bytes)) return;
    const [a, b] = [array.raw().slice(), new Access(bytes, other).raw().slice()];
    // addresses of textures have twice the bytes of other integers
    if (a.length !== b.length) return;
    array.raw().set(b);
    new Access(bytes, other).raw().set(a);
  }
}

/** Elements of an array in the bytes of a file. */
class Access {
  #view;
  #bytes;
  #field;
  #step;

  /** @param {Uint8Array} bytes @param {Field} field */
  constructor(bytes, field) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#field = field;
    this.#step = field.name === 'tex_adr' ? SIZE : BYTES[field.kind];
  }

  raw() {
    const { at, length } = this.#field;
    return this.#bytes.subarray(at, at + length * this.#step);
  }

  /** @param {number} k */
  get(k) {
    const at = this.#field.at + k * this.#step;
    switch (this.#field.kind) {
      case 'f64':
        return this.#view.getFloat64(at, true);
      case 'f32':
        return this.#view.getFloat32(at, true);
      case 'u8':
        return this.#bytes[at];
      default:
        return this.#view.getInt32(at, true);
    }
  }

  /** @param {number} k @param {number} value */
  set(k, value) {
    const at = this.#field.at + k * this.#step;
    if (this.#field.kind === 'f64') this.#view.setFloat64(at, value, true);
    else if (this.#field.kind === 'f32') this.#view.setFloat32(at, value, true);
    else if (this.#field.kind === 'u8') this.#bytes[at] = value;
    else this.#view.setInt32(at, value, true);
  }

  /** @param {number} k @param {number} bit */
  flip(k, bit) {
    const width = 8 * this.#step;
    const at = this.#field.at + k * this.#step + ((bit % width) >> 3);
    this.#bytes[at] ^= 1 << (bit & 7);
  }
}

/** A file with a changed size. Every array that depends on it is truncated, or extended by copies of its last row. @param {BinaryFile} file
 *  @param {Damage} item @param {readonly string[]} modelSizes */
function resizeField(file, { field: size = '', value }, modelSizes) {
  const sizes = { ...file.sizes, [size]: value };
  const wanted = file.fields.map(({ rows, cols }) => product(rows, sizes) * product(cols, sizes));
  const total = wanted.reduce((sum, n, k) => sum + Math.max(0, n) * BYTES[file.fields[k].kind], 0);
  // too many to allocate: only the size changes
  const make = wanted.every((n) => n >= 0) && total < 4e5 && file.bytes.length >= file.start;
  const head = Uint8Array.from(file.bytes.subarray(0, file.start));
  if (head.length === file.start) {
    new DataView(head.buffer).setBigInt64(HEADER + SIZE * modelSizes.indexOf(size), BigInt(value), true);
  }
  if (!make) return new Uint8Array(Buffer.concat([head, file.bytes.subarray(head.length)]));
  const parts = file.fields.map((field, k) => resizeArray(file, field, wanted[k]));
  return new Uint8Array(Buffer.concat([head, ...parts]));
}

/** @param {BinaryFile} file @param {Field} field @param {number} length */
function resizeArray(file, field, length) {
  const step = field.name === 'tex_adr' ? SIZE : BYTES[field.kind];
  const old = file.bytes.subarray(field.at, field.at + field.length * step);
  if (length === field.length) return old;
  const made = new Uint8Array(length * step);
  made.set(old.subarray(0, made.length));
  const row = Math.max(1, product(field.cols, file.sizes)) * step;
  for (let at = old.length; at < made.length && old.length >= row; at += row) {
    made.set(old.subarray(old.length - row, old.length).subarray(0, made.length - at), at);
  }
  return made;
}

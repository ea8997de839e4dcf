// Random recordings, and files of them as written by Tenon, NumPy, Python and spreadsheets.
import { crc32, deflateRawSync } from 'node:zlib';

/** @typedef {import('./random.mjs').Random} Random */
/** Numbers are strings, because JSON has no NaN. @typedef {{ name: string, shape: number[], numbers: string[] }} RecordedArray */
/** Format of a table. @typedef {{ separator: string, end: string, quotes: boolean, mark: boolean, reversed: boolean }} TableStyle */

const names = ['qpos', 'time', 'qvel', 'ctrl', '__proto__', 'constructor', 'a b', 'é🦾', 'x/y', '0', 'xpos'];
const special = [
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '0',
  '5e-324',
  '1.7976931348623157e+308',
  '1',
  '-1',
  '0.1',
  '1e21',
];

/** Arrays with a common number of rows. @param {Random} random @returns {RecordedArray[]} */
export function randomRecording(random) {
  const rows = random.chance(0.1) ? 0 : 1 + random.int(6);
  const picked = [...new Set(random.list(1 + random.int(4), () => random.pick(names)))];
  return picked.map((name) => {
    const shape = random.chance(0.4) ? [rows] : [rows, 1 + random.int(4)];
    const count = shape.reduce((product, size) => product * size, 1);
    return { name, shape, numbers: random.list(count, () => randomNumber(random)) };
  });
}

/** @param {Random} random */
function randomNumber(random) {
  if (random.chance(0.15)) return random.pick(special);
  return String((random.next() - 0.5) * 10 ** (random.int(40) - 20));
}

/** @param {RecordedArray} array */
export function namedArray({ shape, numbers }) {
  return { shape, numbers: Float64Array.from(numbers, Number) };
}

/** @param {Random} random @returns {TableStyle} */
export function randomStyle(random) {
  return {
    separator: random.pick([',', ',', ';', '\t']),
    end: random.pick(['\n', '\n', '\r\n', '\r']),
    quotes: random.chance(0.2),
    mark: random.chance(0.2),
    reversed: random.chance(0.5),
  };
}

/** A table with a column for each number of a row. @param {RecordedArray[]} arrays @param {TableStyle} style */
export function csvText(arrays, { separator, end, quotes, mark, reversed }) {
  const columns = arrays.flatMap(({ name, shape, numbers }) => {
    const [rows, width] = shape;
    const column = (/** @type {number} */ k) =>
      Array.from({ length: rows }, (_, row) => numbers[row * (width ?? 1) + k]);
    if (width === undefined) return [[name, ...column(0)]];
    return Array.from({ length: width }, (_, k) => [`${name}[${k}]`, ...column(k)]);
  });
  if (reversed) columns.reverse();
  const cell = (/** @type {string} */ text) => (quotes ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = columns[0].map((_, row) => columns.map((column) => cell(column[row])).join(separator));
  return `${mark ? '\ufeff' : ''}${lines.join(end)}${end}`;
}

/** A .npy file as NumPy writes it. @param {RecordedArray} array @returns {Uint8Array} */
export function npyBytes({ shape, numbers }) {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const words = `{'descr': '<f8', 'fortran_order': False, 'shape': ${tuple}, }`;
  const header = `${words.padEnd(Math.ceil((words.length + 11) / 64) * 64 - 11)}\n`;
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  const content = new Uint8Array(Float64Array.from(numbers, Number).buffer);
  return new Uint8Array(Buffer.concat([start, Buffer.from(header, 'latin1'), content]));
}

/** An archive as Python writes it: headers with 64-bit sizes, sizes after the data, a comment.
 *  @param {{ name: string, data: Uint8Array }[]} members @param {{ deflate: boolean, extra: boolean, comment: boolean }} style
 *  @returns {Uint8Array} */
export function zipBytes(members, { deflate, extra, comment }) {
  /** @type {[Buffer[], Buffer[]]} */
  const [files, directory] = [[], []];
  let offset = 0;
  for (const { name, data } of members) {
    const packed = deflate ? deflateRawSync(data) : Buffer.from(data);
    const path = Buffer.from(name);
    const more = Buffer.alloc(extra ? 20 : 0);
    if (extra) more.writeUInt32LE(0x00100001);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(deflate ? 8 : 0, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, path]));
    const local = Buffer.from(common);
    local.writeUInt16LE(more.length, 24);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), local, path, more, packed]);
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const words = Buffer.from(comment ? 'a comment' : '');
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(words.length, 20);
  return new Uint8Array(Buffer.concat([...files, list, end, words]));
}

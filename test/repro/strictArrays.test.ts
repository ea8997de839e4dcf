/** Headers of .npy files and directories of archives are read strictly: shapes such as (-1,) and (True,) were accepted, and damage caused
 *  exceptions without a message. */
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { filesOfZip } from '../../src/formats/bytes/zip.ts';
import { npyHeader, npzPieces, readNpy, readNpz } from '../../src/record.ts';

const encoder = new TextEncoder();

/** A .npy file with any header. */
function npy(header: string, content: ArrayBufferView = new Float64Array([1, 2, 3]), version = [1, 0]): Uint8Array {
  const text = encoder.encode(`${header}\n`);
  const length = version[0] === 1 ? [text.length & 255, text.length >> 8] : [text.length & 255, text.length >> 8, 0, 0];
  const data = new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  return Uint8Array.from([0x93, ...encoder.encode('NUMPY'), ...version, ...length, ...text, ...data]);
}

const dict = (shape: string, descr = "'<f8'", order = 'False') =>
  `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }`;

const shapes: [string, Uint8Array, readonly number[]][] = [
  ['a vector', npy(dict('(3,)')), [3]],
  ['a vector of Python 2', npy(dict('(3L,)')), [3]],
  ['a table', npy(dict('(3, 1)')), [3, 1]],
  ['a single number', npy(dict('()'), new Float64Array(1)), []],
  ['no rows', npy(dict('(0, 7)'), new Float64Array(0)), [0, 7]],
  ['no columns of very many rows', npy(dict('(9007199254740991, 0)'), new Float64Array(0)), [9007199254740991, 0]],
  ['other quotes and another order', npy('{"shape":(3,),"fortran_order":False,"descr":"<f8"}'), [3]],
  ['a vector, columns first', npy(dict('(3,)', "'<f8'", 'True')), [3]],
  ['version 2', npy(dict('(3,)'), undefined, [2, 0]), [3]],
  ['version 3', npy(dict('(3,)'), undefined, [3, 0]), [3]],
];
test.each(shapes)('%s has the shape in its header', (_, file, shape) => {
  expect(readNpy(file).shape).toEqual(shape);
});

const damaged: [string, Uint8Array, string][] = [
  ['(-1,)', npy(dict('(-1,)')), "a.npy: header: shape: expected a tuple of whole numbers, found '-'"],
  ['(True,)', npy(dict('(True,)')), "a.npy: header: shape: expected a tuple of whole numbers, found 'True'"],
  ['((2,),)', npy(dict('((2,),)')), "a.npy: header: shape: expected a tuple of whole numbers, found '('"],
  ['(3)', npy(dict('(3)')), 'a.npy: header: shape: expected a comma after a single number'],
  ['(,)', npy(dict('(,)')), "a.npy: header: shape: expected a tuple of whole numbers, found ','"],
  ['(1.5,)', npy(dict('(1.5,)')), 'a.npy: header: '],
  ['(2 2)', npy(dict('(2 2)')), 'a.npy: header: '],
  ['[3]', npy(dict('[3]')), 'a.npy: header: '],
  ['3', npy(dict('3')), 'a.npy: header: '],
  [
    'more rows than fit a number',
    npy(dict('(99999999999999999999,)')),
    "shape: expected whole numbers below 2^53, found '99999999999999999999'",
  ],
  ['a product that overflows', npy(dict(`(${'9007199254740991, '.repeat(40)})`)), 'a.npy: expected'],
  [
    'more dimensions than NumPy has',
    npy(dict(`(${'1, '.repeat(65)})`)),
    'a.npy: header: shape: expected at most 64 numbers, found 65',
  ],
  ['too few numbers', npy(dict('(4,)')), 'a.npy: expected 32 bytes of numbers, found 24'],
  ['too many numbers', npy(dict('(2,)')), 'a.npy: expected 16 bytes of numbers, found 24'],
  [
    'a type named like an Object member',
    npy(dict('(3,)', "'constructor'")),
    "a.npy: header: descr: expected one of <f8, <f4, <i8, <i4, <i2, |i1, |u1, |b1, found 'constructor'",
  ],
  ['big endian', npy(dict('(3,)', "'>f8'")), "found '>f8'"],
  ['records', npy(dict('(3,)', "[('a', '<f8')]")), "a.npy: header: descr: expected a string, found '['"],
  ['columns first', npy(dict('(3, 1)', "'<f8'", 'True')), 'expected rows first, found columns first (fortran_order)'],
  [
    'an invalid order',
    npy(dict('(3,)', "'<f8'", '0')),
    "a.npy: header: fortran_order: expected True or False, found '0'",
  ],
  [
    'a key twice',
    npy("{'descr': '<f8', 'descr': '<f4', 'fortran_order': False, 'shape': (3,)}"),
    "a.npy: header: 'descr' is given twice",
  ],
  [
    'an unknown key',
    npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'x': 1}"),
    "a.npy: header: expected descr, fortran_order or shape, found 'x'",
  ],
  ['a key that is missing', npy("{'descr': '<f8', 'shape': (3,)}"), "a.npy: header: 'fortran_order' is missing"],
  ['text after the header', npy(`${dict('(3,)')} x`), "a.npy: header: expected the end, found 'x'"],
  ['no dictionary', npy('hello'), "a.npy: header: expected '{', found 'hello'"],
  ['nothing', npy(''), "a.npy: header: expected '{', found the end"],
  ['version 4', npy(dict('(3,)'), undefined, [4, 0]), 'a.npy: expected version 1.0, 2.0 or 3.0, found 4.0'],
  ['version 1.1', npy(dict('(3,)'), undefined, [1, 1]), 'a.npy: expected version 1.0, 2.0 or 3.0, found 1.1'],
  ['a header beyond the file', npy(dict('(3,)')).subarray(0, 40), 'a.npy: expected a header of'],
  ['a long header', npy(' '.repeat(20_000)), 'a.npy: expected a header of at most 10000 bytes, found 20001'],
  ['other bytes', encoder.encode('time,qpos\n1,2\n'), 'a.npy: not a .npy file'],
  ['hardly a byte', new Uint8Array(1), 'a.npy: not a .npy file'],
];
test.each(damaged)('%s is rejected by name', (_, file, message) => {
  expect(() => readNpy(file, 'a.npy')).toThrow(message);
});

test('one-byte numbers are converted to doubles only within the memory limit', () => {
  const many = new Uint8Array(2 ** 27 + 1);
  expect(() => readNpy(npy(dict('(134217729,)', "'|u1'")), 'a.npy')).toThrow('expected 134217729 bytes of numbers');
  const header = npy(dict(`(${many.length},)`, "'|u1'"), new Uint8Array(0));
  const file = new Uint8Array(header.length + many.length);
  file.set(header);
  expect(() => readNpy(file, 'a.npy')).toThrow('a.npy: expected at most 134217728 numbers, found 134217729');
});

interface Member {
  name: string;
  data: Uint8Array;
  deflate?: boolean;
}

/** An archive; `change` receives the positions of the header of its first file and of the end record. */
function zip(
  members: Member[],
  change: (bytes: Buffer, at: { local: number; entry: number; end: number }) => void = () => {},
) {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, data, deflate } of members) {
    const packed = deflate ? deflateRawSync(data) : Buffer.from(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(deflate ? 8 : 0, 4);
    common.writeUInt32LE(crc32(Buffer.from(data)), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    files.push(Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]));
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name)]));
    offset += files.at(-1)!.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  const bytes = Buffer.concat([...files, list, end]);
  change(bytes, { local: 0, entry: offset, end: offset + list.length });
  return new Uint8Array(bytes);
}

const array = npy(dict('(3,)'));
const zeros = new Uint8Array(100_000);
type Change = Parameters<typeof zip>[1];

const archives: [string, Member[], Change, string][] = [
  [
    'a name twice',
    [
      { name: 'a.npy', data: array },
      { name: 'a.npy', data: array },
    ],
    undefined,
    "run.npz: 'a.npy' occurs twice",
  ],
  [
    'an array twice',
    [
      { name: 'a.npy', data: array },
      { name: 'a', data: array },
    ],
    undefined,
    "run.npz: the array 'a' occurs twice",
  ],
  [
    'no array',
    [{ name: 'a.txt', data: encoder.encode('hi there, this is text') }],
    undefined,
    'run.npz: a.txt: not a .npy file',
  ],
  [
    'a wrong checksum',
    [{ name: 'a.npy', data: array }],
    (b, { entry }) => b.writeUInt32LE(7, entry + 16),
    'run.npz: a.npy: the archive is damaged: wrong checksum. Expected 7, found',
  ],
  [
    'a size that is too small',
    [{ name: 'a.npy', data: array, deflate: true }],
    (b, { entry }) => b.writeUInt32LE(5, entry + 24),
    'a.npy: expected 5 bytes, as in the directory, found more',
  ],
  [
    'a size that is too large',
    [{ name: 'a.npy', data: array, deflate: true }],
    (b, { entry }) => b.writeUInt32LE(500, entry + 24),
    'a.npy: expected 500 bytes, found',
  ],
  [
    'a size that no compression reaches',
    [{ name: 'a.npy', data: array, deflate: true }],
    (b, { entry }) => b.writeUInt32LE(2 ** 30, entry + 24),
    'a.npy: expected at most',
  ],
  [
    'a stored file with two different sizes',
    [{ name: 'a.npy', data: array }],
    (b, { entry }) => b.writeUInt32LE(5, entry + 24),
    'a.npy: expected 5 stored bytes, found',
  ],
  [
    'compressed bytes beyond the directory',
    [{ name: 'a.npy', data: array }],
    (b, { entry }) => b.writeUInt32LE(9999, entry + 20),
    'a.npy: expected 9999 bytes before the directory, found',
  ],
  [
    'a position beyond the archive',
    [{ name: 'a.npy', data: array }],
    (b, { entry }) => b.writeUInt32LE(2 ** 31, entry + 42),
    'a.npy: expected its header at 2147483648',
  ],
  [
    'a position without a header',
    [{ name: 'a.npy', data: array }],
    (b, { entry }) => b.writeUInt32LE(3, entry + 42),
    'a.npy: expected its header at 3',
  ],
  [
    'another name at the position',
    [{ name: 'a.npy', data: array }],
    (b) => b.write('b', 30),
    "expected the name 'a.npy' in its header, found 'b.npy'",
  ],
  [
    'encryption',
    [{ name: 'a.npy', data: array }],
    (b, { entry }) => b.writeUInt16LE(1, entry + 8),
    'run.npz: a.npy is encrypted',
  ],
  [
    'another compression',
    [{ name: 'a.npy', data: array }],
    (b, { entry }) => b.writeUInt16LE(12, entry + 10),
    'run.npz: a.npy: expected stored or deflated bytes (0 or 8), found method 12',
  ],
  [
    'damaged compression',
    [{ name: 'a.npy', data: array, deflate: true }],
    (b) => b.fill(0xff, 36, 50),
    'run.npz: a.npy: the compressed bytes are damaged',
  ],
  [
    'ZIP64',
    [{ name: 'a.npy', data: array }],
    (b, { entry }) => b.writeUInt32LE(0xffffffff, entry + 24),
    'run.npz: a.npy: files in ZIP64 format are not supported',
  ],
  [
    'a ZIP64 directory',
    [{ name: 'a.npy', data: array }],
    (b, { end }) => b.writeUInt32LE(0xffffffff, end + 16),
    'run.npz: archives in ZIP64 format are not supported',
  ],
  [
    'one part of a multi-part archive',
    [{ name: 'a.npy', data: array }],
    (b, { end }) => b.writeUInt16LE(1, end + 4),
    'run.npz: expected an archive of one part',
  ],
  [
    'fewer files than there are',
    [
      { name: 'a.npy', data: array },
      { name: 'b.npy', data: array },
    ],
    (b, { end }) => {
      b.writeUInt16LE(1, end + 8);
      b.writeUInt16LE(1, end + 10);
    },
    'run.npz: the directory is damaged',
  ],
  [
    'more files than there are',
    [{ name: 'a.npy', data: array }],
    (b, { end }) => {
      b.writeUInt16LE(9, end + 8);
      b.writeUInt16LE(9, end + 10);
    },
    'run.npz: the directory is damaged',
  ],
  [
    'a directory beyond the archive',
    [{ name: 'a.npy', data: array }],
    (b, { end }) => b.writeUInt32LE(2 ** 31, end + 16),
    'run.npz: the directory is damaged',
  ],
  [
    'overlapping files',
    [
      { name: 'a.npy', data: array },
      { name: 'b.npy', data: array },
    ],
    (b, { entry }) => {
      b.writeUInt32LE(0, entry + 51 + 42);
      b.write('a', entry + 51 + 46);
    },
    'occurs twice',
  ],
  [
    'a bomb of overlapping files',
    [
      { name: 'a.npy', data: array, deflate: true },
      { name: 'b.npy', data: zeros, deflate: true },
    ],
    (b, { entry }) => b.writeUInt32LE(b.readUInt32LE(entry + 20) + 10, entry + 20),
    'overlap',
  ],
];
test.each(archives)('an archive with %s is rejected by name', async (_, members, change, message) => {
  await expect(readNpz(zip(members, change), 'run.npz')).rejects.toThrow(message);
});

test('an archive truncated anywhere is rejected by name', async () => {
  const whole = zip([
    { name: 'a.npy', data: array },
    { name: 'b.npy', data: array, deflate: true },
  ]);
  for (let length = 0; length < whole.length; length++) {
    await expect(readNpz(whole.subarray(0, length), 'run.npz')).rejects.toThrow(/^run\.npz: /);
  }
});

test("an array may be named '__proto__'", async () => {
  const read = await readNpz(zip([{ name: '__proto__.npy', data: array }]));
  expect(Object.keys(read)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

test('a file with a wrong checksum in the archive of a model is rejected too', async () => {
  const wrong = zip([{ name: 'm.xml', data: encoder.encode('<mujoco/>') }], (b, { entry }) =>
    b.writeUInt32LE(7, entry + 16),
  );
  await expect(filesOfZip(wrong, 'robot.zip')).rejects.toThrow('robot.zip: m.xml: the archive is damaged');
});

test('invalid arrays are rejected before anything is written', () => {
  const numbers = new Float64Array(6);
  expect(() => npyHeader([-1])).toThrow('npy: shape: expected whole numbers of at least 0, found -1');
  expect(() => npyHeader([1.5])).toThrow('npy: shape: expected whole numbers of at least 0, found 1.5');
  expect(() => npyHeader(Array(40).fill(1e15))).toThrow('npy: shape: expected');
  expect(() => npzPieces({ a: { shape: [2, 2], numbers } })).toThrow(
    "npz: 'a': expected 4 values, as in its shape, found 6",
  );
  expect(() => npzPieces({ ['x'.repeat(70_000)]: { shape: [6], numbers } })).toThrow('expected a name of at most');
  expect(() => npzPieces({ 'a\ud800': { shape: [6], numbers } })).toThrow('expected a name without lone surrogates');
});

test('non-ASCII names survive a round trip', async () => {
  const numbers = new Float64Array(6);
  const pieces = npzPieces({ 'qpos 🦾 é': { shape: [6], numbers }, 'a/../b': { shape: [2, 3], numbers } });
  const read = await readNpz(new Uint8Array(Buffer.concat(pieces)));
  expect(Object.keys(read)).toEqual(['qpos 🦾 é', 'a/../b']);
});

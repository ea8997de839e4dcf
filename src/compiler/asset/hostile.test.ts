import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodePng } from '../../../test/support/pngEncode.ts';
import { AssetError } from '../../formats/bytes/assetError.ts';
import { decodePng } from '../../formats/bytes/png.ts';
import { assetContentType } from './contentType.ts';
import { decodeHField } from './hfield.ts';
import { decodeMesh, inlineMesh } from './mesh/formats/decode.ts';
import { processMesh } from './mesh/process.ts';
import type { MeshOptions } from './mesh/types.ts';

const options: MeshOptions = {
  name: 'm',
  scale: [1, 1, 1],
  refpos: [0, 0, 0],
  refquat: [1, 0, 0, 0],
  inertia: 2,
  smoothnormal: false,
  maxhullvert: -1,
  needhull: true,
  fromObj: true,
  needsdf: false,
  octreeDepth: 6,
  inPlace: false,
};

/** Runs a function that must succeed or throw one of our errors. */
function expectAnswer(f: () => unknown): void {
  try {
    f();
  } catch (e) {
    expect(e).toBeInstanceOf(AssetError);
  }
}

const runs = { numRuns: 200 };

test('random bytes are not a mesh, picture or height field, and do no harm', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const type of ['model/stl', 'model/obj', 'model/vnd.mujoco.msh']) {
        expectAnswer(() => processMesh(decodeMesh(bytes, type, [1, 1, 1]), options));
      }
      expectAnswer(() => decodePng(bytes, 3));
      expectAnswer(() => decodeHField(bytes, 'x.bin'));
    }),
    runs,
  );
});

test('a PNG with damaged bytes is decoded or rejected', () => {
  const good = encodePng({ width: 9, height: 7, depth: 4, color: 0, interlace: true, sample: (x, y) => (x * y) & 15 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 4 }), (damage) => {
      const bytes = good.slice();
      for (const [at, value] of damage) bytes[at] = value;
      expectAnswer(() => decodePng(bytes, 4));
    }),
    runs,
  );
});

const words = fc.constantFrom(
  'v',
  'vn',
  'vt',
  'f',
  'g',
  'o',
  'l',
  'p',
  '1',
  '2',
  '3',
  '-1',
  '0',
  '1/2/3',
  '2//1',
  '1e9',
  '.',
  '\n',
);

test('an OBJ file of random words is read or rejected', () => {
  const start = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n';
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), (text) => {
      const bytes = new TextEncoder().encode(start + text.join(' '));
      expectAnswer(() => processMesh(decodeMesh(bytes, 'model/obj', [1, 1, 1]), options));
    }),
    runs,
  );
});

test('any set of points has a hull or an error', () => {
  const coordinate = fc.oneof(
    fc.integer({ min: -2, max: 2 }),
    fc.double({ noNaN: true, min: -1, max: 1 }),
    fc.constantFrom(1e-30, 1e30, -1e-8, 0.1, 1 / 3),
  );
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 12, maxLength: 90 }), (numbers) => {
      const vert = numbers.slice(0, numbers.length - (numbers.length % 3));
      expectAnswer(() => processMesh(inlineMesh({ vert }), options));
    }),
    runs,
  );
});

test('content types come from the attribute or the extension', () => {
  expect(assetContentType('a/b.STL')).toBe('model/stl');
  expect(assetContentType('b.tar.png')).toBe('image/png');
  expect(assetContentType('none')).toBe('');
  expect(assetContentType('b.stl', 'model/obj')).toBe('model/obj');
  expect(assetContentType('b.stl', 'model/obj;a=b')).toBe('model/obj');
  expect(assetContentType('b.stl', 'nonsense')).toBe('');
  expect(assetContentType('b.stl', 'model/obj;ab')).toBe('');
  expect(assetContentType('__proto__.__proto__')).toBe('');
});

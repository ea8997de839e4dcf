import { expect, test } from 'vitest';
import { oracleModel } from '../../../test/support/oracle/oracle.ts';
import { chunk, encodePng, type PngSource } from '../../../test/support/pngEncode.ts';
import { decodePng } from './png.ts';

const palette = Uint8Array.from({ length: 3 * 16 }, (_, i) => (i * 37) & 255);

/** Pixels of the file as stored by MuJoCo. */
function oracleTexture(bytes: Uint8Array, nchannel: number): { data: number[]; colorspace: number } {
  const m = oracleModel(`<mujoco><asset><texture type="2d" file="t.png" nchannel="${nchannel}"/></asset></mujoco>`, {
    't.png': bytes,
  });
  try {
    return { data: Array.from(m.tex_data), colorspace: m.tex_colorspace[0] };
  } finally {
    m.delete();
  }
}

const cases: PngSource[] = [];
for (const interlace of [false, true]) {
  for (const [color, depths] of [
    [0, [1, 2, 4, 8, 16]],
    [2, [8, 16]],
    [3, [1, 2, 4, 8]],
    [4, [8, 16]],
    [6, [8, 16]],
  ] as const) {
    for (const depth of depths) {
      const top = color === 3 ? Math.min(15, 2 ** depth - 1) : 2 ** depth - 1;
      const chunks: PngSource['chunks'] = color === 3 ? [['PLTE', palette]] : [];
      const sample = (x: number, y: number, k: number): number => (x * 2741 + y * 9173 + k * 577) % (top + 1);
      cases.push({ width: 11, height: 9, depth, color, interlace, filtered: true, chunks, sample });
    }
  }
}

test.each(cases)('color type $color, $depth bits, interlaced $interlace has the same pixels as in MuJoCo', (source) => {
  const bytes = encodePng(source);
  for (const channels of [1, 3, 4] as const) {
    const image = decodePng(bytes, channels);
    expect([image.width, image.height]).toEqual([11, 9]);
    expect(Array.from(image.data)).toEqual(oracleTexture(bytes, channels).data);
  }
});

test('a transparent color and transparent palette entries become alpha', () => {
  const sample = (x: number, y: number): number => (x + y) % 4;
  const base = { width: 5, height: 4, sample } as const;
  const gray = encodePng({ ...base, depth: 2, color: 0, chunks: [['tRNS', Uint8Array.of(0, 2)]] });
  const rgb = encodePng({ ...base, depth: 8, color: 2, chunks: [['tRNS', Uint8Array.of(0, 1, 0, 1, 0, 1)]] });
  const indexed = encodePng({
    ...base,
    depth: 2,
    color: 3,
    chunks: [
      ['PLTE', palette.subarray(0, 12)],
      ['tRNS', Uint8Array.of(0, 100, 200)],
    ],
  });
  for (const bytes of [gray, rgb, indexed]) {
    expect(Array.from(decodePng(bytes, 4).data)).toEqual(oracleTexture(bytes, 4).data);
  }
});

test('an sRGB chunk is detected', () => {
  const source = { width: 2, height: 2, depth: 8, color: 2, sample: () => 7 } as const;
  const plain = encodePng(source);
  const srgb = encodePng({ ...source, chunks: [['sRGB', Uint8Array.of(0)]] });
  expect([decodePng(plain, 3).srgb, decodePng(srgb, 3).srgb]).toEqual([false, true]);
  expect([oracleTexture(plain, 3).colorspace, oracleTexture(srgb, 3).colorspace]).toEqual([1, 2]);
});

test('rows that are black, or equal to the row above, decode correctly with every filter', () => {
  // bands of five rows, one per filter: black, uniform, black with a spot
  const sample = (x: number, y: number, k: number): number => {
    const band = Math.floor(y / 5) % 3;
    if (band === 0) return 0;
    return band === 1 ? 40 + k : x === 50 ? y : 0;
  };
  const bytes = encodePng({ width: 600, height: 30, depth: 8, color: 2, filtered: true, sample });
  const expected = Array.from({ length: 54000 }, (_, i) =>
    sample(Math.floor(i / 3) % 600, Math.floor(i / 1800), i % 3),
  );
  expect(Array.from(decodePng(bytes, 3).data)).toEqual(expected);
  // reused buffers contain another picture
  decodePng(encodePng({ width: 600, height: 30, depth: 8, color: 2, sample: () => 255 }), 3, undefined, true);
  expect(Array.from(decodePng(bytes, 3, undefined, true).data)).toEqual(expected);
});

test('a truncated file, or one with any byte changed, is an error and never a crash', () => {
  const bytes = encodePng({ width: 6, height: 5, depth: 8, color: 2, filtered: true, sample: (x, y) => x * y });
  for (let n = 0; n < bytes.length; n++) expect(() => decodePng(bytes.subarray(0, n), 3), `length ${n}`).toThrow(/PNG/);
  for (let n = 0; n < bytes.length; n++) {
    const bad = bytes.slice();
    bad[n] ^= 0x55;
    expect(() => decodePng(bad, 3), `byte ${n}`).toThrow(/PNG/);
  }
});

test('a header with more pixels than the file can contain is rejected before memory is allocated', () => {
  const header = Uint8Array.of(0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 8, 6, 0, 0, 0);
  const parts = [chunk('IHDR', header), chunk('IDAT', new Uint8Array(64)), chunk('IEND', new Uint8Array(0))];
  const bytes = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, ...parts.flatMap((p) => Array.from(p))]);
  expect(() => decodePng(bytes, 4)).toThrow(/too short for its size/);
});

test('a passing picture has the same pixels, and does not change those of a kept one', () => {
  const picture = (shift: number): Uint8Array =>
    encodePng({
      width: 8,
      height: 6,
      depth: 8,
      color: 2,
      filtered: true,
      sample: (x, y, k) => (x * 91 + y * 37 + k + shift) & 255,
    });
  const kept = decodePng(picture(0), 3).data;
  const before = Array.from(kept);
  const passing = decodePng(picture(5), 3, undefined, true).data;
  expect(Array.from(passing)).toEqual(Array.from(decodePng(picture(5), 3).data));
  expect(Array.from(kept)).toEqual(before);
});

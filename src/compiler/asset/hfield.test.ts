import { expect, test } from 'vitest';
import { oracleModel } from '../../../test/support/oracle/oracle.ts';
import { encodePng } from '../../../test/support/pngEncode.ts';
import { decodeHField, type HFieldData, normalizeHField } from './hfield.ts';

function expectSame(ours: HFieldData, attributes: string, files: Record<string, Uint8Array> = {}): void {
  const m = oracleModel(
    `<mujoco><asset><hfield name="h" size="1 2 3 4" ${attributes}/></asset>
     <worldbody><geom type="hfield" hfield="h"/></worldbody></mujoco>`,
    files,
  );
  try {
    expect([ours.nrow, ours.ncol]).toEqual([m.hfield_nrow[0], m.hfield_ncol[0]]);
    expect(Array.from(ours.data)).toEqual(Array.from(m.hfield_data));
  } finally {
    m.delete();
  }
}

function binaryFile(nrow: number, ncol: number, data: number[]): Uint8Array {
  const res = new Uint8Array(8 + 4 * data.length);
  const view = new DataView(res.buffer);
  view.setInt32(0, nrow, true);
  view.setInt32(4, ncol, true);
  data.forEach((x, i) => {
    view.setFloat32(8 + 4 * i, x, true);
  });
  return res;
}

test('elevations are normalized to [0, 1] in single precision', () => {
  const data = Float32Array.from({ length: 12 }, (_, i) => Math.sin(i * i) * 7 - 3);
  const field = normalizeHField({ nrow: 3, ncol: 4, data });
  expect([Math.min(...field.data), Math.max(...field.data)]).toEqual([0, 1]);
  expectSame(normalizeHField({ nrow: 4, ncol: 3, data: new Float32Array(12).fill(5) }), 'nrow="4" ncol="3"');
});

test('a PNG contains gray levels, last row first', () => {
  for (const color of [0, 2, 6] as const) {
    const bytes = encodePng({ width: 7, height: 5, depth: 8, color, sample: (x, y, k) => 3 * x + 20 * y + k });
    expectSame(normalizeHField(decodeHField(bytes, 'h.png')), 'file="h.png"', { 'h.png': bytes });
  }
});

test("MuJoCo's binary file can be read at an unaligned offset", () => {
  const bytes = binaryFile(2, 3, [1, 5, -2, 0.25, 3, 9]);
  const shifted = new Uint8Array(bytes.length + 3).subarray(3);
  shifted.set(bytes);
  expectSame(normalizeHField(decodeHField(shifted, 'h.bin')), 'file="h.bin"', { 'h.bin': bytes });
});

test('inconsistent files are rejected', () => {
  expect(() => decodeHField(new Uint8Array(0), 'h.bin')).toThrow(/empty/);
  expect(() => decodeHField(new Uint8Array(7), 'h.bin')).toThrow(/header/);
  expect(() => decodeHField(binaryFile(0, 3, []), 'h.bin')).toThrow(/non-positive/);
  expect(() => decodeHField(binaryFile(50000, 50000, [1]), 'h.bin')).toThrow(/unexpected size/);
  expect(() => decodeHField(new Uint8Array(20), 'h.stl')).toThrow(/unsupported content type/);
  expect(() => normalizeHField({ nrow: 2, ncol: 2, data: new Float32Array(3) })).toThrow(/must match/);
  expect(() => normalizeHField({ nrow: 1, ncol: 2, data: Float32Array.of(Number.NaN, Number.NaN) })).toThrow(/range/);
});

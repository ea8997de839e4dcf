import { expect, test } from 'vitest';
import { oracleModel } from '../../../test/support/oracle/oracle.ts';
import { encodePng } from '../../../test/support/pngEncode.ts';
import { TextureBuiltin, TextureMark } from '../../core/model/enums/spec.ts';
import { ColorSpace, TextureType } from '../../core/model/enums.ts';
import { builtinTexture } from './builtinTexture.ts';
import { textureFromFaces, textureFromFile, textureFromGrid } from './fromFiles.ts';
import { type TextureOptions, type TexturePlan, textureBytes } from './texture.ts';

const options: TextureOptions = {
  type: TextureType['2D'],
  colorspace: ColorSpace.AUTO,
  builtin: TextureBuiltin.NONE,
  mark: TextureMark.NONE,
  rgb1: [0.8, 0.75, 0.1],
  rgb2: [0.5, 0.2, 0.9],
  markrgb: [0.1, 0.3, 0.99],
  random: 0.05,
  width: 20,
  height: 14,
  nchannel: 3,
  gridsize: [1, 1],
  gridlayout: '............',
  hflip: false,
  vflip: false,
};
const colors = 'rgb1="0.8 0.75 0.1" rgb2="0.5 0.2 0.9" markrgb="0.1 0.3 0.99"';

/** Its pixels, drawn on demand. */
function pixelsOf(texture: TexturePlan): Uint8Array {
  const data = texture.data ?? new Uint8Array(textureBytes(texture));
  texture.draw?.(data);
  return data;
}

function expectSame(ours: TexturePlan, attributes: string, files: Record<string, Uint8Array> = {}): void {
  const m = oracleModel(`<mujoco><asset><texture name="t" ${attributes}/></asset></mujoco>`, files);
  try {
    expect([ours.width, ours.height, ours.nchannel]).toEqual([m.tex_width[0], m.tex_height[0], m.tex_nchannel[0]]);
    expect(ours.colorspace).toBe(m.tex_colorspace[0]);
    expect(Array.from(pixelsOf(ours))).toEqual(Array.from(m.tex_data));
  } finally {
    m.delete();
  }
}

const { GRADIENT, CHECKER, FLAT } = TextureBuiltin;

test.each(Object.entries({ GRADIENT, CHECKER, FLAT }))(
  'builtin %s with every mark has the same pixels as in MuJoCo, in 2D and on a cube',
  (name, builtin) => {
    for (const [markName, mark] of Object.entries(TextureMark)) {
      const words = `builtin="${name.toLowerCase()}" mark="${markName.toLowerCase()}" random="0.05" width="20" height="14" ${colors}`;
      for (const [typeName, type] of Object.entries(TextureType)) {
        expectSame(builtinTexture({ ...options, builtin, mark, type }), `type="${typeName.toLowerCase()}" ${words}`);
      }
    }
  },
);

const picture = (width: number, height: number): Uint8Array =>
  encodePng({ width, height, depth: 8, color: 2, sample: (x, y, k) => (x * 31 + y * 57 + k * 101) & 255 });

test('a picture is flipped on request', () => {
  const bytes = picture(5, 3);
  const file = { bytes, filename: 't.png' };
  for (const hflip of [false, true]) {
    for (const vflip of [false, true]) {
      expectSame(
        textureFromFile({ ...options, hflip, vflip }, file),
        `type="2d" file="t.png" hflip="${hflip}" vflip="${vflip}"`,
        {
          't.png': bytes,
        },
      );
    }
  }
});

test('a cube from a grid takes each side from its square, and uses the first color for missing ones', () => {
  const bytes = picture(16, 12);
  const layout = '.U..LFRB.D..';
  const o = { ...options, type: TextureType.CUBE, gridsize: [3, 4], gridlayout: layout };
  expectSame(
    textureFromGrid(o, { bytes, filename: 't.png' }),
    `type="cube" file="t.png" gridsize="3 4" gridlayout="${layout}" ${colors}`,
    { 't.png': bytes },
  );
  const some = { ...o, gridlayout: '.U..........' };
  expectSame(
    textureFromGrid(some, { bytes, filename: 't.png' }),
    `type="cube" file="t.png" gridsize="3 4" gridlayout=".U.........." ${colors}`,
    { 't.png': bytes },
  );
});

test('a cube from one square repeats it, and one from six files uses them in order', () => {
  const bytes = picture(4, 4);
  const file = { bytes, filename: 't.png' };
  expectSame(textureFromGrid({ ...options, type: 1 }, file), 'type="cube" file="t.png"', { 't.png': bytes });
  expectSame(
    textureFromFaces({ ...options, type: 1 }, [file, null, null, file, null, null]),
    `type="cube" fileright="t.png" filedown="t.png" ${colors}`,
    { 't.png': bytes },
  );
});

test('a KTX file is stored unchanged', () => {
  const bytes = Uint8Array.of(1, 2, 3, 4, 5);
  const ours = textureFromFile(options, { bytes, filename: 't.ktx' });
  expectSame(ours, 'type="2d" file="t.ktx"', { 't.ktx': bytes });
});

test('pictures that do not match are rejected', () => {
  const file = { bytes: picture(5, 3), filename: 't.png' };
  expect(() => textureFromGrid({ ...options, gridsize: [3, 4] }, file)).toThrow(/multiple of gridsize/);
  expect(() => textureFromGrid({ ...options, gridsize: [5, 4] }, file)).toThrow(/no more than 12/);
  expect(() => textureFromFaces(options, [file, null, null, null, null, null])).toThrow(/non-square/);
  expect(() => textureFromFaces(options, [null, null, null, null, null, null])).toThrow(/no cubefiles/);
  expect(() => textureFromFile(options, { ...file, filename: 't.jpg' })).toThrow(/unsupported content type/);
  expect(() => textureFromFile({ ...options, hflip: true }, { ...file, filename: 't.ktx' })).toThrow(/flip KTX/);
});

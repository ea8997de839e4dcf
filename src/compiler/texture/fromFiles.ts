/** Textures from files: 2D, cube maps in one image, cube maps from six files. */

import { ColorSpace } from '../../core/model/enums.ts';
import { AssetError, type Claim, unlimited } from '../../formats/bytes/assetError.ts';
import { fillPixels } from '../../formats/bytes/pixels.ts';
import { decodePng } from '../../formats/bytes/png.ts';
import { assetContentType } from '../asset/contentType.ts';
import type { TextureData, TextureOptions, TexturePlan } from './texture.ts';

export interface ImageFile {
  bytes: Uint8Array;
  filename: string;
  contentType?: string;
}

const FACES = 'RLUDFB';

/** A 2D texture. */
export function textureFromFile(o: TextureOptions, file: ImageFile, claim: Claim = unlimited): TextureData {
  return loadImage(o, file, claim, false);
}

/** A cube or skybox from one file: the same square on all sides, or a grid of squares named by gridlayout. */
export function textureFromGrid(o: TextureOptions, file: ImageFile, claim: Claim = unlimited): TexturePlan {
  const [rows, cols] = [o.gridsize[0], o.gridsize[1]];
  if (rows < 1 || cols < 1 || rows * cols > 12) {
    throw new AssetError('gridsize must be non-zero and no more than 12 squares in texture');
  }
  const image = loadImage(o, file, claim, true);
  const { width: w, height: h } = image;
  if (w % cols || h % rows || w / cols !== h / rows) {
    throw new AssetError(`PNG size must be integer multiple of gridsize in texture '${file.filename}'`);
  }
  if (rows === 1 && cols === 1) {
    return { ...image, width: w, height: w, data: resized(image.data.subarray(0, 3 * w * w), o.nchannel * w * w) };
  }
  const width = w / cols;
  claim(o.nchannel * 6 * width * width);
  const sides: (Uint8Array | null)[] = new Array(6).fill(null);
  for (let k = 0; k < rows * cols; k++) {
    const symbol = o.gridlayout[k] ?? '.';
    if (symbol === '.') continue;
    const side = FACES.indexOf(symbol);
    if (side < 0) throw new AssetError("gridlayout symbol is not among '.RLUDFB' in texture");
    const first = width * (Math.floor(k / cols) * w + (k % cols));
    sides[side] = square(image.data, 3 * first, 3 * w, 3 * width, width);
  }
  const { nchannel, colorspace } = image;
  return { width, height: 6 * width, nchannel, colorspace, draw: (data) => drawSides(data, width, sides, o.rgb1) };
}

/** Copies some bytes of some rows, from `at` on. */
function square(data: Uint8Array, at: number, stride: number, bytes: number, rows: number): Uint8Array {
  const res = new Uint8Array(bytes * rows);
  for (let r = 0; r < rows; r++) res.set(data.subarray(at + r * stride, at + r * stride + bytes), r * bytes);
  return res;
}

function drawSides(data: Uint8Array, width: number, sides: (Uint8Array | null)[], rgb: ArrayLike<number>): void {
  sides.forEach((pixels, side) => {
    if (pixels) data.set(pixels, side * pixels.length);
  });
  fillMissing(
    data,
    width,
    sides.map((pixels) => pixels !== null),
    rgb,
  );
}

/** A cube or skybox from up to six files: right, left, up, down, front, back. */
export function textureFromFaces(
  o: TextureOptions,
  files: (ImageFile | null)[],
  claim: Claim = unlimited,
): TextureData {
  if (files.every((f) => f === null)) throw new AssetError('no cubefiles defined in cube or skybox texture');
  const loaded = new Array(6).fill(false);
  let res: TextureData | null = null;
  files.forEach((file, side) => {
    if (!file) return;
    const image = loadImage(o, file, claim, true);
    const { width } = image;
    if (width !== image.height) throw new AssetError(`non-square PNG file '${file.filename}' in cube or skybox`);
    claim(o.nchannel * 6 * width * width);
    // the first file determines size and color space
    res ??= { ...image, height: 6 * width, data: new Uint8Array(o.nchannel * 6 * width * width) };
    if (width !== res.width) throw new AssetError(`PNG file '${file.filename}' has incompatible size in texture`);
    res.data.set(image.data.subarray(0, 3 * width * width), side * 3 * width * width);
    loaded[side] = true;
  });
  const done = res as unknown as TextureData;
  fillMissing(done.data, done.width, loaded, o.rgb1);
  return done;
}

/** The image of a file; the pixels of a `passing` one must be copied before the next is loaded. */
function loadImage(o: TextureOptions, file: ImageFile, claim: Claim, passing: boolean): TextureData {
  const type = assetContentType(file.filename, file.contentType);
  if (type === 'image/ktx') {
    if (o.hflip || o.vflip) throw new AssetError('cannot flip KTX textures');
    if (file.bytes.length === 0) throw new AssetError(`texture file is empty: '${file.filename}'`);
    // stored unchanged, for the renderer
    const data = file.bytes.slice();
    return { width: data.length, height: 1, nchannel: 1, colorspace: o.colorspace || ColorSpace.LINEAR, data };
  }
  if (type !== 'image/png') throw new AssetError(`unsupported content type: '${type}'`);
  const { nchannel } = o;
  if (nchannel !== 1 && nchannel !== 3 && nchannel !== 4) {
    throw new AssetError(`unsupported number of channels: ${nchannel}`);
  }
  const { width, height, data, srgb } = decodePng(file.bytes, nchannel, claim, passing);
  flip(data, width, height, nchannel, o);
  return {
    width,
    height,
    nchannel,
    colorspace: o.colorspace === ColorSpace.AUTO ? (srgb ? ColorSpace.SRGB : ColorSpace.LINEAR) : o.colorspace,
    data,
  };
}

function flip(data: Uint8Array, w: number, h: number, n: number, o: TextureOptions): void {
  const swap = (a: number, b: number): void => {
    for (let k = 0; k < n; k++) {
      const tmp = data[n * a + k];
      data[n * a + k] = data[n * b + k];
      data[n * b + k] = tmp;
    }
  };
  if (o.hflip) {
    for (let r = 0; r < h; r++) for (let c = 0; c < w >> 1; c++) swap(r * w + c, r * w + w - 1 - c);
  }
  if (o.vflip) {
    for (let r = 0; r < h >> 1; r++) for (let c = 0; c < w; c++) swap(r * w + c, (h - 1 - r) * w + c);
  }
}

/** Fill sides without an image with the first color. */
function fillMissing(data: Uint8Array, width: number, loaded: boolean[], rgb: ArrayLike<number>): void {
  loaded.forEach((there, side) => {
    if (there) return;
    const n = width * width;
    fillPixels(data, side * n, n, [255 * rgb[0], 255 * rgb[1], 255 * rgb[2]]);
  });
}

function resized(data: Uint8Array, length: number): Uint8Array {
  const res = new Uint8Array(length);
  res.set(data.subarray(0, length));
  return res;
}

/** Textures without a file: gradients, checkers and flat colors, with marks. Pixels are RGB. */

import { TextureBuiltin, TextureMark } from '../../core/model/enums/spec.ts';
import { TextureType } from '../../core/model/enums.ts';
import { AssetError } from '../../formats/bytes/assetError.ts';
import { fillPixels, repeatPixels } from '../../formats/bytes/pixels.ts';
import { paintCubeGradient } from '../kernel/cubeGradient.ts';
import { Random64 } from './random.ts';
import type { TextureData, TextureOptions } from './texture.ts';

const [UP, DOWN, FRONT, BACK, SIDES] = [2, 3, 4, 5, 6];

type Rgb = ArrayLike<number>;

/** Draws the gradient on the first side of a cube map, and on the upper halves of the top and bottom sides. */
export type GradientPainter = (width: number, a: Rgb, b: Rgb) => void;

/** A built-in texture in a new array. */
export function builtinTexture(o: TextureOptions): TextureData {
  const { nchannel } = o;
  const { width, height } = builtinSize(o);
  const data = new Uint8Array(Math.max(3, nchannel) * width * height);
  drawBuiltin(data, o, (w, a, b) => paintCubeGradient(data, 0, w, a[0], a[1], a[2], b[0], b[1], b[2]));
  return { width, height, nchannel, colorspace: o.colorspace, data: data.subarray(0, nchannel * width * height) };
}

/** Width and height of the picture; the six sides of a cube are stacked vertically. */
export function builtinSize(o: TextureOptions): { width: number; height: number } {
  const { width } = o;
  const flat = o.type === TextureType['2D'];
  if (!(width >= 1)) throw new AssetError('invalid width of builtin texture');
  if (flat && !(o.height >= 1)) throw new AssetError('invalid height of builtin texture');
  const height = flat ? o.height : SIDES * width;
  return { width, height };
}

/** Draw on `data`, which is zeroed and has three bytes per pixel. */
export function drawBuiltin(data: Uint8Array, o: TextureOptions, paintGradient: GradientPainter): void {
  const { width, height } = builtinSize(o);
  if (o.type === TextureType['2D']) {
    drawFlat(data, width, height, o);
    drawMark(data, width, height, 1, o);
  } else {
    drawCube(data, width, o, paintGradient);
    drawMark(data, width, width, SIDES, o);
  }
  if (o.mark === TextureMark.RANDOM && o.random > 0) randomDots(data, width * height, o);
}

function drawFlat(data: Uint8Array, w: number, h: number, o: TextureOptions): void {
  if (o.builtin === TextureBuiltin.CHECKER) checker(data, 0, o.rgb1, o.rgb2, w, h);
  if (o.builtin === TextureBuiltin.FLAT) fill(data, 0, w * h, o.rgb1);
  if (o.builtin !== TextureBuiltin.GRADIENT) return;
  for (let r = 0; r < h; r++) {
    for (let c = 0; c < w; c++) {
      // from the center outward
      const x = (2 * c) / (w - 1) - 1;
      const y = 1 - (2 * r) / (h - 1);
      blend(data, 3 * (r * w + c), o.rgb2, o.rgb1, 2 * Math.sqrt(x * x + y * y) - 1);
    }
  }
}

function drawCube(data: Uint8Array, w: number, o: TextureOptions, paintGradient: GradientPainter): void {
  const side = w * w;
  if (o.builtin === TextureBuiltin.CHECKER) {
    checker(data, 0, o.rgb1, o.rgb2, w, w);
    copyPixels(data, 0, [1, 2, 3], side);
    // front and back have swapped colors, so that they alternate around the edges
    checker(data, FRONT * side, o.rgb2, o.rgb1, w, w);
    copyPixels(data, FRONT, [BACK], side);
  } else if (o.builtin === TextureBuiltin.FLAT) {
    fill(data, 0, SIDES * side, o.rgb1);
    fill(data, DOWN * side, side, o.rgb2);
  } else if (o.builtin === TextureBuiltin.GRADIENT) {
    paintGradient(w, o.rgb1, o.rgb2);
    for (const k of [UP, DOWN]) mirrorRows(data, 3 * k * side, w);
    // the four sides are equal
    copyPixels(data, 0, [1, FRONT, BACK], side);
  }
}

/** Copy side `from` of a cube, of n pixels, to other sides. */
function copyPixels(data: Uint8Array, from: number, to: readonly number[], n: number): void {
  for (const side of to) data.copyWithin(3 * side * n, 3 * from * n, 3 * (from + 1) * n);
}

/** Mirror the upper half of a picture into the lower half. */
function mirrorRows(data: Uint8Array, at: number, w: number): void {
  for (let r = 0; r < w >> 1; r++) {
    data.copyWithin(at + 3 * w * (w - 1 - r), at + 3 * w * r, at + 3 * w * (r + 1));
  }
}

// a smooth step from b (pos = -1) to a (pos = 1): alpha = (1 + sqrt(2) pos / sqrt(1 + pos^2)) / 2
function blend(data: Uint8Array, at: number, a: Rgb, b: Rgb, pos: number): void {
  const alpha = 0.5 * (1 + pos / Math.sqrt(1 + pos * pos) / (1 / Math.sqrt(2)));
  const s = Math.min(1, Math.max(0, alpha));
  const t = 1 - s;
  data[at] = byte(s * a[0] + t * b[0]);
  data[at + 1] = byte(s * a[1] + t * b[1]);
  data[at + 2] = byte(s * a[2] + t * b[2]);
}

/** Two colors in the four quarters, a in the upper left one. */
function checker(data: Uint8Array, at: number, a: Rgb, b: Rgb, w: number, h: number): void {
  const halfway = h >> 1;
  stripes(data, at, a, b, w, halfway);
  stripes(data, at + halfway * w, b, a, w, h - halfway);
}

/** Rows with one color on the left and another on the right. */
function stripes(data: Uint8Array, at: number, left: Rgb, right: Rgb, w: number, rows: number): void {
  if (rows === 0) return;
  fill(data, at, w >> 1, left);
  fill(data, at + (w >> 1), w - (w >> 1), right);
  repeatPixels(data, at, w, w * rows);
}

/** One color for n pixels. */
function fill(data: Uint8Array, at: number, n: number, rgb: Rgb): void {
  fillPixels(data, at, n, [byte(rgb[0]), byte(rgb[1]), byte(rgb[2])]);
}

/** Lines along the edges, or through the middle, of each of n pictures. */
function drawMark(data: Uint8Array, w: number, h: number, n: number, o: TextureOptions): void {
  if (o.mark !== TextureMark.EDGE && o.mark !== TextureMark.CROSS) return;
  const rows = o.mark === TextureMark.EDGE ? [0, h - 1] : [h >> 1];
  const cols = o.mark === TextureMark.EDGE ? [0, w - 1] : [w >> 1];
  for (let k = 0; k < n; k++) {
    const at = k * w * h;
    for (const c of cols) for (let r = 0; r < h; r++) put(data, at + r * w + c, o.markrgb);
    for (const r of rows) fill(data, at + r * w, w, o.markrgb);
  }
}

function randomDots(data: Uint8Array, n: number, o: TextureOptions): void {
  const random = new Random64(42);
  for (let i = 0; i < n; i++) if (random.next() < o.random) put(data, i, o.markrgb);
}

function put(data: Uint8Array, i: number, rgb: Rgb): void {
  data[3 * i] = byte(rgb[0]);
  data[3 * i + 1] = byte(rgb[1]);
  data[3 * i + 2] = byte(rgb[2]);
}

/** A color in [0, 1] as a byte; negative ones are black. */
function byte(color: number): number {
  return color > 0 ? 255 * color : 0;
}

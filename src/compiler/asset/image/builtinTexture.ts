/** Textures that need no file: gradients, checkers and flat colours, with marks. Pixels are RGB. */
import { acos, asin } from '../../../math/elementary/arc.ts';
import { AssetError } from '../error.ts';
import { Random64 } from './random.ts';
import type { TextureData, TextureOptions } from './texture.ts';

const Builtin = { GRADIENT: 1, CHECKER: 2, FLAT: 3 } as const;
const Mark = { EDGE: 1, CROSS: 2, RANDOM: 3 } as const;
const [UP, DOWN, SIDES] = [2, 3, 6];
/** a larger texture is refused rather than allocated */
const MAX_BYTES = 2 ** 31;

type Rgb = ArrayLike<number>;

export function builtinTexture(o: TextureOptions): TextureData {
  const { width, nchannel } = o;
  const flat = o.type === 0;
  if (!(width >= 1)) throw new AssetError('invalid width of builtin texture');
  if (flat && !(o.height >= 1)) throw new AssetError('invalid height of builtin texture');
  const height = flat ? o.height : 6 * width;
  if (Math.max(3, nchannel) * width * height > MAX_BYTES) throw new AssetError('builtin texture too large');
  const data = new Uint8Array(Math.max(3, nchannel) * width * height);
  if (flat) {
    drawFlat(data, width, height, o);
    drawMark(data, width, height, 1, o);
  } else {
    drawCube(data, width, o);
    drawMark(data, width, width, SIDES, o);
  }
  if (o.mark === Mark.RANDOM && o.random > 0) randomDots(data, width * height, o);
  return { width, height, nchannel, colorspace: o.colorspace, data: data.subarray(0, nchannel * width * height) };
}

function drawFlat(data: Uint8Array, w: number, h: number, o: TextureOptions): void {
  if (o.builtin === Builtin.CHECKER) checker(data, 0, o.rgb1, o.rgb2, w, h);
  if (o.builtin === Builtin.FLAT) for (let i = 0; i < w * h; i++) put(data, i, o.rgb1);
  if (o.builtin !== Builtin.GRADIENT) return;
  for (let r = 0; r < h; r++) {
    for (let c = 0; c < w; c++) {
      // from the centre outwards
      const x = (2 * c) / (w - 1) - 1;
      const y = 1 - (2 * r) / (h - 1);
      blend(data, r * w + c, o.rgb2, o.rgb1, 2 * Math.sqrt(x * x + y * y) - 1);
    }
  }
}

function drawCube(data: Uint8Array, w: number, o: TextureOptions): void {
  for (let side = 0; side < SIDES; side++) {
    const at = side * w * w;
    if (o.builtin === Builtin.CHECKER) {
      // front and back have the colours exchanged, so that they alternate around the edges
      const back = side >= 4;
      checker(data, at, back ? o.rgb2 : o.rgb1, back ? o.rgb1 : o.rgb2, w, w);
    } else if (o.builtin === Builtin.FLAT) {
      for (let i = 0; i < w * w; i++) put(data, at + i, side === DOWN ? o.rgb2 : o.rgb1);
    }
  }
  if (o.builtin === Builtin.GRADIENT) cubeGradient(data, w, o);
}

/** Colour by elevation: from straight down to straight up. Elevations are computed for a quarter of a side; the others are
 *  its mirror images, below the horizon with the opposite sign. */
function cubeGradient(data: Uint8Array, w: number, o: TextureOptions): void {
  const half = (w + 1) >> 1;
  for (let r = 0; r < half; r++) {
    for (let c = 0; c < half; c++) {
      const x = (2 * c) / (w - 1) - 1;
      const y = 1 - (2 * r) / (w - 1);
      const far = Math.sqrt(1 + x * x + y * y);
      const side = asin(y / far) / (0.5 * Math.PI);
      const up = 1 - acos(1 / far) / (0.5 * Math.PI);
      const above = r * w + c;
      const below = (w - 1 - r) * w + c;
      blend(data, above, o.rgb1, o.rgb2, side);
      blend(data, below, o.rgb1, o.rgb2, r === w - 1 - r ? side : -side);
      for (const at of [above, below]) {
        blend(data, UP * w * w + at, o.rgb1, o.rgb2, up);
        blend(data, DOWN * w * w + at, o.rgb1, o.rgb2, -up);
      }
    }
  }
  for (const k of [0, UP, DOWN]) mirror(data, 3 * k * w * w, w);
  // the four sides are alike
  for (const k of [1, 4, 5]) data.copyWithin(3 * k * w * w, 0, 3 * w * w);
}

/** The right half of a picture as the mirror image of its left half. */
function mirror(data: Uint8Array, start: number, w: number): void {
  for (let r = 0; r < w; r++) {
    const row = start + 3 * r * w;
    for (let c = 0; c < w >> 1; c++) {
      const from = row + 3 * c;
      const to = row + 3 * (w - 1 - c);
      data[to] = data[from];
      data[to + 1] = data[from + 1];
      data[to + 2] = data[from + 2];
    }
  }
}

// a smooth step from b (pos = -1) to a (pos = 1): alpha = (1 + sqrt(2) pos / sqrt(1 + pos^2)) / 2
function blend(data: Uint8Array, i: number, a: Rgb, b: Rgb, pos: number): void {
  const alpha = 0.5 * (1 + pos / Math.sqrt(1 + pos * pos) / (1 / Math.sqrt(2)));
  const s = Math.min(1, Math.max(0, alpha));
  const t = 1 - s;
  data[3 * i] = byte(s * a[0] + t * b[0]);
  data[3 * i + 1] = byte(s * a[1] + t * b[1]);
  data[3 * i + 2] = byte(s * a[2] + t * b[2]);
}

function checker(data: Uint8Array, at: number, a: Rgb, b: Rgb, w: number, h: number): void {
  for (let r = 0; r < h; r++) {
    for (let c = 0; c < w; c++) put(data, at + r * w + c, r < h >> 1 === c < w >> 1 ? a : b);
  }
}

/** Lines along the edges, or through the middle, of each of n pictures. */
function drawMark(data: Uint8Array, w: number, h: number, n: number, o: TextureOptions): void {
  if (o.mark !== Mark.EDGE && o.mark !== Mark.CROSS) return;
  const rows = o.mark === Mark.EDGE ? [0, h - 1] : [h >> 1];
  const cols = o.mark === Mark.EDGE ? [0, w - 1] : [w >> 1];
  for (let k = 0; k < n; k++) {
    const at = k * w * h;
    for (const c of cols) for (let r = 0; r < h; r++) put(data, at + r * w + c, o.markrgb);
    for (const r of rows) for (let c = 0; c < w; c++) put(data, at + r * w + c, o.markrgb);
  }
}

function randomDots(data: Uint8Array, n: number, o: TextureOptions): void {
  const random = new Random64(42);
  for (let i = 0; i < n; i++) if (random.next() < o.random) put(data, i, o.markrgb);
}

function put(data: Uint8Array, i: number, rgb: Rgb): void {
  for (let k = 0; k < 3; k++) data[3 * i + k] = byte(rgb[k]);
}

/** A colour in [0, 1] as a byte; negative ones are black. */
function byte(colour: number): number {
  return colour > 0 ? 255 * colour : 0;
}

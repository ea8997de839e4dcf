/** Built-in pictures that take arithmetic. They are written in the dialect, so that the compiled engine has them too:
 *  compiled code is fast the first time it runs. */
import { acos, asin } from '../../math/elementary/arc.ts';
import type { int } from '../../math/int.ts';
import type { Model } from '../../model/model.ts';

const HALF_PI = 0.5 * Math.PI;
const UP = 2;
const DOWN = 3;

/** The sky of a cube map: three of its sides, the first, the upper and the lower one, coloured by elevation. The colour
 *  (ar, ag, ab) is straight up, (br, bg, bb) straight down; the side pictures begin at `adr`, w by w pixels of RGB.
 *  writes m: tex_data */
export function drawCubeGradient(
  m: Model,
  adr: int,
  w: int,
  ar: number,
  ag: number,
  ab: number,
  br: number,
  bg: number,
  bb: number,
): void {
  paintCubeGradient(m.tex_data, adr, w, ar, ag, ab, br, bg, bb);
}

/** The same on any bytes. Elevations are computed for a quarter of a side; the others are its mirror images, below the
 *  horizon with the opposite sign. */
export function paintCubeGradient(
  data: Uint8Array,
  adr: int,
  w: int,
  ar: number,
  ag: number,
  ab: number,
  br: number,
  bg: number,
  bb: number,
): void {
  const half = (w + 1) >> 1;
  const upper = adr + 3 * UP * w * w;
  const lower = adr + 3 * DOWN * w * w;
  for (let r = 0; r < half; r++) {
    for (let c = 0; c < half; c++) {
      const x = (2 * c) / (w - 1) - 1;
      const y = 1 - (2 * r) / (w - 1);
      const far = Math.sqrt(1 + x * x + y * y);
      const side = asin(y / far) / HALF_PI;
      const up = 1 - acos(1 / far) / HALF_PI;
      const above = 3 * (r * w + c);
      const below = 3 * ((w - 1 - r) * w + c);
      // from a column to its mirror image
      const across = 3 * (w - 1 - 2 * c);
      blend(data, adr + above, side, ar, ag, ab, br, bg, bb);
      blend(data, adr + below, r === w - 1 - r ? side : -side, ar, ag, ab, br, bg, bb);
      blend(data, upper + above, up, ar, ag, ab, br, bg, bb);
      blend(data, lower + above, -up, ar, ag, ab, br, bg, bb);
      repeat(data, upper + above, upper + below);
      repeat(data, lower + above, lower + below);
      repeat(data, adr + above, adr + above + across);
      repeat(data, adr + below, adr + below + across);
      repeat(data, upper + above, upper + above + across);
      repeat(data, upper + below, upper + below + across);
      repeat(data, lower + above, lower + above + across);
      repeat(data, lower + below, lower + below + across);
    }
  }
}

// a smooth step from b (pos = -1) to a (pos = 1): alpha = (1 + sqrt(2) pos / sqrt(1 + pos^2)) / 2
function blend(
  data: Uint8Array,
  at: int,
  pos: number,
  ar: number,
  ag: number,
  ab: number,
  br: number,
  bg: number,
  bb: number,
): void {
  const alpha = 0.5 * (1 + pos / Math.sqrt(1 + pos * pos) / (1 / Math.sqrt(2)));
  const s = Math.min(1, Math.max(0, alpha));
  const t = 1 - s;
  data[at] = byte(s * ar + t * br);
  data[at + 1] = byte(s * ag + t * bg);
  data[at + 2] = byte(s * ab + t * bb);
}

/** A colour in [0, 1] as a byte; negative ones are black. */
function byte(colour: number): int {
  return colour > 0 ? (255 * colour) | 0 : 0;
}

/** One pixel at another place. */
function repeat(data: Uint8Array, from: int, to: int): void {
  data[to] = data[from];
  data[to + 1] = data[from + 1];
  data[to + 2] = data[from + 2];
}

/** The gradient of built-in cube textures. It is dialect code because compiled code is fast the first time it runs. */
import { acos, asin } from '../../core/math/elementary/arc.ts';
import type { int } from '../../core/math/int.ts';
import { set3 } from '../../core/math/vec3.ts';
import type { Model } from '../../core/model/model.ts';

const HALF_PI = 0.5 * Math.PI;
const UP = 2;
const DOWN = 3;

/** Paint a cube map by elevation: its first side, and the upper half of the images above and below (the lower half is
 *  the mirror image). The color (ar, ag, ab) is straight up, (br, bg, bb) straight down. Images start at `adr`, each has
 *  w x w pixels of RGB.
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

/** Capacity of the color table, in cells. */
const MAX_CELLS = 4096;
/** Slots of a cell: the colors of its lower end above and below the horizon; whether its upper end has the same. */
const ABOVE = 0;
const BELOW = 3;
const SAME = 6;
const CELL = 7;
const table = new Int32Array(CELL * (MAX_CELLS + 1));
const shade = new Int32Array(CELL);
/** The colors straight up and straight down. */
const colors = new Float64Array(6);

/** `drawCubeGradient` on any bytes. Elevations are computed for a quarter of a side; the rest is its mirror images, with
 *  the opposite sign below the horizon. Colors change slowly: if both ends of a table cell have the same color, so has
 *  every height between them, and no angle is computed. */
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
  set3(colors, 0, ar, ag, ab);
  set3(colors, 3, br, bg, bb);
  // for a small image the table costs more than the pixels
  const cells = w < 64 ? 0 : Math.min(MAX_CELLS, 8 * w);
  for (let k = 0; k <= cells && cells > 0; k++) {
    setShade(table, CELL * k, asin(k / cells) / HALF_PI, colors);
    if (k > 0) markSame(CELL * (k - 1));
  }
  for (let r = 0; r < half; r++) paintRow(data, adr, w, r, cells, colors);
}

/** Row r of the three sides, and its mirror image below the horizon on the first one. A separate function, so that a
 *  tiering compiler optimizes it after a few rows. */
function paintRow(data: Uint8Array, adr: int, w: int, r: int, cells: int, colors: Float64Array): void {
  const half = (w + 1) >> 1;
  const side = adr + 3 * r * w;
  const below = adr + 3 * (w - 1 - r) * w;
  const upper = side + 3 * UP * w * w;
  const lower = side + 3 * DOWN * w * w;
  const y = 1 - (2 * r) / (w - 1);
  for (let c = 0; c < half; c++) {
    const x = (2 * c) / (w - 1) - 1;
    const far = Math.sqrt(1 + x * x + y * y);
    // from a column to its mirror image
    const across = 3 * (w - 1 - 2 * c);
    if (!isKnown(y / far, cells)) setShade(shade, 0, asin(y / far) / HALF_PI, colors);
    put(data, side + 3 * c, across, ABOVE);
    put(data, below + 3 * c, across, BELOW);
    if (!isKnown(1 / far, cells)) setShade(shade, 0, 1 - acos(1 / far) / HALF_PI, colors);
    put(data, upper + 3 * c, across, ABOVE);
    put(data, lower + 3 * c, across, BELOW);
  }
}

/** The colors at elevation `pos` and at -pos; 1 is straight up. A smooth step between the two colors of `colors`:
 *  alpha = (1 + sqrt(2) pos / sqrt(1 + pos^2)) / 2 */
function setShade(res: Int32Array, at: int, pos: number, colors: Float64Array): void {
  const bent = pos / Math.sqrt(1 + pos * pos) / (1 / Math.sqrt(2));
  const s = Math.min(1, Math.max(0, 0.5 * (1 + bent)));
  const t = 1 - s;
  for (let k = 0; k < 3; k++) res[at + ABOVE + k] = byte(s * colors[k] + t * colors[3 + k]);
  const p = Math.min(1, Math.max(0, 0.5 * (1 - bent)));
  const q = 1 - p;
  for (let k = 0; k < 3; k++) res[at + BELOW + k] = byte(p * colors[k] + q * colors[3 + k]);
}

/** Record whether a cell of the table has the same colors at both ends. */
function markSame(at: int): void {
  let same = 1;
  for (let k = 0; k < SAME; k++) if (table[at + k] !== table[at + CELL + k]) same = 0;
  table[at + SAME] = same;
}

/** Look up the colors of this height in the table. On a hit, copy them to `shade` and return true. */
function isKnown(height: number, cells: int): boolean {
  if (cells === 0 || !(height < 1)) return false;
  const at = CELL * ((height * cells) | 0);
  if (table[at + SAME] === 0) return false;
  for (let k = 0; k < SAME; k++) shade[k] = table[at + k];
  return true;
}

/** A color component in [0, 1] as a byte; negative ones are 0. */
function byte(color: number): int {
  return color > 0 ? (255 * color) | 0 : 0;
}

/** Write one of the two colors of `shade` to a pixel and to its mirror image. */
function put(data: Uint8Array, at: int, across: int, which: int): void {
  data[at] = shade[which];
  data[at + 1] = shade[which + 1];
  data[at + 2] = shade[which + 2];
  data[at + across] = shade[which];
  data[at + across + 1] = shade[which + 1];
  data[at + across + 2] = shade[which + 2];
}

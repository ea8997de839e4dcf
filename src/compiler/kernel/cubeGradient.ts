/** Built-in pictures that take arithmetic. They are written in the dialect, so that the compiled engine has them too:
 *  compiled code is fast the first time it runs. */
import { acos, asin } from '../../core/math/elementary/arc.ts';
import type { int } from '../../core/math/int.ts';
import type { Model } from '../../core/model/model.ts';

const HALF_PI = 0.5 * Math.PI;
const UP = 2;
const DOWN = 3;

/** The sky of a cube map: the first of its sides, and the upper half of the pictures above and below, whose other half is its
 *  mirror image; coloured by elevation. The colour (ar, ag, ab) is straight up, (br, bg, bb) straight down; the side pictures begin at
 *  `adr`, w by w pixels of RGB.
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

/** Most cells of the table of colours. */
const MAX_CELLS = 4096;
/** Numbers of a cell, for its lower end: the colour above the horizon, below it, and whether the upper end has both. */
const ABOVE = 0;
const BELOW = 3;
const SAME = 6;
const CELL = 7;
const table = new Int32Array(CELL * (MAX_CELLS + 1));
const shade = new Int32Array(CELL);

/** The same on any bytes. Elevations are computed for a quarter of a side; the others are its mirror images, below the
 *  horizon with the opposite sign. Colours change slowly: where both ends of a cell of heights have the same one, so has
 *  everything between them, and no angle is computed. */
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
  // for a small picture the table would be more work than the pixels
  const cells = w < 64 ? 0 : Math.min(MAX_CELLS, 8 * w);
  for (let k = 0; k <= cells && cells > 0; k++) {
    setShade(table, CELL * k, asin(k / cells) / HALF_PI, ar, ag, ab, br, bg, bb);
    if (k > 0) noteSame(CELL * (k - 1));
  }
  for (let r = 0; r < half; r++) paintRow(data, adr, w, r, cells, ar, ag, ab, br, bg, bb);
}

/** Row r of the three sides, and the row of the first one as far below the horizon. A function of its own: an engine that compiles
 *  again what is called often has better code for the later rows. */
function paintRow(
  data: Uint8Array,
  adr: int,
  w: int,
  r: int,
  cells: int,
  ar: number,
  ag: number,
  ab: number,
  br: number,
  bg: number,
  bb: number,
): void {
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
    if (!isKnown(y / far, cells)) setShade(shade, 0, asin(y / far) / HALF_PI, ar, ag, ab, br, bg, bb);
    put(data, side + 3 * c, across, ABOVE);
    put(data, below + 3 * c, across, BELOW);
    if (!isKnown(1 / far, cells)) setShade(shade, 0, 1 - acos(1 / far) / HALF_PI, ar, ag, ab, br, bg, bb);
    put(data, upper + 3 * c, across, ABOVE);
    put(data, lower + 3 * c, across, BELOW);
  }
}

/** The colours at an elevation and at the one as far below the horizon; 1 is straight up. A smooth step from b to a:
 *  alpha = (1 + sqrt(2) pos / sqrt(1 + pos^2)) / 2 */
function setShade(
  res: Int32Array,
  at: int,
  pos: number,
  ar: number,
  ag: number,
  ab: number,
  br: number,
  bg: number,
  bb: number,
): void {
  const bent = pos / Math.sqrt(1 + pos * pos) / (1 / Math.sqrt(2));
  const s = Math.min(1, Math.max(0, 0.5 * (1 + bent)));
  const t = 1 - s;
  res[at + ABOVE] = byte(s * ar + t * br);
  res[at + ABOVE + 1] = byte(s * ag + t * bg);
  res[at + ABOVE + 2] = byte(s * ab + t * bb);
  const p = Math.min(1, Math.max(0, 0.5 * (1 - bent)));
  const q = 1 - p;
  res[at + BELOW] = byte(p * ar + q * br);
  res[at + BELOW + 1] = byte(p * ag + q * bg);
  res[at + BELOW + 2] = byte(p * ab + q * bb);
}

/** Notes whether a cell of the table has the same colours at both ends. */
function noteSame(at: int): void {
  let same = 1;
  for (let k = 0; k < SAME; k++) if (table[at + k] !== table[at + CELL + k]) same = 0;
  table[at + SAME] = same;
}

/** Whether the table has the colours for this height; they are in `shade` then. */
function isKnown(height: number, cells: int): boolean {
  if (cells === 0 || !(height < 1)) return false;
  const at = CELL * ((height * cells) | 0);
  if (table[at + SAME] === 0) return false;
  for (let k = 0; k < SAME; k++) shade[k] = table[at + k];
  return true;
}

/** A colour in [0, 1] as a byte; negative ones are black. */
function byte(color: number): int {
  return color > 0 ? (255 * color) | 0 : 0;
}

/** One of the two colours of `shade` for a pixel and its mirror image. */
function put(data: Uint8Array, at: int, across: int, which: int): void {
  data[at] = shade[which];
  data[at + 1] = shade[which + 1];
  data[at + 2] = shade[which + 2];
  data[at + across] = shade[which];
  data[at + across + 1] = shade[which + 1];
  data[at + across + 2] = shade[which + 2];
}

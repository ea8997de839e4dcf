/** PNG: every color type and bit depth, interlaced or not, converted to 8 bits and 1, 3 or 4 channels. */
import { AssetError, type Claim, unlimited } from './assetError.ts';
import { crc32 } from './crc.ts';
import { inflateZlib } from './inflate.ts';
import { convertPixels } from './pngPixels.ts';

export interface PngImage {
  width: number;
  height: number;
  channels: 1 | 3 | 4;
  data: Uint8Array; // 8 bits per channel, rows from the top
  srgb: boolean; // the file has an sRGB chunk
}

/** Contents of the chunks before decompression. */
export interface PngHeader {
  width: number;
  height: number;
  depth: number;
  color: number;
  interlace: number;
  palette: Uint8Array; // 4 per entry
  /** transparent color per channel, for gray and RGB */
  key: number[] | null;
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Record<number, number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
/** maximum compression ratio of deflate */
const MAX_RATIO = 1040;

/** Decode and convert to this number of channels: gray is the red channel, missing alpha is opaque. The pixels of a
 * `passing` picture may be overwritten when the next one is decoded: the main cost of large pictures is touching new
 * memory. */
export function decodePng(bytes: Uint8Array, channels: 1 | 3 | 4, claim: Claim = unlimited, passing = false): PngImage {
  if (bytes.length === 0) throw new AssetError('empty PNG file');
  const { header, idat, srgb } = readChunks(bytes);
  const { width, height } = header;
  const bits = CHANNELS[header.color] * header.depth;
  const passes = imagePasses(header);
  let expected = 0;
  for (const p of passes) expected += p.height * (1 + Math.ceil((p.width * bits) / 8));
  if (expected > MAX_RATIO * idat.length + 1024) throw fail('image data is too short for its size');
  claim(Math.max(expected, width * height * channels));
  const { raw, zeros } = inflate(idat, expected);
  const size = width * height * channels;
  const data = passing ? roomFor(size, Room.PICTURE) : new Uint8Array(size);
  if (isPlain(header, channels)) {
    unfilter(data, 0, width * channels, { raw, zeros }, 0, height, width * channels, channels);
    return { width, height, channels, data, srgb };
  }
  let at = 0;
  for (const p of passes) {
    const stride = Math.ceil((p.width * bits) / 8);
    unfilter(raw, at + 1, 1 + stride, { raw, zeros }, at, p.height, stride, Math.max(1, bits >> 3));
    convertPixels(data, channels, raw, at, stride, p, header);
    at += p.height * (1 + stride);
  }
  return { width, height, channels, data, srgb };
}

/** Whether the bytes of the file already have the requested format, the usual case. */
function isPlain({ depth, color, interlace }: PngHeader, channels: number): boolean {
  return depth === 8 && interlace === 0 && ((color === 2 && channels === 3) || (color === 6 && channels === 4));
}

function fail(what: string): AssetError {
  return new AssetError(`error decoding PNG file: ${what}`);
}

function readChunks(bytes: Uint8Array): { header: PngHeader; idat: Uint8Array; srgb: boolean } {
  if (bytes.length < 29) throw fail('the file is too short for a PNG');
  if (SIGNATURE.some((b, i) => bytes[i] !== b)) throw fail('the signature is missing, so this is not a PNG');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: PngHeader | null = null;
  let srgb = false;
  const parts: Uint8Array[] = [];
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) throw fail('the file ends before its last chunk');
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (length > 0x7fffffff || at + 12 + length > bytes.length)
      throw fail(`chunk ${type} extends beyond the end of the file`);
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length))
      throw fail(`wrong checksum of chunk ${type}`);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (header === null) {
      if (type !== 'IHDR' || length !== 13) throw fail('the first chunk must be IHDR');
      header = readHeader(body);
    } else if (type === 'IDAT') parts.push(body);
    else if (type === 'IEND') break;
    else if (type === 'PLTE') readPalette(header, body);
    else if (type === 'tRNS') readTransparency(header, body);
    else if (type === 'sRGB') srgb = true;
    else if ((bytes[at + 4] & 32) === 0) throw fail(`unknown critical chunk ${type}`);
    at += 12 + length;
  }
  if (header.color === 3 && header.palette.length === 0) throw fail('palette is missing');
  if (parts.length === 0) throw fail('no image data');
  return { header, idat: concat(parts), srgb };
}

function readHeader(b: Uint8Array): PngHeader {
  const view = new DataView(b.buffer, b.byteOffset, 13);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, color, compression, filter, interlace] = b.subarray(8);
  if (width === 0 || height === 0 || width > 0x7fffffff || height > 0x7fffffff) throw fail('dimensions are invalid');
  if (!DEPTHS[color]?.includes(depth)) throw fail(`color type ${color} with bit depth ${depth} is invalid`);
  if (compression !== 0 || filter !== 0 || interlace > 1) throw fail('unknown compression, filter or interlace method');
  return { width, height, depth, color, interlace, palette: new Uint8Array(0), key: null };
}

function readPalette(h: PngHeader, body: Uint8Array): void {
  const n = Math.floor(body.length / 3);
  if (n === 0 || n > 256) throw fail('the palette must have between 1 and 256 colors');
  h.palette = new Uint8Array(4 * n).fill(255);
  for (let i = 0; i < n; i++) h.palette.set(body.subarray(3 * i, 3 * i + 3), 4 * i);
}

function readTransparency(h: PngHeader, body: Uint8Array): void {
  if (h.color === 3) {
    if (body.length > h.palette.length / 4) throw fail('more transparent colors than palette entries');
    body.forEach((alpha, i) => {
      h.palette[4 * i + 3] = alpha;
    });
    return;
  }
  const n = h.color === 0 ? 1 : h.color === 2 ? 3 : 0;
  if (n === 0 || body.length !== 2 * n) throw fail('the transparency chunk does not match the color type');
  h.key = Array.from({ length: n }, (_, k) => 256 * body[2 * k] + body[2 * k + 1]);
}

function concat(parts: Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0];
  const res = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    res.set(p, at);
    at += p.length;
  }
  return res;
}

/** Buffers that are reused for the next picture, unless it is large. */
const rooms = [new Uint8Array(0), new Uint8Array(0)];
const Room = { STREAM: 0, PICTURE: 1 } as const;
const MAX_ROOM = 1 << 23;

function roomFor(size: number, which: 0 | 1): Uint8Array {
  if (rooms[which].length >= size) return rooms[which].subarray(0, size);
  const room = new Uint8Array(size);
  if (size <= MAX_ROOM) rooms[which] = room;
  return room;
}

/** Filtered rows, and the long runs of zeros in them. */
interface Filtered {
  raw: Uint8Array;
  zeros: readonly number[];
}

function inflate(idat: Uint8Array, expected: number): Filtered {
  const raw = roomFor(expected, Room.STREAM);
  try {
    return { raw, zeros: inflateZlib(idat, raw) };
  } catch (e) {
    throw fail(`image data cannot be decompressed (${(e as Error).message})`);
  }
}

/** One of the seven reduced images of an interlaced file, or the whole of a plain one. */
export interface PngPass {
  width: number;
  height: number;
  x0: number;
  y0: number;
  dx: number;
  dy: number;
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

function imagePasses(h: PngHeader): PngPass[] {
  const { width, height } = h;
  if (h.interlace === 0) return [{ width, height, x0: 0, y0: 0, dx: 1, dy: 1 }];
  const all = ADAM7.map(([x0, y0, dx, dy]) => ({
    width: Math.max(0, Math.ceil((width - x0) / dx)),
    height: Math.max(0, Math.ceil((height - y0) / dy)),
    x0,
    y0,
    dx,
    dy,
  }));
  return all.filter((p) => p.width > 0 && p.height > 0);
}

/** Undoes the filters of the rows in `raw` from `start`, each preceded by its filter type. Writes them to `out` from
 * `to`, `step` bytes apart; source and destination may be the same. */
function unfilter(
  out: Uint8Array,
  to: number,
  step: number,
  { raw, zeros }: Filtered,
  start: number,
  rows: number,
  stride: number,
  bpp: number,
): void {
  let run = 0;
  const words = new Uint32Array(out.buffer, 0, out.buffer.byteLength >> 2);
  for (let y = 0; y < rows; y++) {
    const from = start + y * (1 + stride) + 1;
    const row = to + y * step;
    const above = y > 0 ? row - step : -1;
    const filter = raw[from - 1];
    while (zeros[run + 1] <= from) run += 2;
    // rows of zeros are black, or equal to the row above
    if (filter <= 2 && zeros[run] <= from && from + stride <= zeros[run + 1]) {
      if (filter === 2 && above >= 0) out.copyWithin(row, above, above + stride);
      else out.fill(0, row, row + stride);
    } else if (filter === 0 || (filter === 2 && above < 0)) out.set(raw.subarray(from, from + stride), row);
    else if (filter === 1) addLeft(out, row, raw, from, stride, bpp);
    else if (filter === 2) {
      out.set(raw.subarray(from, from + stride), row);
      addAbove(out, words, row, above, stride);
    } else if (filter === 3) addAverage(out, row, above, raw, from, stride, bpp);
    else if (filter === 4) addPaeth(out, row, above, raw, from, stride, bpp);
    else throw fail(`unknown filter ${filter}`);
  }
}

function addLeft(out: Uint8Array, row: number, raw: Uint8Array, from: number, stride: number, bpp: number): void {
  for (let x = 0; x < bpp; x++) out[row + x] = raw[from + x];
  for (let x = bpp; x < stride; x++) out[row + x] = raw[from + x] + out[row + x - bpp];
}

/** Adds the row above to a row, four bytes at a time if both have the same alignment. */
function addAbove(out: Uint8Array, words: Uint32Array, row: number, above: number, stride: number): void {
  let x = 0;
  if (((row - above) & 3) === 0) {
    for (; x < stride && ((out.byteOffset + row + x) & 3) !== 0; x++) out[row + x] += out[above + x];
    const back = (row - above) >> 2;
    const end = (out.byteOffset + row + stride) >> 2;
    for (let w = (out.byteOffset + row + x) >> 2; w < end; w++, x += 4) words[w] = addBytes(words[w], words[w - back]);
  }
  for (; x < stride; x++) out[row + x] += out[above + x];
}

/** Adds four bytes each: first without their highest bits, so that none carries into the next, then these. */
function addBytes(a: number, b: number): number {
  return ((a & 0x7f7f7f7f) + (b & 0x7f7f7f7f)) ^ ((a ^ b) & 0x80808080);
}

function addAverage(
  out: Uint8Array,
  row: number,
  above: number,
  raw: Uint8Array,
  from: number,
  stride: number,
  bpp: number,
): void {
  for (let x = 0; x < stride; x++) {
    const a = x >= bpp ? out[row + x - bpp] : 0;
    const b = above >= 0 ? out[above + x] : 0;
    out[row + x] = raw[from + x] + ((a + b) >> 1);
  }
}

function addPaeth(
  out: Uint8Array,
  row: number,
  above: number,
  raw: Uint8Array,
  from: number,
  stride: number,
  bpp: number,
): void {
  for (let x = 0; x < stride; x++) {
    const a = x >= bpp ? out[row + x - bpp] : 0;
    const b = above >= 0 ? out[above + x] : 0;
    const c = x >= bpp && above >= 0 ? out[above + x - bpp] : 0;
    out[row + x] = raw[from + x] + paeth(a, b, c);
  }
}

// the neighbor nearest to a + b - c
function paeth(a: number, b: number, c: number): number {
  const pa = Math.abs(b - c);
  const pb = Math.abs(a - c);
  const pc = Math.abs(a + b - 2 * c);
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

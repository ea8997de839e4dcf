/** A PNG writer for tests: any color type, bit depth and interlacing, all five filters in turn. */
import { deflateSync } from 'node:zlib';

export interface PngSource {
  width: number;
  height: number;
  depth: 1 | 2 | 4 | 8 | 16;
  color: 0 | 2 | 3 | 4 | 6;
  interlace?: boolean;
  filtered?: boolean;
  /** additional chunks before the image data */
  chunks?: [string, Uint8Array][];
  /** sample k of pixel (x, y) */
  sample: (x: number, y: number, k: number) => number;
}

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
const PLAIN = [[0, 0, 1, 1]];
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

export function encodePng(s: PngSource): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, s.width);
  view.setUint32(4, s.height);
  header.set([s.depth, s.color, 0, 0, s.interlace ? 1 : 0], 8);
  const raw: number[] = [];
  for (const pass of s.interlace ? ADAM7 : PLAIN) raw.push(...encodePass(s, pass));
  return join([
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk('IHDR', header),
    ...(s.chunks ?? []).map(([type, body]) => chunk(type, body)),
    chunk('IDAT', deflateSync(Uint8Array.from(raw))),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

/** A gray picture of one bit per pixel with the given packed rows. */
export function pngOf(width: number, height: number, packed: Uint8Array): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
  return join([signature, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', new Uint8Array(0))]);
}

function encodePass(s: PngSource, [x0, y0, dx, dy]: number[]): number[] {
  const n = CHANNELS[s.color];
  const bpp = Math.max(1, (n * s.depth) >> 3);
  const res: number[] = [];
  let before: number[] = [];
  for (let y = y0, r = 0; y < s.height && x0 < s.width; y += dy, r++) {
    const samples: number[] = [];
    for (let x = x0; x < s.width; x += dx) for (let k = 0; k < n; k++) samples.push(s.sample(x, y, k));
    const row = pack(samples, s.depth);
    const filter = s.filtered ? r % 5 : 0;
    res.push(filter, ...row.map((b, i) => (b - predict(filter, row, before, i, bpp)) & 255));
    before = row;
  }
  return res;
}

function pack(samples: number[], depth: number): number[] {
  if (depth === 16) return samples.flatMap((v) => [v >> 8, v & 255]);
  if (depth === 8) return samples;
  const res: number[] = new Array(Math.ceil((samples.length * depth) / 8)).fill(0);
  samples.forEach((v, i) => {
    res[(i * depth) >> 3] |= v << (8 - depth - ((i * depth) & 7));
  });
  return res;
}

function predict(filter: number, row: number[], before: number[], i: number, bpp: number): number {
  const a = row[i - bpp] ?? 0;
  const b = before[i] ?? 0;
  const c = (i >= bpp ? before[i - bpp] : 0) ?? 0;
  if (filter === 1) return a;
  if (filter === 2) return b;
  if (filter === 3) return (a + b) >> 1;
  if (filter !== 4) return 0;
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

export function chunk(type: string, body: Uint8Array): Uint8Array {
  const res = new Uint8Array(12 + body.length);
  const view = new DataView(res.buffer);
  view.setUint32(0, body.length);
  res.set(
    Array.from(type, (ch) => ch.charCodeAt(0)),
    4,
  );
  res.set(body, 8);
  view.setUint32(8 + body.length, crc(res.subarray(4, 8 + body.length)));
  return res;
}

function crc(b: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of b) {
    c ^= byte;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  }
  return (c ^ 0xffffffff) >>> 0;
}

function join(parts: Uint8Array[]): Uint8Array {
  const res = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    res.set(p, at);
    at += p.length;
  }
  return res;
}

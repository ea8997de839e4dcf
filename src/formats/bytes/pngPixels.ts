import type { PngHeader, PngPass } from './png.ts';

const pixel = new Uint8Array(4);

/** Unpacks the rows of one pass into the image: 16 bits lose their lower byte, fewer than 8 are scaled up. */
export function convertPixels(
  out: Uint8Array,
  channels: 1 | 3 | 4,
  raw: Uint8Array,
  start: number,
  stride: number,
  pass: PngPass,
  h: PngHeader,
): void {
  for (let y = 0; y < pass.height; y++) {
    const row = start + y * (1 + stride) + 1;
    const line = (pass.y0 + y * pass.dy) * h.width;
    for (let x = 0; x < pass.width; x++) {
      readPixel(raw, row, x, h);
      const to = (line + pass.x0 + x * pass.dx) * channels;
      for (let k = 0; k < channels; k++) out[to + k] = pixel[k];
    }
  }
}

/** Sets `pixel` to red, green, blue, alpha. */
function readPixel(raw: Uint8Array, row: number, x: number, h: PngHeader): void {
  const bytes = h.depth === 16 ? 2 : 1;
  switch (h.color) {
    case 0:
      gray(raw, row, x, h);
      break;
    case 2: {
      const at = row + 3 * bytes * x;
      for (let k = 0; k < 3; k++) pixel[k] = raw[at + k * bytes];
      pixel[3] = h.key?.every((v, k) => v === sample(raw, at + k * bytes, bytes)) ? 0 : 255;
      break;
    }
    case 3: {
      const i = packed(raw, row, x, h.depth);
      const known = 4 * i < h.palette.length;
      for (let k = 0; k < 4; k++) pixel[k] = known ? h.palette[4 * i + k] : k === 3 ? 255 : 0;
      break;
    }
    case 4: {
      const at = row + 2 * bytes * x;
      pixel.fill(raw[at], 0, 3);
      pixel[3] = raw[at + bytes];
      break;
    }
    default: {
      const at = row + 4 * bytes * x;
      for (let k = 0; k < 4; k++) pixel[k] = raw[at + k * bytes];
    }
  }
}

function gray(raw: Uint8Array, row: number, x: number, h: PngHeader): void {
  let value: number;
  if (h.depth === 16) {
    value = sample(raw, row + 2 * x, 2);
    pixel.fill(value >> 8, 0, 3);
  } else {
    value = packed(raw, row, x, h.depth);
    pixel.fill(Math.floor((value * 255) / ((1 << h.depth) - 1)), 0, 3);
  }
  pixel[3] = h.key?.[0] === value ? 0 : 255;
}

function sample(raw: Uint8Array, at: number, bytes: number): number {
  return bytes === 2 ? 256 * raw[at] + raw[at + 1] : raw[at];
}

// several pixels share a byte, the first in the high bits
function packed(raw: Uint8Array, row: number, x: number, depth: number): number {
  if (depth === 8) return raw[row + x];
  const bit = x * depth;
  return (raw[row + (bit >> 3)] >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

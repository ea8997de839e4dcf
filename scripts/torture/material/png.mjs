// Writes small PNG images, and corrects the checksums of damaged ones.
import { deflateSync } from 'node:zlib';

const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** An image of a pattern. @param {number} width @param {number} height @param {number} depth bits of a channel
 *  @param {0 | 2 | 3 | 4 | 6} color its kind, as in the header */
export function png(width, height, depth, color) {
  const row = 1 + Math.ceil((width * channels[color] * depth) / 8);
  const raw = Uint8Array.from({ length: row * height }, (_, k) =>
    k % row === 0 ? Math.floor(k / row) % 5 : (37 * k) % 256,
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = color;
  const palette = color === 3 ? [chunk('PLTE', Buffer.from(Array.from({ length: 12 }, (_, k) => 20 * k)))] : [];
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(
    Buffer.concat([
      start,
      chunk('IHDR', header),
      ...palette,
      chunk('IDAT', deflateSync(raw)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** The same bytes, with correct checksums of all recognizable chunks. @param {Uint8Array} bytes */
export function mendChecksums(bytes) {
  const mended = Buffer.from(bytes);
  for (let at = 8; at + 12 <= mended.length; ) {
    const end = at + 8 + mended.readUInt32BE(at);
    if (end + 4 > mended.length) break;
    mended.writeUInt32BE(crc32(mended.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return new Uint8Array(mended);
}

/** @param {string} type @param {Buffer} data */
export function chunk(type, data) {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let k = 0; k < 8; k++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return ~rest >>> 0;
}

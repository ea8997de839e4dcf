/** The checksum of PNG and ZIP files (ISO 3309, polynomial 0xedb88320 with the lowest bit first). */

let table: Uint32Array | undefined;

/** The table is created on first use, so that importing costs nothing. */
function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  });
}

/** Checksum of some bytes; for several pieces, pass the checksum of the previous ones. */
export function crc32(bytes: Uint8Array, before = 0): number {
  table ??= makeTable();
  let c = ~before;
  for (let i = 0; i < bytes.length; i++) c = table[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  return ~c >>> 0;
}

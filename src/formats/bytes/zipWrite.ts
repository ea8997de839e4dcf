/** ZIP archives of stored files (APPNOTE.TXT of PKWARE, 4.3): a header before each file, then a directory of all. */
import { crc32 } from './crc.ts';

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const UTF8 = 1 << 11;
/** January 1, 1980: the same files give the same bytes. */
const DATE = 33;
/** Sizes and offsets have 32 bits, the number of files 16. */
const MAX_BYTES = 2 ** 32 - 1;
const MAX_FILES = 2 ** 16 - 1;

/** An archive of files by path, uncompressed.
 *  @throws RangeError if it would need the ZIP64 format */
export function zipOf(files: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const entries = [...files].map(([name, content]) => ({ name: new TextEncoder().encode(name), content }));
  const body = entries.reduce((sum, { name, content }) => sum + 30 + name.length + content.length, 0);
  const directory = entries.reduce((sum, { name }) => sum + 46 + name.length, 0);
  if (entries.length > MAX_FILES || body + directory > MAX_BYTES) {
    throw new RangeError(
      `zip: expected at most ${MAX_FILES} files and ${MAX_BYTES} bytes, found ${entries.length} files`,
    );
  }
  const bytes = new Uint8Array(body + directory + 22);
  const view = new DataView(bytes.buffer);
  let [at, next] = [0, body];
  for (const { name, content } of entries) {
    const crc = crc32(content);
    view.setUint32(at, LOCAL, true);
    writeCommon(view, at + 4, crc, content.length, name.length);
    bytes.set(name, at + 30);
    bytes.set(content, at + 30 + name.length);
    view.setUint32(next, ENTRY, true);
    view.setUint16(next + 4, VERSION, true);
    writeCommon(view, next + 6, crc, content.length, name.length);
    view.setUint32(next + 42, at, true);
    bytes.set(name, next + 46);
    at += 30 + name.length + content.length;
    next += 46 + name.length;
  }
  view.setUint32(next, END, true);
  view.setUint16(next + 8, entries.length, true);
  view.setUint16(next + 10, entries.length, true);
  view.setUint32(next + 12, directory, true);
  view.setUint32(next + 16, body, true);
  return bytes;
}

/** The part that a file's header and its entry in the directory share. */
function writeCommon(view: DataView, at: number, crc: number, size: number, nameLength: number): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, UTF8, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, size, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, nameLength, true);
}

/** ZIP archives as files by path: stored and deflated, the formats in common use (APPNOTE.TXT, 4.3 and 4.4). The whole
 * directory is checked before anything is decompressed, so memory and time are bounded by the size of the archive. */
import { crc32 } from './crc.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** Fields with this value mean that the actual value is in the ZIP64 extension. */
const IN_ZIP64 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
/** Maximum total size of decompressed files of an archive. Stored ones are no larger than the archive. */
const MAX_INFLATED_BYTES = 2 ** 30;
/** Maximum compression ratio of deflate. */
const MAX_RATIO = 1032;
const FIRST_ROOM = 2 ** 20;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** The files of an archive by path.
 *  @param archive its name, for messages
 *  @throws Error if it is damaged, encrypted or too large */
export async function filesOfZip(bytes: Uint8Array, archive = 'zip'): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for await (const { name, content } of zipFiles(bytes.slice(), archive)) files.set(name, content);
  return files;
}

/** Iterate over the files of an archive, with verified checksums.
 *  @throws Error if it is damaged, encrypted or too large */
export async function* zipFiles(
  bytes: Uint8Array,
  archive: string,
): AsyncGenerator<{ name: string; content: Uint8Array }> {
  for (const entry of readDirectory(bytes, archive)) {
    if (entry.name.endsWith('/')) continue;
    const where = `${archive}: ${entry.name}`;
    const packed = bytes.subarray(entry.from, entry.to);
    const content = entry.method === STORED ? packed.slice() : await inflate(packed, entry.size, where);
    const crc = crc32(content);
    if (crc !== entry.crc) {
      throw new Error(`${where}: the archive is damaged: wrong checksum. Expected ${entry.crc}, found ${crc}`);
    }
    yield { name: entry.name, content };
  }
}

/** A file of an archive, according to the directory. */
interface Entry {
  name: string;
  method: number;
  crc: number;
  /** unpacked bytes */
  size: number;
  /** offset of its local header */
  head: number;
  /** its compressed bytes */
  from: number;
  to: number;
}

/** All entries, checked against the archive. */
function readDirectory(bytes: Uint8Array, archive: string): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, from, to } = findDirectory(view, archive);
  const entries: Entry[] = [];
  const names = new Set<string>();
  let at = from;
  let inflated = 0;
  for (let k = 0; k < count; k++) {
    const next = at + 46 <= to && view.getUint32(at, true) === ENTRY ? entryEnd(view, at) : Infinity;
    if (next > to) {
      throw new Error(`${archive}: the directory is damaged: expected ${count} files, found ${k}`);
    }
    const entry = readEntry(bytes, view, at, from, archive);
    if (names.has(entry.name)) throw new Error(`${archive}: '${entry.name}' occurs twice`);
    names.add(entry.name);
    if (entry.method === DEFLATED) inflated += entry.size;
    if (inflated > MAX_INFLATED_BYTES) {
      throw new Error(`${archive}: expected at most ${MAX_INFLATED_BYTES} decompressed bytes, found ${inflated}`);
    }
    entries.push(entry);
    at = next;
  }
  if (at !== to) throw new Error(`${archive}: the directory is damaged: expected ${count} files, found more`);
  checkOverlaps(entries, archive);
  return entries;
}

/** Number of files, and location of the directory. Its end record is at the end of the archive, before a comment. */
function findDirectory(view: DataView, archive: string): { count: number; from: number; to: number } {
  let end = view.byteLength - 22;
  const last = Math.max(0, end - 65535);
  const isEnd = () => view.getUint32(end, true) === END && end + 22 + view.getUint16(end + 20, true) <= view.byteLength;
  while (end >= last && !isEnd()) end--;
  if (end < last) throw new Error(`${archive}: the archive has no directory. It is damaged or incomplete`);
  const [disk, start, here, count] = [4, 6, 8, 10].map((k) => view.getUint16(end + k, true));
  if (disk !== 0 || start !== 0 || here !== count) {
    throw new Error(`${archive}: expected an archive of one part, found part ${disk + 1}`);
  }
  const [size, from] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  if (from === IN_ZIP64 || size === IN_ZIP64) throw new Error(`${archive}: archives in ZIP64 format are not supported`);
  if (from + size > end) {
    throw new Error(`${archive}: the directory is damaged: its range [${from}, ${from + size}) exceeds ${end}`);
  }
  return { count, from, to: from + size };
}

/** Offset of the next entry: names, extra fields and comments have variable lengths. */
function entryEnd(view: DataView, at: number): number {
  return [28, 30, 32].reduce((end, k) => end + view.getUint16(at + k, true), at + 46);
}

/** @param limit start of the directory: files are before it */
function readEntry(bytes: Uint8Array, view: DataView, at: number, limit: number, archive: string): Entry {
  const name = nameAt(bytes, at + 46, view.getUint16(at + 28, true));
  const where = `${archive}: ${name}`;
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  const [crc, packed, size] = [16, 20, 24].map((k) => view.getUint32(at + k, true));
  const head = view.getUint32(at + 42, true);
  if (flags & 1) throw new Error(`${where} is encrypted`);
  if (method !== STORED && method !== DEFLATED) {
    throw new Error(`${where}: expected stored or deflated bytes (0 or 8), found method ${method}`);
  }
  if ([packed, size, head].includes(IN_ZIP64)) throw new Error(`${where}: files in ZIP64 format are not supported`);
  if (head + 30 > limit || view.getUint32(head, true) !== LOCAL) {
    throw new Error(`${where}: expected its header at ${head}, found none`);
  }
  const nameLength = view.getUint16(head + 26, true);
  const from = head + 30 + nameLength + view.getUint16(head + 28, true);
  if (from + packed > limit) {
    throw new Error(`${where}: expected ${packed} bytes before the directory, found ${Math.max(0, limit - from)}`);
  }
  const named = nameAt(bytes, head + 30, nameLength);
  if (named !== name) throw new Error(`${where}: expected the name '${name}' in its header, found '${named}'`);
  if (method === STORED && size !== packed) {
    throw new Error(`${where}: expected ${size} stored bytes, found ${packed}`);
  }
  if (method === DEFLATED && size > MAX_RATIO * packed) {
    throw new Error(`${where}: expected at most ${MAX_RATIO * packed} bytes from ${packed}, found ${size}`);
  }
  return { name, method, crc, size, head, from, to: from + packed };
}

function nameAt(bytes: Uint8Array, from: number, length: number): string {
  return new TextDecoder().decode(bytes.slice(from, from + length));
}

/** Files that share bytes would let an archive decompress to much more than its size. */
function checkOverlaps(entries: readonly Entry[], archive: string): void {
  const sorted = entries.toSorted((a, b) => a.head - b.head);
  for (let k = 1; k < sorted.length; k++) {
    const [a, b] = [sorted[k - 1], sorted[k]];
    if (a.to > b.head) throw new Error(`${archive}: '${a.name}' and '${b.name}' overlap`);
  }
}

/** Decompress exactly the number of bytes in the directory. The buffer grows as they arrive. */
async function inflate(packed: Uint8Array, size: number, where: string): Promise<Uint8Array> {
  const stream = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  let bytes = new Uint8Array(Math.min(size, FIRST_ROOM));
  let length = 0;
  const next = async () => {
    try {
      return await reader.read();
    } catch (error) {
      throw new Error(`${where}: the compressed bytes are damaged`, { cause: error });
    }
  };
  for (let part = await next(); !part.done; part = await next()) {
    const end = length + part.value.length;
    if (end > size) {
      await reader.cancel();
      throw new Error(`${where}: expected ${size} bytes, as in the directory, found more`);
    }
    if (end > bytes.length) bytes = enlarged(bytes, Math.min(size, Math.max(end, 2 * bytes.length)));
    bytes.set(part.value, length);
    length = end;
  }
  if (length !== size) throw new Error(`${where}: expected ${size} bytes, found ${length}`);
  return bytes;
}

function enlarged(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}

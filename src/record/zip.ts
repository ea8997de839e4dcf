/** ZIP archives as files by path: stored and deflated ones, which is what everybody makes (APPNOTE.TXT, 4.3 and 4.4). */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** Unpacked bytes of an archive; more is refused before memory is taken. */
const MOST_BYTES = 1 << 30;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** The files of an archive. @throws if it is broken, encrypted or too large */
export async function filesOfZip(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for await (const { name, content } of zipFiles(bytes.slice())) files.set(name, content);
  return files;
}

/** A file of an archive, unpacked, and the checksum that the archive has of it. */
interface ZipFile {
  name: string;
  content: Uint8Array;
  crc: number;
}

/** The files of an archive one after the other. @throws if it is broken, encrypted or too large */
export async function* zipFiles(bytes: Uint8Array): AsyncGenerator<ZipFile> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let k = view.getUint16(end + 10, true); k > 0; k--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw new Error('the ZIP archive is broken');
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [nameLength, extra, comment] = [28, 30, 32].map((k) => view.getUint16(at + k, true)) as [
      number,
      number,
      number,
    ];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    total += size;
    if (total > MOST_BYTES) throw new Error(`the ZIP archive holds more than ${MOST_BYTES} bytes`);
    if (flags & 1) throw new Error(`'${name}' in the ZIP archive is encrypted`);
    if (!name.endsWith('/')) {
      const content = await unpack(name, packedContent(view, bytes, at, packed), method, size);
      yield { name, content, crc: view.getUint32(at + 16, true) };
    }
    at += 46 + nameLength + extra + comment;
  }
}

/** The end of the directory is at the end of the file, before a comment. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65535); at--)
    if (view.getUint32(at, true) === END) return at;
  throw new Error('the ZIP archive has no directory: it is broken, or a part is missing');
}

/** Packed bytes of the entry at `at` of the directory, behind a head of their own. */
function packedContent(view: DataView, bytes: Uint8Array, at: number, packed: number): Uint8Array {
  const head = view.getUint32(at + 42, true);
  const from = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
  return bytes.subarray(from, from + packed);
}

async function unpack(name: string, packed: Uint8Array, method: number, size: number): Promise<Uint8Array> {
  if (method !== 0 && method !== 8)
    throw new Error(`'${name}' in the ZIP archive is packed in a way (${method}) that is not known`);
  const bytes = method === 0 ? packed.slice() : await inflate(packed, size);
  if (bytes.length !== size)
    throw new Error(`'${name}' in the ZIP archive: expected ${size} bytes, found ${bytes.length}`);
  return bytes;
}

/** No more than the size that the directory tells is taken. */
async function inflate(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const stream = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const bytes = new Uint8Array(size);
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (length + part.value.length > size) {
      await reader.cancel();
      throw new Error(`a file in the ZIP archive is larger than the ${size} bytes that it says`);
    }
    bytes.set(part.value, length);
    length += part.value.length;
  }
  return bytes.subarray(0, length);
}

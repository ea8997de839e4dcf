/** Objects with bytes beside them, as one array of bytes: a line of JSON, then the bytes. */

/** Bytes of a header and of parts that follow it. */
export function pack(header: object, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(`${JSON.stringify({ header, lengths: parts.map(({ length }) => length) })}\n`);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, text.length));
  bytes.set(text);
  let at = text.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** What was packed. */
export function unpack<T>(bytes: Uint8Array): { header: T; parts: Uint8Array<ArrayBuffer>[] } {
  const end = bytes.indexOf(10);
  const { header, lengths } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  let at = end + 1;
  const parts = (lengths as number[]).map((length) => {
    at += length;
    // a copy, as numbers may begin at its first byte; `slice` of a Buffer makes none
    return new Uint8Array(bytes.subarray(at - length, at));
  });
  return { header, parts };
}

/** Hash of bytes, in hexadecimal digits. */
export async function hashOf(...parts: readonly Uint8Array[]): Promise<string> {
  const all = pack({}, parts);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

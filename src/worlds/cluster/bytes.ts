/** Encodes an object and byte arrays as one byte array: a line of JSON, then the bytes. */

import { expectAtMost, expectObject, expectWhole } from './limits.ts';

/** Encode a header and the parts that follow it. */
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

/** Decode packed bytes: an unchecked header, and parts that fill the bytes exactly.
 *  @throws RangeError or TypeError if the bytes are not from `pack` */
export function unpack(
  where: string,
  bytes: Uint8Array,
  maxHeaderBytes: number,
): { header: Record<string, unknown>; parts: Uint8Array<ArrayBuffer>[] } {
  const end = bytes.subarray(0, maxHeaderBytes + 1).indexOf(10);
  if (end < 0) throw new RangeError(`${where}: expected a header of at most ${maxHeaderBytes} bytes, found none`);
  const { header, lengths } = expectObject(`${where}: header`, parseJson(where, bytes.subarray(0, end)));
  if (!Array.isArray(lengths)) throw new TypeError(`${where}: lengths: expected an array`);
  expectAtMost(where, 'parts', lengths.length, end);
  const given = lengths.map((length, k) => expectWhole(`${where}: lengths[${k}]`, length, 0, bytes.length));
  const sum = given.reduce((all, length) => all + length, 0);
  if (sum !== bytes.length - end - 1)
    throw new RangeError(`${where}: expected ${sum} bytes, found ${bytes.length - end - 1}`);
  let at = end + 1;
  const parts = given.map((length) => {
    at += length;
    // a copy, because an array of numbers may start at its first byte; `slice` of a Buffer does not copy
    return new Uint8Array(bytes.subarray(at - length, at));
  });
  return { header: expectObject(`${where}: header`, header), parts };
}

/** Parse JSON in UTF-8.
 *  @throws TypeError for anything else */
export function parseJson(where: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new TypeError(`${where}: expected JSON in UTF-8. ${(error as Error).message}`, { cause: error });
  }
}

/** SHA-256 of bytes, in hexadecimal digits. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Protocol Buffers, as far as ONNX files need them (protobuf.dev, "Encoding"): a message is a list of fields, each
 * with a key of field number and wire type, and a value. */

const text = new TextEncoder();

const VARINT = 0;
const BYTES = 2;

/** A whole number, seven bits per byte, lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
}

/** Field `number` with a non-negative whole number. */
export function whole(number: number, value: number): Uint8Array {
  return Uint8Array.from([...varint(number * 8 + VARINT), ...varint(value)]);
}

/** Field `number` with a string, bytes, or a message made of fields. */
export function field(number: number, ...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const content = joined(parts.map((part) => (typeof part === 'string' ? text.encode(part) : part)));
  return joined([Uint8Array.from([...varint(number * 8 + BYTES), ...varint(content.length)]), content]);
}

/** Concatenates byte arrays. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

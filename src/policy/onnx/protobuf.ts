/** Protocol Buffers, as far as writing an ONNX file needs them (protobuf.dev, "Encoding"): a message is a list of fields, each a
 *  key with its number and kind, and a value. */

const text = new TextEncoder();

const VARINT = 0;
const BYTES = 2;

/** A whole number, seven bits a byte, lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
}

/** Field `number` with a whole number that is not negative. */
export function whole(number: number, value: number): Uint8Array {
  return Uint8Array.from([...varint(number * 8 + VARINT), ...varint(value)]);
}

/** Field `number` with a text, with bytes, or with a message made of fields. */
export function field(number: number, ...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const content = joined(parts.map((part) => (typeof part === 'string' ? text.encode(part) : part)));
  return joined([Uint8Array.from([...varint(number * 8 + BYTES), ...varint(content.length)]), content]);
}

/** Pieces one after the other. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

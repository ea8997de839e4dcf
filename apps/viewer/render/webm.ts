/** Writes encoded frames as a WebM file: EBML with one video track, a cluster for each second (Matroska, RFC 9559). */

export interface EncodedPicture {
  bytes: Uint8Array;
  /** Milliseconds from the start. */
  at: number;
  isKey: boolean;
}

type Body = Uint8Array | readonly Uint8Array[];

/** An element: id, length in eight bytes, content. */
function element(id: number, body: Body): Uint8Array {
  const content = body instanceof Uint8Array ? body : join(body);
  const head = [...bigEndianBytes(id), 0x01, ...Array.from({ length: 7 }, (_, k) => byteAt(content.length, 6 - k))];
  return join([Uint8Array.from(head), content]);
}

const whole = (id: number, value: number) => element(id, Uint8Array.from(bigEndianBytes(value)));
const text = (id: number, value: string) => element(id, new TextEncoder().encode(value));

function real(id: number, value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, bytes);
}

/** Encode a video. @param codec `V_VP8` or `V_VP9` */
export function webm(
  pictures: readonly EncodedPicture[],
  codec: string,
  size: { width: number; height: number; fps: number },
): Uint8Array<ArrayBuffer> {
  const head = element(0x1a45dfa3, [text(0x4282, 'webm'), whole(0x4287, 4), whole(0x4285, 2)]);
  const info = element(0x1549a966, [
    // time unit: milliseconds
    whole(0x2ad7b1, 1_000_000),
    real(0x4489, (1000 * pictures.length) / size.fps),
    text(0x4d80, 'tenon'),
    text(0x5741, 'tenon'),
  ]);
  const video = element(0xe0, [whole(0xb0, size.width), whole(0xba, size.height)]);
  const track = element(0xae, [
    whole(0xd7, 1),
    whole(0x73c5, 1),
    whole(0x83, 1),
    text(0x86, codec),
    whole(0x23e383, Math.round(1e9 / size.fps)),
    video,
  ]);
  const segment = element(0x18538067, [info, element(0x1654ae6b, track), ...clusters(pictures)]);
  return join([head, segment]);
}

/** Frames from one key frame to the next, with 16-bit times relative to its start. */
function clusters(pictures: readonly EncodedPicture[]): Uint8Array[] {
  const groups: EncodedPicture[][] = [];
  for (const picture of pictures) {
    if (picture.isKey || groups.length === 0) groups.push([]);
    groups.at(-1)!.push(picture);
  }
  return groups.map((group) => {
    const from = group[0]!.at;
    return element(0x1f43b675, [whole(0xe7, from), ...group.map((picture) => block(picture, from))]);
  });
}

function block({ bytes, at, isKey }: EncodedPicture, from: number): Uint8Array {
  const time = at - from;
  return element(0xa3, [Uint8Array.of(0x81, byteAt(time, 1), byteAt(time, 0), isKey ? 0x80 : 0), bytes]);
}

/** Big-endian bytes of a whole number, without leading zeros. */
function bigEndianBytes(value: number): number[] {
  const bytes = [byteAt(value, 0)];
  for (let k = 1; value >= 256 ** k; k++) bytes.unshift(byteAt(value, k));
  return bytes;
}

function byteAt(value: number, k: number): number {
  return Math.floor(value / 256 ** k) % 256;
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

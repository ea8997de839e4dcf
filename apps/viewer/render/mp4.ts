/** Writes encoded frames as an MP4 file: one video track, with all frames in one chunk (ISO/IEC 14496-12). */
import type { EncodedPicture } from './webm.ts';

/** Metadata of the frames: their codec, and the decoder configuration. */
export interface Mp4Track {
  /** Codec string of `VideoEncoder`, such as `avc1.640028` or `vp09.00.10.08`. */
  codec: string;
  description: Uint8Array | undefined;
  width: number;
  height: number;
  fps: number;
}

/** Duration of a frame in time units, for any frame rate. */
const PICTURE = 1000;

type Part = Uint8Array | readonly Part[];

export function mp4(pictures: readonly EncodedPicture[], track: Mp4Track): Uint8Array<ArrayBuffer> {
  const head = box('ftyp', [text('isom'), u32(512), text('isomiso2mp41')]);
  const media = pictures.map(({ bytes }) => bytes);
  // the offset of the frames is known once the length of the header is
  const before = head.length + movie(pictures, track, 0).length + 8;
  return concatenate([head, movie(pictures, track, before), box('mdat', media)]);
}

function movie(pictures: readonly EncodedPicture[], track: Mp4Track, at: number): Uint8Array {
  const units = Math.round(track.fps * PICTURE);
  const length = pictures.length * PICTURE;
  const { width, height } = track;
  const moved = [u32(0x10000), zeros(12), u32(0x10000), zeros(12), u32(0x40000000)];
  const header = full('mvhd', 0, [zeros(8), u32(units), u32(length), u32(0x10000), u16(0x100), zeros(10), moved]);
  const geometry = [zeros(8), zeros(8), moved, u32(width * 65536), u32(height * 65536)];
  // enabled, and part of the movie
  const trackHeader = full('tkhd', 3, [zeros(8), u32(1), zeros(4), u32(length), geometry]);
  const mediaHeader = full('mdhd', 0, [zeros(8), u32(units), u32(length), u16(0x55c4), u16(0)]);
  const handler = full('hdlr', 0, [zeros(4), text('vide'), zeros(12), text('tenon\0')]);
  const here = box('dinf', [full('dref', 0, [u32(1), full('url ', 1, [])])]);
  const info = box('minf', [full('vmhd', 1, [zeros(8)]), here, samples(pictures, track, at)]);
  return box('moov', [header, box('trak', [trackHeader, box('mdia', [mediaHeader, handler, info])])]);
}

/** Offsets and durations of the frames, and the key frames. */
function samples(pictures: readonly EncodedPicture[], track: Mp4Track, at: number): Uint8Array {
  const count = pictures.length;
  const keys = pictures.flatMap(({ isKey }, k) => (isKey ? [k + 1] : []));
  return box('stbl', [
    full('stsd', 0, [u32(1), entry(track)]),
    full('stts', 0, [u32(1), u32(count), u32(PICTURE)]),
    full('stss', 0, [u32(keys.length), ...keys.map(u32)]),
    full('stsc', 0, [u32(1), u32(1), u32(count), u32(1)]),
    full('stsz', 0, [u32(0), u32(count), ...pictures.map(({ bytes }) => u32(bytes.length))]),
    full('stco', 0, [u32(1), u32(at)]),
  ]);
}

function entry({ codec, description, width, height }: Mp4Track): Uint8Array {
  const size = [
    u16(width),
    u16(height),
    u32(0x480000),
    u32(0x480000),
    zeros(4),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
  ];
  const head = [zeros(6), u16(1), zeros(16), size];
  if (codec.startsWith('avc1')) return box('avc1', [head, box('avcC', [description ?? zeros(0)])]);
  const [profile, level, depth] = codec.split('.').slice(1).map(Number);
  // 8 bits, 4:2:0 chroma, BT.709 colors
  const settings = [profile!, level!, (depth! << 4) | 2, 1, 1, 1, 0, 0];
  return box('vp09', [head, full('vpcC', 1 << 24, [Uint8Array.from(settings)])]);
}

function box(name: string, parts: readonly Part[]): Uint8Array {
  const content = concatenate(parts);
  return concatenate([u32(8 + content.length), text(name), content]);
}

/** A box that begins with version and flags. */
const full = (name: string, flags: number, parts: readonly Part[]) => box(name, [u32(flags), ...parts]);

const text = (word: string) => new TextEncoder().encode(word);
const zeros = (count: number) => new Uint8Array(count);
const u16 = (value: number) => Uint8Array.of(value >>> 8, value);
const u32 = (value: number) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);

function concatenate(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const flat = parts.map((part) => (part instanceof Uint8Array ? part : concatenate(part)));
  const result = new Uint8Array(flat.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of flat) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** Decompression of zlib streams (RFC 1950, RFC 1951) into a buffer of known size. Long repetitions, which are common
 * in pictures, are copied as blocks. Tables are created on first use, so that importing costs nothing. */

/** Decompress to `out`, and return its long runs of zeros, which are common in filtered pictures: start and end of
 * each, in order. `out` must be 4-byte aligned in its buffer.
 *  @throws Error if the stream is damaged or does not have exactly the length of `out` */
export function inflateZlib(bytes: Uint8Array, out: Uint8Array): number[] {
  const method = bytes[0];
  if (bytes.length < 6 || (method & 15) !== 8 || method >> 4 > 7 || ((method << 8) | bytes[1]) % 31 !== 0) {
    throw new Error('not a zlib stream');
  }
  if (bytes[1] & 32) throw new Error('the stream needs a preset dictionary');
  const stream = new BitStream(bytes, 2);
  const zeros: number[] = [];
  const length = inflate(stream, out, zeros);
  if (length !== out.length) throw new Error(`expected ${out.length} bytes, found ${length}`);
  const at = stream.wholeBytes();
  if (at + 4 > bytes.length) throw new Error('the stream ends before its checksum');
  const sum = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0);
  if (adler32(out, zeros) !== sum) throw new Error('wrong checksum');
  return zeros;
}

/** Reads bits from the lowest of each byte on. Beyond the end it returns zeros and sets `overrun`. */
class BitStream {
  readonly bytes: Uint8Array;
  at: number;
  /** prefetched bits, the next one lowest */
  hold = 0;
  count = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Ensure at least 16 bits in `hold`. */
  refill(): void {
    while (this.count < 16) {
      this.hold |= (this.at < this.bytes.length ? this.bytes[this.at] : 0) << this.count;
      this.at++;
      this.count += 8;
    }
  }

  /** The next n <= 16 bits as a number. */
  take(n: number): number {
    this.refill();
    const value = this.hold & ((1 << n) - 1);
    this.hold >>>= n;
    this.count -= n;
    return value;
  }

  /** Discards the rest of a byte and returns prefetched bytes; the result is the offset of the next byte. */
  wholeBytes(): number {
    this.at -= this.count >> 3;
    this.hold = 0;
    this.count = 0;
    return this.at;
  }

  get overrun(): boolean {
    return this.at - (this.count >> 3) > this.bytes.length;
  }
}

/** Decompress all blocks of a stream; returns the number of bytes written. */
function inflate(stream: BitStream, out: Uint8Array, zeros: number[]): number {
  let at = 0;
  for (let last = 0; !last; ) {
    last = stream.take(1);
    const type = stream.take(2);
    if (type === 0) at = copyStored(stream, out, at);
    else if (type === 1) at = inflateBlock(stream, out, at, fixedCodes(), zeros);
    else if (type === 2) at = inflateBlock(stream, out, at, readCodes(stream), zeros);
    else throw new Error('unknown block type');
    if (stream.overrun) throw new Error('unexpected end of the data');
  }
  return at;
}

function copyStored(stream: BitStream, out: Uint8Array, at: number): number {
  const from = stream.wholeBytes();
  const { bytes } = stream;
  if (from + 4 > bytes.length) throw new Error('unexpected end of the data');
  const n = bytes[from] | (bytes[from + 1] << 8);
  if ((n ^ 0xffff) !== (bytes[from + 2] | (bytes[from + 3] << 8)))
    throw new Error('a stored block has the wrong length');
  if (from + 4 + n > bytes.length) throw new Error('unexpected end of the data');
  if (at + n > out.length) throw new Error('too much data');
  out.set(bytes.subarray(from + 4, from + 4 + n), at);
  stream.at = from + 4 + n;
  return at + n;
}

/** A prefix code: for the next `bits` bits, symbol * 16 + length of its code; 0 for an invalid code. */
interface Code {
  table: Uint16Array;
  bits: number;
}

interface Codes {
  literal: Code;
  distance: Code;
}

const END = 256;

function inflateBlock(
  stream: BitStream,
  out: Uint8Array,
  start: number,
  { literal, distance }: Codes,
  zeros: number[],
): number {
  let at = start;
  // repetitions of the same distance form one run: from `run` on, `period` bytes back
  let run = start;
  let period = 0;
  for (;;) {
    const symbol = next(stream, literal);
    if (symbol <= END) {
      if (at > run) repeat(out, run, period, at - run, zeros);
      if (symbol === END) return at;
      if (at === out.length) throw new Error('too much data');
      out[at++] = symbol;
      run = at;
    } else {
      if (symbol > END + 29) throw new Error('invalid length');
      const length = LENGTH[symbol - END - 1] + stream.take(LENGTH_BITS[symbol - END - 1]);
      const far = next(stream, distance);
      if (far > 29) throw new Error('invalid distance');
      const back = DISTANCE[far] + stream.take(DISTANCE_BITS[far]);
      if (back > at) throw new Error('invalid distance');
      if (at + length > out.length) throw new Error('too much data');
      if (back !== period) {
        if (at > run) repeat(out, run, period, at - run, zeros);
        run = at;
        period = back;
      }
      at += length;
    }
    if (stream.at > stream.bytes.length + 4) throw new Error('unexpected end of the data');
  }
}

/** Copy `length` bytes from `back` bytes before; source and destination may overlap. */
function repeat(out: Uint8Array, at: number, back: number, length: number, zeros: number[]): void {
  if (length < 16) {
    for (let i = at; i < at + length; i++) out[i] = out[i - back];
  } else if (isLong(zeros, at, length) && isZero(out, zeros, at - back, Math.min(at, at - back + length))) {
    out.fill(0, at, at + length);
    noteZeros(out, zeros, at, at + length);
  } else if (back === 1) {
    out.fill(out[at - 1], at, at + length);
  } else {
    // the available source doubles each time
    for (let done = 0; done < length; ) {
      const n = Math.min(length - done, back + done);
      out.copyWithin(at + done, at - back, at - back + n);
      done += n;
    }
  }
}

/** Whether these bytes are known to be zero: one byte, or a part of a run. */
function isZero(out: Uint8Array, zeros: readonly number[], from: number, to: number): boolean {
  if (to - from === 1) return out[from] === 0;
  let k = zeros.length - 2;
  while (k >= 0 && zeros[k] > from) k -= 2;
  return k >= 0 && to <= zeros[k + 1];
}

/** Shorter runs of zeros are not recorded, unless they extend one. */
function isLong(zeros: readonly number[], at: number, length: number): boolean {
  return length >= 64 || zeros.at(-1) === at;
}

/** Record a run of zeros, including the zeros before it. */
function noteZeros(out: Uint8Array, zeros: number[], start: number, end: number): void {
  const last = zeros.at(-1) ?? 0;
  let from = start;
  while (from > last && out[from - 1] === 0) from--;
  if (from === last && last > 0) zeros.pop();
  else zeros.push(from);
  zeros.push(end);
}

function next(stream: BitStream, { table, bits }: Code): number {
  stream.refill();
  const entry = table[stream.hold & ((1 << bits) - 1)];
  const length = entry & 15;
  if (length === 0) throw new Error('invalid code');
  stream.hold >>>= length;
  stream.count -= length;
  return entry >> 4;
}

const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const LENGTH = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const DISTANCE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
/** order of the code lengths in the stream */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

let fixed: Codes | undefined;

/** The codes of blocks with fixed codes. */
function fixedCodes(): Codes {
  if (!fixed) {
    const lengths = new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280);
    fixed = { literal: makeCode(lengths), distance: makeCode(new Uint8Array(30).fill(5)) };
  }
  return fixed;
}

/** Reads the dynamic Huffman codes of a block from their code lengths, which are Huffman coded too. */
function readCodes(stream: BitStream): Codes {
  const literals = 257 + stream.take(5);
  const distances = 1 + stream.take(5);
  const given = 4 + stream.take(4);
  if (literals > 286) throw new Error('too many symbols');
  const small = new Uint8Array(19);
  for (let i = 0; i < given; i++) small[LENGTH_ORDER[i]] = stream.take(3);
  const code = makeCode(small);
  const lengths = new Uint8Array(literals + distances);
  for (let i = 0; i < lengths.length; ) {
    const symbol = next(stream, code);
    if (symbol < 16) {
      lengths[i++] = symbol;
      continue;
    }
    if (symbol === 16 && i === 0) throw new Error('nothing to repeat');
    const value = symbol === 16 ? lengths[i - 1] : 0;
    const times = symbol === 16 ? 3 + stream.take(2) : symbol === 17 ? 3 + stream.take(3) : 11 + stream.take(7);
    if (i + times > lengths.length) throw new Error('too many lengths');
    lengths.fill(value, i, i + times);
    i += times;
  }
  return { literal: makeCode(lengths.subarray(0, literals)), distance: makeCode(lengths.subarray(literals)) };
}

/** The canonical code with these lengths: shorter codes first, equal lengths in order of symbols. */
function makeCode(lengths: Uint8Array): Code {
  const counts = new Uint16Array(16);
  for (const n of lengths) counts[n]++;
  counts[0] = 0;
  let bits = 15;
  while (bits > 1 && counts[bits] === 0) bits--;
  const first = new Uint16Array(17);
  let word = 0;
  for (let n = 1; n <= 15; n++) {
    first[n] = word;
    word = (word + counts[n]) << 1;
    if (word > 2 << n) throw new Error('oversubscribed code');
  }
  const table = new Uint16Array(1 << bits);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const n = lengths[symbol];
    if (n === 0) continue;
    // codes are stored highest bit first, the stream lowest bit first
    for (let k = reversed(first[n]++, n); k < table.length; k += 1 << n) table[k] = (symbol << 4) | n;
  }
  return { table, bits };
}

function reversed(word: number, n: number): number {
  let result = 0;
  for (let k = 0; k < n; k++) result |= ((word >> k) & 1) << (n - 1 - k);
  return result;
}

/** Two sums over all bytes: a plain one, and one of the plain sums. Zeros do not change the first. */
function adler32(b: Uint8Array, zeros: readonly number[]): number {
  const sums = new Sums();
  let at = 0;
  for (let k = 0; k < zeros.length; k += 2) {
    sums.add(b, at, zeros[k]);
    sums.addZeros(zeros[k + 1] - zeros[k]);
    at = zeros[k + 1];
  }
  sums.add(b, at, b.length);
  return ((sums.hi << 16) | sums.lo) >>> 0;
}

class Sums {
  lo = 1;
  hi = 0;

  addZeros(n: number): void {
    this.hi = (this.hi + n * this.lo) % 65521;
  }

  /** 4-byte words are summed in pairs of 16-bit lanes, 16 words at a time, the maximum without overflow. */
  add(b: Uint8Array, from: number, to: number): void {
    const start = Math.min(to, (from + 3) & ~3);
    this.#addBytes(b, from, start);
    const words = new Uint32Array(b.buffer, b.byteOffset, b.length >> 2);
    let w = start >> 2;
    for (; 4 * (w + 16) <= to; w += 16) this.#addWords(words, w);
    this.#addBytes(b, Math.max(start, 4 * w), to);
  }

  #addWords(words: Uint32Array, w: number): void {
    // bytes 0 and 2, bytes 1 and 3, and the sums before each word
    let even = 0;
    let odd = 0;
    let before = 0;
    for (let k = w; k < w + 16; k++) {
      const x = words[k];
      before += even + odd;
      even += x & 0xff00ff;
      odd += (x >>> 8) & 0xff00ff;
    }
    const b0 = even & 0xffff;
    const b1 = odd & 0xffff;
    const b2 = even >>> 16;
    const b3 = odd >>> 16;
    const sums = (before & 0xffff) + (before >>> 16);
    this.hi = (this.hi + 64 * this.lo + 4 * (sums + b0) + 3 * b1 + 2 * b2 + b3) % 65521;
    this.lo = (this.lo + b0 + b1 + b2 + b3) % 65521;
  }

  #addBytes(b: Uint8Array, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      this.lo = (this.lo + b[i]) % 65521;
      this.hi = (this.hi + this.lo) % 65521;
    }
  }
}

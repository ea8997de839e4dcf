/** The memory that a Model and its Datas share: one buffer that never moves, so that arrays a user holds stay valid.
 *
 *  It is a `WebAssembly.Memory` where there is one, reserved at its full size up front: the operating system hands out
 *  pages only when they are touched. It is never grown, because growing detaches every view on it. */
import { align } from './layout.ts';

const PAGE = 65536;

/** Bytes at the bottom of the memory that belong to the compiled engine: its tables and fixed scratch. */
export const STATIC_BYTES = 16 * PAGE;

const LEAST_RESERVE = 16 << 20;
const MOST_RESERVE = 128 << 20;
const RESERVE_COUNT = 128;
const RESERVE_FACTOR = 16;

/** Bytes to reserve for Datas and arenas, of which the first needs `dataBytes` to start with: room for 128 Datas of a
 *  small model, and for the constraints of a large one, which need many times as much once everything touches. The
 *  garbage collector counts these bytes as if they were used, so small models must not ask for more. */
export function reserveFor(dataBytes: number): number {
  const many = Math.min(MOST_RESERVE, Math.max(LEAST_RESERVE, RESERVE_COUNT * dataBytes));
  return Math.max(many, RESERVE_FACTOR * dataBytes);
}

/** Above this a 32-bit address space is no longer safe to use. */
const MAX_BYTES = 2 ** 31 - PAGE;

/** A block of memory with an allocator: the smallest freed block that is large enough, or the untouched end. Freed blocks
 *  are split when less is asked for and joined with freed neighbours, so arenas that outgrow one size serve others. */
export class Heap {
  readonly memory: WebAssembly.Memory | undefined;
  readonly buffer: ArrayBuffer;
  #top = STATIC_BYTES;
  /** Nothing has been written above this. */
  #clean = STATIC_BYTES;
  /** Freed blocks by address, none touching another or the end. */
  readonly #free: { address: number; bytes: number }[] = [];

  /** @param bytes what is known to be needed: the model, one Data and its first arena
   *  @param reserve bytes for more Datas and larger arenas */
  constructor(bytes: number, reserve: number = reserveFor(bytes)) {
    const wanted = STATIC_BYTES + bytes;
    if (wanted > MAX_BYTES)
      throw new RangeError(`the model needs ${megabytes(wanted)} MB, more than the limit of 2048 MB`);
    const total = Math.min(MAX_BYTES, wanted + reserve);
    this.memory = makeMemory(Math.ceil(total / PAGE), Math.ceil(wanted / PAGE));
    this.buffer = this.memory ? this.memory.buffer : new ArrayBuffer(Math.ceil(total / PAGE) * PAGE);
  }

  /** Address of `bytes` zeroed bytes. */
  allocate(bytes: number): number {
    const size = align(bytes);
    return this.#clear(this.#takeFree(size) ?? this.#takeEnd(size), size);
  }

  /** Make the block of `bytes` at an address larger where it is. Returns whether there was room; what is new is zero. */
  extend(address: number, bytes: number, larger: number): boolean {
    const end = address + align(bytes);
    const more = align(larger) - align(bytes);
    if (end !== this.#top || end + more > this.buffer.byteLength) return false;
    this.#clear(this.#takeEnd(more), more);
    return true;
  }

  /** Give back what `allocate(bytes)` returned. */
  release(address: number, bytes: number): void {
    const size = align(bytes);
    if (size === 0) return;
    const list = this.#free;
    let k = 0;
    while (k < list.length && list[k].address < address) k++;
    list.splice(k, 0, { address, bytes: size });
    for (const i of [k, k - 1]) {
      const [block, next] = [list[i], list[i + 1]];
      if (!block || !next || block.address + block.bytes !== next.address) continue;
      block.bytes += next.bytes;
      list.splice(i + 1, 1);
    }
    const last = list[list.length - 1];
    if (last.address + last.bytes !== this.#top) return;
    this.#top = last.address;
    list.pop();
  }

  /** Bytes up to the last block in use, including freed ones between. */
  get used(): number {
    return this.#top - STATIC_BYTES;
  }

  /** Zero what has been written to before. */
  #clear(address: number, size: number): number {
    const dirty = Math.min(size, this.#clean - address);
    if (dirty > 0) new Uint8Array(this.buffer, address, dirty).fill(0);
    this.#clean = Math.max(this.#clean, address + size);
    return address;
  }

  /** The front of the smallest freed block that has room. */
  #takeFree(size: number): number | undefined {
    const list = this.#free;
    let best = -1;
    for (let k = 0; k < list.length; k++) {
      if (list[k].bytes >= size && (best < 0 || list[k].bytes < list[best].bytes)) best = k;
    }
    if (best < 0 || size === 0) return undefined;
    const { address } = list[best];
    list[best].address += size;
    list[best].bytes -= size;
    if (list[best].bytes === 0) list.splice(best, 1);
    return address;
  }

  #takeEnd(size: number): number {
    if (this.#top + size > this.buffer.byteLength) {
      throw new RangeError(
        `the memory of this model is full: ${megabytes(this.buffer.byteLength)} MB are reserved, ` +
          `${megabytes(size)} MB more were asked for; load the model with a larger { reserve } in bytes`,
      );
    }
    const address = this.#top;
    this.#top += size;
    return address;
  }
}

/** Largest memory that can be had between `pages` and `least`; undefined where WebAssembly is missing or forbidden. */
function makeMemory(pages: number, least: number): WebAssembly.Memory | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  for (let n = pages; ; n = Math.max(least, n >> 1)) {
    try {
      return new WebAssembly.Memory({ initial: n, maximum: n });
    } catch (error) {
      if (n === least) throw error;
    }
  }
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / (1 << 20));
}

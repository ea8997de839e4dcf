/** The memory of Models and `Data` objects: it starts small, grows, and never moves, so that exposed arrays stay valid.
 *  It is a *shared* `WebAssembly.Memory`, because that kind grows without detaching its views. Where there is none it
 *  is an ordinary memory of fixed size. */
import { align } from '../block/layout.ts';
import { freshBuffer } from './buffers.ts';
import { type BulkMemory, createBulkMemory } from './bulkMemory.ts';
import { GcPressure } from './gcPressure.ts';
import { FreeRanges } from './ranges.ts';

const PAGE = 65536;

/** Bytes at the bottom of the memory that are reserved for the compiled engine: its tables and fixed scratch. */
const STATIC_BYTES = 16 * PAGE;

/** Range of 32-bit addresses: 4 GiB. */
const MAX_PAGES = 65536;
/** Minimum growth of the memory, and growth as a fraction of its size. */
const MIN_GROWTH = 64;
const GROWTH_PART = 1 / 8;
/** Pages of a memory that cannot grow: enough for some hundred `Data` objects of a small model. */
const FIXED_PAGES = 4096;

/** Bytes from an address on. */
export interface Range {
  address: number;
  bytes: number;
}

/** A buffer object, and the ranges that users reach only through it. */
export interface Held {
  readonly buffer: ArrayBufferLike;
  readonly ranges: Range[];
}

/** Options of a Heap. */
export interface HeapOptions {
  /** Maximum number of pages of 64 KiB. */
  pages?: number;
  /** Whether it can grow; otherwise it has all its pages from the start. */
  shared?: boolean;
}

export class Heap {
  readonly memory: WebAssembly.Memory | undefined;
  /** Buffer object for the engine's own views; may be shorter than the current memory. */
  buffer: ArrayBufferLike;
  /** Whether this memory grows in place; otherwise it has its full size from the start. */
  readonly canGrow: boolean;
  /** Maximum size of this heap in bytes. */
  readonly limit: number;
  readonly #free = new FreeRanges();
  readonly #pressure = new GcPressure();
  readonly #bulk: BulkMemory | undefined;
  #f64: Float64Array;
  #top = STATIC_BYTES;
  /** End of the written memory. */
  #clean = STATIC_BYTES;

  constructor({ pages = MAX_PAGES, shared = true }: HeapOptions = {}) {
    const made = (shared ? growingMemory(pages) : undefined) ?? fixedMemory(Math.min(pages, FIXED_PAGES));
    this.memory = made.memory;
    this.buffer = made.memory ? made.memory.buffer : new ArrayBuffer(made.pages * PAGE);
    this.limit = made.pages * PAGE - STATIC_BYTES;
    this.#f64 = new Float64Array(this.buffer);
    this.canGrow = isShared(this.buffer);
    this.#bulk = this.canGrow ? createBulkMemory(this.memory!) : undefined;
  }

  /** Used bytes. */
  get used(): number {
    return this.#top - STATIC_BYTES - this.#free.bytes;
  }

  /** Bytes up to the last block in use, including freed ones between. */
  get extent(): number {
    return this.#top - STATIC_BYTES;
  }

  /** Whether a block of this size can be allocated. */
  hasRoom(bytes: number): boolean {
    return this.extent + align(bytes) <= this.limit || this.#free.has(align(bytes));
  }

  /** Allocate zeroed bytes and return their address. If there is no space, even after `reclaim`, the error names `what`
   *  they are for. */
  allocate(bytes: number, what: string, reclaim?: () => boolean): number {
    const size = align(bytes);
    if (size === 0) return this.#top;
    const address = this.#take(size) ?? (reclaim?.() ? this.#take(size) : undefined);
    if (address === undefined) throw this.#full(size, what);
    this.#clear(address, size);
    return address;
  }

  /** Enlarge the block of `bytes` at an address in place. Returns whether there was space; the new part is zero. */
  extend(address: number, bytes: number, larger: number): boolean {
    const end = address + align(bytes);
    const more = align(larger) - align(bytes);
    const atEnd = end === this.#top && this.extent + more <= this.limit;
    if (!atEnd && this.#free.takeAt(end, more) < more) return false;
    if (atEnd && this.#takeEnd(more) === undefined) return false;
    this.#clear(end, more);
    return true;
  }

  /** Free the result of `allocate(bytes)`, or a part of it. */
  release(address: number, bytes: number): void {
    const size = align(bytes);
    if (size === 0) return;
    this.#free.give(address, size);
    this.#top = this.#free.takeEndingAt(this.#top);
  }

  /** Copy bytes from one address to another; both are multiples of 16. */
  copy(to: number, from: number, bytes: number): void {
    if (this.#bulk) this.#bulk.copy(to, from, align(bytes));
    else this.#f64.copyWithin(to / 8, from / 8, (from + align(bytes)) / 8);
  }

  /** Zero bytes from an address on, a multiple of 16. */
  zero(address: number, bytes: number): void {
    if (this.#bulk) this.#bulk.zero(address, align(bytes));
    else this.#f64.fill(0, address / 8, (address + align(bytes)) / 8);
  }

  /** Buffer object for exposed arrays. Ranges added to it are released when it is garbage collected. */
  hold(): Held {
    const buffer = this.memory && this.canGrow ? freshBuffer(this.memory) : this.buffer;
    let held = holds.get(buffer);
    if (!held) {
      held = { buffer, ranges: [] };
      holds.set(buffer, held);
      onLoss?.register(buffer, { heap: this, ranges: held.ranges });
    }
    return held;
  }

  /** Ballast that a new block must reference, for GC pressure. */
  weigh(bytes: number): ArrayBuffer | undefined {
    return this.#pressure.weigh(bytes, this.used);
  }

  /** Zero the part that has been written before. */
  #clear(address: number, size: number): void {
    const dirty = Math.min(size, this.#clean - address);
    if (dirty > 0) this.zero(address, dirty);
    this.#clean = Math.max(this.#clean, address + size);
  }

  #take(size: number): number | undefined {
    return this.#free.take(size) ?? this.#takeEnd(size);
  }

  #takeEnd(size: number): number | undefined {
    const address = this.#top;
    if (address + size > this.#f64.byteLength && !this.#grow(address + size)) return undefined;
    this.#top += size;
    return address;
  }

  /** Grow the memory to at least `end`; returns false if that fails. */
  #grow(end: number): boolean {
    const { memory } = this;
    if (!memory || end - STATIC_BYTES > this.limit) return false;
    const has = memory.buffer.byteLength / PAGE;
    const minPages = Math.ceil(end / PAGE) - has;
    const wish = Math.min(
      (this.limit + STATIC_BYTES) / PAGE - has,
      Math.max(minPages, MIN_GROWTH, Math.ceil(GROWTH_PART * has)),
    );
    if (!grown(memory, wish) && !grown(memory, minPages)) return false;
    this.buffer = memory.buffer;
    this.#f64 = new Float64Array(this.buffer);
    return true;
  }

  #full(size: number, what: string): RangeError {
    return new RangeError(
      `out of memory: ${what} needs ${megabytes(size)} MB, and ${megabytes(this.used)} MB of ` +
        `${megabytes(this.limit)} MB are in use. Call free() on Data objects and Models that are no longer needed, declare them with ` +
        '`using`, or await a timer from time to time, so that unreachable ones can be collected.',
    );
  }
}

const holds = new WeakMap<ArrayBufferLike, Held>();

const onLoss =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry<{ heap: Heap; ranges: Range[] }>(({ heap, ranges }) => {
        for (const { address, bytes } of ranges) heap.release(address, bytes);
      });

function isShared(buffer: ArrayBufferLike): boolean {
  return Object.prototype.toString.call(buffer) === '[object SharedArrayBuffer]';
}

/** Copy bytes from one heap to another, or within one; both addresses are multiples of 16. */
export function copyBetween(to: Heap, address: number, from: Heap, source: number, bytes: number): void {
  const length = align(bytes) / 8;
  if (to === from) to.copy(address, source, bytes);
  else new Float64Array(to.buffer, address, length).set(new Float64Array(from.buffer, source, length));
}

interface Made {
  memory: WebAssembly.Memory | undefined;
  pages: number;
}

/** A memory that grows up to `pages`, or to as many as can be reserved. */
function growingMemory(pages: number): Made | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  const initial = STATIC_BYTES / PAGE;
  for (let maximum = pages; maximum >= initial; maximum = Math.floor(maximum / 2)) {
    try {
      const memory = new WebAssembly.Memory({ initial, maximum, shared: true });
      return isShared(memory.buffer) ? { memory, pages: maximum } : undefined;
    } catch {
      // reservation failed: try less
    }
  }
  return undefined;
}

/** A memory of fixed size; without WebAssembly an ordinary buffer, for the plain engine. */
function fixedMemory(pages: number): Made {
  if (typeof WebAssembly === 'undefined') return { memory: undefined, pages };
  return { memory: new WebAssembly.Memory({ initial: pages, maximum: pages }), pages };
}

function grown(memory: WebAssembly.Memory, pages: number): boolean {
  try {
    memory.grow(pages);
    return true;
  } catch {
    return false;
  }
}

function megabytes(bytes: number): string {
  return (bytes / (1 << 20)).toFixed(bytes < 10 << 20 ? 2 : 0);
}

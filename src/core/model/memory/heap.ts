/** The memory that Models and Datas live in: one that starts small, grows, and never moves, so that arrays which a user
 *  holds stay valid. It is a *shared* `WebAssembly.Memory`, because that kind grows without detaching the views on it.
 *  Where there is none it is an ordinary memory of a fixed size. */
import { align } from '../block/layout.ts';
import { freshBuffer } from './buffers.ts';
import { type BulkMemory, createBulkMemory } from './bulkMemory.ts';
import { GcPressure } from './gcPressure.ts';
import { FreeRanges } from './ranges.ts';

const PAGE = 65536;

/** Bytes at the bottom of the memory that belong to the compiled engine: its tables and fixed scratch. */
const STATIC_BYTES = 16 * PAGE;

/** All that 32-bit addresses reach: 4 GiB. */
const MAX_PAGES = 65536;
/** The memory grows by at least this much, and by a part of what it has. */
const MIN_GROWTH = 64;
const GROWTH_PART = 1 / 8;
/** Pages of a memory that cannot grow: room for some hundred Datas of a small model. */
const FIXED_PAGES = 4096;

/** Bytes from an address on. */
export interface Range {
  address: number;
  bytes: number;
}

/** A buffer object, and the ranges that users reach through it and through nothing else. */
export interface Held {
  readonly buffer: ArrayBufferLike;
  readonly ranges: Range[];
}

/** What a Heap is made with. */
export interface HeapOptions {
  /** Pages of 64 KiB that it may have. */
  pages?: number;
  /** Whether it can grow; otherwise it has all of its pages from the start. */
  shared?: boolean;
}

export class Heap {
  readonly memory: WebAssembly.Memory | undefined;
  /** A buffer object for the engine's own views; it may be shorter than the memory is by now. */
  buffer: ArrayBufferLike;
  /** Whether this memory grows in place; otherwise it has its full size from the start. */
  readonly canGrow: boolean;
  /** Bytes that this heap can hold. */
  readonly limit: number;
  readonly #free = new FreeRanges();
  readonly #pressure = new GcPressure();
  readonly #bulk: BulkMemory | undefined;
  #f64: Float64Array;
  #top = STATIC_BYTES;
  /** Nothing has been written above this. */
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

  /** Bytes that are in use. */
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

  /** Address of `bytes` zeroed bytes; `what` they are for is told when there is no room, also after `reclaim` has given something back. */
  allocate(bytes: number, what: string, reclaim?: () => boolean): number {
    const size = align(bytes);
    if (size === 0) return this.#top;
    const address = this.#take(size) ?? (reclaim?.() ? this.#take(size) : undefined);
    if (address === undefined) throw this.#full(size, what);
    this.#clear(address, size);
    return address;
  }

  /** Make the block of `bytes` at an address larger where it is. Returns whether there was room; what is new is zero. */
  extend(address: number, bytes: number, larger: number): boolean {
    const end = address + align(bytes);
    const more = align(larger) - align(bytes);
    const atEnd = end === this.#top && this.extent + more <= this.limit;
    if (!atEnd && this.#free.takeAt(end, more) < more) return false;
    if (atEnd && this.#takeEnd(more) === undefined) return false;
    this.#clear(end, more);
    return true;
  }

  /** Give back what `allocate(bytes)` returned, or a part of it. */
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

  /** A buffer object for arrays that users get. What is added to its ranges is released when nobody holds it any more. */
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

  /** What a new block has to hold so that the garbage collector knows of it. */
  weigh(bytes: number): ArrayBuffer | undefined {
    return this.#pressure.weigh(bytes, this.used);
  }

  /** Zero what has been written to before. */
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

  /** Make the memory reach to `end` at least; returns whether it does. */
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
        `${megabytes(this.limit)} MB are in use. Call free() on Datas and Models that are done with, declare them with ` +
        '`using`, or let the program await a timer now and then, so that those which it has dropped can be collected.',
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

/** A memory that grows up to `pages`, or up to as much of that as there are addresses for. */
function growingMemory(pages: number): Made | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  const initial = STATIC_BYTES / PAGE;
  for (let maximum = pages; maximum >= initial; maximum = Math.floor(maximum / 2)) {
    try {
      const memory = new WebAssembly.Memory({ initial, maximum, shared: true });
      return isShared(memory.buffer) ? { memory, pages: maximum } : undefined;
    } catch {
      // not that much, or not at all
    }
  }
  return undefined;
}

/** A memory of a fixed size; without WebAssembly an ordinary buffer has to do, for the plain engine. */
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

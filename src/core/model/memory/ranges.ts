/** Free ranges of an address space. Allocation and freeing are fast for any number of ranges: ranges are in bins by
 *  size, and are merged with free neighbors, which two maps find by start and end. */

interface Free {
  address: number;
  bytes: number;
  bin: number;
  before: Free | undefined;
  after: Free | undefined;
}

/** Number of ranges of a bin that are examined for the best fit. */
const MAX_CANDIDATES = 8;

export class FreeRanges {
  readonly #bins: (Free | undefined)[] = [];
  readonly #byStart = new Map<number, Free>();
  readonly #byEnd = new Map<number, Free>();
  #bytes = 0;

  /** Sum of all free ranges. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether there is a free range of this size. */
  has(bytes: number): boolean {
    return this.#find(bytes) !== undefined;
  }

  /** Address of `bytes` bytes, from the best-fitting free range; undefined if there is none. */
  take(bytes: number): number | undefined {
    const found = this.#find(bytes);
    if (!found) return undefined;
    this.#remove(found);
    if (found.bytes > bytes) this.#insert(found.address + bytes, found.bytes - bytes);
    return found.address;
  }

  /** Make a range free. */
  give(address: number, bytes: number): void {
    let from = address;
    let to = address + bytes;
    const before = this.#byEnd.get(from);
    if (before) {
      this.#remove(before);
      from = before.address;
    }
    const after = this.#byStart.get(to);
    if (after) {
      this.#remove(after);
      to = after.address + after.bytes;
    }
    this.#insert(from, to - from);
  }

  /** Take the free range that starts at an address, or `bytes` of it; returns the number of bytes taken. */
  takeAt(address: number, bytes: number): number {
    const found = this.#byStart.get(address);
    if (!found || found.bytes < bytes) return 0;
    this.#remove(found);
    if (found.bytes > bytes) this.#insert(address + bytes, found.bytes - bytes);
    return bytes;
  }

  /** Take the free range that ends at an address; returns its start, or `end` if there is none. */
  takeEndingAt(end: number): number {
    const found = this.#byEnd.get(end);
    if (!found) return end;
    this.#remove(found);
    return found.address;
  }

  #find(bytes: number): Free | undefined {
    const bins = this.#bins;
    const first = binOf(bytes);
    let best: Free | undefined;
    let range = bins[first];
    for (let k = 0; range && k < MAX_CANDIDATES; k++, range = range.after) {
      if (range.bytes >= bytes && (!best || range.bytes < best.bytes)) best = range;
    }
    // every range of a larger bin is large enough
    for (let bin = first + 1; !best && bin < bins.length; bin++) best = bins[bin];
    return best;
  }

  #insert(address: number, bytes: number): void {
    const bin = binOf(bytes);
    const after = this.#bins[bin];
    const range: Free = { address, bytes, bin, before: undefined, after };
    if (after) after.before = range;
    while (this.#bins.length <= bin) this.#bins.push(undefined);
    this.#bins[bin] = range;
    this.#byStart.set(address, range);
    this.#byEnd.set(address + bytes, range);
    this.#bytes += bytes;
  }

  #remove(range: Free): void {
    const { before, after } = range;
    if (before) before.after = after;
    else this.#bins[range.bin] = after;
    if (after) after.before = before;
    this.#byStart.delete(range.address);
    this.#byEnd.delete(range.address + range.bytes);
    this.#bytes -= range.bytes;
  }
}

/** Bins grow by quarters of powers of two: 16, 20, 24, 28, 32, 40, ... units of a byte. */
function binOf(bytes: number): number {
  const power = 31 - Math.clz32(bytes / 16);
  if (power < 2) return Math.floor(bytes / 16);
  return 4 * power + ((Math.floor(bytes / 16) >>> (power - 2)) & 3) - 4;
}

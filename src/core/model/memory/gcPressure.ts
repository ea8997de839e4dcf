/** GC pressure. Memory of Models and `Data` objects is shared memory, which JavaScript engines do not account for, so a
 *  program could drop thousands of `Data` objects without triggering a collection. Each block therefore references a
 *  large ordinary buffer as ballast, shared with other blocks created at about the same time. Its pages are never
 *  touched, so the operating system does not allocate them. */

/** Large enough that C libraries do not clear the memory themselves. */
const WEIGHT_BYTES = 33 << 20;
/** Size of the blocks that share one ballast: at least this many bytes, and a fraction of the used memory, so that
 *  programs with much live memory are not collected constantly. V8 collects after about every second ballast. */
const MIN_BLOCK_BYTES = 96 << 20;
const PART = 1 / 8;

export class GcPressure {
  #weight: ArrayBuffer | undefined;
  #bytes = 0;

  /** The ballast for a new block of `bytes`, in a heap of which `used` bytes are in use. */
  weigh(bytes: number, used: number): ArrayBuffer | undefined {
    this.#bytes += bytes;
    if (this.#bytes > Math.max(MIN_BLOCK_BYTES, PART * used)) {
      this.#bytes = 0;
      this.#weight = makeWeight();
    }
    return this.#weight;
  }
}

function makeWeight(): ArrayBuffer | undefined {
  try {
    return new ArrayBuffer(WEIGHT_BYTES);
  } catch {
    // only a hint
    return undefined;
  }
}

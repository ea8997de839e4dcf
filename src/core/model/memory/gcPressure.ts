/** Reasons for the garbage collector to look. Memory of Models and Datas is shared memory, which JavaScript engines do not
 *  count, so a program could drop thousands of Datas and nothing would be collected. Each block therefore holds a large
 *  ordinary buffer, together with the other blocks of its time. Nobody touches these buffers, so the operating system
 *  never provides their pages, but the collector counts them and sees them become garbage with their blocks. */

/** Larger than what C libraries serve from memory that they have cleared by hand before. */
const WEIGHT_BYTES = 33 << 20;
/** Blocks that make one weight: at least this many bytes, and a part of what is in use, so that programs which hold much
 *  are not collected all the time. V8 looks after every second weight. */
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
    // it is only a hint
    return undefined;
  }
}

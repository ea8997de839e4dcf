/** PCG64 (XSL-RR 128/64), the generator of numpy's `default_rng`: M. E. O'Neill, "PCG: A Family of Simple Fast
 *  Space-Efficient Statistically Good Algorithms for Random Number Generation", Harvey Mudd College, 2014. */
import { type Seed, seedWords } from './seedSequence.ts';

/** 16-bit digits, lowest first: their products are exact in doubles. */
const DIGITS = 8;
const MULTIPLIER = digitsOf([0x9fccf645, 0x4385df64, 0x1fc65da4, 0x2360ed05]);

/** 64 random bits at a time, in two words. */
export class Pcg64 {
  /** Upper 32 bits of the last `next`. */
  high = 0;
  /** Lower 32 bits of the last `next`. */
  low = 0;
  readonly #state = new Float64Array(DIGITS);
  readonly #increment: Float64Array;
  #kept = 0;
  #hasKept = false;

  /** Same generator as `numpy.random.PCG64(seed)`. */
  constructor(seed: Seed) {
    // four 64-bit values: upper and lower half of the state, upper and lower half of the increment
    const [s0, s1, s2, s3, i0, i1, i2, i3] = seedWords(seed, 8);
    this.#increment = odd(digitsOf([i2, i3, i0, i1]));
    this.#advance();
    const start = digitsOf([s2, s3, s0, s1]);
    for (let k = 0; k < DIGITS; k++) this.#state[k] += start[k];
    this.#advance();
  }

  /** Draw 64 bits into `high` and `low`. */
  next(): void {
    this.#advance();
    const s = this.#state;
    // xor of both halves of the state, rotated right by its upper six bits
    const high = (s[7] ^ s[3]) * 65536 + (s[6] ^ s[2]);
    const low = (s[5] ^ s[1]) * 65536 + (s[4] ^ s[0]);
    const turn = s[7] >> 10;
    const [a, b] = turn < 32 ? [high, low] : [low, high];
    this.high = turnedRight(a, b, turn & 31);
    this.low = turnedRight(b, a, turn & 31);
  }

  /** 32 bits: the lower half of 64, and in the next call the upper half. */
  next32(): number {
    this.#hasKept = !this.#hasKept;
    if (!this.#hasKept) return this.#kept;
    this.next();
    this.#kept = this.high;
    return this.low;
  }

  /** state = state * multiplier + increment (mod 2^128) */
  #advance(): void {
    const state = this.#state;
    let carry = 0;
    for (let k = 0; k < DIGITS; k++) {
      let sum = carry + this.#increment[k];
      for (let i = 0; i <= k; i++) sum += state[i] * MULTIPLIER[k - i];
      product[k] = sum % 65536;
      carry = Math.floor(sum / 65536);
    }
    state.set(product);
  }
}

const product = new Float64Array(DIGITS);

/** Upper word of two after a right rotation by fewer than 32 bits; the new bits come from `other`. */
function turnedRight(word: number, other: number, turn: number): number {
  return turn === 0 ? word >>> 0 : ((word >>> turn) | (other << (32 - turn))) >>> 0;
}

/** Digits of words, lowest word first. */
function digitsOf(words: readonly number[]): Float64Array {
  return Float64Array.from(words.flatMap((word) => [word & 0xffff, word >>> 16]));
}

/** 2 x + 1: increments of this generator are odd. */
function odd(digits: Float64Array): Float64Array {
  return digits.map((digit, k) => ((digit << 1) & 0xffff) | (k === 0 ? 1 : digits[k - 1] >> 15));
}

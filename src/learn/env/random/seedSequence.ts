/** numpy's SeedSequence: turns a seed of any size into well-mixed words.
 * The algorithm is M. E. O'Neill's seed_seq_fe ("Developing a seed_seq Alternative", pcg-random.org, 2015), as numpy
 * uses it. */
import { found } from '../../../core/expect.ts';

/** A whole number, or a list of them: the words of the seed. */
export type Seed = number | bigint | readonly number[];

const INIT_A = 0x43b0d7e5;
const MULT_A = 0x931e8875;
const INIT_B = 0x8b51f9dd;
const MULT_B = 0x58f38ded;
const MIX_LEFT = 0xca01f9dd;
const MIX_RIGHT = 0x4973f715;
const POOL = 4;

/** `count` 32-bit words, equal to `numpy.random.SeedSequence(seed).generate_state(count)`. */
export function seedWords(seed: Seed, count: number): Uint32Array {
  const pool = mixedPool(entropyOf(seed));
  let factor = INIT_B;
  return Uint32Array.from({ length: count }, (_, k) => {
    const value = pool[k % POOL] ^ factor;
    factor = Math.imul(factor, MULT_B);
    return folded(Math.imul(value, factor));
  });
}

function mixedPool(entropy: readonly number[]): Uint32Array {
  const hashed = hasher();
  const pool = Uint32Array.from({ length: POOL }, (_, k) => hashed(entropy[k] ?? 0));
  for (let from = 0; from < POOL; from++) {
    for (let to = 0; to < POOL; to++) if (to !== from) pool[to] = mixed(pool[to], hashed(pool[from]));
  }
  // words that do not fit in the pool come last
  for (const word of entropy.slice(POOL)) {
    for (let to = 0; to < POOL; to++) pool[to] = mixed(pool[to], hashed(word));
  }
  return pool;
}

/** A hash whose constant changes on every call. */
function hasher(): (word: number) => number {
  let factor = INIT_A;
  return (word) => {
    const value = word ^ factor;
    factor = Math.imul(factor, MULT_A);
    return folded(Math.imul(value, factor));
  };
}

function mixed(x: number, y: number): number {
  return folded(Math.imul(MIX_LEFT, x) - Math.imul(MIX_RIGHT, y));
}

function folded(x: number): number {
  return (x ^ (x >>> 16)) >>> 0;
}

function entropyOf(seed: Seed): number[] {
  if (typeof seed === 'number' || typeof seed === 'bigint') return integerWords(seed);
  if (!Array.isArray(seed) && !ArrayBuffer.isView(seed)) throw wrongSeed(seed);
  return Array.from(seed as readonly number[]).flatMap((part) => integerWords(part));
}

/** The words of a whole number, lowest first. */
function integerWords(seed: number | bigint): number[] {
  if (typeof seed === 'number' ? !Number.isSafeInteger(seed) : typeof seed !== 'bigint') throw wrongSeed(seed);
  if (seed < 0) throw wrongSeed(seed);
  const words = [];
  let rest = BigInt(seed);
  do {
    words.push(Number(rest & 0xffffffffn));
    rest >>= 32n;
  } while (rest > 0n);
  return words;
}

function wrongSeed(seed: unknown): RangeError {
  return new RangeError(`seed: expected whole numbers of at least 0 (above 2^53 as a bigint), found ${found(seed)}`);
}

/** A random seed. */
export function freshSeed(): number[] {
  return Array.from(crypto.getRandomValues(new Uint32Array(POOL)));
}

import type { int } from '../../../math/int.ts';

/*  The order in which each PGS sweep visits the blocks of rows, the same in every run. The generator is PCG32 (O'Neill
 *  2014, "PCG: a family of simple fast space-efficient statistically good algorithms") with MuJoCo's fixed seed: state
 *  s -> s * 6364136223846793005 + 1 modulo 2^64. The state is four 16-bit digits, lowest first, stored as reals, whose
 *  products are exact. */

const M0 = 0x7f2d;
const M1 = 0x4c95;
const M2 = 0xf42d;
const M3 = 0x5851;
const BASE = 65536;
const INVERSE = 1 / 65536;

const state = new Float64Array(4);

/** Starts the sequence.
 *  @simd */
export function seedShuffle(): void {
  state.fill(0, 0, 4);
  nextRandom();
}

/** The next number in [0, 2^32). */
function nextRandom(): number {
  const s0 = state[0];
  const s1 = state[1];
  const s2 = state[2];
  const s3 = state[3];
  advance(s0, s1, s2, s3);
  // bits 27..58 of (s >> 18) ^ s, rotated right by the top five bits
  const low = s0 | 0 | ((s1 | 0) << 16);
  const high = s2 | 0 | ((s3 | 0) << 16);
  const low18 = (low >>> 18) | (high << 14);
  const high18 = high >>> 18;
  const x = low ^ low18;
  const y = high ^ high18;
  const mixed = (x >>> 27) | (y << 5);
  const rotation = high >>> 27;
  const rotated = (mixed >>> rotation) | (mixed << (-rotation & 31));
  return rotated < 0 ? rotated + 4294967296.0 : rotated;
}

function advance(s0: number, s1: number, s2: number, s3: number): void {
  const p0 = s0 * M0 + 1;
  const c0 = Math.floor(p0 * INVERSE);
  const p1 = s0 * M1 + s1 * M0 + c0;
  const c1 = Math.floor(p1 * INVERSE);
  const p2 = s0 * M2 + s1 * M1 + s2 * M0 + c1;
  const c2 = Math.floor(p2 * INVERSE);
  const p3 = s0 * M3 + s1 * M2 + s2 * M1 + s3 * M0 + c2;
  state[0] = p0 - c0 * BASE;
  state[1] = p1 - c1 * BASE;
  state[2] = p2 - c2 * BASE;
  state[3] = p3 - Math.floor(p3 * INVERSE) * BASE;
}

/** Shuffles n integers (Fisher and Yates).
 *  @simd */
export function shuffle(list: Int32Array, n: int): void {
  for (let i = n - 1; i > 0; i--) {
    const random = nextRandom();
    const j = (random - Math.floor(random / (i + 1)) * (i + 1)) | 0;
    const saved = list[i];
    list[i] = list[j];
    list[j] = saved;
  }
}

/** Mersenne twister with 64-bit words (MT19937-64, Matsumoto and Nishimura 2004), seeded with 42 for the random marks
 * of textures. Words are stored as two halves; next() returns them as a fraction of 2^64. */
export class Random64 {
  private hi = new Uint32Array(N);
  private lo = new Uint32Array(N);
  private at = N;

  constructor(seed: number) {
    let word = BigInt(seed);
    for (let i = 0; i < N; i++) {
      this.hi[i] = Number(word >> 32n);
      this.lo[i] = Number(word & 0xffffffffn);
      word = ((word ^ (word >> 62n)) * 6364136223846793005n + BigInt(i + 1)) & 0xffffffffffffffffn;
    }
  }

  /** uniform in [0, 1] */
  next(): number {
    if (this.at === N) this.twist();
    let h = this.hi[this.at];
    let l = this.lo[this.at++];
    // x ^= (x >> 29) & 0x5555555555555555
    let sl = ((l >>> 29) | (h << 3)) & 0x55555555;
    h = (h ^ ((h >>> 29) & 0x55555555)) >>> 0;
    l = (l ^ sl) >>> 0;
    // x ^= (x << 17) & 0x71d67fffeda60000
    let sh = ((h << 17) | (l >>> 15)) & 0x71d67fff;
    sl = (l << 17) & 0xeda60000;
    h = (h ^ sh) >>> 0;
    l = (l ^ sl) >>> 0;
    // x ^= (x << 37) & 0xfff7eee000000000
    sh = (l << 5) & 0xfff7eee0;
    h = (h ^ sh) >>> 0;
    // x ^= x >> 43
    l = (l ^ (h >>> 11)) >>> 0;
    return (h * 4294967296 + l) / 2 ** 64;
  }

  private twist(): void {
    const { hi, lo } = this;
    for (let i = 0; i < N; i++) {
      const j = (i + 1) % N;
      // the upper 33 bits of one word, the lower 31 of the next
      const xh = hi[i];
      const xl = (lo[i] & 0x80000000) | (lo[j] & 0x7fffffff);
      const k = (i + M) % N;
      const odd = (xl & 1) !== 0;
      hi[i] = hi[k] ^ (xh >>> 1) ^ (odd ? 0xb5026f5a : 0);
      lo[i] = lo[k] ^ ((xl >>> 1) | (xh << 31)) ^ (odd ? 0xa96619e9 : 0);
    }
    this.at = 0;
  }
}

const N = 312;
const M = 156;

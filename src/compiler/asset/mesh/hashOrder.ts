/** The order in which MuJoCo lists its polygons: that of a C++ hash map (libc++, 32 bit) keyed by two doubles. Only
 * this order is reproduced, not the map: nodes form one linked list; a bucket stores the node before its first. */
export class HashOrder {
  private key: number[] = []; // node n has index n; node 0 is the head of the list
  private hash: number[] = [];
  private next: number[] = [-1];
  private bucket: number[] = []; // node before the first of the bucket, or -1

  constructor() {
    this.key.push(Number.NaN);
    this.hash.push(0);
  }

  /** Add a new key. */
  insert(key: number, a: number, b: number): void {
    const h = (hashDouble(a) ^ hashDouble(b)) >>> 0;
    const node = this.key.length;
    if (node > this.bucket.length)
      this.rehash(2 * this.bucket.length + (this.bucket.length > 2 && isPowerOf2(this.bucket.length) ? 0 : 1), node);
    this.key.push(key);
    this.hash.push(h);
    const at = this.slot(h);
    const before = this.bucket[at];
    if (before < 0) {
      // first of its bucket: goes to the front of the whole list
      this.next.push(this.next[0]);
      this.next[0] = node;
      this.bucket[at] = 0;
      if (this.next[node] >= 0) this.bucket[this.slot(this.hash[this.next[node]])] = node;
    } else {
      this.next.push(this.next[before]);
      this.next[before] = node;
    }
  }

  *keys(): Generator<number> {
    for (let n = this.next[0]; n >= 0; n = this.next[n]) yield this.key[n];
  }

  private slot(h: number): number {
    return h % this.bucket.length;
  }

  private rehash(requested: number, min: number): void {
    let n = Math.max(requested, min);
    if (n === 1) n = 2;
    else if (!isPowerOf2(n)) n = nextPrime(n);
    const bucket: number[] = new Array(n).fill(-1);
    this.bucket = bucket;
    const { next, hash } = this;
    let before = 0;
    let at = next[0];
    if (at < 0) return;
    let slot = this.slot(hash[at]);
    bucket[slot] = before;
    before = at;
    for (at = next[at]; at >= 0; at = next[before]) {
      const s = this.slot(hash[at]);
      if (s === slot) {
        before = at;
      } else if (bucket[s] < 0) {
        bucket[s] = before;
        before = at;
        slot = s;
      } else {
        // moved to the front of its bucket
        next[before] = next[at];
        next[at] = next[bucket[s]];
        next[bucket[s]] = at;
      }
    }
  }
}

function isPowerOf2(n: number): boolean {
  return (n & (n - 1)) === 0;
}

function nextPrime(n: number): number {
  for (let p = n | 1; ; p += 2) {
    let prime = true;
    for (let d = 3; d * d <= p && prime; d += 2) if (p % d === 0) prime = false;
    if (prime) return p;
  }
}

const word = new Uint32Array(2);
const real = new Float64Array(word.buffer);

/** MurmurHash2 of the eight bytes of a double; both zeros hash to 0. */
function hashDouble(x: number): number {
  if (x === 0) return 0;
  const m = 0x5bd1e995;
  real[0] = x;
  let h = 8;
  for (let i = 0; i < 2; i++) {
    let k = Math.imul(word[i], m);
    k ^= k >>> 24;
    k = Math.imul(k, m);
    h = Math.imul(h, m) ^ k;
  }
  h ^= h >>> 13;
  h = Math.imul(h, m);
  return (h ^ (h >>> 15)) >>> 0;
}

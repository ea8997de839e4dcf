// Random choices from a seed: the same on every machine, so that a failure can be reproduced.

export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1). A counter with a large odd stride, whose bits are then mixed. */
  next() {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    return mix(this.#state) / 2 ** 32;
  }

  /** An integer in [0, n). @param {number} n */
  int(n) {
    return Math.floor(this.next() * n);
  }

  /** Returns true with this probability. @param {number} share */
  chance(share) {
    return this.next() < share;
  }

  /** One of a list. @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.int(list.length)];
  }

  /** A list of `n` items. @template T @param {number} n @param {() => T} make */
  list(n, make) {
    return Array.from({ length: n }, make);
  }
}

/** The choices of one case: they depend only on the seed, the campaign and the index of the case.
 *  @param {number} seed @param {string} campaign @param {number} index */
export function caseRandom(seed, campaign, index) {
  let hash = mix(seed >>> 0);
  for (const letter of `${campaign} ${index}`) hash = mix(hash ^ letter.charCodeAt(0));
  return new Random(hash);
}

/** @param {number} x */
function mix(x) {
  let bits = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

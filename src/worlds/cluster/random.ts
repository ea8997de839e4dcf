/** Random values that are identical on every machine. */

/**
 * Random values from -1 to 1 for one world: mixing of a counter, as in SplitMix (Steele, Lea and Flood 2014), in 32
 * bits.
 */
export function worldRandom(seed: number, world: number): () => number {
  let counter = Math.imul(seed + 1, 0x9e3779b9) ^ Math.imul(world + 1, 0x85ebca6b);
  return () => {
    counter = (counter + 0x9e3779b9) | 0;
    let mixed = Math.imul(counter ^ (counter >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x7fffffff - 1;
  };
}

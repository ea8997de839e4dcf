/** Fills 3-byte-per-pixel pictures by doubling copies, at almost no cost. */

/** Fill n pixels with one color. */
export function fillPixels(data: Uint8Array, at: number, n: number, rgb: ArrayLike<number>): void {
  if (n === 0) return;
  for (let k = 0; k < 3; k++) data[3 * at + k] = rgb[k];
  repeatPixels(data, at, 1, n);
}

/** Repeat the first `have` pixels from `at` until there are n. */
export function repeatPixels(data: Uint8Array, at: number, have: number, n: number): void {
  for (let done = have; done < n; done *= 2) {
    data.copyWithin(3 * (at + done), 3 * at, 3 * (at + Math.min(done, n - done)));
  }
}

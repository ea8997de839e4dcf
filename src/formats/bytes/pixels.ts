/** Filling pictures of three bytes a pixel by copies that double, which cost next to nothing. */

/** One colour, as bytes, for n pixels. */
export function fillPixels(data: Uint8Array, at: number, n: number, rgb: ArrayLike<number>): void {
  if (n === 0) return;
  for (let k = 0; k < 3; k++) data[3 * at + k] = rgb[k];
  repeatPixels(data, at, 1, n);
}

/** The first `have` pixels from `at` again and again, until there are n. */
export function repeatPixels(data: Uint8Array, at: number, have: number, n: number): void {
  for (let done = have; done < n; done *= 2) {
    data.copyWithin(3 * (at + done), 3 * at, 3 * (at + Math.min(done, n - done)));
  }
}

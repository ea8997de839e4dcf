/** The digits of `index` in this base, mirrored at the point: numbers that fill the interval evenly. */
export function halton(index: number, base: number): number {
  let value = 0;
  let digit = 1 / base;
  for (let rest = Math.floor(index); rest > 0; rest = Math.floor(rest / base)) {
    value += digit * (rest % base);
    digit /= base;
  }
  return value;
}

/** Radical inverse of `index` in this base: a low-discrepancy sequence in (0, 1). */
export function halton(index: number, base: number): number {
  if (!(Number.isInteger(base) && base > 1)) throw new RangeError(`Halton: expected a base above 1, found ${base}`);
  if (!(index < 2 ** 53)) throw new RangeError(`Halton: expected an index, found ${index}`);
  let value = 0;
  let digit = 1 / base;
  for (let rest = Math.floor(index); rest > 0; rest = Math.floor(rest / base)) {
    value += digit * (rest % base);
    digit /= base;
  }
  return value;
}

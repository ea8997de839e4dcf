import type { int } from './int.ts';

/** Digits of `index` in this base (at least 2), mirrored at the radix point: a sequence that fills [0, 1) evenly. */
export function halton(index: int, base: int): number {
  let value: number = 0;
  let digit = 1 / base;
  for (let rest = index; rest > 0 && base > 1; rest = (rest / base) | 0) {
    value += digit * (rest % base);
    digit /= base;
  }
  return value;
}

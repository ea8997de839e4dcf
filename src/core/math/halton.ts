import type { int } from './int.ts';

/** The digits of `index` in this base, 2 or more, mirrored at the point: numbers that fill the interval from 0 to 1 evenly. */
export function halton(index: int, base: int): number {
  let value: number = 0;
  let digit = 1 / base;
  for (let rest = index; rest > 0 && base > 1; rest = (rest / base) | 0) {
    value += digit * (rest % base);
    digit /= base;
  }
  return value;
}

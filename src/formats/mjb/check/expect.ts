/** Checks of single fields of a binary model. A failure names the field, the element and the expected value. */
import { BinaryProblem } from '../problem.ts';

export type Integers = Int32Array | Uint8Array;

/** @throws BinaryProblem with the element of a field, the expected and the found value */
export function fail(field: string, k: number, expected: string, found: number): never {
  throw new BinaryProblem(`${field}[${k}]: expected ${expected}, found ${found}`);
}

/** Element k of a field must have the one value that is determined by the rest of the model. */
export function expectValue(field: string, values: ArrayLike<number>, k: number, expected: number, why: string): void {
  if (values[k] !== expected) fail(field, k, `${expected}, ${why}`, values[k]);
}

/** Element k of a field must be in [min, end). */
export function expectWithin(field: string, values: ArrayLike<number>, k: number, min: number, end: number): void {
  const value = values[k];
  if (!(value >= min && value < end)) fail(field, k, words(min, end), value);
}

/** Elements [from, to) of a field must be in [min, end). */
export function expectAllWithin(
  field: string,
  values: ArrayLike<number>,
  from: number,
  to: number,
  min: number,
  end: number,
): void {
  for (let k = from; k < to; k++) {
    const value = values[k];
    if (!(value >= min && value < end)) fail(field, k, words(min, end), value);
  }
}

function words(min: number, end: number): string {
  if (end <= min) return 'no element, because there is none to name';
  return end - 1 === min ? String(min) : `${min} to ${end - 1}`;
}

/** A size of the model must be the sum of its parts. */
export function expectSize(name: string, found: number, expected: number): void {
  if (found !== expected)
    throw new BinaryProblem(`${name}: expected ${expected}, the sum of its parts, found ${found}`);
}

/** Consecutive ranges of elements without gaps: each begins where the previous one ends. An empty one has no address. */
export class Packing {
  /** Start of the next range. */
  end = 0;
  readonly #size: string;
  readonly #total: number;

  /** @param size name of the size that is the sum of all ranges */
  constructor(size: string, total: number) {
    this.#size = size;
    this.#total = total;
  }

  /** Add range k, whose length is in the field `count`, or derived from it. */
  add(field: string, addresses: ArrayLike<number>, k: number, count: string, length: number): void {
    const left = this.#total - this.end;
    if (!(length >= 0 && length <= left)) {
      throw new BinaryProblem(`${count}[${k}]: expected at most ${left} of ${this.#size} in all, found ${length}`);
    }
    if (length > 0) expectValue(field, addresses, k, this.end, 'the end of the previous range');
    this.end += length;
  }

  /** Check that nothing remains after the last range. */
  finish(): void {
    expectSize(this.#size, this.#total, this.end);
  }
}

/** Ranges given by two fields of the same length. */
export function expectPacked(
  field: string,
  addresses: ArrayLike<number>,
  count: string,
  lengths: ArrayLike<number>,
  size: string,
  total: number,
): void {
  const packing = new Packing(size, total);
  for (let k = 0; k < lengths.length; k++) packing.add(field, addresses, k, count, lengths[k]);
  packing.finish();
}

/** Checks of single fields of a binary model. A failure names the field, the element and the expected value. */
import { BinaryProblem } from '../problem.ts';

export type Integers = Int32Array | Uint8Array;

/** @throws BinaryProblem that names the element of a field, what was expected there, and what was found */
export function fail(field: string, k: number, expected: string, found: number): never {
  throw new BinaryProblem(`${field}[${k}]: expected ${expected}, found ${found}`);
}

/** Element k of a field is the one value that follows from the rest of the model. */
export function expectValue(field: string, values: ArrayLike<number>, k: number, expected: number, why: string): void {
  if (values[k] !== expected) fail(field, k, `${expected}, ${why}`, values[k]);
}

/** Element k of a field is in [least, end). */
export function expectWithin(field: string, values: ArrayLike<number>, k: number, min: number, end: number): void {
  const value = values[k];
  if (!(value >= min && value < end)) fail(field, k, words(min, end), value);
}

/** Elements [from, to) of a field are in [least, end). */
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
  if (end <= min) return 'no element: there is nothing to name';
  return end - 1 === min ? String(min) : `${min} to ${end - 1}`;
}

/** A size of the model is what its parts add up to. */
export function expectSize(name: string, found: number, expected: number): void {
  if (found !== expected)
    throw new BinaryProblem(`${name}: expected ${expected}, the sum of its parts, found ${found}`);
}

/** Ranges of elements that follow each other without a gap: each begins where the one before it ends. An empty one has no
 *  address of its own. */
export class Packing {
  /** Where the next range begins. */
  end = 0;
  readonly #size: string;
  readonly #total: number;

  /** @param size name of the size that all ranges together make */
  constructor(size: string, total: number) {
    this.#size = size;
    this.#total = total;
  }

  /** Range k, whose length the field `count` has, or follows from it. */
  add(field: string, addresses: ArrayLike<number>, k: number, count: string, length: number): void {
    const left = this.#total - this.end;
    if (!(length >= 0 && length <= left)) {
      throw new BinaryProblem(`${count}[${k}]: expected at most ${left} of ${this.#size} in all, found ${length}`);
    }
    if (length > 0) expectValue(field, addresses, k, this.end, 'where the range before it ends');
    this.end += length;
  }

  /** Nothing is left behind the last range. */
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

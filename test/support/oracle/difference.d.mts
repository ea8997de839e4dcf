/** What two arrays of numbers differ by. */
export interface Comparison {
  /** Largest distance, over the scale; from 0 to Infinity, never NaN. */
  error: number;
  /** Where it is: -1 if nothing differs, the end of the shorter array if the lengths do. */
  index: number;
  /** How many numbers were compared. */
  count: number;
}

/** `floor`: relative to the largest expected number and at least to this. `each`: relative to each expected number and at
 *  least to this. Neither: absolute. */
export interface Scale {
  floor?: number;
  each?: number;
}

export function distance(a: number, b: number): number;
export function largest(values: ArrayLike<number>): number;
export function compareNumbers(found: ArrayLike<number>, expected: ArrayLike<number>, scale?: Scale): Comparison;
export function isNear(a: number, b: number, tolerance: { absolute?: number; relative?: number }): boolean;
export function firstOtherBits(a: ArrayLike<number>, b: ArrayLike<number>): number;

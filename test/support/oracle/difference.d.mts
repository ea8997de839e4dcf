/** Difference between two arrays of numbers. */
export interface Comparison {
  /** Largest distance divided by the scale; from 0 to Infinity, never NaN. */
  error: number;
  /** Index of the largest difference: -1 if there is none, the end of the shorter array if the lengths differ. */
  index: number;
  /** Number of compared elements. */
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

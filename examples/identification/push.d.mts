import type { Model } from 'tenon';

interface Values {
  mass: number;
  friction: number;
}

export const steps: number;
export const truth: Values;
export function push(k: number): [number, number];

export function identification(
  tenon: typeof import('tenon'),
  model: Model,
  noise?: number,
): {
  /** Places along x and y at each time, as they were written down. */
  seen: Float64Array;
  /** Logarithms of mass and friction to begin with. */
  start: Float64Array;
  /** How far a rollout is from the record, and the gradient of that. */
  value(x: Float64Array, gradient: Float64Array): number;
  decodeParameters(x: Float64Array): Values;
  setParameters(values: Values): void;
};

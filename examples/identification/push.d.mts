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
  /** Recorded positions along x and y at each time. */
  seen: Float64Array;
  /** Initial values of the logarithms of mass and friction. */
  start: Float64Array;
  /** Distance of a rollout from the record, and its gradient. */
  value(x: Float64Array, gradient: Float64Array): number;
  decodeParameters(x: Float64Array): Values;
  setParameters(values: Values): void;
};

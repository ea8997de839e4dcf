type Value = (x: Float64Array, gradient: Float64Array) => number;

export function descend(
  start: Float64Array,
  value: Value,
  options?: { rounds?: number; tolerance?: number },
): Generator<Float64Array, void>;

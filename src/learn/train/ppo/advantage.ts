/** Generalised advantage estimation (Schulman et al., "High-Dimensional Continuous Control Using Generalized Advantage
 *  Estimation", 2016). */

/** A stretch of `steps` steps in `n` worlds; number `t * n + i` is step `t` of world `i`. */
export interface Stretch {
  n: number;
  steps: number;
  rewards: Float64Array;
  /** Value of the observation before each step. */
  values: Float64Array;
  /** Value of what comes after each step: 0 where the task came to an end, also where an episode was cut off the value of its
   *  last observation. */
  nextValues: Float64Array;
  /** 1 where an episode ended with the step. */
  ended: Uint8Array;
}

/** advantage[t] = delta[t] + discount * decay * advantage[t + 1], delta[t] = reward + discount * next value - value; nothing is
 *  carried over the end of an episode. */
export function advantages(stretch: Stretch, discount: number, decay: number): Float64Array {
  const { n, steps, rewards, values, nextValues, ended } = stretch;
  const result = new Float64Array(n * steps);
  for (let i = 0; i < n; i++) {
    let later = 0;
    for (let t = steps - 1; t >= 0; t--) {
      const k = t * n + i;
      const delta = rewards[k] + discount * nextValues[k] - values[k];
      later = delta + (ended[k] ? 0 : discount * decay * later);
      result[k] = later;
    }
  }
  return result;
}

/** Generalized advantage estimation (Schulman et al., "High-Dimensional Continuous Control Using Generalized Advantage
 * Estimation", 2016). */

/** A segment of `steps` steps in `n` worlds; index `t * n + i` is step `t` of world `i`. */
export interface Stretch {
  n: number;
  steps: number;
  rewards: Float64Array;
  /** Value of the observation before each step. */
  values: Float64Array;
  /** Value of the observation after each step: 0 if the task ended; for truncated episodes, the value of their last
   * observation. */
  nextValues: Float64Array;
  /** 1 if an episode ended with the step. */
  ended: Uint8Array;
}

/** advantage[t] = delta[t] + discount * decay * advantage[t + 1], delta[t] = reward + discount * next value - value;
 * nothing is carried across the end of an episode. */
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

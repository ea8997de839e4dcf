/** The clipped objective of proximal policy optimization (Schulman et al., "Proximal Policy Optimization Algorithms",
 * 2017,
 *  equation 7) for normal distributions whose standard deviations do not depend on the observation. */
import { exp } from '../../../core/math/elementary/exp.ts';

/** log sqrt(2 pi) */
const HALF_LOG_TWO_PI = 0.9189385332046727;

/**
 * Log density of an action: sum over its components of -((a - mean) / deviation)^2 / 2 - log deviation - log sqrt(2
 * pi).
 */
export function logDensity(
  actions: Float64Array,
  means: Float64Array,
  logDeviations: Float64Array,
  row: number,
): number {
  const size = logDeviations.length;
  let sum = 0;
  for (let u = 0; u < size; u++) {
    const z = (actions[row * size + u] - means[row * size + u]) / exp(logDeviations[u]);
    sum -= 0.5 * z * z + logDeviations[u] + HALF_LOG_TWO_PI;
  }
  return sum;
}

/** Rows used by an update. */
export interface Rows {
  n: number;
  actions: Float64Array;
  /** Log densities with which the actions were drawn. */
  oldLogs: Float64Array;
  advantages: Float64Array;
}

/** loss = -mean of min(ratio A, clip(ratio, 1 - e, 1 + e) A) - bonus * entropy. Writes its derivatives with respect to
 * means and log deviations; returns the loss. */
export function policyLoss(
  rows: Rows,
  means: Float64Array,
  logDeviations: Float64Array,
  { clip, entropy }: { clip: number; entropy: number },
  byMeans: Float64Array,
  byLogDeviations: Float64Array,
): number {
  const { n, actions, oldLogs, advantages } = rows;
  const size = logDeviations.length;
  byMeans.fill(0);
  // the entropy of a normal distribution is its log deviation plus a constant
  byLogDeviations.fill(-entropy);
  let loss = -entropy * logDeviations.reduce((sum, x) => sum + x, 0);
  for (let row = 0; row < n; row++) {
    const ratio = exp(logDensity(actions, means, logDeviations, row) - oldLogs[row]);
    const free = ratio * advantages[row];
    const held = Math.min(Math.max(ratio, 1 - clip), 1 + clip) * advantages[row];
    loss -= Math.min(free, held) / n;
    // where the clipped term is smaller, it is constant
    if (held < free) continue;
    for (let u = 0; u < size; u++) {
      const deviation = exp(logDeviations[u]);
      const z = (actions[row * size + u] - means[row * size + u]) / deviation;
      byMeans[row * size + u] = (-free * z) / deviation / n;
      byLogDeviations[u] -= (free * (z * z - 1)) / n;
    }
  }
  return loss;
}

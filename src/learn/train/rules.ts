/** Update rules: from the returns of the directions to new weights. */

/** Parameters of the rules. */
interface Pace {
  top: number;
  stepSize: number;
  noise: number;
}

/** Updates `weights`. The returns of direction `k` are at `2 k` (forward) and `2 k + 1` (backward). */
export type Rule = (weights: Float64Array, deltas: readonly Float64Array[], returns: Float64Array, pace: Pace) => void;

/** M += stepSize / (top * deviation of the returns) * sum over the best directions of (r+ - r-) delta */
const augmentedRandomSearch: Rule = (weights, deltas, returns, { top, stepSize }) => {
  const best = deltas
    .map((_, k) => k)
    .sort((a, b) => bestOf(returns, b) - bestOf(returns, a) || a - b)
    .slice(0, top);
  const spread = deviation(best.flatMap((k) => [returns[2 * k], returns[2 * k + 1]]));
  if (spread === 0) return;
  for (const k of best) {
    move(weights, deltas[k], (stepSize * (returns[2 * k] - returns[2 * k + 1])) / (top * spread));
  }
};

/** M += stepSize / (n * noise) * sum of (rank+ - rank-) delta, ranks from -1/2 to 1/2 over all returns */
const evolutionStrategies: Rule = (weights, deltas, returns, { stepSize, noise }) => {
  const ranks = centeredRanks(returns);
  const share = stepSize / (2 * deltas.length * noise);
  deltas.forEach((delta, k) => {
    move(weights, delta, share * (ranks[2 * k] - ranks[2 * k + 1]));
  });
};

export const rules = { ars: augmentedRandomSearch, es: evolutionStrategies } as const;

function bestOf(returns: Float64Array, k: number): number {
  return Math.max(returns[2 * k], returns[2 * k + 1]);
}

function deviation(numbers: readonly number[]): number {
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  return Math.sqrt(numbers.reduce((sum, x) => sum + (x - mean) ** 2, 0) / numbers.length);
}

function move(weights: Float64Array, delta: Float64Array, far: number): void {
  for (let i = 0; i < weights.length; i++) weights[i] += far * delta[i];
}

/** The rank of each value, scaled to [-1/2, 1/2]; equal values rank by index. */
function centeredRanks(numbers: Float64Array): Float64Array {
  const order = Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b] || a - b);
  const ranks = new Float64Array(numbers.length);
  order.forEach((i, rank) => {
    ranks[i] = rank / (numbers.length - 1) - 0.5;
  });
  return ranks;
}

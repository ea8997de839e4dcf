/** Feed-forward policies: normalise, layers of weights with an activation after each, limits. */
import { type PolicyFile, scaleOf } from '../env/train/policy.ts';
import { checkActivation, checkPolicyFile } from '../env/train/policyFile.ts';
import type { NetworkFile } from '../env/train/ppo/ppo.ts';

/** What follows a layer. */
export type Activation = 'none' | 'tanh' | 'relu' | 'elu';

/** y = activation(W x + b). */
export interface Layer {
  /** A row for each output. */
  weights: ArrayLike<number>;
  bias: ArrayLike<number>;
  activation: Activation;
}

/** action = clip(layers((observation - mean) scale)). */
export interface Network {
  mean: ArrayLike<number>;
  scale: ArrayLike<number>;
  layers: readonly Layer[];
  low: ArrayLike<number>;
  high: ArrayLike<number>;
}

/** The network of a policy that `tenon train` wrote.
 *
 *  @example
 *  const search = await startSearch('InvertedPendulum-v5', { directions: 2 });
 *  const env = await make('InvertedPendulum-v5');
 *  const network = networkOf(search.toFile(), env.actionSpace);
 *  console.log(network.mean.length, network.low); // -> 4 Float64Array(1) [ -3 ]
 *  search.close();
 *  @throws TypeError or RangeError for a file that is none */
export function networkOf(
  file: PolicyFile | NetworkFile,
  actions: { low: ArrayLike<number>; high: ArrayLike<number> },
): Network {
  checkPolicyFile(file);
  if (file.format === 'tenon-network-policy') return file;
  const scale = file.variance.map(scaleOf);
  const bias = new Float64Array(file.actions);
  return {
    mean: file.mean,
    scale,
    layers: [{ weights: file.weights, bias, activation: 'none' }],
    low: actions.low,
    high: actions.high,
  };
}

/** Checks that the sizes of a network fit each other; returns those of the layers, the observation's first.
 *  @throws RangeError that names the layer */
export function sizesOf({ mean, scale, layers, low, high }: Network): number[] {
  const sizes = [mean.length];
  if (layers.length === 0) throw new RangeError('network: expected at least one layer');
  if (scale.length !== mean.length) {
    throw new RangeError(
      `network: expected as many numbers in scale as in mean, found ${scale.length} and ${mean.length}`,
    );
  }
  layers.forEach(({ weights, bias, activation }, k) => {
    checkActivation(`network: layer ${k}`, activation);
    const inputs = sizes[k];
    if (weights.length !== bias.length * inputs) {
      const expected = `${bias.length} times ${inputs}`;
      throw new RangeError(`network: layer ${k}: expected ${expected} weights, found ${weights.length}`);
    }
    sizes.push(bias.length);
  });
  const last = sizes[layers.length];
  if (low.length !== last || high.length !== last) {
    throw new RangeError(`network: expected ${last} limits, found ${low.length} low and ${high.length} high`);
  }
  return sizes;
}

/** Feed-forward policies: normalization, layers with activations, limits. */

import { expectInteger, expectNumbers, expectObject, expectOneOf, found } from '../core/expect.ts';
import { checkPolicyFile, type NetworkFile, type PolicyFile, scaleOf } from './policyFile.ts';

/** Activation of a layer. */
export type Activation = 'none' | 'tanh' | 'relu' | 'elu';

const ACTIVATIONS: readonly Activation[] = ['none', 'tanh', 'relu', 'elu'];

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

/** Create a network from a policy file of `tenon train`.
 *
 *  @example
 *  const search = await startSearch('InvertedPendulum-v5', { directions: 2 });
 *  const env = await make('InvertedPendulum-v5');
 *  const network = createNetwork(search.toFile(), env.actionSpace);
 *  console.log(network.mean.length, network.low); // -> 4 Float64Array(1) [ -3 ]
 *  search.close();
 *  @throws TypeError or RangeError for an invalid file */
export function createNetwork(
  file: PolicyFile | NetworkFile,
  actions: { low: ArrayLike<number>; high: ArrayLike<number> },
): Network {
  checkPolicyFile(file);
  if (file.format === 'tenon-network-policy') return file;
  expectNumbers('actions.low', expectObject('actions', actions).low);
  expectNumbers('actions.high', actions.high);
  const scale = Array.from(expectNumbers('policy: variance', file.variance), scaleOf);
  const bias = new Float64Array(expectInteger('policy: actions', file.actions, 0, 2 ** 20));
  return {
    mean: file.mean,
    scale,
    layers: [{ weights: file.weights, bias, activation: 'none' }],
    low: actions.low,
    high: actions.high,
  };
}

/** Check that the sizes of a network match; returns the sizes of the layers, starting with the observation.
 *  @throws RangeError with the index of the layer */
export function layerSizes(network: Network): number[] {
  const { mean, scale, layers, low, high } = expectObject('network', network);
  for (const [name, numbers] of Object.entries({ mean, scale, low, high })) expectNumbers(`network: ${name}`, numbers);
  if (!Array.isArray(layers)) throw new TypeError(`network: layers: expected an array, found ${found(layers)}`);
  const sizes = [mean.length];
  if (layers.length === 0) throw new RangeError('network: expected at least one layer');
  if (scale.length !== mean.length) {
    throw new RangeError(`network: expected scale and mean of equal length, found ${scale.length} and ${mean.length}`);
  }
  layers.forEach((layer, k) => {
    const { weights, bias, activation } = expectObject(`network: layer ${k}`, layer as Layer);
    expectNumbers(`network: layer ${k}: bias`, bias);
    expectNumbers(`network: layer ${k}: weights`, weights);
    expectOneOf(`network: layer ${k}: activation`, activation, ACTIVATIONS);
    const inputs = sizes[k];
    if (weights.length !== bias.length * inputs) {
      const expected = `${bias.length} x ${inputs}`;
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

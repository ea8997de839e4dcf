/** Linear policies over normalized observations, and their files. */
import { expectFinite, expectNumbers, expectObject, found } from '../../core/expect.ts';
import { checkPolicyFile, type NetworkFile, type PolicyFile, scaleOf } from '../../policy/policyFile.ts';
import type { Box } from '../env/space.ts';
import { RunningStatistics } from '../env/wrappers/runningStatistics.ts';
import { Perceptron } from './ppo/perceptron.ts';

/** action = W (observation - mean) / deviation, clipped to the action limits. */
export class LinearPolicy {
  readonly weights: Float64Array;
  readonly statistics: RunningStatistics;
  readonly #actions: Box;

  constructor(actions: Box, observations: number) {
    this.weights = new Float64Array(actions.size * observations);
    this.statistics = new RunningStatistics(observations);
    this.#actions = actions;
  }

  /** Compute the action for an observation stored in an array from `o` on, and write it to another array from `a` on.
   * `weights` and `scales` replace those of the policy. */
  act(
    action: Float64Array,
    a: number,
    observation: Float64Array,
    o: number,
    weights = this.weights,
    scale = this.scale(),
  ): void {
    const { mean } = this.statistics;
    const { low, high } = this.#actions;
    for (let u = 0; u < low.length; u++) {
      let sum = 0;
      for (let i = 0; i < mean.length; i++) {
        sum += weights[u * mean.length + i] * (observation[o + i] - mean[i]) * scale[i];
      }
      action[a + u] = Math.min(Math.max(sum, low[u]), high[u]);
    }
  }

  /** Factor of each observation. */
  scale(): Float64Array {
    return Float64Array.from(this.statistics.variance, scaleOf);
  }

  toFile(environment: string, training: PolicyFile['training']): PolicyFile {
    const { mean, variance, count } = this.statistics;
    return {
      format: 'tenon-linear-policy',
      environment,
      actions: this.#actions.size,
      observations: mean.length,
      weights: [...this.weights],
      mean: [...mean],
      variance: [...variance],
      count,
      training,
    };
  }

  /** @throws RangeError for a file with other sizes */
  restore(file: PolicyFile): void {
    checkPolicyFile(file);
    const { weights, mean, variance, count, actions, observations } = file;
    if (weights?.length !== this.weights.length || mean?.length !== this.statistics.mean.length) {
      const expected = `${this.#actions.size} actions and ${this.statistics.mean.length} observations`;
      throw new RangeError(`policy: expected ${expected}, found ${found(actions)} and ${found(observations)}`);
    }
    expectFinite('policy: count', count, 0);
    this.weights.set(weights);
    this.statistics.mean.set(mean);
    this.statistics.variance.set(variance);
    this.statistics.count = count;
  }
}

/** Create a function from observations to actions from a training file.
 *
 *  @example
 *  const search = await startSearch('InvertedPendulum-v5', { directions: 2 });
 *  const file = JSON.parse(JSON.stringify(search.toFile()));
 *  const env = await make('InvertedPendulum-v5');
 *  const act = policyFromFile(file, env.actionSpace);
 *  const { observation } = env.reset({ seed: 1 });
 *  console.log(env.step(act(observation)).reward); // -> 1
 *  @throws RangeError for a file with other sizes */
export function policyFromFile(
  file: PolicyFile | NetworkFile,
  actions: Box,
): (observation: Float64Array) => Float64Array {
  expectNumbers('actions.low', expectObject('actions', actions).low);
  checkPolicyFile(file);
  if (file.format === 'tenon-network-policy') return networkFrom(file, actions);
  const policy = new LinearPolicy(actions, file.observations);
  policy.restore(file);
  const scale = policy.scale();
  return (observation) => {
    expectNumbers('observation', observation, scale.length);
    const action = new Float64Array(actions.size);
    policy.act(action, 0, observation, 0, policy.weights, scale);
    return action;
  };
}

function networkFrom({ mean, scale, layers }: NetworkFile, actions: Box): (observation: Float64Array) => Float64Array {
  const wrong = layers.findIndex(({ activation }, k) => activation !== (k < layers.length - 1 ? 'tanh' : 'none'));
  if (wrong >= 0) {
    const expected = wrong < layers.length - 1 ? 'tanh' : 'none';
    throw new RangeError(
      `policy: layers[${wrong}]: activation: expected ${expected}, found '${layers[wrong].activation}'`,
    );
  }
  const network = new Perceptron([mean.length, ...layers.map(({ bias }) => bias.length)]);
  const weights = layers.flatMap((layer) => [...layer.weights, ...layer.bias]);
  if (weights.length !== network.weights.length || layers.at(-1)?.bias.length !== actions.size) {
    const found = `${layers.at(-1)?.bias.length} actions from ${weights.length} weights`;
    throw new RangeError(
      `policy: expected ${actions.size} actions from ${network.weights.length} weights, found ${found}`,
    );
  }
  network.weights.set(weights);
  return (observation) => {
    expectNumbers('observation', observation, mean.length);
    const action = network
      .forward(
        Float64Array.from(observation, (x, i) => (x - mean[i]) * scale[i]),
        1,
      )
      .slice();
    return action.map((x, u) => Math.min(Math.max(x, actions.low[u]), actions.high[u]));
  };
}

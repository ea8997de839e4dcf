import { expectFinite } from '../../../core/expect.ts';
import type { Environment, ResetOptions } from '../environment.ts';
import { delegate, expectEnvironment } from './actions.ts';
import { RunningStatistics } from './runningStatistics.ts';

/** Normalize observations to mean 0 and variance 1 over all observations so far. `statistics` can be saved with a
 * policy;
 *  `learning = false` freezes it.
 *
 *  @example
 *  const env = normalizeObservation(await make('Hopper-v5'));
 *  env.reset({ seed: 1 });
 *  env.step([0, 0, 0]);
 *  console.log(Math.round(env.statistics.count)); // -> 2 */
export function normalizeObservation(
  env: Environment,
): Environment & { readonly statistics: RunningStatistics; learning: boolean } {
  const statistics = new RunningStatistics(expectEnvironment('normalizeObservation', env).observationSpace.size);
  const wrapped = {
    ...delegate(env),
    statistics,
    learning: true,
    reset(options?: ResetOptions) {
      const result = env.reset(options);
      result.observation = see(result.observation);
      return result;
    },
    step(action: ArrayLike<number>) {
      const result = env.step(action);
      result.observation = see(result.observation);
      return result;
    },
  };
  function see(observation: Float64Array): Float64Array {
    if (wrapped.learning) statistics.add(observation);
    return statistics.normalize(observation);
  }
  return wrapped;
}

/** Divide rewards by the standard deviation of the discounted return, so that the return has a variance of about 1.
 *
 *  @example
 *  const env = normalizeReward(await make('Hopper-v5'), 0.99);
 *  env.reset();
 *  console.log(env.step([0, 0, 0]).reward > 0); // -> true */
export function normalizeReward(env: Environment, discount = 0.99): Environment {
  expectEnvironment('normalizeReward', env);
  expectFinite('discount', discount, 0, 1);
  const statistics = new RunningStatistics(1);
  let sum = 0;
  return {
    ...delegate(env),
    step(action) {
      const result = env.step(action);
      sum = sum * discount * (result.terminated ? 0 : 1) + result.reward;
      statistics.add([sum]);
      result.reward /= Math.sqrt(statistics.variance[0] + 1e-8);
      return result;
    },
  };
}

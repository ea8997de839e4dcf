import { found } from '../../../core/expect.ts';
import type { Environment } from '../environment.ts';
import { Box } from '../space.ts';
import { delegate, expectEnvironment } from './actions.ts';

const MAX_FRAMES = 2 ** 20;

/** Concatenate the last `count` observations, oldest first. An episode starts with copies of its first observation.
 *
 *  @example
 *  const env = frameStack(await make('InvertedPendulum-v5'), 3);
 *  console.log(env.reset().observation.length); // -> 12 */
export function frameStack(env: Environment, count: number): Environment {
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_FRAMES)) {
    throw new RangeError(`frameStack: expected at least 1 observation, found ${found(count)}`);
  }
  const { low, high, size } = expectEnvironment('frameStack', env).observationSpace;
  const repeated = (limits: Float64Array) => Array.from({ length: count }, () => [...limits]).flat();
  const frames = new Float64Array(count * size);
  return {
    ...delegate(env),
    observationSpace: new Box(repeated(low), repeated(high)),
    reset(options) {
      const { observation, info } = env.reset(options);
      for (let k = 0; k < count; k++) frames.set(observation, k * size);
      return { observation: frames.slice(), info };
    },
    step(action) {
      const result = env.step(action);
      frames.copyWithin(0, size);
      frames.set(result.observation, (count - 1) * size);
      result.observation = frames.slice();
      return result;
    },
  };
}

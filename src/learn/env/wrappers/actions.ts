import { expectFunction, expectInteger, expectNumbers, expectObject } from '../../../core/expect.ts';
import type { Environment } from '../environment.ts';
import { Box } from '../space.ts';

/** Clip actions to the limits; any numbers are accepted.
 *
 *  @example
 *  const env = clipAction(await make('Swimmer-v5'));
 *  env.reset();
 *  env.step([5, -5]); // as [1, -1] */
export function clipAction(env: Environment): Environment {
  expectEnvironment('clipAction', env);
  return {
    ...delegate(env),
    actionSpace: Box.unlimited(env.actionSpace.size),
    step: (action) => env.step(env.actionSpace.clip(action)),
  };
}

/** Rescale actions from [-1, 1] to the limits of the environment.
 *
 *  @example
 *  const env = rescaleAction(await make('Humanoid-v5'));
 *  console.log(env.actionSpace.high[0]); // -> 1 */
export function rescaleAction(env: Environment): Environment {
  const { low, high, size } = expectEnvironment('rescaleAction', env).actionSpace;
  const wrong = low.findIndex((limit, i) => !Number.isFinite(high[i] - limit));
  if (wrong >= 0)
    throw new RangeError(`rescaleAction: expected actions with finite limits, found none for action ${wrong}`);
  const one = new Float64Array(size).fill(1);
  return {
    ...delegate(env),
    actionSpace: new Box(
      one.map((x) => -x),
      one,
    ),
    step(action) {
      expectNumbers('step: action', action, size);
      return env.step(low.map((limit, i) => limit + ((action[i] + 1) / 2) * (high[i] - limit)));
    },
  };
}

/** @throws TypeError if it is not an environment */
export function expectEnvironment(caller: string, env: Environment): Environment {
  expectObject(`${caller}: env`, env);
  for (const name of ['reset', 'step', 'close'] as const) expectFunction(`${caller}: env.${name}`, env[name]);
  for (const name of ['actionSpace', 'observationSpace'] as const) {
    expectInteger(`${caller}: env.${name}.size`, expectObject(`${caller}: env.${name}`, env[name]).size, 0);
  }
  return env;
}

/** The members of an environment, for wrappers that replace some of them. */
export function delegate(env: Environment): Environment {
  return {
    observationSpace: env.observationSpace,
    actionSpace: env.actionSpace,
    reset: (options) => env.reset(options),
    step: (action) => env.step(action),
    close: () => env.close(),
  };
}

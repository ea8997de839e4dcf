import type { Environment } from '../environment.ts';
import { expectEpisodeSteps } from '../options.ts';
import { delegate, expectEnvironment } from './actions.ts';

/** Truncate episodes after a number of actions. `make` does this by default.
 *
 *  @example
 *  const env = timeLimit(await make('Swimmer-v5'), 3);
 *  env.reset();
 *  const ends = [1, 2, 3].map(() => env.step([0, 0]).truncated);
 *  console.log(ends); // -> [ false, false, true ] */
export function timeLimit(env: Environment, steps: number): Environment {
  expectEnvironment('timeLimit', env);
  expectEpisodeSteps('timeLimit: steps', steps);
  let taken = 0;
  return {
    ...delegate(env),
    reset(options) {
      taken = 0;
      return env.reset(options);
    },
    step(action) {
      const result = env.step(action);
      taken++;
      if (taken >= steps) result.truncated = true;
      return result;
    },
  };
}

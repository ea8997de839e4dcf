/** Runs one episode in every world of a vector, each with its own weights. */
import type { VectorEnvironment } from '../env/vector.ts';
import type { LinearPolicy } from './linearPolicy.ts';

/** Results of the episodes. */
export interface Episodes {
  /** Sum of rewards of each world. */
  returns: Float64Array;
  /** Number of actions in each world until its episode ended. */
  lengths: Int32Array;
}

/** Run an episode in every world, then add all observations to the statistics of `policy`.
 *  @param weights of world `i` */
export async function runEpisodes(
  envs: VectorEnvironment,
  policy: LinearPolicy,
  weights: (i: number) => Float64Array,
  seeds: readonly (readonly number[])[],
): Promise<Episodes> {
  const [actionSize, size] = [envs.actionSpace.size, envs.observationSpace.size];
  const actions = new Float64Array(envs.n * actionSize);
  const returns = new Float64Array(envs.n);
  const lengths = new Int32Array(envs.n);
  const running = new Uint8Array(envs.n).fill(1);
  const scale = policy.scale();
  const seen: Float64Array[] = [];
  let [observations, left] = [await envs.reset({ seed: seeds }), envs.n];
  while (left > 0) {
    for (let i = 0; i < envs.n; i++) {
      if (!running[i]) continue;
      seen.push(observations.slice(i * size, (i + 1) * size));
      policy.act(actions, i * actionSize, observations, i * size, weights(i), scale);
    }
    const result = await envs.step(actions);
    for (let i = 0; i < envs.n; i++) {
      if (!running[i]) continue;
      lengths[i]++;
      returns[i] += result.rewards[i];
      if (!result.terminated[i] && !result.truncated[i]) continue;
      running[i] = 0;
      left--;
    }
    observations = result.observations;
  }
  for (const observation of seen) policy.statistics.add(observation);
  return { returns, lengths };
}

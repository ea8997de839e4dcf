/** Random search in the space of linear policies: augmented random search and evolution strategies. */
import { expectFinite, expectInteger, expectObject } from '../../core/expect.ts';
import type { PolicyFile } from '../../policy/policyFile.ts';
import { type EnvironmentId, findTaskKind, type OptionsOf } from '../env/kinds.ts';
import type { MakeOptions } from '../env/make.ts';
import { withDefaults } from '../env/options.ts';
import { Generator } from '../env/random/generator.ts';
import { makeVector, type VectorEnvironment } from '../env/vector.ts';
import { runEpisodes } from './episodes.ts';
import { LinearPolicy } from './linearPolicy.ts';
import { type Rule, rules } from './rules.ts';

/** The update rule: `ars` (Mania, Guy and Recht, "Simple random search provides a competitive approach to reinforcement
 * learning", 2018, V2-t) or `es` (Salimans et al., "Evolution Strategies as a Scalable Alternative
 *  to Reinforcement Learning", 2017, with centered ranks). */
export type SearchAlgorithm = keyof typeof rules;

/** Options of `startSearch`. */
export interface SearchOptions {
  algorithm?: SearchAlgorithm;
  /** Seed; equal seeds train bit-identical policies, on any number of threads. */
  seed?: number;
  /** Directions tested per iteration, each forward and backward. */
  directions?: number;
  /** Number of directions with the best returns that are used; all for `es`. */
  top?: number;
  stepSize?: number;
  /** Standard deviation of the tested perturbations. */
  noise?: number;
  /** Episodes per iteration with the unperturbed policy, for the learning curve. */
  evaluations?: number;
  /**
   * Subtracted from the reward of each step when directions are compared; 1 suits walkers that are rewarded for
   * standing.
   */
  bonus?: number;
  threads?: number;
  /** Continue from a file. */
  resume?: PolicyFile;
}

/** The result of an iteration. */
export interface Iteration {
  iteration: number;
  /** Actions taken so far. */
  steps: number;
  /** Mean return of the policy, before this iteration's update. */
  return: number;
  /** Best return of a perturbed policy. */
  best: number;
}

const usual = { directions: 32, top: 8, stepSize: 0.02, noise: 0.03, evaluations: 2, bonus: 0, seed: 0, threads: 0 };

/** A search, iteration by iteration. Created by `startSearch`.
 *
 *  @example
 *  const search = await startSearch('Swimmer-v5', { seed: 1, directions: 2 }, { max_episode_steps: 20 });
 *  for (let k = 0; k < 2; k++) await search.iterate();
 *  console.log(search.toFile().training.iteration); // -> 2
 *  search.close(); */
export class Search {
  readonly policy: LinearPolicy;
  readonly #envs: VectorEnvironment;
  readonly #id: EnvironmentId;
  readonly #options: Required<Omit<SearchOptions, 'resume'>>;
  readonly #rule: Rule;
  #last: Iteration;

  constructor(id: EnvironmentId, envs: VectorEnvironment, options: SearchOptions) {
    this.#id = id;
    this.#envs = envs;
    this.#options = withUsual(options);
    this.#rule = rules[this.#options.algorithm];
    this.policy = new LinearPolicy(envs.actionSpace, envs.observationSpace.size);
    const { resume } = options;
    if (resume) this.policy.restore(resume);
    const { iteration = 0, steps = 0, return: reached = 0 } = resume?.training ?? {};
    this.#last = { iteration, steps, return: reached, best: reached };
  }

  /** Test directions and move the policy along the better ones. */
  async iterate(): Promise<Iteration> {
    const { directions, seed, noise, evaluations, bonus } = this.#options;
    const iteration = this.#last.iteration + 1;
    const deltas = Array.from({ length: directions }, (_, k) => this.#direction([seed, iteration, k]));
    const tried = deltas.flatMap((delta) => [this.#moved(delta, noise), this.#moved(delta, -noise)]);
    // both signs start from the same state, so that only the policy differs
    const seeds = Array.from({ length: this.#envs.n }, (_, i) => [seed, iteration, i >> 1, 1]);
    const weights = (i: number) => tried[i] ?? this.policy.weights;
    const { returns, lengths } = await runEpisodes(this.#envs, this.policy, weights, seeds);
    const scores = returns.map((sum, i) => sum - bonus * lengths[i]);
    this.#rule(this.policy.weights, deltas, scores.subarray(0, 2 * directions), this.#options);
    const own = returns.subarray(2 * directions);
    this.#last = {
      iteration,
      steps: lengths.reduce((sum, length) => sum + length, this.#last.steps),
      return: own.reduce((sum, x) => sum + x, 0) / evaluations,
      best: returns.reduce((max, x) => Math.max(max, x), -Infinity),
    };
    return this.#last;
  }

  /** The current policy, for a file. */
  toFile(): PolicyFile {
    const { algorithm, seed } = this.#options;
    const { iteration, steps, return: reached } = this.#last;
    return this.policy.toFile(this.#id, { algorithm, seed, iteration, steps, return: reached });
  }

  close(): void {
    this.#envs.close();
  }

  #direction(seed: readonly number[]): Float64Array {
    const random = new Generator(seed);
    return this.policy.weights.map(() => random.standardNormal());
  }

  #moved(delta: Float64Array, far: number): Float64Array {
    return this.policy.weights.map((weight, i) => weight + far * delta[i]);
  }
}

/** Start a search for a policy of an environment.
 *
 *  @example
 *  const search = await startSearch('InvertedPendulum-v5', { seed: 1, directions: 4, top: 2, noise: 0.1 });
 *  const { iteration, steps } = await search.iterate();
 *  console.log(iteration, steps > 0); // -> 1 true
 *  search.close(); */
export async function startSearch<Id extends EnvironmentId>(
  id: Id,
  options: SearchOptions = {},
  environment: MakeOptions & OptionsOf<Id> = {} as MakeOptions & OptionsOf<Id>,
): Promise<Search> {
  findTaskKind(id);
  const all = withUsual(options);
  const { directions, evaluations, threads } = all;
  const resume = options.resume && copyPolicyFile(expectObject('resume', options.resume));
  const wanted = { ...expectObject('environment', environment), threads, autoreset: false };
  const envs = await makeVector(id, 2 * directions + evaluations, wanted);
  try {
    return new Search(id, envs, { ...all, ...(resume && { resume }) });
  } catch (error) {
    envs.close();
    throw error;
  }
}

/** A copy of the file: the caller may change its own while environments are created. */
function copyPolicyFile({ weights, mean, variance, training, ...rest }: PolicyFile): PolicyFile {
  const list = (numbers: number[]) => (Array.isArray(numbers) ? [...numbers] : numbers);
  return {
    ...rest,
    weights: list(weights),
    mean: list(mean),
    variance: list(variance),
    training: { ...training },
  };
}

/** @throws TypeError or RangeError with the name of the option */
function withUsual(options: SearchOptions): Required<Omit<SearchOptions, 'resume'>> {
  const all = withDefaults('search', { ...usual, algorithm: 'ars' as SearchAlgorithm }, options, ['resume']);
  if (!Object.hasOwn(rules, all.algorithm)) {
    throw new RangeError(`algorithm: expected ${Object.keys(rules).join(' or ')}, found '${all.algorithm}'`);
  }
  for (const name of ['directions', 'evaluations', 'top'] as const) expectInteger(`search: ${name}`, all[name], 1);
  for (const name of ['seed', 'threads'] as const) expectInteger(`search: ${name}`, all[name], 0);
  for (const name of ['stepSize', 'noise', 'bonus'] as const) expectFinite(`search: ${name}`, all[name]);
  return { ...all, top: Math.min(all.top, all.directions) };
}

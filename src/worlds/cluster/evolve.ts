/** Evolution strategies: random changes of Model parameters, weighted by the scores of the worlds. */

import { checkJobSpec, type JobSpec } from './jobSpec.ts';
import { expectFinite, expectText, expectWhole, MAX_WORLDS } from './limits.ts';
import { worldRandom } from './random.ts';
import { type SubmitOptions, submit } from './submit.ts';
import type { TaskResult } from './task.ts';

/** Options of `evolve`. */
export interface Evolution {
  /** Model field to optimize. Policy parameters are best stored in `numeric_data`, where the policy reads them. */
  field: string;
  /** Initial values. */
  start: readonly number[];
  /** Standard deviation of the random changes. */
  sigma: number;
  /** Step size along the estimated gradient. */
  rate: number;
  /** Worlds per generation; even, since each change is tested in both directions. */
  population: number;
  generations: number;
  seed?: number;
  /** Score of a world from its results; larger is better. `i` is its index in the results. */
  score: (result: TaskResult, i: number) => number;
}

/** The result of a generation. */
export interface Generation {
  generation: number;
  mean: number[];
  /** Best and mean score of its worlds. */
  best: number;
  average: number;
}

/** Evolution strategies with antithetic sampling and rank-based score shaping (Salimans et al. 2017, algorithm 1). Each
 * generation is a separate job, so an interrupted run resumes where it stopped.
 *
 *  ```ts
 * for await (const { best, mean } of evolve(job, { field: 'numeric_data', start, sigma: 0.1, rate: 0.05, population:
 * 64, generations: 20, score })) {
 *    console.log(best, mean);
 *  }
 *  ``` */
export function evolve(job: JobSpec, evolution: Evolution, options: SubmitOptions = {}): AsyncGenerator<Generation> {
  // copied now: later changes of these objects have no effect
  try {
    return generationsOf(checkJobSpec(job), checkEvolution(evolution), { ...options });
  } catch (error) {
    return failing(error);
  }
}

/** Reports an error when the first generation is requested. */
// biome-ignore lint/correctness/useYield: there is nothing to yield
async function* failing(error: unknown): AsyncGenerator<Generation> {
  throw error;
}

/** A checked copy. */
function checkEvolution(given: Evolution): Evolution {
  const evolution = { ...given, start: Array.from(given.start, (x, k) => expectFinite(`evolve: start[${k}]`, x)) };
  const { population } = evolution;
  expectText('evolve: field', evolution.field);
  for (const name of ['sigma', 'rate'] as const) expectFinite(`evolve: ${name}`, evolution[name]);
  expectWhole('evolve: generations', evolution.generations, 0, Number.MAX_SAFE_INTEGER);
  if (!Number.isInteger(population) || population < 2 || population > MAX_WORLDS || population % 2 !== 0)
    throw new RangeError(`evolve: population: expected an even number from 2 to ${MAX_WORLDS}, found ${population}`);
  return evolution;
}

async function* generationsOf(job: JobSpec, evolution: Evolution, options: SubmitOptions): AsyncGenerator<Generation> {
  const { field, sigma, rate, population, generations, seed = 0, score } = evolution;
  let mean = [...evolution.start];
  for (let generation = 0; generation < generations; generation++) {
    const changes = Array.from({ length: population }, (_, world) => changeOf(seed, generation, world, mean.length));
    const candidates = changes.flatMap((change) => change.map((x, k) => mean[k] + sigma * x));
    const parameters = { ...job.parameters, [field]: candidates };
    const scores = new Float64Array(population);
    for await (const result of submit({ ...job, worlds: population, parameters }, options)) {
      for (let i = 0; i < result.nbatch; i++) scores[result.first + i] = score(result, i);
    }
    mean = followed(mean, changes, ranks(scores), rate / (population * sigma));
    const average = scores.reduce((sum, x) => sum + x, 0) / population;
    yield { generation, mean: [...mean], best: Math.max(...scores), average };
  }
}

/** Worlds 2k and 2k + 1 have opposite changes. */
function changeOf(seed: number, generation: number, world: number, length: number): number[] {
  const random = worldRandom(seed + 7919 * generation, world >> 1);
  return Array.from({ length }, () => (world % 2 === 0 ? 1 : -1) * normal(random));
}

/**
 * A normally distributed value from a sum of uniform ones (Irwin-Hall): needs no functions that differ between
 * machines.
 */
function normal(random: () => number): number {
  let sum = 0;
  for (let k = 0; k < 12; k++) sum += random();
  return sum / 2;
}

/** Ranks from -0.5 to 0.5, so that outliers have no extra weight. */
function ranks(scores: Float64Array): Float64Array {
  const order = Array.from(scores.keys()).sort((a, b) => scores[a] - scores[b] || a - b);
  const found = new Float64Array(scores.length);
  order.forEach((world, rank) => {
    found[world] = rank / (scores.length - 1) - 0.5;
  });
  return found;
}

function followed(
  mean: readonly number[],
  changes: readonly number[][],
  weights: Float64Array,
  scale: number,
): number[] {
  return mean.map((x, k) => x + scale * changes.reduce((sum, change, world) => sum + weights[world] * change[k], 0));
}

/** Proximal policy optimization: a network acts in many worlds and is trained on the results. */

import { expectFinite, expectInteger, expectNumbers, expectObject } from '../../../core/expect.ts';
import { exp } from '../../../core/math/elementary/exp.ts';
import type { NetworkFile } from '../../../policy/policyFile.ts';
import { type EnvironmentId, findTaskKind, type OptionsOf } from '../../env/kinds.ts';
import type { MakeOptions } from '../../env/make.ts';
import { withDefaults } from '../../env/options.ts';
import { Generator } from '../../env/random/generator.ts';
import { makeVector, type VectorEnvironment } from '../../env/vector.ts';
import { RunningStatistics } from '../../env/wrappers/runningStatistics.ts';
import type { Iteration } from '../search.ts';
import { Adam, clipNorm } from './adam.ts';
import { advantages, type Stretch } from './advantage.ts';
import { logDensity, policyLoss } from './loss.ts';
import { Perceptron } from './perceptron.ts';

/** Options of `startPpo`. */
export interface PpoOptions {
  /** Seed; equal seeds train bit-identical policies, on any number of threads. */
  seed?: number;
  /** Number of worlds, and steps per iteration in each. */
  worlds?: number;
  steps?: number;
  /** Units of each hidden layer, for both the policy and the value function. */
  hidden?: readonly number[];
  /** Passes over the steps of an iteration, and size of a minibatch. */
  epochs?: number;
  minibatch?: number;
  rate?: number;
  discount?: number;
  /** Decay of the advantage estimation (lambda). */
  decay?: number;
  clip?: number;
  /** Bonus for entropy. */
  entropy?: number;
  threads?: number;
}

const usual = {
  seed: 0,
  worlds: 16,
  steps: 128,
  hidden: [64, 64] as readonly number[],
  epochs: 10,
  minibatch: 256,
  rate: 3e-4,
  discount: 0.99,
  decay: 0.95,
  clip: 0.2,
  entropy: 0,
  threads: 0,
};

/** Maximum gradient norm of an update. */
const LONGEST = 0.5;
/** Normalized observations are clamped to this many standard deviations. */
const FARTHEST = 10;

/** A training run, iteration by iteration. Created by `startPpo`.
 *
 *  @example
 *  const training = await startPpo('InvertedPendulum-v5', { seed: 1, worlds: 2, steps: 8, minibatch: 8, epochs: 1 });
 *  const { iteration, steps } = await training.iterate();
 *  console.log(iteration, steps); // -> 1 16
 *  training.close(); */
export class Ppo {
  readonly policy: Perceptron;
  readonly #value: Perceptron;
  readonly #logDeviations: Float64Array;
  readonly #statistics: RunningStatistics;
  readonly #envs: VectorEnvironment;
  readonly #id: EnvironmentId;
  readonly #options: Required<PpoOptions>;
  readonly #optimizers: { policy: Adam; value: Adam; deviations: Adam };
  /** Returns of the running episodes, and of those that ended recently. */
  readonly #running: Float64Array;
  #finished: number[] = [];
  #observations: Float64Array | undefined;
  #last: Iteration = { iteration: 0, steps: 0, return: 0, best: 0 };

  constructor(id: EnvironmentId, envs: VectorEnvironment, options: Required<PpoOptions>) {
    const [observations, actions] = [envs.observationSpace.size, envs.actionSpace.size];
    this.#id = id;
    this.#envs = envs;
    this.#options = options;
    this.policy = new Perceptron([observations, ...options.hidden, actions]);
    this.#value = new Perceptron([observations, ...options.hidden, 1]);
    const random = new Generator([options.seed, 0]);
    this.policy.initialize(random, 0.01);
    this.#value.initialize(random, 1);
    this.#logDeviations = new Float64Array(actions).fill(-0.5);
    this.#statistics = new RunningStatistics(observations);
    this.#running = new Float64Array(envs.n);
    this.#optimizers = {
      policy: new Adam(this.policy.weights.length),
      value: new Adam(this.#value.weights.length),
      deviations: new Adam(actions),
    };
  }

  /** Collect steps in every world and train on them. */
  async iterate(): Promise<Iteration> {
    const iteration = this.#last.iteration + 1;
    const random = new Generator([this.#options.seed, iteration]);
    this.#finished = [];
    const seen = await this.#collect(random);
    this.#learn(seen, random);
    const ended = this.#finished;
    const mean = ended.reduce((sum, x) => sum + x, 0) / ended.length;
    this.#last = {
      iteration,
      steps: this.#last.steps + seen.stretch.n * seen.stretch.steps,
      // no episode may have ended
      return: ended.length > 0 ? mean : this.#last.return,
      best: ended.length > 0 ? ended.reduce((max, x) => Math.max(max, x)) : this.#last.best,
    };
    return this.#last;
  }

  /** The current policy, for a file: its means, without exploration noise. */
  toFile(): NetworkFile {
    const { iteration, steps, return: reached } = this.#last;
    const { low, high } = this.#envs.actionSpace;
    return {
      format: 'tenon-network-policy',
      environment: this.#id,
      mean: [...this.#statistics.mean],
      scale: [...this.#scale()],
      layers: this.policy.layers(),
      low: [...low],
      high: [...high],
      training: { algorithm: 'ppo', seed: this.#options.seed, iteration, steps, return: reached },
    };
  }

  close(): void {
    this.#envs.close();
  }

  #scale(): Float64Array {
    return this.#statistics.variance.map((variance) => 1 / Math.sqrt(variance + 1e-8));
  }

  /** (observation - mean) scale, clamped, for each row. */
  #normalize(rows: Float64Array): Float64Array {
    const { mean } = this.#statistics;
    const scale = this.#scale();
    return rows.map((x, k) => {
      const i = k % mean.length;
      return Math.min(Math.max((x - mean[i]) * scale[i], -FARTHEST), FARTHEST);
    });
  }

  async #collect(random: Generator): Promise<Seen> {
    const { n } = this.#envs;
    const { steps } = this.#options;
    const seen = emptySeen(n, steps, this.#envs.observationSpace.size, this.#envs.actionSpace.size);
    this.#observations ??= (await this.#envs.reset({ seed: this.#options.seed })).slice();
    for (let t = 0; t < steps; t++) await this.#act(seen, t, random);
    return seen;
  }

  /** One step of all worlds. */
  async #act(seen: Seen, t: number, random: Generator): Promise<void> {
    const { n } = this.#envs;
    const [size, width] = [this.#envs.actionSpace.size, this.#envs.observationSpace.size];
    const raw = this.#observations!;
    for (let i = 0; i < n; i++) this.#statistics.add(raw, i * width);
    const input = this.#normalize(raw);
    const means = this.policy.forward(input, n);
    const actions = means.map((mean, k) => mean + exp(this.#logDeviations[k % size]) * random.standardNormal());
    const { low, high } = this.#envs.actionSpace;
    const taken = actions.map((x, k) => Math.min(Math.max(x, low[k % size]), high[k % size]));
    seen.inputs.set(input, t * n * width);
    seen.actions.set(actions, t * n * size);
    seen.stretch.values.set(this.#value.forward(input, n), t * n);
    for (let i = 0; i < n; i++) seen.logs[t * n + i] = logDensity(actions, means, this.#logDeviations, i);
    const result = await this.#envs.step(taken);
    // the next value is 0 only if the task ended; a truncated episode has the value of its last observation
    const after = result.observations.slice();
    for (const [i, last] of result.finalObservations) after.set(last, i * width);
    const values = this.#value.forward(this.#normalize(after), n);
    for (let i = 0; i < n; i++) {
      const ended = result.terminated[i] + result.truncated[i] > 0;
      seen.stretch.rewards[t * n + i] = result.rewards[i];
      seen.stretch.nextValues[t * n + i] = result.terminated[i] ? 0 : values[i];
      seen.stretch.ended[t * n + i] = ended ? 1 : 0;
      this.#running[i] += result.rewards[i];
      if (!ended) continue;
      this.#finished.push(this.#running[i]);
      this.#running[i] = 0;
    }
    this.#observations = result.observations.slice();
  }

  #learn(seen: Seen, random: Generator): void {
    const { discount, decay, epochs, minibatch } = this.#options;
    const gains = advantages(seen.stretch, discount, decay);
    const targets = gains.map((gain, k) => gain + seen.stretch.values[k]);
    const order = Uint32Array.from(gains, (_, k) => k);
    for (let epoch = 0; epoch < epochs; epoch++) {
      shuffle(order, random);
      for (let from = 0; from < order.length; from += minibatch) {
        this.#update(seen, gains, targets, order.subarray(from, from + minibatch));
      }
    }
  }

  /** One update of both networks with a minibatch of rows. */
  #update(seen: Seen, gains: Float64Array, targets: Float64Array, rows: Uint32Array): void {
    const n = rows.length;
    const width = this.#envs.observationSpace.size;
    const inputs = gathered(seen.inputs, rows, width);
    const actions = gathered(seen.actions, rows, this.#logDeviations.length);
    const means = this.policy.forward(inputs, n);
    const byMeans = new Float64Array(means.length);
    const byDeviations = new Float64Array(this.#logDeviations.length);
    const batch = {
      n,
      actions,
      oldLogs: gathered(seen.logs, rows, 1),
      advantages: standardize(gathered(gains, rows, 1)),
    };
    policyLoss(batch, means, this.#logDeviations, this.#options, byMeans, byDeviations);
    const byPolicy = new Float64Array(this.policy.weights.length);
    this.policy.backward(byMeans, n, byPolicy);
    const values = this.#value.forward(inputs, n);
    // half of the mean squared error
    const byValues = values.map((value, k) => (value - targets[rows[k]]) / n);
    const byValue = new Float64Array(this.#value.weights.length);
    this.#value.backward(byValues, n, byValue);
    clipNorm(byPolicy, LONGEST);
    clipNorm(byValue, LONGEST);
    const { rate } = this.#options;
    this.#optimizers.policy.step(this.policy.weights, byPolicy, rate);
    this.#optimizers.deviations.step(this.#logDeviations, byDeviations, rate);
    this.#optimizers.value.step(this.#value.weights, byValue, rate);
  }
}

/** The steps of an iteration, for all worlds. */
interface Seen {
  stretch: Stretch;
  inputs: Float64Array;
  actions: Float64Array;
  logs: Float64Array;
}

function emptySeen(n: number, steps: number, observations: number, actions: number): Seen {
  const [rewards, values, nextValues, logs] = Array.from({ length: 4 }, () => new Float64Array(n * steps));
  return {
    stretch: { n, steps, rewards, values, nextValues, ended: new Uint8Array(n * steps) },
    inputs: new Float64Array(n * steps * observations),
    actions: new Float64Array(n * steps * actions),
    logs,
  };
}

function gathered(from: Float64Array, rows: Uint32Array, width: number): Float64Array {
  const result = new Float64Array(rows.length * width);
  rows.forEach((row, k) => {
    for (let i = 0; i < width; i++) result[k * width + i] = from[row * width + i];
  });
  return result;
}

/** Scales values to mean 0 and standard deviation 1. */
function standardize(numbers: Float64Array): Float64Array {
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  const square = numbers.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / numbers.length;
  return numbers.map((x) => (x - mean) / (Math.sqrt(square) + 1e-8));
}

/** Fisher-Yates shuffle. */
function shuffle(order: Uint32Array, random: Generator): void {
  for (let k = order.length - 1; k > 0; k--) {
    const other = random.integers(0, k + 1);
    [order[k], order[other]] = [order[other], order[k]];
  }
}

/** Start training a network for an environment.
 *
 *  @example
 * const training = await startPpo('Hopper-v5', { seed: 1, worlds: 2, steps: 4, minibatch: 8, epochs: 1, hidden: [8]
 * });
 *  await training.iterate();
 *  console.log(training.toFile().layers.length); // -> 2
 *  training.close();
 *  @throws RangeError for an unknown id or option */
export async function startPpo<Id extends EnvironmentId>(
  id: Id,
  options: PpoOptions = {},
  environment: MakeOptions & OptionsOf<Id> = {} as MakeOptions & OptionsOf<Id>,
): Promise<Ppo> {
  findTaskKind(id);
  const all = withUsual(options);
  const { worlds, threads } = all;
  const envs = await makeVector(id, worlds, { ...expectObject('environment', environment), threads });
  return new Ppo(id, envs, all);
}

/** @throws TypeError or RangeError with the name of the option */
function withUsual(options: PpoOptions): Required<PpoOptions> {
  const all = withDefaults('ppo', usual, options, [], ['hidden']);
  for (const name of ['worlds', 'steps', 'epochs', 'minibatch'] as const) expectInteger(`ppo: ${name}`, all[name], 1);
  for (const name of ['seed', 'threads'] as const) expectInteger(`ppo: ${name}`, all[name], 0);
  for (const name of ['rate', 'discount', 'decay', 'clip', 'entropy'] as const) expectFinite(`ppo: ${name}`, all[name]);
  const hidden = Array.from(expectNumbers('ppo: hidden', all.hidden));
  for (const [k, units] of hidden.entries()) expectInteger(`ppo: hidden[${k}]`, units, 1);
  return { ...all, hidden };
}

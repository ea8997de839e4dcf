/** Many environments of one kind, stepped together on one or several threads. */
import { Batch } from '../../batch.ts';
import { expectBoolean, expectInteger, expectNumbers, expectObject, found } from '../../core/expect.ts';
import { Data, forward, getState, type Model, resetData, StateBit, stateSize } from '../../index.ts';
import type { Info } from './environment.ts';
import { type EnvironmentId, findTaskKind, type OptionsOf } from './kinds.ts';
import { limitOf, loadKind, type MakeOptions, taskOptions } from './make.ts';
import { Generator } from './random/generator.ts';
import type { Seed } from './random/seedSequence.ts';
import { actionsOf } from './simulation.ts';
import { Box } from './space.ts';
import {
  type CommonOptions,
  type Task,
  type TaskField,
  type TaskKind,
  taskFields,
  taskWorld,
  type World,
} from './task.ts';

/** Options of `makeVector`. */
export interface VectorOptions {
  /** Threads that step the worlds (default: 0, the calling thread). Results do not depend on it. */
  threads?: number;
  /** Start the next episode of a world in the step that ends its episode (default: true). */
  autoreset?: boolean;
}

/** Results of a step of all worlds, one row or value each. The next step overwrites the arrays. */
export interface VectorStep {
  /** Observations after the step; for restarted worlds, the first ones of the new episode. */
  observations: Float64Array;
  rewards: Float64Array;
  /** 1 if the task has ended. */
  terminated: Uint8Array;
  /** 1 if the time limit truncated the episode. */
  truncated: Uint8Array;
  infos: Info[];
  /** Last observations of episodes that ended in this step, by world. */
  finalObservations: Map<number, Float64Array>;
}

/** Environments of one kind, each with its own random sequence. Created by `makeVector`.
 *
 *  @example
 *  const envs = await makeVector('HalfCheetah-v5', 4);
 *  const observations = await envs.reset({ seed: 42 });
 *  const { rewards } = await envs.step(new Float64Array(4 * envs.actionSpace.size));
 *  console.log(observations.length / 4, rewards.length); // -> 17 4
 *  envs.close(); */
export class VectorEnvironment {
  /** Number of worlds. */
  readonly n: number;
  /** Observation space of one world. */
  readonly observationSpace: Box;
  /** Action space of one world. */
  readonly actionSpace: Box;
  readonly model: Model;
  /** The worlds, for viewers and recorders. */
  readonly batch: Batch;
  readonly #tasks: readonly Task[];
  readonly #fields: readonly { array: Float64Array; width: number; first: Float64Array }[];
  readonly #draw: ((random: Generator) => Record<string, Float64Array>) | undefined;
  /** Computes the initial states of episodes. */
  readonly #first: { data: Data; task: Task };
  readonly #random: Generator[];
  readonly #taken: Int32Array;
  readonly #frames: number;
  readonly #limit: number;
  readonly #autoreset: boolean;
  #busy = false;
  #started = false;
  readonly #observations: Float64Array;
  readonly #rewards: Float64Array;
  readonly #terminated: Uint8Array;
  readonly #truncated: Uint8Array;

  constructor(
    kind: TaskKind,
    model: Model,
    n: number,
    options: CommonOptions,
    { threads = 0, autoreset = true, limit = kind.maxEpisodeSteps }: VectorOptions & { limit?: number } = {},
  ) {
    this.n = n;
    this.model = model;
    this.actionSpace = actionsOf(model);
    this.observationSpace = Box.unlimited(kind.observationSize(model, options));
    const fields = taskFields(kind);
    this.batch = new Batch(model, n, { threads, fields });
    const data = new Data(model);
    const first = taskWorld(kind, data);
    this.#first = { data, task: kind.rules(model, first, options) };
    this.#fields = fields.map((field) => bound(this.batch, field, first[field]));
    this.#tasks = Array.from({ length: n }, (_, i) => kind.rules(model, worldRows(this.batch, fields, i), options));
    this.#random = Array.from({ length: n }, () => new Generator());
    this.#draw = kind.parameters && ((random) => kind.parameters!(model, options, random));
    this.#frames = options.frame_skip;
    this.#limit = limit;
    this.#autoreset = autoreset;
    this.#taken = new Int32Array(n);
    this.#observations = new Float64Array(n * this.observationSpace.size);
    this.#rewards = new Float64Array(n);
    this.#terminated = new Uint8Array(n);
    this.#truncated = new Uint8Array(n);
  }

  /** Start an episode in every world. World `i` has the seed `seed + i`, as in Gymnasium, or the `i`-th of a list.
   * Returns the first observations. */
  async reset(options: { seed?: number | bigint | readonly Seed[] } = {}): Promise<Float64Array> {
    const { seed } = expectObject('reset: options', options);
    const all = Array.from({ length: this.n }, (_, i) => i);
    if (seed !== undefined) {
      const seeds = seedsOf(seed, this.n);
      this.#expectIdle('reset');
      // all generators are created before one is used: an invalid seed changes nothing
      const fresh = seeds.map((one) => new Generator(one));
      for (const i of all) this.#random[i] = fresh[i];
    }
    await this.#alone('reset', () => this.#begin(all));
    this.#started = true;
    return this.#observations;
  }

  /** Act in every world: `n` consecutive actions. */
  async step(actions: ArrayLike<number>): Promise<VectorStep> {
    const { ctrl } = this.batch;
    if (actions?.length !== ctrl.length) {
      throw new RangeError(
        `step: expected ${ctrl.length} numbers for ${this.n} actions, found ${actions?.length ?? found(actions)}`,
      );
    }
    if (!this.#started) throw new Error('step: the episodes have not started. Call reset first');
    const own = Float64Array.from(expectNumbers('step: actions', actions, ctrl.length));
    return this.#alone('step', async () => {
      for (const task of this.#tasks) task.before?.();
      ctrl.set(own);
      await this.batch.step(this.#frames);
      return this.#evaluate(own);
    });
  }

  close(): void {
    this.batch.free();
    this.#first.data.free();
    this.model.free();
  }

  /** Run one step or reset at a time: concurrent ones would write to the same worlds.
   *  @throws Error while another one is running */
  async #alone<T>(caller: string, work: () => Promise<T>): Promise<T> {
    this.#expectIdle(caller);
    this.#busy = true;
    try {
      return await work();
    } finally {
      this.#busy = false;
    }
  }

  #expectIdle(caller: string): void {
    if (this.#busy) throw new Error(`${caller}: the last step or reset is still running. Await it first`);
  }

  async #evaluate(actions: Float64Array): Promise<VectorStep> {
    const { size } = this.actionSpace;
    const infos: Info[] = [];
    const ended: number[] = [];
    for (let i = 0; i < this.n; i++) {
      const { reward, terminated, info } = this.#tasks[i].evaluate(actions.subarray(i * size, (i + 1) * size));
      this.#tasks[i].observe(this.#observations, i * this.observationSpace.size);
      this.#rewards[i] = reward;
      this.#terminated[i] = terminated ? 1 : 0;
      this.#truncated[i] = ++this.#taken[i] >= this.#limit ? 1 : 0;
      infos.push(info);
      if (this.#autoreset && this.#terminated[i] + this.#truncated[i] > 0) ended.push(i);
    }
    const finalObservations = new Map(ended.map((i) => [i, this.#observationOf(i).slice()]));
    if (ended.length > 0) await this.#begin(ended);
    return {
      observations: this.#observations,
      rewards: this.#rewards,
      terminated: this.#terminated,
      truncated: this.#truncated,
      infos,
      finalObservations,
    };
  }

  #observationOf(i: number): Float64Array {
    const { size } = this.observationSpace;
    return this.#observations.subarray(i * size, (i + 1) * size);
  }

  /** Start episodes: initial states are computed one by one in a separate `Data`, with all fields that tasks read. */
  async #begin(worlds: readonly number[]): Promise<void> {
    const { data, task } = this.#first;
    const size = stateSize(this.model, StateBit.FULLPHYSICS);
    const states = new Float64Array(worlds.length * size);
    const contents: Float64Array[][] = [];
    const drawn: Record<string, Float64Array>[] = [];
    worlds.forEach((i, k) => {
      if (this.#draw) drawn.push(this.#draw(this.#random[i]));
      resetData(this.model, data);
      task.start(this.#random[i]);
      forward(this.model, data);
      states.set(getState(this.model, data, StateBit.FULLPHYSICS), k * size);
      contents.push(this.#fields.map(({ first }) => first.slice()));
    });
    if (drawn.length > 0) await this.batch.setParameters(joined(drawn), worlds);
    await this.batch.reset(worlds, states);
    worlds.forEach((i, k) => {
      for (const [f, { array, width }] of this.#fields.entries()) array.set(contents[k][f], i * width);
      this.#taken[i] = 0;
      this.#tasks[i].observe(this.#observations, i * this.observationSpace.size);
    });
  }
}

/** Create many environments of one kind.
 *
 *  @example
 *  const envs = await makeVector('Ant-v5', 2, { healthy_reward: 0 });
 *  await envs.reset({ seed: 1 });
 *  const { observations, rewards, terminated } = await envs.step(new Float64Array(16));
 *  console.log(observations.length, terminated[0]); // -> 210 0
 *  envs.close();
 *  @throws RangeError for an unknown id or option */
export async function makeVector<Id extends EnvironmentId>(
  id: Id,
  n: number,
  options: MakeOptions & VectorOptions & OptionsOf<Id> = {},
): Promise<VectorEnvironment> {
  const { threads, autoreset, ...own } = expectObject('makeVector: options', options);
  const kind = findTaskKind(id);
  expectInteger('n', n, 1);
  if (threads !== undefined) expectInteger('threads', threads, 0);
  if (autoreset !== undefined) expectBoolean('autoreset', autoreset);
  const task = taskOptions(kind, own);
  const limit = limitOf(kind, own);
  const model = await loadKind(kind, own);
  const vector = { ...(threads !== undefined && { threads }), ...(autoreset !== undefined && { autoreset }), limit };
  return new VectorEnvironment(kind, model, n, task, vector);
}

/** A seed for each world.
 *  @throws TypeError or RangeError */
function seedsOf(seed: number | bigint | readonly Seed[], n: number): Seed[] {
  if (typeof seed === 'number') return Array.from({ length: n }, (_, i) => seed + i);
  if (typeof seed === 'bigint') return Array.from({ length: n }, (_, i) => seed + BigInt(i));
  if (!Array.isArray(seed))
    throw new TypeError(`seed: expected a whole number or a list of ${n} seeds, found ${found(seed)}`);
  if (seed.length !== n) throw new RangeError(`seed: expected ${n} seeds, found ${seed.length}`);
  return Array.from(seed as readonly Seed[], (one, i) => {
    if (one === undefined) throw new TypeError(`seed[${i}]: expected a whole number of at least 0, found undefined`);
    return one;
  });
}

/** The row of a world in the array of each field. */
function worldRows(batch: Batch, fields: readonly TaskField[], i: number): World {
  return Object.fromEntries(fields.map((field) => [field, batch.row(field, i)])) as unknown as World;
}

function bound(batch: Batch, field: TaskField, first: Float64Array) {
  const array = batch.field(field);
  return { array, width: array.length / batch.n, first };
}

/** Parameters of several worlds in the form of `Batch`: one array per field. */
function joined(drawn: readonly Record<string, Float64Array>[]): Record<string, number[]> {
  return Object.fromEntries(Object.keys(drawn[0]).map((name) => [name, drawn.flatMap((one) => [...one[name]])]));
}

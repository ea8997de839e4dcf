/// <reference lib="esnext.disposable" preserve="true" />
/** Many worlds of one Model, stepped together. */
import { describeWarning, suppressConsoleWarnings } from '../../core/engine/runtime/warning.ts';
import type { TypedArray } from '../../core/model/block/block.ts';
import { copyModel } from '../../core/model/copy.ts';
import { blockOf, Data } from '../../core/model/data.ts';
import { StateBit, Warning } from '../../core/model/enums.ts';
import { expectModel } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { describeWorlds } from '../../core/model/names/describe.ts';
import { printAsText } from '../../core/model/names/inspect.ts';
import { checkKeyframe } from '../../core/model/reset.ts';
import { stateSize } from '../../core/query/state.ts';
import { checkThreads } from '../../core/worker/engineModules.ts';
import { expectSendable } from '../../core/worker/threadModel.ts';
import type { BatchDevice, DeviceWorlds } from './device.ts';
import { type Column, makeArray, selectColumns, type WorldArray, type WorldField } from './fields.ts';
import { expectCount, expectFunction, expectNumbers, expectObject } from './numbers.ts';
import { type Parameters, parameterPatches } from './parameters.ts';
import { sendableBuffer } from './threads/sharing.ts';
import { ThreadedWorlds } from './threads/threadedWorlds.ts';
import { type Start, Worlds } from './worlds.ts';

/** Options of `new Batch`. */
export interface BatchOptions {
  /**
   * Threads that step the worlds (default: 0, the calling thread). `availableThreads()` returns the number of cores.
   */
  threads?: number;
  /** Additional fields of a `Data` to expose as arrays over worlds. */
  fields?: readonly WorldField[];
  /** Device that steps the worlds instead of threads: `await webgpu()` from `tenon/webgpu`. */
  device?: BatchDevice;
}

/** Fields that every Batch exposes. */
const usual = ['time', 'qpos', 'qvel', 'act', 'ctrl', 'sensordata', 'warning_number', 'warning_lastinfo'] as const;

/** Worlds of one Model, each with its own state, in arrays over all worlds: `qpos` has `n` rows of `nq` values. Values
 * written to `time`, `qpos`, `qvel`, `act`, `ctrl` or another requested input (applied forces, mocap poses, warm
 * starts, ...) take effect in the next step. After a step, the arrays contain its results.
 *
 * The Batch copies the Model at construction. Each world is bit-identical to a single `Data`, for any number of
 * threads.
 *
 *  @example
 *  const batch = new Batch(m, 100, { fields: ['xpos'] });
 *  batch.qvel.fill(1);
 *  await batch.step(10);
 *  console.log(batch.qpos.length, batch.field('xpos').length); // -> 100 600
 *  batch.free(); */
export class Batch {
  /** Number of worlds. */
  readonly n: number;
  readonly model: Model;
  readonly time: Float64Array;
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  readonly act: Float64Array;
  readonly ctrl: Float64Array;
  readonly sensordata: Float64Array;
  /** Warnings of each world by kind (`Warning`), counted since its last reset. */
  readonly warning_number: Int32Array;
  /** A copy of the Model at construction; calls depend on it. */
  readonly #own: Model;
  readonly #columns: readonly Column[];
  readonly #arrays: readonly TypedArray[];
  #worlds: Worlds | ThreadedWorlds | DeviceWorlds | undefined;

  /** @throws RangeError for an invalid number of worlds or threads, or an invalid field */
  constructor(model: Model, n: number, options: BatchOptions = {}) {
    this.model = expectModel('new Batch', model);
    this.n = expectCount('new Batch: number of worlds', n);
    const { threads = 0, fields = [], device } = expectObject('new Batch: options', options);
    expectFunction('new Batch: device', device?.worlds);
    checkThreads('new Batch', threads);
    if (threads > 0) expectSendable('new Batch', model);
    this.#columns = selectColumns('new Batch', model, usual, fields);
    const buffer = threads > 0 ? sendableBuffer : undefined;
    this.#arrays = this.#columns.map((column) => makeArray(column, n, buffer));
    this.#own = ownModel(model);
    try {
      this.#worlds = this.#createWorlds(threads, device);
    } catch (error) {
      this.#own.free();
      throw error;
    }
    this.time = this.field('time');
    this.qpos = this.field('qpos');
    this.qvel = this.field('qvel');
    this.act = this.field('act');
    this.ctrl = this.field('ctrl');
    this.sensordata = this.field('sensordata');
    this.warning_number = this.field('warning_number');
  }

  /**
   * Creates the worlds on threads or on a device. Worlds outside the calling thread get their own copy of the Model.
   */
  #createWorlds(threads: number, device: BatchDevice | undefined): Worlds | ThreadedWorlds | DeviceWorlds {
    const [own, n, columns, arrays] = [this.#own, this.n, this.#columns, this.#arrays];
    if (!device && threads === 0) return localWorlds(own, n, columns, arrays);
    fillRows(own, n, columns, arrays);
    const model = ownModel(own);
    if (device) return device.worlds(model, n, columns, arrays);
    return new ThreadedWorlds(model, n, columns, arrays, threads);
  }

  /** Number of worlds and the first elements of the arrays, as `console.log` prints them in Node. */
  toString(): string {
    if (!this.#worlds) return 'Batch (freed)';
    const arrays = this.#columns.map(({ name }, c) => [name, this.#arrays[c]] as const);
    return describeWorlds(
      this.#own,
      this.n,
      Object.fromEntries(arrays.filter(([name]) => !name.startsWith('warning'))),
    );
  }

  /** The array over worlds of a requested field: `n` rows, one after the other. */
  field<K extends WorldField>(name: K): WorldArray<K> {
    const c = this.#columns.findIndex((column) => column.name === name);
    if (c < 0)
      throw new RangeError(`Batch: '${name}' was not requested. Use new Batch(model, n, { fields: ['${name}'] })`);
    return this.#arrays[c] as WorldArray<K>;
  }

  /** The row of one world in the array of a field. */
  row<K extends WorldField>(name: K, world: number): WorldArray<K> {
    const [i] = this.#indices('row', [world]);
    const array = this.field(name) as TypedArray;
    const width = array.length / this.n;
    return array.subarray(i * width, (i + 1) * width) as WorldArray<K>;
  }

  /** Take `nstep` steps in every world. Without threads, they are finished when this returns.
   *  @throws Error with the index of the world that failed */
  step(nstep = 1): Promise<void> {
    if (!(Number.isInteger(nstep) && nstep >= 0 && nstep <= MAX_STEPS)) {
      throw new RangeError(`Batch.step: expected a whole number of steps from 0 to ${MAX_STEPS}, found ${nstep}`);
    }
    this.#expectArrays();
    return soon(() => this.#expectWorlds('step').step(nstep));
  }

  /** Reset worlds to the reference configuration, a keyframe, or states: vectors of `stateSize(m,
   * StateBit.FULLPHYSICS)` values, one for all worlds or one for each. The cost is proportional to the number of
   * worlds that are reset.
   *
   *  ```ts
   *  await batch.reset([3, 7]);
   *  await batch.reset([3, 7], 0);     // keyframe 0
   *  await batch.reset(undefined, state); // all worlds
   *  ``` */
  reset(worlds?: number | ArrayLike<number>, to?: number | ArrayLike<number>): Promise<void> {
    const own = this.#expectWorlds('reset');
    const indices = this.#indices('reset', worlds);
    const start = this.#resolveStart(to, indices.length);
    if (indices.length === 0) return done;
    return soon(() => own.reset(indices, start));
  }

  /** Set Model parameters per world: one row for each world, or one row for all. Constants that depend on them are
   * recomputed as in `mj_setConst`. States do not change.
   *
   *  ```ts
   *  await batch.setParameters({ body_mass: masses, 'opt.timestep': [0.001] }, [3, 7]);
   *  ``` */
  setParameters(parameters: Parameters, worlds?: number | ArrayLike<number>): Promise<void> {
    const indices = this.#indices('setParameters', worlds);
    const own = this.#expectWorlds('setParameters');
    const patches = parameterPatches('Batch.setParameters', [this.#own], parameters, indices.length);
    return soon(() => own.setPatches(indices, patches));
  }

  /** Warnings of a world since its last reset, as text, with their counts. */
  describeWarnings(world: number): string[] {
    const [number, info] = [this.row('warning_number', world), this.row('warning_lastinfo', world)];
    return Object.values(Warning)
      .filter((kind) => number[kind] > 0)
      .map(
        (kind) => `${describeWarning(this.#worlds ? this.#own : this.model, kind, info[kind])} (${number[kind]} times)`,
      );
  }

  /** Free the memory of all worlds. The arrays remain valid. */
  free(): void {
    this.#worlds?.free();
    this.#worlds = undefined;
    this.#own.free();
  }

  /** Same as `free`, for `using batch = new Batch(...)`. */
  [Symbol.dispose](): void {
    this.free();
  }

  #expectWorlds(caller: string): Worlds | ThreadedWorlds | DeviceWorlds {
    if (!this.#worlds) throw new Error(`Batch.${caller}: this Batch has been freed`);
    return this.#worlds;
  }

  /** Arrays with a transferred buffer are empty: results would be lost. */
  #expectArrays(): void {
    this.#columns.forEach(({ name, width }, c) => {
      if (this.#arrays[c].length === this.n * width) return;
      throw new TypeError(
        `Batch.step: the array ${name} is detached, because its buffer was transferred. Copy it before the transfer`,
      );
    });
  }

  #indices(caller: string, worlds?: number | ArrayLike<number>): Int32Array {
    if (worlds === undefined) return Int32Array.from({ length: this.n }, (_, i) => i);
    const list = typeof worlds === 'number' ? [worlds] : Array.from(expectNumbers(`Batch.${caller}: worlds`, worlds));
    const wrong = list.find((i) => !(Number.isInteger(i) && i >= 0 && i < this.n));
    if (wrong === undefined) return Int32Array.from(list);
    throw new RangeError(`Batch.${caller}: expected world indices from 0 to ${this.n - 1}, found ${wrong}`);
  }

  #resolveStart(to: number | ArrayLike<number> | undefined, count: number): Start {
    if (to === undefined) return {};
    if (typeof to === 'number') {
      checkKeyframe(this.#own, to);
      return { key: to };
    }
    const size = stateSize(this.#own, StateBit.FULLPHYSICS);
    expectNumbers('Batch.reset: states', to);
    if (to.length === size * count) return { states: Float64Array.from(to) };
    if (to.length !== size) {
      throw new RangeError(`Batch.reset: expected ${size} or ${count} x ${size} values, found ${to.length}`);
    }
    const states = new Float64Array(size * count);
    for (let k = 0; k < count; k++) states.set(to, k * size);
    return { states };
  }
}

const done: Promise<void> = Promise.resolve();

/** Maximum number of steps of a call: the engine counts them in 32 bits. */
const MAX_STEPS = 2 ** 31 - 1;

/** Synchronous work is finished when this returns; errors reject the promise in either case. */
function soon(run: () => void | Promise<void>): Promise<void> {
  try {
    return run() ?? done;
  } catch (error) {
    return Promise.reject(error);
  }
}

function localWorlds(own: Model, n: number, columns: readonly Column[], arrays: readonly TypedArray[]): Worlds {
  const worlds = new Worlds(own, 0, n, columns, arrays);
  for (let i = 0; i < n; i++) worlds.copyOutputs(i);
  return worlds;
}

// minified bundles rename the class; consoles of browsers print this name
Object.defineProperty(Batch, 'name', { value: 'Batch' });
printAsText(Batch.prototype);

/** A copy of a Model whose warnings are only counted. */
function ownModel(model: Model): Model {
  const own = copyModel(model);
  own.callbacks = model.callbacks && { ...model.callbacks };
  suppressConsoleWarnings(own);
  return own;
}

/** Fill the arrays of worlds on threads or devices with the values of a new `Data`. */
function fillRows(own: Model, n: number, columns: readonly Column[], arrays: readonly TypedArray[]): void {
  const data = new Data(own);
  const b = blockOf(data);
  columns.forEach(({ name, width, scalar }, c) => {
    for (let i = 0; i < n; i++) {
      if (scalar) arrays[c][i] = b[name as 'time'];
      else arrays[c].set(b[name] as TypedArray, i * width);
    }
  });
  data.free();
}

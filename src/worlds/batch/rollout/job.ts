/** The arguments of a rollout, checked and normalized. */
import type { TypedArray } from '../../../core/model/block/block.ts';
import { StateBit } from '../../../core/model/enums.ts';
import { describeType, expectModel } from '../../../core/model/fit.ts';
import type { Model } from '../../../core/model/model.ts';
import { stateSize } from '../../../core/query/state.ts';
import { checkThreads } from '../../../core/worker/engineModules.ts';
import type { PolicySource } from '../../../policy/source.ts';
import { type Column, makeArray, selectColumns, type WorldField } from '../fields.ts';
import type { Patch } from '../modelPatch.ts';
import { expectCount, expectFunction, expectObject } from '../numbers.ts';
import { modelPatches, type Parameters, parameterPatches } from '../parameters.ts';
import { type RolloutPolicy, type SerializablePolicy, snapshotPolicy } from '../rolloutPolicy.ts';
import { sendableBuffer, type sliceForThread } from '../threads/sharing.ts';
import { BroadcastShape, type CallerRows, type Extent, type Rows } from './broadcastShape.ts';
import type { BroadcastRows, Chunk } from './chunk.ts';

/** Options of `rollout`, besides the initial states. */
export interface RolloutOptions<K extends WorldField = never> {
  /** Controls: `[nbatch or 1, nstep or 1, ncontrol]`. */
  control?: Rows;
  /** Contents of a row of `control`: bits of `StateBit` within `StateBit.USER`; default: controls. */
  controlSpec?: number;
  /** Steps of each world (default: from `control`, if it has all steps). */
  nstep?: number;
  /** Number of worlds, if no array determines it. */
  nbatch?: number;
  /** Initial accelerations of the solver: `[nbatch or 1, nv]` (default: 0). */
  initialWarmstart?: Rows;
  /** Model parameters that differ between worlds. */
  parameters?: Parameters;
  /** Controller that runs during a rollout: the path or URL of a module whose default export is a `Policy`; an ONNX
   * file with its config and the URL of its runtime; or, on the calling thread, a function. */
  policy?: string | URL | PolicySource | RolloutPolicy;
  /** Fields of a `Data` to return in addition to state and sensors. */
  fields?: readonly K[];
  /** Return only every n-th step. */
  every?: number;
  /** Threads to use (default: 0, the calling thread). */
  threads?: number;
  /** Worlds per work item of a thread (default: decreases towards the end). Does not affect results. */
  chunkSize?: number;
  /** Progress callback, with the number of finished worlds. */
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Aborts the rollout. */
  signal?: AbortSignal;
}

/** A rollout with checked arguments. It owns copies of all of them except the Model, which must be copied before the
 * first `await`. */
export interface RolloutJob extends Extent {
  model: Model;
  threads: number;
  /** Worlds per chunk, if specified. */
  chunkSize: number | undefined;
  every: number;
  /** Result rows per world. */
  rows: number;
  initial: BroadcastRows;
  warmstart: BroadcastRows | undefined;
  control: BroadcastRows | undefined;
  controlSpec: number;
  patches: (Patch | undefined)[] | undefined;
  columns: Column[];
  state: Float64Array;
  outputs: TypedArray[];
  policy: SerializablePolicy | RolloutPolicy | undefined;
  onProgress: RolloutOptions['onProgress'];
  signal: AbortSignal | undefined;
}

export function createRolloutJob(
  model: Model | readonly Model[],
  initialState: Rows,
  options: RolloutOptions<WorldField>,
): RolloutJob {
  expectObject('rollout: options', options);
  const models = expectModels(model);
  const [first] = models;
  const { controlSpec = StateBit.CTRL, threads = 0, every = 1, fields = [] } = options;
  checkThreads('rollout', threads);
  if (!Number.isInteger(controlSpec) || controlSpec & ~StateBit.USER)
    throw new RangeError(`rollout: controlSpec: expected bits of StateBit.USER, found ${controlSpec}`);
  const size = stateSize(first, StateBit.FULLPHYSICS);
  const extent = new BroadcastShape(options.nbatch, options.nstep);
  extent.unify('nbatch', models.length, 'model');
  const add = (name: string, rows: Rows | undefined, width: number, perStep = false) =>
    rows === undefined ? undefined : extent.add({ name, rows, width, perStep });
  const initial = add('initialState', initialState, size);
  if (!initial) throw new TypeError('rollout: initialState: expected states, found undefined');
  const warmstart = add('initialWarmstart', options.initialWarmstart, first.nv);
  const control = add('control', options.control, stateSize(first, controlSpec), true);
  const { nbatch, nstep } = extent;
  const columns = selectColumns('rollout', first, ['sensordata'], fields);
  const rows = Math.floor(nstep / expectCount('rollout: every', every));
  const buffer = threads > 0 ? sendableBuffer : undefined;
  return {
    model: first,
    nbatch,
    nstep,
    threads,
    chunkSize: options.chunkSize === undefined ? undefined : expectCount('rollout: chunkSize', options.chunkSize),
    every,
    rows,
    initial: copyBroadcastRows(initial, buffer),
    warmstart: warmstart && copyBroadcastRows(warmstart, buffer),
    control: control && copyBroadcastRows(control, buffer),
    controlSpec,
    patches: makePatches(models, options.parameters, nbatch),
    columns,
    state: makeArray({ kind: 'f64', width: size }, nbatch * rows, buffer) as Float64Array,
    outputs: columns.map((column) => makeArray(column, nbatch * rows, buffer)),
    policy: snapshotPolicy('rollout: policy', options.policy),
    onProgress: expectFunction('rollout: onProgress', options.onProgress),
    signal: expectSignal(options.signal),
  };
}

function expectModels(model: Model | readonly Model[]): readonly Model[] {
  const models: readonly Model[] = Array.isArray(model) ? [...model] : [model];
  if (models.length === 0) throw new RangeError('rollout: expected at least one Model, found none');
  for (const m of models) expectModel('rollout', m);
  return models;
}

function expectSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined || typeof signal?.throwIfAborted === 'function') return signal;
  throw new TypeError(`rollout: signal: expected an AbortSignal, found ${describeType(signal)}`);
}

function makePatches(
  models: readonly Model[],
  parameters: Parameters | undefined,
  nbatch: number,
): RolloutJob['patches'] {
  if (parameters !== undefined) return parameterPatches('rollout', models, parameters, nbatch);
  return models.length > 1 ? modelPatches('rollout', models) : undefined;
}

/** A copy of the values: callers may change theirs while worlds are stepped. */
function copyBroadcastRows(rows: CallerRows, buffer: typeof sendableBuffer | undefined): BroadcastRows {
  const values = makeArray({ kind: 'f64', width: rows.values.length }, 1, buffer) as Float64Array;
  values.set(rows.values);
  return { ...rows, values };
}

/** Worlds of the chunk that begins with world `first`. By default, a fraction of the remaining worlds: few messages,
 * yet all threads finish at about the same time. */
function chunkCount({ nbatch, threads, chunkSize }: RolloutJob, first: number): number {
  const left = nbatch - first;
  return Math.min(left, chunkSize ?? Math.ceil(left / (4 * Math.max(1, threads))));
}

/** The chunk that begins with world `first`; `part` slices its rows out of the arrays. */
export function makeChunk(
  job: RolloutJob,
  first: number,
  stop: Int32Array | undefined,
  slice: typeof sliceForThread,
): Chunk {
  const count = chunkCount(job, first);
  const { nstep, every, rows, controlSpec, columns, patches } = job;
  const sliceInput = (source: BroadcastRows | undefined): BroadcastRows | undefined =>
    source && sliceBroadcast(source, first, count, slice);
  const sliceOutput = <T extends TypedArray>(array: T, width: number) =>
    slice(array, first * rows * width, (first + count) * rows * width);
  return {
    first,
    count,
    nstep,
    every,
    initial: sliceBroadcast(job.initial, first, count, slice),
    warmstart: sliceInput(job.warmstart),
    control: sliceInput(job.control),
    controlSpec,
    patches: patches?.slice(first, first + count),
    columns,
    state: sliceOutput(job.state, job.state.length / Math.max(1, job.nbatch * rows)),
    outputs: columns.map(({ width }, c) => sliceOutput(job.outputs[c], width)),
    stop,
  };
}

function sliceBroadcast(
  rows: BroadcastRows,
  first: number,
  count: number,
  slice: typeof sliceForThread,
): BroadcastRows {
  if (rows.worlds === 1) return { ...rows, values: slice(rows.values, 0, rows.values.length) };
  const width = rows.values.length / rows.worlds;
  return { ...rows, worlds: count, values: slice(rows.values, first * width, (first + count) * width) };
}

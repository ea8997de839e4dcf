/** Trajectories of many worlds, like `mujoco.rollout` in Python. */
import { hasUserCode } from '../../../core/engine/runtime/userCode.ts';
import { suppressConsoleWarnings } from '../../../core/engine/runtime/warning.ts';
import { copyModel } from '../../../core/model/copy.ts';
import { Data } from '../../../core/model/data.ts';
import type { Model } from '../../../core/model/model.ts';
import { freeModel } from '../../../core/worker/modelSnapshot.ts';
import type { WorldArray, WorldField } from '../fields.ts';
import { Pauses, pause } from '../pause.ts';
import { type PolicyModule, resolvePolicy } from '../rolloutPolicy.ts';
import { runOnThreads } from '../threads/chunkRun.ts';
import type { Rows } from './broadcastShape.ts';
import { runChunk, type WorldWarning } from './chunk.ts';
import { createRolloutJob, makeChunk, type RolloutJob, type RolloutOptions } from './job.ts';

/** Trajectories: `nbatch` x `nstep` rows. */
export interface RolloutResult<K extends WorldField = never> {
  nbatch: number;
  /** Rows per world: one for each step, or for every n-th step. */
  nstep: number;
  /** `StateBit.FULLPHYSICS` after each step. */
  state: Float64Array;
  sensordata: Float64Array;
  /** The requested fields. */
  fields: { [F in K]: WorldArray<F> };
  /** Worlds that became unstable; as in MuJoCo, their last row is repeated. */
  warnings: WorldWarning[];
}

/** Step many worlds from initial states (`[nbatch or 1, nstate]`, with `nstate = stateSize(model,
 * StateBit.FULLPHYSICS)`) and return states and sensors after each step. Arrays with one world, or one step, are
 * broadcast. Models may differ in values, but not in sizes.
 *
 *  Each world is bit-identical to stepping a single `Data`, for any number of threads and chunks.
 *
 *  @example
 *  const start = getState(m, d, StateBit.FULLPHYSICS);
 *  const { state, nbatch, nstep } = await rollout(m, start, { nbatch: 10, nstep: 20 });
 *  console.log(nbatch, nstep, state.length / start.length); // -> 10 20 200
 *  @throws RangeError for arrays of the wrong size; errors in a world include its index */
export async function rollout<K extends WorldField = never>(
  model: Model | readonly Model[],
  initialState: Rows,
  options: RolloutOptions<K> = {},
): Promise<RolloutResult<K>> {
  const job = createRolloutJob(model, initialState, options);
  job.signal?.throwIfAborted();
  const threads = Math.min(job.threads, Math.ceil(job.nbatch / (job.chunkSize ?? 1)));
  const warnings = await (threads > 0 ? runOnThreads(job, threads) : runHere(job));
  const [sensordata, ...fields] = job.outputs;
  return {
    nbatch: job.nbatch,
    nstep: job.rows,
    state: job.state,
    sensordata: sensordata as Float64Array,
    fields: Object.fromEntries(
      job.columns.slice(1).map(({ name }, c) => [name, fields[c]]),
    ) as RolloutResult<K>['fields'],
    warnings: warnings.sort((a, b) => a.world - b.world),
  };
}

async function runHere(job: RolloutJob): Promise<WorldWarning[]> {
  // before the first await: the caller may change or free the Model later
  const model = copyModel(job.model);
  model.callbacks = job.model.callbacks && { ...job.model.callbacks };
  suppressConsoleWarnings(model);
  try {
    return await runChunks(job, model, await resolvePolicy(job.policy));
  } finally {
    freeModel(model, job.policy !== undefined || hasUserCode(model));
  }
}

async function runChunks(job: RolloutJob, model: Model, policy: PolicyModule | undefined): Promise<WorldWarning[]> {
  const { signal, onProgress } = job;
  const stop = signal && new Int32Array(1);
  const aborted = () => stop?.fill(1);
  const data = new Data(model);
  signal?.addEventListener('abort', aborted);
  const warnings: WorldWarning[] = [];
  try {
    signal?.throwIfAborted();
    for (let first = 0; first < job.nbatch; ) {
      const chunk = makeChunk(job, first, stop, (array, from, to) => array.subarray(from, to) as typeof array);
      warnings.push(...(await runChunk(model, data, chunk, policy, signal && new Pauses())));
      signal?.throwIfAborted();
      first += chunk.count;
      onProgress?.({ done: first, total: job.nbatch });
      // yield once, so that a signal can arrive
      if (signal || onProgress) await pause();
      signal?.throwIfAborted();
    }
  } finally {
    signal?.removeEventListener('abort', aborted);
    data.free();
  }
  return warnings;
}

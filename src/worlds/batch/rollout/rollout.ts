/** Trajectories of many worlds, as `mujoco.rollout` of Python. */
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

/** Trajectories: `nbatch` times `nstep` rows. */
export interface RolloutResult<K extends WorldField = never> {
  nbatch: number;
  /** Rows per world: one for each step, or for every n-th step. */
  nstep: number;
  /** `StateBit.FULLPHYSICS` after each step. */
  state: Float64Array;
  sensordata: Float64Array;
  /** The fields that were asked for. */
  fields: { [F in K]: WorldArray<F> };
  /** Worlds that became unstable: as in MuJoCo they stand still from there on. */
  warnings: WorldWarning[];
}

/** Step many worlds from initial states (`[nbatch or 1, nstate]`, with `nstate = stateSize(model, StateBit.FULLPHYSICS)`) and
 *  get their states and sensors after each step. Arrays with one world, or one step, stand for all of them. Models may
 *  differ in their numbers, not in their sizes.
 *
 *  Each world goes the same way, to the last bit, as a single Data that is stepped, whatever the threads and chunks.
 *
 *  @example
 *  const start = getState(m, d, StateBit.FULLPHYSICS);
 *  const { state, nbatch, nstep } = await rollout(m, start, { nbatch: 10, nstep: 20 });
 *  console.log(nbatch, nstep, state.length / start.length); // -> 10 20 200
 *  @throws RangeError for arrays that do not fit; an error of a world names it */
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
  // before the first await: whoever called may change the Model, or free it
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
      // others get their turn, and with it a signal its chance to come
      if (signal || onProgress) await pause();
      signal?.throwIfAborted();
    }
  } finally {
    signal?.removeEventListener('abort', aborted);
    data.free();
  }
  return warnings;
}

/** Rollouts of some worlds in this thread, sequentially in one `Data`. */
import { rnePostConstraint } from '../../../core/engine/externalForces.ts';
import { resetData } from '../../../core/engine/reset.ts';
import { hasUserCode } from '../../../core/engine/runtime/userCode.ts';
import { describeWarnings } from '../../../core/engine/runtime/warning.ts';
import { step } from '../../../core/engine/step.ts';
import type { TypedArray } from '../../../core/model/block/block.ts';
import type { Data } from '../../../core/model/data.ts';
import { StateBit } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { setState } from '../../../core/query/state.ts';
import { contentsOf } from '../../../core/worker/modelSnapshot.ts';
import { type Column, needsPostConstraint } from '../fields.ts';
import { type Patch, swapPatch } from '../modelPatch.ts';
import { type Pauses, pause } from '../pause.ts';
import type { PolicyModule } from '../rolloutPolicy.ts';
import { inWorld } from '../worldError.ts';
import { ChunkRows, rowAt } from './chunkRows.ts';

/** Rows for worlds and steps; a dimension of size 1 is broadcast. */
export interface BroadcastRows {
  readonly values: Float64Array;
  readonly worlds: number;
  readonly steps: number;
}

/** A part of a rollout. Its arrays begin with the first world of the chunk. */
export interface Chunk {
  readonly first: number;
  readonly count: number;
  readonly nstep: number;
  /** Steps per row of the results. */
  readonly every: number;
  readonly initial: BroadcastRows;
  readonly warmstart: BroadcastRows | undefined;
  readonly control: BroadcastRows | undefined;
  readonly controlSpec: number;
  readonly patches: readonly (Patch | undefined)[] | undefined;
  readonly columns: readonly Column[];
  /** Results: states, if requested, then one array per column. */
  readonly state: Float64Array | undefined;
  readonly outputs: readonly TypedArray[];
  /** Nonzero once the results are no longer needed. */
  readonly stop: Int32Array | undefined;
}

/** A world that became unstable: its last row is repeated from this step on. */
export interface WorldWarning {
  world: number;
  /** The step of the first warning. */
  step: number;
  /** MuJoCo's warnings, as text. */
  texts: string[];
}

/** Roll out all worlds of a chunk; returns the ones with warnings.
 *  @param pauses when to yield to the event loop (default: never) */
export async function runChunk(
  m: Model,
  d: Data,
  chunk: Chunk,
  policy: PolicyModule | undefined,
  pauses?: Pauses,
): Promise<WorldWarning[]> {
  const contents = contentsOf(m);
  const { callbacks } = m;
  const rows = new ChunkRows(d, chunk, policy !== undefined || hasUserCode(m));
  const warnings: WorldWarning[] = [];
  for (let w = 0; w < chunk.count && !stopped(chunk); w++) {
    const patch = chunk.patches?.[w];
    if (patch) swapPatch(contents, patch);
    try {
      const warned = await runWorld(m, d, chunk, rows, w, policy, pauses);
      if (warned >= 0) warnings.push({ world: chunk.first + w, step: warned, texts: describeWarnings(m, d) });
    } finally {
      if (patch) swapPatch(contents, patch);
      m.callbacks = callbacks;
    }
  }
  return warnings;
}

/** Roll out one world; returns the step of its first warning, or -1. */
async function runWorld(
  m: Model,
  d: Data,
  chunk: Chunk,
  rows: ChunkRows,
  w: number,
  policy: PolicyModule | undefined,
  pauses: Pauses | undefined,
): Promise<number> {
  const { nstep } = chunk;
  const forces = needsPostConstraint(chunk.columns);
  const world = chunk.first + w;
  const stepInfo = { world, step: 0 };
  try {
    start(m, d, chunk, w);
    policy?.start?.(m, d, stepInfo);
    const control = policy?.default;
    if (control) m.callbacks = { ...m.callbacks, control: (model, data) => control(model, data, stepInfo) };
    for (; stepInfo.step < nstep && !stopped(chunk); stepInfo.step++) {
      rows.control(w, stepInfo.step);
      if (policy?.before) await policy.before(m, d, stepInfo);
      step(m, d);
      if (rows.isRecorded(stepInfo.step)) {
        if (forces) rnePostConstraint(m, d);
        rows.record(w, stepInfo.step);
      }
      if (rows.warned) {
        // recorded forces must belong to this state
        if (forces && !rows.isRecorded(stepInfo.step)) rnePostConstraint(m, d);
        return repeatLastRow(rows, chunk, w, stepInfo.step);
      }
      if (pauses?.due) await pause();
    }
    return -1;
  } catch (error) {
    throw inWorld(world, error, stepInfo.step);
  }
}

/** Set the initial state of a world, in a `Data` without any trace of the previous world. */
function start(m: Model, d: Data, { initial, warmstart }: Chunk, w: number): void {
  resetData(m, d);
  setState(m, d, rowAt(initial, w, 0), StateBit.FULLPHYSICS);
  if (warmstart) setState(m, d, rowAt(warmstart, w, 0), StateBit.WARMSTART);
}

/** As in MuJoCo, a world is not stepped after a warning: its last row is repeated. */
function repeatLastRow(rows: ChunkRows, { nstep }: Chunk, w: number, at: number): number {
  for (let k = at + 1; k < nstep; k++) if (rows.isRecorded(k)) rows.record(w, k);
  return at;
}

function stopped({ stop }: Chunk): boolean {
  return stop !== undefined && Atomics.load(stop, 0) !== 0;
}

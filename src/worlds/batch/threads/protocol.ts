/** The protocol of the pool. The pool chooses the ids of models and batches. */
import type { TypedArray } from '../../../core/model/block/block.ts';
import type { Channel } from '../../../core/worker/channel.ts';
import type { EngineModules } from '../../../core/worker/engineModules.ts';
import type { ThreadModel } from '../../../core/worker/threadModel.ts';
import type { Column } from '../fields.ts';
import type { Patch } from '../modelPatch.ts';
import type { Chunk, WorldWarning } from '../rollout/chunk.ts';
import type { SerializablePolicy } from '../rolloutPolicy.ts';
import type { Start } from '../worlds.ts';

/** A thread of the pool. */
export type Thread = Channel<Requests>;

let lastId = 0;

/** An id that is not used by any model or batch in any thread. */
export function nextId(): number {
  return ++lastId;
}

export interface Requests {
  /** Set the engine that steps models. */
  prepare(engine: EngineModules): void;
  /** Add a model. If that fails, its rollouts fail with the same error. */
  addModel(id: number, model: ThreadModel): void;
  /** Roll out a chunk of worlds of a model. Arrays that are not shared are transferred there and back. */
  rollout(id: number, chunk: Chunk, policy: SerializablePolicy | undefined): ChunkResult;
  /** Add `count` worlds of a batch, starting with world `first`. */
  addWorlds(
    id: number,
    model: ThreadModel,
    first: number,
    count: number,
    columns: readonly Column[],
    arrays: readonly TypedArray[],
  ): void;
  /** Step worlds. Without shared arrays, inputs are sent and all rows are returned. */
  step(id: number, nstep: number, inputs: readonly (TypedArray | undefined)[] | undefined): TypedArray[] | undefined;
  /** Reset worlds. Without shared arrays, their rows are returned. */
  reset(id: number, worlds: Int32Array, start: Start): TypedArray[] | undefined;
  setPatches(id: number, worlds: Int32Array, patches: readonly (Patch | undefined)[]): void;
  /** Free a model, or the worlds of a batch. */
  evict(id: number): void;
}

export interface ChunkResult {
  warnings: WorldWarning[];
  /** Results that are not in shared memory. */
  state: Float64Array | undefined;
  outputs: readonly TypedArray[] | undefined;
}

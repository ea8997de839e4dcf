/** What threads are told and what they answer. */
import type { TypedArray } from '../../../core/model/block/block.ts';
import type { Column } from '../fields.ts';
import type { ModelSnapshot, Patch } from '../modelSnapshot.ts';
import type { Chunk, WorldWarning } from '../rollout/chunk.ts';
import type { SerializablePolicy } from '../rolloutPolicy.ts';
import type { Start } from '../worlds.ts';

/** The compiled engine, as threads get it. */
export interface EngineModules {
  growing: WebAssembly.Module | undefined;
  /** For memory of a fixed size, where there is no other. */
  fixed: WebAssembly.Module | undefined;
}

let last = 0;

/** A number that no model and no batch in any thread has. */
export function nextId(): number {
  return ++last;
}

/** Every question, its arguments and its answer. */
export interface Requests {
  /** The engine that steps models. */
  prepare(engine: EngineModules): void;
  /** Keep a model under a number. */
  model(id: number, snapshot: ModelSnapshot): void;
  /** Forget a model, or the worlds of a batch. */
  forget(id: number): void;
  /** Roll out a chunk of worlds; what is not shared comes back. */
  rollout(id: number, chunk: Chunk, policy: SerializablePolicy | undefined): ChunkReply;
  /** Keep the worlds of a batch under a number. Without shared arrays, rows travel with every question. */
  worlds(
    id: number,
    snapshot: ModelSnapshot,
    first: number,
    count: number,
    columns: Column[],
    arrays: TypedArray[],
  ): void;
  step(id: number, nstep: number, inputs: (TypedArray | undefined)[] | undefined): TypedArray[] | undefined;
  reset(id: number, worlds: Int32Array, start: Start): TypedArray[] | undefined;
  patches(id: number, worlds: Int32Array, patches: (Patch | undefined)[]): void;
}

export interface ChunkReply {
  warnings: WorldWarning[];
  /** Results that are not in shared memory. */
  state: Float64Array | undefined;
  outputs: TypedArray[] | undefined;
}

export type ThreadRequest = {
  [K in keyof Requests]: { number: number; name: K; args: Parameters<Requests[K]> };
}[keyof Requests];

export type ThreadReply = { number: number } & ({ result: unknown } | { error: SerializedError });

/** An error, as it travels. */
export interface SerializedError {
  kind: string;
  message: string;
  world?: number | undefined;
}

const kinds: Readonly<Record<string, ErrorConstructor>> = { RangeError, TypeError };

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { kind: 'Error', message: String(error) };
  return { kind: error.name, message: error.message, world: (error as { world?: number }).world };
}

export function deserializeError({ kind, message, world }: SerializedError): Error {
  const error = new (kinds[kind] ?? Error)(message);
  return world === undefined ? error : Object.assign(error, { world });
}

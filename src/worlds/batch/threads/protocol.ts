/** What threads are told and what they answer. */
import type { Numbers } from '../../../core/model/block/block.ts';
import type { ModelImage, Patch } from '../contents.ts';
import type { Column } from '../fields.ts';
import type { SentPolicy } from '../policy.ts';
import type { Chunk, WorldWarning } from '../rollout/chunk.ts';
import type { Start } from '../worlds.ts';

/** The compiled engine, as threads get it. */
export interface EngineModules {
  growing: WebAssembly.Module | undefined;
  /** For memory of a fixed size, where there is no other. */
  fixed: WebAssembly.Module | undefined;
}

let last = 0;

/** A number that no model and no batch in any thread has. */
export function freshId(): number {
  return ++last;
}

/** Every question, its arguments and its answer. */
export interface Questions {
  /** The engine that steps models. */
  prepare(engine: EngineModules): void;
  /** Keep a model under a number. */
  model(id: number, image: ModelImage): void;
  /** Forget a model, or the worlds of a batch. */
  forget(id: number): void;
  /** Roll out a chunk of worlds; what is not shared comes back. */
  rollout(id: number, chunk: Chunk, policy: SentPolicy | undefined): ChunkAnswer;
  /** Keep the worlds of a batch under a number. Without shared arrays, rows travel with every question. */
  worlds(id: number, image: ModelImage, first: number, count: number, columns: Column[], arrays: Numbers[]): void;
  step(id: number, nstep: number, inputs: (Numbers | undefined)[] | undefined): Numbers[] | undefined;
  reset(id: number, worlds: Int32Array, start: Start): Numbers[] | undefined;
  patches(id: number, worlds: Int32Array, patches: (Patch | undefined)[]): void;
}

export interface ChunkAnswer {
  warnings: WorldWarning[];
  /** Results that are not in shared memory. */
  state: Float64Array | undefined;
  outputs: Numbers[] | undefined;
}

export type Question = {
  [K in keyof Questions]: { number: number; name: K; args: Parameters<Questions[K]> };
}[keyof Questions];

export type Answer = { number: number } & ({ result: unknown } | { error: Failure });

/** An error, as it travels. */
export interface Failure {
  kind: string;
  message: string;
  world?: number | undefined;
}

const kinds: Readonly<Record<string, ErrorConstructor>> = { RangeError, TypeError };

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { kind: 'Error', message: String(error) };
  return { kind: error.name, message: error.message, world: (error as { world?: number }).world };
}

export function errorOf({ kind, message, world }: Failure): Error {
  const error = new (kinds[kind] ?? Error)(message);
  return world === undefined ? error : Object.assign(error, { world });
}

/** The compiled engine in the form sent to threads, and how many of them a machine runs. */
import type { Heap } from '../model/memory/heap.ts';
import { compileEngine, wasmAllowed } from '../wasm/compileEngine.ts';

/** The compiled engine for threads. */
export interface EngineModules {
  growing: WebAssembly.Module | undefined;
  /** For fixed-size memory, where memory cannot grow. */
  fixed: WebAssembly.Module | undefined;
}

/** The engine for the memory of a heap. It is compiled once for all threads. */
export async function engineModules(heap: Heap): Promise<EngineModules> {
  if (!wasmAllowed()) return { growing: undefined, fixed: undefined };
  const engine = await compileEngine();
  if (heap.canGrow) return { growing: engine.module, fixed: undefined };
  return { growing: undefined, fixed: engine.fixed() };
}

/** The number of threads that this machine runs in parallel.
 *
 *  @example
 *  console.log(availableThreads() >= 1); // -> true */
export function availableThreads(): number {
  return globalThis.navigator?.hardwareConcurrency ?? coresInNode();
}

function coresInNode(): number {
  return typeof process === 'undefined' ? 1 : process.getBuiltinModule('node:os').availableParallelism();
}

/** Return the number of threads if it is valid; 0 is the calling thread.
 *  @throws RangeError */
export function checkThreads(caller: string, count: number): number {
  if (Number.isInteger(count) && count >= 0 && count <= 1024) return count;
  throw new RangeError(`${caller}: threads: expected a whole number from 0 to 1024, found ${count}`);
}

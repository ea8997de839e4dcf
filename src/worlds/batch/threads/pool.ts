/** The threads of a program: started when they are first asked for, and kept. */

import type { Heap } from '../../../core/model/memory/heap.ts';
import { compileEngine, wasmAllowed } from '../../../core/wasm/compileEngine.ts';
import { evictModel } from './modelCache.ts';
import type { EngineModules } from './protocol.ts';
import { Thread } from './thread.ts';

const threads: Thread[] = [];

/** So many threads, started if need be, with the engine for memory such as this heap. */
export async function threadsFor(count: number, heap: Heap): Promise<readonly Thread[]> {
  const [{ source }, modules] = await Promise.all([import('./worker.gen.js'), engineModules(heap)]);
  for (let k = threads.length - 1; k >= 0; k--) if (threads[k].failure !== undefined) threads.splice(k, 1);
  while (threads.length < count) {
    const thread = new Thread(source);
    threads.push(thread);
    // whoever asks next hears of it if this fails
    thread.call('prepare', [modules]).catch(() => {});
  }
  return threads.slice(0, count);
}

/** The compiled engine for other threads: it is compiled once for all of them. */
async function engineModules(heap: Heap): Promise<EngineModules> {
  if (!wasmAllowed()) return { growing: undefined, fixed: undefined };
  const engine = await compileEngine();
  if (heap.canGrow) return { growing: engine.module, fixed: undefined };
  return { growing: undefined, fixed: engine.fixed() };
}

/** How many threads this machine can run at once.
 *
 *  @example
 *  console.log(availableThreads() >= 1); // -> true */
export function availableThreads(): number {
  return globalThis.navigator?.hardwareConcurrency ?? coresInNode();
}

function coresInNode(): number {
  return typeof process === 'undefined' ? 1 : process.getBuiltinModule('node:os').availableParallelism();
}

/** End the threads that `rollout` and `Batch` have started; they start again when they are needed. A program of Node ends
 *  without this, too.
 *
 *  @example
 *  closeThreads(); */
export function closeThreads(): void {
  evictModel();
  for (const thread of threads.splice(0)) thread.end();
}

/** A number of threads, if it is one; 0 is the calling thread. */
export function checkThreads(caller: string, count: number): number {
  if (Number.isInteger(count) && count >= 0 && count <= 1024) return count;
  throw new RangeError(`${caller}: threads: expected a whole number from 0 to 1024, found ${count}`);
}

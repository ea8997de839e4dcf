/** The thread pool of `rollout` and `Batch`: threads start on first use and are reused. */
import type { Heap } from '../../../core/model/memory/heap.ts';
import { compileEngine, wasmAllowed } from '../../../core/wasm/compileEngine.ts';
import { Channel } from '../../../core/worker/channel.ts';
import { connectWorker } from '../../../core/worker/port.ts';
import { evictModel } from './modelCache.ts';
import type { EngineModules, Requests, Thread } from './protocol.ts';

const threads: Thread[] = [];

/** The first `count` threads of the pool. Starts those that are missing, with an engine for the memory of this heap.
 *  @internal */
export async function threadsFor(count: number, heap: Heap): Promise<readonly Thread[]> {
  const [{ source }, modules] = await Promise.all([import('./worker.gen.js'), engineModules(heap)]);
  for (let k = threads.length - 1; k >= 0; k--) if (threads[k].failure !== undefined) threads.splice(k, 1);
  while (threads.length < count) {
    const thread = new Channel<Requests>(connectWorker(source));
    threads.push(thread);
    // the next request fails too
    thread.call('prepare', [modules]).catch(() => {});
  }
  return threads.slice(0, count);
}

/** The compiled engine for threads. It is compiled once for all of them. */
async function engineModules(heap: Heap): Promise<EngineModules> {
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

/** End the threads that `rollout` and `Batch` have started. They restart on the next use. A Node process ends without this
 *  call too.
 *
 *  @example
 *  closeThreads(); */
export function closeThreads(): void {
  evictModel();
  for (const thread of threads.splice(0)) void thread.close();
}

/** Return the number of threads if it is valid; 0 is the calling thread.
 *  @throws RangeError */
export function checkThreads(caller: string, count: number): number {
  if (Number.isInteger(count) && count >= 0 && count <= 1024) return count;
  throw new RangeError(`${caller}: threads: expected a whole number from 0 to 1024, found ${count}`);
}

/** The thread pool of `rollout` and `Batch`: threads start on first use and are reused. */
import type { Heap } from '../../../core/model/memory/heap.ts';
import { Channel } from '../../../core/worker/channel.ts';
import { engineModules } from '../../../core/worker/engineModules.ts';
import { connectWorker } from '../../../core/worker/port.ts';
import { evictModel } from './modelCache.ts';
import type { Requests, Thread } from './protocol.ts';

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

/** End the threads that `rollout` and `Batch` have started. They restart on the next use. A Node process ends without this
 *  call too.
 *
 *  @example
 *  closeThreads(); */
export function closeThreads(): void {
  evictModel();
  for (const thread of threads.splice(0)) void thread.close();
}

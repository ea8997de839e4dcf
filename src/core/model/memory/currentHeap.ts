/** Chooses the heap that new Models are allocated in. */
import { Heap } from './heap.ts';

let current: Heap | undefined;

/** Number of `Data` objects that must fit in a heap for it to get another model, unless they would need a large part of
 *  it. */
const DATAS = 64;
const LARGE_PART = 1 / 16;

/** The heap of this program, or a new one if it lacks capacity for a model of this size and some `Data` objects, which
 *  share the heap of their Model. */
export function heapFor(bytes: number, dataBytes = 0): Heap {
  const room = (heap: Heap) => bytes + Math.max(dataBytes, Math.min(DATAS * dataBytes, LARGE_PART * heap.limit));
  if (!current?.hasRoom(room(current))) current = new Heap();
  return current;
}

/** Run a function whose Models are created in another heap, for tests. */
export function inHeap<T>(heap: Heap, run: () => T): T {
  const before = current;
  current = heap;
  try {
    return run();
  } finally {
    current = before;
  }
}

/** Arrays in shared memory where the platform allows it. Otherwise arrays are copied or transferred. */
import type { TypedArray } from '../../../core/model/block/block.ts';

/** Whether threads can share memory. Browsers allow it only in pages with isolation headers. */
export function canShare(): boolean {
  const { crossOriginIsolated } = globalThis as { crossOriginIsolated?: boolean };
  return typeof SharedArrayBuffer !== 'undefined' && crossOriginIsolated !== false;
}

/** New memory for arrays used by threads: shared where possible. */
export function sendableBuffer(bytes: number): ArrayBufferLike {
  return canShare() ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}

export function isShared(array: TypedArray): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && array.buffer instanceof SharedArrayBuffer;
}

/** Elements [from, to) for another thread: a view of a shared array, otherwise a copy. */
export function sliceForThread<T extends TypedArray>(array: T, from: number, to: number): T {
  return (isShared(array) ? array.subarray(from, to) : array.slice(from, to)) as T;
}

/** Buffers of the arrays that are not shared, as a transfer list. */
export function transferable(arrays: readonly (TypedArray | undefined)[]): ArrayBuffer[] {
  const own = arrays.filter((array) => array !== undefined && !isShared(array)) as TypedArray[];
  return [...new Set(own.map(({ buffer }) => buffer as ArrayBuffer))];
}

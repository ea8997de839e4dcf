/** Arrays that all threads see, where a page or a process may have them. Elsewhere arrays are copied, or travel. */
import type { TypedArray } from '../../../core/model/block/block.ts';

/** Whether arrays can be shared with other threads: browsers allow it only to pages with isolation headers. */
export function canShare(): boolean {
  const { crossOriginIsolated } = globalThis as { crossOriginIsolated?: boolean };
  return typeof SharedArrayBuffer !== 'undefined' && crossOriginIsolated !== false;
}

/** Memory that other threads can be sent: shared where that is possible. */
export function sendableBuffer(bytes: number): ArrayBufferLike {
  return canShare() ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}

export function isShared(array: TypedArray): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && array.buffer instanceof SharedArrayBuffer;
}

/** A part of an array for another thread: a view of it if it is shared, otherwise a copy. */
export function sliceForThread<T extends TypedArray>(array: T, from: number, to: number): T {
  return (isShared(array) ? array.subarray(from, to) : array.slice(from, to)) as T;
}

/** The buffers of these arrays that may be handed over for good. */
export function transferable(arrays: readonly (TypedArray | undefined)[]): ArrayBuffer[] {
  const own = arrays.filter((array) => array !== undefined && !isShared(array)) as TypedArray[];
  return [...new Set(own.map(({ buffer }) => buffer as ArrayBuffer))];
}

/** Buffer objects for exposed arrays. All Models and `Data` objects share one memory, but every exposed array is a view
 *  on a buffer object of its `Data` or Model. Derived views (`subarray`, `new Uint8Array(a.buffer)`) reference the same
 *  object, so when it is collected nothing can reach the bytes, and only then they are reused. */

/** Methods of newer engines that convert between two kinds of buffer, each time creating a new object. */
interface TwoKinds {
  toResizableBuffer?(): unknown;
  toFixedLengthBuffer?(): ArrayBufferLike;
}

/** A new buffer object for the same memory: growing by zero creates one in V8 up to version 13; converting to the
 *  resizable kind and back does in newer V8 and SpiderMonkey. Elsewhere it returns the existing object: exposed arrays
 *  are then released later, together. */
export function freshBuffer(memory: WebAssembly.Memory): ArrayBufferLike {
  const before = memory.buffer;
  memory.grow(0);
  if (memory.buffer !== before) return memory.buffer;
  const { toResizableBuffer, toFixedLengthBuffer } = memory as TwoKinds;
  if (!toResizableBuffer || !toFixedLengthBuffer) return before;
  toResizableBuffer.call(memory);
  return toFixedLengthBuffer.call(memory);
}

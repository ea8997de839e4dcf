/** Buffer objects that are nobody else's. All Models and Datas lie in one memory, but every array that a user gets is a view
 *  on a buffer object of its Data, or of its Model: views made from it (`subarray`, `new Uint8Array(a.buffer)`) hold that
 *  object too, so when the collector finds it nobody can reach the bytes, and only then they are given to others. */

/** The methods of newer engines that change between two kinds of buffer, each time with a new object. */
interface TwoKinds {
  toResizableBuffer?(): unknown;
  toFixedLengthBuffer?(): ArrayBufferLike;
}

/** Another buffer object for the same memory: in V8 up to version 13 growing by nothing makes one, in newer ones and in
 *  SpiderMonkey going over to the resizable kind and back. Elsewhere it is the one that there is: what users hold is then
 *  given back later, together with what others hold. */
export function freshBuffer(memory: WebAssembly.Memory): ArrayBufferLike {
  const before = memory.buffer;
  memory.grow(0);
  if (memory.buffer !== before) return memory.buffer;
  const { toResizableBuffer, toFixedLengthBuffer } = memory as TwoKinds;
  if (!toResizableBuffer || !toFixedLengthBuffer) return before;
  toResizableBuffer.call(memory);
  return toFixedLengthBuffer.call(memory);
}

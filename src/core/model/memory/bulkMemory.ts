/** Zeroing and copying memory. JavaScript does both word by word in shared memory. A WebAssembly instruction is several
 *  times faster, and these operations dominate the cost of creating a `Data` or copying a Model. */

/** A module that imports a shared memory and exports f(address, bytes), which fills with zeros, and c(to, from, bytes). */
const module = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // type 0: (i32, i32) -> (), type 1: (i32, i32, i32) -> ()
  ...[0x01, 0x0c, 0x02, 0x60, 0x02, 0x7f, 0x7f, 0x00, 0x60, 0x03, 0x7f, 0x7f, 0x7f, 0x00],
  // import env.memory: shared, 1 to 65536 pages
  ...[0x02, 0x12, 0x01, 0x03, 0x65, 0x6e, 0x76, 0x06, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79],
  ...[0x02, 0x03, 0x01, 0x80, 0x80, 0x04],
  // functions 0 of type 0 and 1 of type 1, exported as f and c
  ...[0x03, 0x03, 0x02, 0x00, 0x01],
  ...[0x07, 0x09, 0x02, 0x01, 0x66, 0x00, 0x00, 0x01, 0x63, 0x00, 0x01],
  // memory.fill(parameter 0, 0, parameter 1)
  ...[0x0a, 0x1a, 0x02, 0x0b, 0x00, 0x20, 0x00, 0x41, 0x00, 0x20, 0x01, 0xfc, 0x0b, 0x00, 0x0b],
  // memory.copy(parameter 0, parameter 1, parameter 2)
  ...[0x0c, 0x00, 0x20, 0x00, 0x20, 0x01, 0x20, 0x02, 0xfc, 0x0a, 0x00, 0x00, 0x0b],
);

export interface BulkMemory {
  zero(address: number, bytes: number): void;
  copy(to: number, from: number, bytes: number): void;
}

/** Functions on a shared memory; undefined where WebAssembly is forbidden. */
export function createBulkMemory(memory: WebAssembly.Memory): BulkMemory | undefined {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), { env: { memory } });
    return { zero: exports.f as BulkMemory['zero'], copy: exports.c as BulkMemory['copy'] };
  } catch {
    return undefined;
  }
}

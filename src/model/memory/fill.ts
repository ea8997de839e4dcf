/** Zeroing memory. JavaScript stores zeros into shared memory one by one; one instruction of WebAssembly is several times
 *  faster, and zeroing is most of what making a Data costs. */

/** A module that imports a shared memory and exports f(address, bytes), which fills with zeros. */
const module = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // type 0: (i32, i32) -> ()
  ...[0x01, 0x06, 0x01, 0x60, 0x02, 0x7f, 0x7f, 0x00],
  // import env.memory: shared, 1 to 65536 pages
  ...[0x02, 0x12, 0x01, 0x03, 0x65, 0x6e, 0x76, 0x06, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79],
  ...[0x02, 0x03, 0x01, 0x80, 0x80, 0x04],
  // function 0 of type 0, exported as f
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
  // memory.fill(parameter 0, 0, parameter 1)
  ...[0x0a, 0x0d, 0x01, 0x0b, 0x00, 0x20, 0x00, 0x41, 0x00, 0x20, 0x01, 0xfc, 0x0b, 0x00, 0x0b],
);

/** The function that zeroes bytes of a shared memory; undefined where WebAssembly is forbidden. */
export function zeroFiller(memory: WebAssembly.Memory): ((address: number, bytes: number) => void) | undefined {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), { env: { memory } });
    return exports.f as (address: number, bytes: number) => void;
  } catch {
    return undefined;
  }
}

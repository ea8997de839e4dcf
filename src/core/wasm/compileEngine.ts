/** Loading the compiled engine. The module is compiled once per process, and instantiated once per memory; nearly always
 *  there is only one. */

import { hostDistance, hostGradient, hostGradientPart } from '../engine/collision/sdf/host.ts';
import type { StageFunctions } from '../engine/runtime/stages.ts';
import type { Heap } from '../model/memory/heap.ts';
import { bind, readModule } from './engine.ts';

/** The compiled module and the function that names its stages. */
export interface CompiledEngine {
  /** The module for memory that grows. */
  readonly module: WebAssembly.Module;
  /** Makes the module for memory of a fixed size. */
  readonly fixed: () => WebAssembly.Module;
  readonly bind: (exports: WebAssembly.Exports) => object;
}

let compiled: Promise<CompiledEngine> | undefined;
let bytesRead: Promise<unknown> | undefined;

/** True where WebAssembly can be used at all; a page's security policy may forbid it. */
export function wasmAllowed(): boolean {
  if (typeof WebAssembly === 'undefined') return false;
  try {
    // the eight bytes of an empty module
    new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    return true;
  } catch {
    return false;
  }
}

/** The compiled engine; asynchronous, because browsers refuse to compile a large module at once on their main thread. */
export function compileEngine(): Promise<CompiledEngine> {
  compiled ??= compile();
  return compiled;
}

/** When other threads have begun to compile the engine, or at once if nothing has asked for it. */
export async function engineStarted(): Promise<void> {
  // what is wrong with it is said to whoever asked for it
  await bytesRead?.catch(() => {});
}

async function compile(): Promise<CompiledEngine> {
  const read = readModule();
  bytesRead = read;
  const { bytes, module } = await read;
  let fixed: WebAssembly.Module | undefined;
  return {
    module: (await module) ?? (await WebAssembly.compile(bytes)),
    fixed: () => {
      fixed ??= new WebAssembly.Module(withFixedMemory(new Uint8Array(bytes)));
      return fixed;
    },
    bind,
  };
}

/** The import of a shared memory with a maximum turned into one of an ordinary memory: one bit in its limits. */
function withFixedMemory(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const name = '\x03env\x06memory\x02';
  const text = String.fromCharCode(...bytes.subarray(0, 1 << 14));
  bytes[text.indexOf(name) + name.length] &= ~2;
  return bytes;
}

/** What the module imports, by name: an object of everything that a file exports would be one more chunk to read at a start. */
const host = { hostDistance, hostGradient, hostGradientPart };

const instances = new WeakMap<Heap, StageFunctions>();

/** The stages of the compiled engine on a heap: one instance serves all Models in it. */
export function wasmStagesOf(engine: CompiledEngine, heap: Heap): StageFunctions {
  let stages = instances.get(heap);
  if (!stages) {
    const module = heap.canGrow ? engine.module : engine.fixed();
    const instance = new WebAssembly.Instance(module, { env: { memory: heap.memory!, ...host } });
    stages = engine.bind(instance.exports) as StageFunctions;
    instances.set(heap, stages);
  }
  return stages;
}

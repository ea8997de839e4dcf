/** Loads the compiled engine. The module is compiled once per process, and instantiated once per memory; usually there
 *  is only one. */

import { hostDistance, hostGradient, hostGradientPart } from '../engine/collision/sdf/host.ts';
import type { StageFunctions } from '../engine/runtime/stages.ts';
import type { Heap } from '../model/memory/heap.ts';
import { bind, readModule } from './engine.ts';

/** The compiled module and the function that lists its stages. */
export interface CompiledEngine {
  /** The module for growing memory. */
  readonly module: WebAssembly.Module;
  /** Creates the module for memory of fixed size. */
  readonly fixed: () => WebAssembly.Module;
  readonly bind: (exports: WebAssembly.Exports) => object;
}

let compiled: Promise<CompiledEngine> | undefined;
let bytesRead: Promise<unknown> | undefined;

/** True if WebAssembly is available; the security policy of a page may forbid it. */
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

/** The compiled engine; asynchronous, because browsers refuse to compile a large module synchronously on their main
 *  thread. */
export function compileEngine(): Promise<CompiledEngine> {
  compiled ??= compile();
  return compiled;
}

/** Resolves when other threads have started to compile the engine, or immediately if none was requested. */
export async function engineStarted(): Promise<void> {
  // the error is reported to the caller that requested the engine
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

/** Changes the import of a shared memory with a maximum to one of an ordinary memory: one bit in its limits. */
function withFixedMemory(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const name = '\x03env\x06memory\x02';
  const text = String.fromCharCode(...bytes.subarray(0, 1 << 14));
  bytes[text.indexOf(name) + name.length] &= ~2;
  return bytes;
}

/** Imports of the module, by name: importing a namespace object would be one more chunk to load at startup. */
const host = { hostDistance, hostGradient, hostGradientPart };

const instances = new WeakMap<Heap, StageFunctions>();

/** Stages of the compiled engine on a heap: one instance serves all Models in it. */
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

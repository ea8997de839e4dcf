/** Loading the compiled engine. The module is compiled once per process, and instantiated once per memory: a Model and
 *  its Datas share one memory, and with it one instance. */
import type { Stages } from '../engine/runtime/stages.ts';

/** The compiled module and the function that names its stages. */
export interface CompiledEngine {
  readonly module: WebAssembly.Module;
  readonly bind: (exports: WebAssembly.Exports) => object;
}

let compiled: Promise<CompiledEngine> | undefined;

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

async function compile(): Promise<CompiledEngine> {
  const { base64, bind } = await import('./module.gen.js');
  return { module: await WebAssembly.compile(decode(base64)), bind };
}

/** The same, at once, from an engine that has been compiled before. */
export function wasmStagesSync(engine: CompiledEngine, memory: WebAssembly.Memory): Stages {
  const instance = new WebAssembly.Instance(engine.module, { env: { memory } });
  return engine.bind(instance.exports) as Stages;
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  // the quick way, where there is one: this is part of every start
  if (typeof Buffer !== 'undefined') return Buffer.from(base64, 'base64') as Uint8Array<ArrayBuffer>;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** `PolicySource`: a policy as it is sent to threads, with its ONNX file, its config and the address of its runtime. */
import { describeType } from '../core/model/fit.ts';
import { loadPolicy, type OnnxRuntime, type Policy } from './onnxPolicy.ts';
import type { PolicyConfig } from './policyConfig.ts';

/** A policy in an ONNX file, and what runs it. */
export interface PolicySource {
  /** The bytes of the file. */
  file: Uint8Array;
  /** What the policy sees, and what is done with what it says. */
  config: PolicyConfig;
  /** Address of the module of onnxruntime-web, such as `/onnxruntime/ort.wasm.min.mjs`; its other files lie beside it. In Node also
   *  the name of a package that is installed: `onnxruntime-web` or `onnxruntime-node`. */
  runtime: string;
}

type Runtime = OnnxRuntime & { env?: { wasm?: { wasmPaths?: string; numThreads?: number } } };

/** A copy of a source as it is now, for those who load it later.
 *  @param where what messages begin with
 *  @throws TypeError for parts of another type */
export function snapshotSource(where: string, { file, config, runtime }: PolicySource): PolicySource {
  if (!(file instanceof Uint8Array))
    throw new TypeError(`${where}: file: expected a Uint8Array, found ${describeType(file)}`);
  if (typeof runtime !== 'string')
    throw new TypeError(`${where}: runtime: expected an address, found ${describeType(runtime)}`);
  return { file: file.slice(), config: snapshotConfig(where, config), runtime };
}

function snapshotConfig(where: string, config: PolicyConfig): PolicyConfig {
  try {
    return structuredClone(config);
  } catch (error) {
    throw new TypeError(`${where}: config: expected values that JSON can have: ${(error as Error).message}`);
  }
}

/** @throws Error if the runtime is not there, or the file cannot be read */
export async function loadPolicySource(source: PolicySource): Promise<Policy> {
  const { file, runtime } = snapshotSource('policy', source);
  const found: Runtime & { default?: Runtime } = await import(
    /* webpackIgnore: true */ /* @vite-ignore */ runtime
  ).catch((error: unknown) => {
    throw new Error(`policies are run by onnxruntime-web, which is not at ${runtime}: ${String(error)}`);
  });
  const ort = found.InferenceSession ? found : (found.default ?? found);
  const wasm = ort.env?.wasm;
  // policies are small: waking threads would take longer than what they do
  if (wasm) wasm.numThreads = 1;
  if (wasm && !runtime.startsWith('file:')) wasm.wasmPaths = runtime.replace(/[^/]*$/, '');
  return await loadPolicy(file, ort);
}

/** `PolicySource`: a policy in serializable form, with its ONNX file, its config and the URL of its runtime. */
import { describeType } from '../core/model/fit.ts';
import { loadPolicy, type OnnxRuntime, type Policy } from './onnxPolicy.ts';
import type { PolicyConfig } from './policyConfig.ts';

/** A policy in an ONNX file, and its runtime. */
export interface PolicySource {
  /** The bytes of the file. */
  file: Uint8Array;
  /** Observations and actions. */
  config: PolicyConfig;
  /** URL of the onnxruntime-web module, such as `/onnxruntime/ort.wasm.min.mjs`, with its other files next to it. In Node also the name of
   *  an installed package: `onnxruntime-web` or `onnxruntime-node`. */
  runtime: string;
}

type Runtime = OnnxRuntime & { env?: { wasm?: { wasmPaths?: string; numThreads?: number } } };

/** Copy a source, so that later changes have no effect.
 *  @param where prefix of messages
 *  @throws TypeError for parts of the wrong type */
export function snapshotSource(where: string, { file, config, runtime }: PolicySource): PolicySource {
  if (!(file instanceof Uint8Array))
    throw new TypeError(`${where}: file: expected a Uint8Array, found ${describeType(file)}`);
  if (typeof runtime !== 'string')
    throw new TypeError(`${where}: runtime: expected a URL, found ${describeType(runtime)}`);
  return { file: file.slice(), config: snapshotConfig(where, config), runtime };
}

function snapshotConfig(where: string, config: PolicyConfig): PolicyConfig {
  try {
    return structuredClone(config);
  } catch (error) {
    throw new TypeError(`${where}: config: expected JSON values. ${(error as Error).message}`);
  }
}

/** @throws Error if the runtime is missing, or the file cannot be read */
export async function loadPolicySource(source: PolicySource): Promise<Policy> {
  const { file, runtime } = snapshotSource('policy', source);
  const found: Runtime & { default?: Runtime } = await import(
    /* webpackIgnore: true */ /* @vite-ignore */ runtime
  ).catch((error: unknown) => {
    throw new Error(
      `cannot load onnxruntime-web from ${runtime}. Install it with \`npm install onnxruntime-web\`, or pass its URL. ${String(error)}`,
    );
  });
  const ort = found.InferenceSession ? found : (found.default ?? found);
  const wasm = ort.env?.wasm;
  // policies are small: waking threads would take longer than their work
  if (wasm) wasm.numThreads = 1;
  if (wasm && !runtime.startsWith('file:')) wasm.wasmPaths = runtime.replace(/[^/]*$/, '');
  return await loadPolicy(file, ort);
}

/** A policy as it is sent to threads: its file, its card, and where its runtime is. */
import { kindOf } from '../core/model/fit.ts';
import type { PolicyCard } from './card.ts';
import { loadPolicy, type OnnxRuntime, type Policy } from './load.ts';

/** A policy in an ONNX file, and what runs it. */
export interface PolicySource {
  /** The bytes of the file. */
  file: Uint8Array;
  /** What the policy sees, and what is done with what it says. */
  card: PolicyCard;
  /** Address of the module of onnxruntime-web, such as `/onnxruntime/ort.wasm.min.mjs`; its other files lie beside it. In Node also
   *  the name of a package that is installed: `onnxruntime-web` or `onnxruntime-node`. */
  runtime: string;
}

type Runtime = OnnxRuntime & { env?: { wasm?: { wasmPaths?: string; numThreads?: number } } };

/** A copy of a source as it is now, for those who load it later.
 *  @param place what messages begin with
 *  @throws TypeError for parts of another type */
export function ownSource(place: string, { file, card, runtime }: PolicySource): PolicySource {
  if (!(file instanceof Uint8Array))
    throw new TypeError(`${place}: file: expected a Uint8Array, found ${kindOf(file)}`);
  if (typeof runtime !== 'string')
    throw new TypeError(`${place}: runtime: expected an address, found ${kindOf(runtime)}`);
  return { file: file.slice(), card: ownCard(place, card), runtime };
}

function ownCard(place: string, card: PolicyCard): PolicyCard {
  try {
    return structuredClone(card);
  } catch (error) {
    throw new TypeError(`${place}: card: expected values that JSON can have: ${(error as Error).message}`);
  }
}

/** @throws Error if the runtime is not there, or the file cannot be read */
export async function loadSource(source: PolicySource): Promise<Policy> {
  const { file, runtime } = ownSource('policy', source);
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

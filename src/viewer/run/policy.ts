/** Policies that control a run. They run where the engine runs, so that it never waits for the page. */
import { controllerOf, loadPolicy, type OnnxRuntime, type PolicyCard } from '../../policy.ts';
import type { Pilot, Simulation } from '../sim/simulation.ts';

/** A policy in an ONNX file, and what runs it. */
export interface PolicySource {
  /** The bytes of the file. */
  file: Uint8Array;
  /** What the policy sees, and what is done with what it says. */
  card: PolicyCard;
  /** Address of the module of onnxruntime-web, such as `/onnxruntime/ort.wasm.min.mjs`; its other files lie beside it. */
  runtime: string;
}

type Runtime = OnnxRuntime & { env?: { wasm?: { wasmPaths?: string; numThreads?: number } } };

/** @throws Error if the runtime is not there, the file cannot be read, or the card does not fit the model */
export async function pilotOf({ m }: Simulation, { file, card, runtime }: PolicySource): Promise<Pilot> {
  const ort: Runtime = await import(/* @vite-ignore */ runtime).catch((error: unknown) => {
    throw new Error(`policies are run by onnxruntime-web, which is not at ${runtime}: ${String(error)}`);
  });
  const wasm = ort.env?.wasm;
  // policies are small: waking threads would take longer than what they do
  if (wasm) Object.assign(wasm, { wasmPaths: runtime.replace(/[^/]*$/, ''), numThreads: 1 });
  return controllerOf(m, card, await loadPolicy(file, ort));
}

/** Policies in ONNX files, run by a runtime that the caller provides: `onnxruntime-web` or `onnxruntime-node`. */

import { expectInteger, expectNumbers, found } from '../core/expect.ts';

/** The part of the runtime's tensors in use. */
interface Tensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** The part of a session in use, common to `onnxruntime-web` and `onnxruntime-node`. */
interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, never>): Promise<Record<string, Tensor>>;
  release?(): Promise<void>;
}

/** The part of the module `onnxruntime-web` or `onnxruntime-node` in use. */
export interface OnnxRuntime {
  InferenceSession: { create(model: Uint8Array, options?: object): Promise<Session> };
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

/** A function from observations to actions. */
export interface Policy {
  /** Actions for `n` observations, one row each. */
  act(observations: ArrayLike<number>, n?: number): Promise<Float32Array>;
  /** Free the memory of the runtime. */
  close(): Promise<void>;
}

/** Load a policy from an ONNX file: one input of floats [n, observations], one output [n, actions].
 *
 *  @param file its bytes
 *  @param ort the module `onnxruntime-web` or `onnxruntime-node`
 *  @example
 *  import * as ort from 'onnxruntime-web';
 *  const layer = { weights: [2, 1], bias: [0.5], activation: 'none' };
 *  const file = toOnnx({ mean: [0, 0], scale: [1, 1], layers: [layer], low: [-9], high: [9] });
 *  const policy = await loadPolicy(file, ort);
 *  console.log(await policy.act([1, 2])); // -> Float32Array(1) [ 4.5 ]
 *  @throws Error with the inputs or outputs of the file, if they differ */
export async function loadPolicy(file: Uint8Array, ort: OnnxRuntime): Promise<Policy> {
  if (typeof ort?.InferenceSession?.create !== 'function') {
    throw new TypeError("loadPolicy: expected the module 'onnxruntime-web' or 'onnxruntime-node' as second argument");
  }
  if (!(file instanceof Uint8Array)) throw new TypeError(`loadPolicy: expected a Uint8Array, found ${found(file)}`);
  const session = await ort.InferenceSession.create(file.slice()).catch((error: unknown) => {
    throw new Error(`policy: cannot read the ONNX file: ${errorMessage(error)}`, { cause: error });
  });
  const input = onlyOne('input', session.inputNames);
  const output = onlyOne('output', session.outputNames);
  return {
    async act(observations, n = 1) {
      expectInteger('policy: n', n, 1);
      const width = expectNumbers('policy: observations', observations).length / n;
      if (!Number.isInteger(width)) {
        throw new RangeError(`policy: expected ${n} rows of observations, found ${observations.length} values`);
      }
      const tensor = new ort.Tensor('float32', Float32Array.from(observations), [n, width]);
      const results = await session.run({ [input]: tensor as never }).catch((error: unknown) => {
        throw new Error(`policy: the network cannot run on rows of ${width} values: ${errorMessage(error)}`, {
          cause: error,
        });
      });
      return floatsOf(results[output], output);
    },
    async close() {
      await session.release?.();
    },
  };
}

/** The runtime also throws numbers. */
function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function onlyOne(kind: string, names: readonly string[]): string {
  if (names.length === 1) return names[0];
  throw new Error(`policy: expected one ${kind}, found ${names.length}: ${names.join(', ')}`);
}

function floatsOf(tensor: Tensor, name: string): Float32Array {
  if (tensor.data instanceof Float32Array) return tensor.data;
  throw new Error(`policy: expected floats as output '${name}', found ${(tensor.data as object)?.constructor?.name}`);
}

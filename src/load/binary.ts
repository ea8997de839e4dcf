/** Binary models (.mjb). They need neither the text readers nor the compiler. */

import { limitsWith } from '../core/model/limits.ts';
import type { Model } from '../core/model/model.ts';
import { readBinary } from '../formats/mjb/mjb.ts';
import { BinaryProblem } from '../formats/mjb/problem.ts';
import { fileError } from '../formats/xml/error.ts';
import { attachEngine } from './engine.ts';
import type { BinaryOptions } from './options.ts';

export { writeBinary } from '../formats/mjb/mjb.ts';

/** Decode a model from the bytes of a file; messages include the file name if there is one.
 *  @throws MjcfError for a file, BinaryProblem for bytes */
export async function modelIn(bytes: Uint8Array, options: BinaryOptions, file?: string): Promise<Model> {
  try {
    const model = readBinary(
      bytes,
      (made) => attachEngine(made, options.engine),
      limitsWith(options.limits).modelBytes,
    );
    if (model.nplugin > 0) (await import('../core/plugins/index.ts')).addMujocoPlugins();
    return model;
  } catch (error) {
    throw file !== undefined && error instanceof BinaryProblem ? fileError(file, error.message) : error;
  }
}

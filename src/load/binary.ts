/** Binary models (.mjb): neither the code that reads texts nor the compiler is needed for them. */

import { limitsWith } from '../core/model/limits.ts';
import type { Model } from '../core/model/model.ts';
import { readBinary } from '../formats/mjb/mjb.ts';
import { BinaryProblem } from '../formats/mjb/problem.ts';
import { fileError } from '../formats/xml/error.ts';
import { attachEngine } from './engine.ts';
import type { BinaryOptions } from './options.ts';

export { writeBinary } from '../formats/mjb/mjb.ts';

/** The model in the bytes of a file, which messages name if it has a name.
 *  @throws MjcfError that says what is wrong with a file, BinaryProblem with bytes */
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

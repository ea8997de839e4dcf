/** Shapes of derivatives, and checks of output buffers. */
import { expectModel } from '../model/fit.ts';
import type { Model } from '../model/model.ts';

/** Number of elements of the state x = (dq, qvel, act), positions in the tangent space: 2 nv + na.
 *
 *  @example
 *  console.log(stateDim(m)); // -> 2 */
export function stateDim(m: Model): number {
  expectModel('stateDim', m);
  return 2 * m.nv + m.na;
}

/** The caller's buffer for a matrix, or a new one. */
export function matrix(
  name: string,
  buffer: Float64Array | undefined,
  rows: number,
  columns: number,
): Float64Array<ArrayBufferLike> {
  const size = rows * columns;
  if (buffer === undefined) return new Float64Array(size);
  if (!(buffer instanceof Float64Array)) throw new TypeError(`${name}: expected a Float64Array`);
  if (buffer.length !== size) {
    throw new RangeError(`${name}: expected ${rows} x ${columns} = ${size} elements, found ${buffer.length}`);
  }
  return buffer;
}

/** The caller's vector, after a check of its length. */
export function expectVector(name: string, vector: Float64Array, size: number): Float64Array {
  if (vector?.length !== size) throw new RangeError(`${name}: expected ${size} values, found ${vector?.length}`);
  return vector;
}

/** Checks that options and their output buffers are objects. */
export function expectOptions<T extends { into?: object }>(options: T): T {
  expectObject('options', options);
  if (options.into !== undefined) expectObject('into', options.into);
  return options;
}

function expectObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${name}: expected an object, found ${value}`);
}

/** Checks the size of a nudge. */
export function checkEps(eps: number): number {
  if (!(eps > 0 && Number.isFinite(eps))) throw new RangeError(`eps: expected a positive number, found ${eps}`);
  return eps;
}

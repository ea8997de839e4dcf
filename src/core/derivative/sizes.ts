/** Shapes of derivatives, and buffers that the caller may give. */
import { expectModel } from '../model/fit.ts';
import type { Model } from '../model/model.ts';

/** Elements of the state x = (dq, qvel, act), positions in the tangent space: 2 nv + na.
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
  given: Float64Array | undefined,
  rows: number,
  columns: number,
): Float64Array<ArrayBufferLike> {
  const size = rows * columns;
  if (given === undefined) return new Float64Array(size);
  if (!(given instanceof Float64Array)) throw new TypeError(`${name}: expected a Float64Array`);
  if (given.length !== size) {
    throw new RangeError(`${name}: expected ${rows} x ${columns} = ${size} elements, found ${given.length}`);
  }
  return given;
}

/** The caller's vector, if it has so many numbers. */
export function expectVector(name: string, given: Float64Array, size: number): Float64Array {
  if (given?.length !== size) throw new RangeError(`${name}: expected ${size} numbers, found ${given?.length}`);
  return given;
}

/** Options, and where they say the results go, if they are objects. */
export function expectOptions<T extends { into?: object }>(options: T): T {
  expectObject('options', options);
  if (options.into !== undefined) expectObject('into', options.into);
  return options;
}

function expectObject(name: string, given: unknown): void {
  if (typeof given !== 'object' || given === null) throw new TypeError(`${name}: expected an object, found ${given}`);
}

/** A step of differences. */
export function checkEps(eps: number): number {
  if (!(eps > 0 && Number.isFinite(eps))) throw new RangeError(`eps: expected a positive number, found ${eps}`);
  return eps;
}

/** Copies rows between arrays over worlds and arrays of a `Data`. */
import type { TypedArray } from '../../core/model/block/block.ts';
import { blockOf, type Data } from '../../core/model/data.ts';
import { stateParts } from '../../core/model/stateParts.ts';
import type { Column } from './fields.ts';

const none = new Float64Array(0);

/** Arrays of a `Data`, looked up once for all steps. User code that reads an array moves it, so if user code may run,
 * the arrays are moved first. */
export function stableArrays(data: Data, userCode: boolean): Data {
  return userCode ? data : blockOf(data);
}

/** The array of a Data that a column is copied from. */
export function columnArray(data: Data, { name, scalar }: Pick<Column, 'name' | 'scalar'>): TypedArray {
  return scalar ? none : (data[name] as TypedArray);
}

/** The arrays of a Data that make up a state with these parts. */
export function stateArraysOf(data: Data, sig: number): TypedArray[] {
  const names = stateParts.flatMap(([bit, name]) => (sig & bit && name ? [name] : []));
  return names.map((name) => data[name]).filter((array) => array.length > 0);
}

/** Copy values. One function per array type keeps its call sites monomorphic, which is twice as fast. */
export function copyRow(to: TypedArray, t: number, from: TypedArray, f: number, length: number): void {
  if (to instanceof Float64Array && from instanceof Float64Array) copyReals(to, t, from, f, length);
  else if (to instanceof Int32Array && from instanceof Int32Array) copyInts(to, t, from, f, length);
  else copyOthers(to, t, from, f, length);
}

function copyReals(to: Float64Array, t: number, from: Float64Array, f: number, length: number): void {
  for (let k = 0; k < length; k++) to[t + k] = from[f + k];
}

function copyInts(to: Int32Array, t: number, from: Int32Array, f: number, length: number): void {
  for (let k = 0; k < length; k++) to[t + k] = from[f + k];
}

function copyOthers(to: TypedArray, t: number, from: TypedArray, f: number, length: number): void {
  for (let k = 0; k < length; k++) to[t + k] = from[f + k];
}

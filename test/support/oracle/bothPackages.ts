/** Scripts that run with MuJoCo's package and with ours, and must give the same result. */
import { expect } from 'vitest';
import type { Model } from '../../../src/core/model/model.ts';
import { INNER } from '../../../src/mujoco/base/handle.ts';
import load from '../../../src/mujoco.ts';
import { compareModels, describeDifferences } from './compileConformance.ts';
import { type MjModel, mujoco } from './oracle.ts';

// biome-ignore lint/suspicious/noExplicitAny: a script must run with either module, which have no types in common
export type Module = any;

export const ours: Module = await load();
export { mujoco as theirs } from './oracle.ts';

/** Runs a script with both, and compares the results. */
export function expectSame(script: (mj: Module) => unknown): void {
  expect(plain(script(ours))).toEqual(plain(script(mujoco)));
}

/** Runs a script with both, and compares the models. */
export function expectSameModel(script: (mj: Module) => unknown): void {
  const oracle = script(mujoco) as MjModel;
  expect(differencesFrom(script(ours), oracle)).toEqual([]);
  oracle.delete();
}

/** Differences between a model of ours and one of MuJoCo. */
export function differencesFrom(model: unknown, oracle: MjModel): string[] {
  return describeDifferences(compareModels((model as { [INNER]: Model })[INNER], oracle));
}

/** Values as both packages would print them. */
export function plain(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (ArrayBuffer.isView(value)) return { array: value.constructor.name, numbers: Array.from(value as Float64Array) };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object') return value;
  if ('push_back' in value) return { vector: items(value as unknown as Vector) };
  if (Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  }
  return 'value' in value ? { member: value.value } : { class: value.constructor.name };
}

interface Vector {
  size(): number;
  get(i: number): unknown;
}

function items(vector: Vector): unknown[] {
  return Array.from({ length: vector.size() }, (_, i) => plain(vector.get(i)));
}

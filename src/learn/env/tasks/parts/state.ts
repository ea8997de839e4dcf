/** Helpers of tasks: noise, clamping, copies into observations, body ids. */
import { type Model, name2id, ObjType, objectNames } from '../../../../index.ts';
import type { Generator } from '../../random/generator.ts';
import type { World } from '../../task.ts';

/** Add uniform noise in [-scale, scale) to each value. */
export function addUniform(numbers: Float64Array, scale: number, random: Generator): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] += random.uniform(-scale, scale);
}

/** Add normal noise with standard deviation `scale` to each value. */
export function addNormal(numbers: Float64Array, scale: number, random: Generator): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] += scale * random.standardNormal();
}

export function sumOfSquares(numbers: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += numbers[i] * numbers[i];
  return sum;
}

export function clamp(x: number, low: number, high: number): number {
  return Math.min(Math.max(x, low), high);
}

export function isFiniteState({ qpos, qvel }: World<never>): boolean {
  return qpos.every(Number.isFinite) && qvel.every(Number.isFinite);
}

/** Write clamped values to an array; returns the end index. */
export function putClamped(out: Float64Array, at: number, numbers: Float64Array, limit: number, from = 0): number {
  for (let i = from; i < numbers.length; i++) out[at++] = clamp(numbers[i], -limit, limit);
  return at;
}

/** Write values to an array from an index on; returns the end index. */
export function put(out: Float64Array, at: number, numbers: Float64Array, from = 0): number {
  for (let i = from; i < numbers.length; i++) out[at++] = numbers[i];
  return at;
}

/** Id of a body by name.
 *  @throws Error with the names of all bodies */
export function bodyNamed(model: Model, name: string): number {
  const id = name2id(model, ObjType.BODY, name);
  if (id >= 0) return id;
  throw new Error(`this task needs a body '${name}', found ${objectNames(model, ObjType.BODY).join(', ')}`);
}

/** Distance between the origins of two bodies. */
export function bodyDistance({ xpos }: World<'xpos'>, a: number, b: number): number {
  const [dx, dy, dz] = [0, 1, 2].map((k) => xpos[3 * a + k] - xpos[3 * b + k]);
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

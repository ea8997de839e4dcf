/** Calls of the drop-in API as small programs that run on either package: each returns a value, or throws. */
import { readFileSync } from 'node:fs';
import type { MainModule } from '@mujoco/mujoco';

/** Context of a probe: the module, a model with elements of every kind, a data in some state. */
export interface World {
  mj: MainModule;
  m: ReturnType<MainModule['MjModel']['from_xml_string']>;
  d: InstanceType<MainModule['MjData']>;
}

export type Probe = (world: World) => unknown;
export type Probes = Readonly<Record<string, Probe>>;

export const probeModel = readFileSync(new URL('../../../scripts/conformance/api.xml', import.meta.url), 'utf8');

/** The values of a buffer after a function has written to it. */
export function out(mj: MainModule, n: number, run: (buffer: never) => unknown): unknown[] {
  const buffer = new mj.DoubleBuffer(n);
  const result = run(buffer as never);
  return [Array.from(buffer.GetView() as Float64Array), result ?? null];
}

export function ints(mj: MainModule, values: number[], run: (buffer: never) => unknown): unknown[] {
  const buffer = mj.IntBuffer.FromArray(values);
  const result = run(buffer as never);
  return [Array.from(buffer.GetView() as Int32Array), result ?? null];
}

/** Functions under any name. */
export type FunctionTable = Record<string, (...args: unknown[]) => unknown>;

/** Arrays with the name of their type. */
export function plain(value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return value;
  return [value.constructor.name, Array.from(value as Float64Array, Number)];
}

export const q = [0.8, 0.2, -0.4, 0.4];
export const p = [0.5, -0.5, 0.5, 0.5];
export const v = [1, 2, 3];
export const w = [-0.5, 0.25, 2];
export const mat = [2, 0.5, 0.1, 0.5, 3, -0.2, 0.1, -0.2, 1.5];
export const rotation = [0, -1, 0, 1, 0, 0, 0, 0, 1];

/** Shapes described by named values with defaults. */
import type { SdfPlugin } from '../../plugin/plugin.ts';

/** A plugin for a shape, from the defaults of its values. */
export function shapePlugin(
  name: string,
  defaults: Readonly<Record<string, number>>,
  functions: Pick<SdfPlugin, 'distance' | 'gradient' | 'box' | 'check'>,
): SdfPlugin {
  const keys = Object.keys(defaults);
  return {
    name,
    kind: 'sdf',
    attributes: Object.fromEntries(keys.map((key) => [key, 'number' as const])),
    parameters: (config) => keys.map((key) => config.number(key, defaults[key])),
    ...functions,
  };
}

/** Difference of two shapes: the part of one that is not in the other. */
export function without(shape: number, other: number): number {
  return Math.max(shape, -other);
}

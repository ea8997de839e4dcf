/** Shapes that are described by numbers, each with a name and a default. */
import type { SdfPlugin } from '../../plugin/plugin.ts';

/** A plugin for a shape, from the defaults of its numbers. */
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

/** The part of one shape that is not in another. */
export function without(shape: number, other: number): number {
  return Math.max(shape, -other);
}

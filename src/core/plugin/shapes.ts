/** Shapes of SDF plugins, for the running engine. */
import type { Model } from '../model/model.ts';
import { modelPlugins } from './instances.ts';
import type { SdfPlugin } from './plugin.ts';

/** A plugin with the values of one shape. */
interface Shape {
  readonly plugin: SdfPlugin;
  readonly parameters: readonly number[];
}

/** Shapes by instance; undefined for other plugins. */
let shapes: readonly (Shape | undefined)[] = [];
const known = new WeakMap<object, readonly (Shape | undefined)[]>();
const gradient = new Float64Array(3);

/** Selects the Model that instances refer to. */
export function chooseShapes(m: Model): void {
  const plugins = modelPlugins(m);
  let own = known.get(plugins);
  if (own === undefined) {
    own = plugins.map(({ plugin, config }) =>
      plugin.kind === 'sdf' ? { plugin, parameters: plugin.parameters(config) } : undefined,
    );
    known.set(plugins, own);
  }
  shapes = own;
}

function instanceShape(instance: number): Shape {
  const shape = shapes[instance];
  if (shape === undefined) throw new Error(`plugin instance ${instance} has no shape`);
  return shape;
}

export function shapeDistance(instance: number, x: number, y: number, z: number): number {
  const { plugin, parameters } = instanceShape(instance);
  return plugin.distance(x, y, z, parameters);
}

/** Step of finite differences. */
const STEP = 1e-8;

/** Computes the gradient; returns its first component. */
export function shapeGradient(instance: number, x: number, y: number, z: number): number {
  const { plugin, parameters } = instanceShape(instance);
  if (plugin.gradient) {
    plugin.gradient(gradient, x, y, z, parameters);
  } else {
    const here = plugin.distance(x, y, z, parameters);
    gradient[0] = (plugin.distance(x + STEP, y, z, parameters) - here) / STEP;
    gradient[1] = (plugin.distance(x, y + STEP, z, parameters) - here) / STEP;
    gradient[2] = (plugin.distance(x, y, z + STEP, parameters) - here) / STEP;
  }
  return gradient[0];
}

/** Component k of the last gradient. */
export function shapeGradientPart(k: number): number {
  return gradient[k];
}

/** Plugins that models can use, by name. */
import { describeType } from '../model/fit.ts';
import { expectAttributes } from './config.ts';
import type { Plugin, PluginKind } from './plugin.ts';

/** In the order of their slots, which Models store in `plugin`. */
const registered: Plugin[] = [];
const slots = new Map<string, number>();

/** Required functions of each kind of plugin. */
const NEEDED: Readonly<Record<PluginKind, readonly string[]>> = {
  actuator: ['compute'],
  sensor: ['compute', 'dim'],
  passive: ['compute'],
  sdf: ['parameters', 'distance', 'box'],
};

/** Register a plugin, so that models can use it by name: in `<extension>`, and then as `<plugin>` of an actuator, a
 *  sensor, a body, a geom or a mesh. Load models that use it after this call.
 *
 *  @throws TypeError if it is not a valid plugin, Error if its name is already registered
 *  @example
 *  registerPlugin({
 *    name: 'acme.wind',
 *    kind: 'passive',
 *    attributes: { strength: 'number' },
 *    compute(m, d, { config }) {
 *      for (let i = 0; i < m.nv; i++) d.qfrc_passive[i] += config.number('strength');
 *    },
 *  });
 *  const model = modelFromXml(`<mujoco>
 *    <extension><plugin plugin="acme.wind"><instance name="storm"><config key="strength" value="3"/></instance></plugin></extension>
 *    <worldbody><body><plugin instance="storm"/><joint type="slide"/><geom size="0.1"/></body></worldbody>
 *  </mujoco>`);
 *  const data = new Data(model);
 *  forward(model, data);
 *  console.log(data.qfrc_passive[0]); // -> 3 */
export function registerPlugin<T>(plugin: Plugin<T>): void {
  expectPlugin(plugin as Plugin);
  if (isMujocos(plugin.name)) {
    throw new Error(`registerPlugin: names that begin with 'mujoco.' are MuJoCo's own, found '${plugin.name}'`);
  }
  addPlugin(plugin);
}

/** True if a plugin is built in. */
export function isMujocos(name: string): boolean {
  return name.startsWith('mujoco.');
}

/** Assigns the next slot to a plugin. */
export function addPlugin<T>(plugin: Plugin<T>): void {
  const taken = slots.get(plugin.name);
  if (taken !== undefined && registered[taken] === plugin) return;
  if (taken !== undefined) throw new Error(`registerPlugin: a plugin '${plugin.name}' is already registered`);
  slots.set(plugin.name, registered.length);
  registered.push(plugin as Plugin);
}

function expectPlugin(plugin: Plugin): void {
  if (typeof plugin !== 'object' || plugin === null) {
    throw new TypeError(`registerPlugin: expected an object, found ${describeType(plugin)}`);
  }
  const { name, kind } = plugin;
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`registerPlugin: name: expected a string, found ${describeType(name)}`);
  }
  if (!Object.hasOwn(NEEDED, kind)) {
    const kinds = Object.keys(NEEDED).join(', ');
    throw new TypeError(`plugin '${name}': kind: expected one of ${kinds}, found ${String(kind)}`);
  }
  for (const needed of NEEDED[kind]) {
    const found: unknown = (plugin as unknown as Record<string, unknown>)[needed];
    if (typeof found === 'function') continue;
    throw new TypeError(`plugin '${name}': ${needed}: expected a function, found ${describeType(found)}`);
  }
  expectAttributes(name, plugin.attributes ?? {});
}

/** Slot of a plugin; undefined if there is none with this name. */
export function pluginSlot(name: string): number | undefined {
  return slots.get(name);
}

/** Plugin in a slot.
 *  @throws Error if there is none: the Model comes from a program with more registered plugins */
export function pluginAt(slot: number): Plugin {
  const plugin = registered[slot];
  if (plugin === undefined)
    throw new Error(`the model uses a plugin in slot ${slot}, but no plugin is registered there`);
  return plugin;
}

/** Names of all plugins, for suggestions. */
export function pluginNames(): Iterable<string> {
  return slots.keys();
}

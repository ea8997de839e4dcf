/** Writes plugin instances with their attributes as strings, and the elements that use them. */

import type { Model } from '../../core/model/model.ts';
import type { CompileState, PluginNode } from '../compileState.ts';
import { byteLength, put } from './names.ts';

export function writePlugins(state: CompileState, m: Model): void {
  let stateadr = 0;
  let at = 0;
  for (const { id, slot, statenum, attributes } of state.plugins) {
    m.plugin[id] = slot;
    m.plugin_stateadr[id] = stateadr;
    m.plugin_statenum[id] = statenum;
    m.plugin_attradr[id] = at;
    stateadr += statenum;
    for (const text of nonEmptyTexts(attributes)) at = put(m.plugin_attr, at, text);
  }
  for (const { id, plugin } of state.bodies) m.body_plugin[id] = plugin?.id ?? -1;
  for (const { id, plugin } of state.geoms) m.geom_plugin[id] = plugin?.id ?? -1;
  for (const { id, plugin } of state.actuators) m.actuator_plugin[id] = plugin?.id ?? -1;
  for (const { id, plugin } of state.sensors) m.sensor_plugin[id] = plugin?.id ?? -1;
}

/** Bytes of the attributes of an instance. */
export function attributeBytes({ attributes }: PluginNode): number {
  return nonEmptyTexts(attributes).reduce((sum, text) => sum + byteLength(text) + 1, 0);
}

/** An instance without attributes has one empty string, as in MuJoCo. */
function nonEmptyTexts(attributes: readonly string[]): readonly string[] {
  return attributes.length > 0 ? attributes : [''];
}

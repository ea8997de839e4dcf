/** Instances of plugins with their attributes as texts, and the elements that they work for. */

import type { Model } from '../../core/model/model.ts';
import type { PluginNode, Scene } from '../scene.ts';
import { byteLength, put } from './names.ts';

export function writePlugins(scene: Scene, m: Model): void {
  let state = 0;
  let at = 0;
  for (const { id, slot, statenum, attributes } of scene.plugins) {
    m.plugin[id] = slot;
    m.plugin_stateadr[id] = state;
    m.plugin_statenum[id] = statenum;
    m.plugin_attradr[id] = at;
    state += statenum;
    for (const text of textsOf(attributes)) at = put(m.plugin_attr, at, text);
  }
  for (const { id, plugin } of scene.bodies) m.body_plugin[id] = plugin?.id ?? -1;
  for (const { id, plugin } of scene.geoms) m.geom_plugin[id] = plugin?.id ?? -1;
  for (const { id, plugin } of scene.actuators) m.actuator_plugin[id] = plugin?.id ?? -1;
  for (const { id, plugin } of scene.sensors) m.sensor_plugin[id] = plugin?.id ?? -1;
}

/** Bytes of the attributes of an instance. */
export function attributeBytes({ attributes }: PluginNode): number {
  return textsOf(attributes).reduce((sum, text) => sum + byteLength(text) + 1, 0);
}

/** An instance without attributes has one empty text, as in MuJoCo. */
function textsOf(attributes: readonly string[]): readonly string[] {
  return attributes.length > 0 ? attributes : [''];
}

/** Reads `<extension>`, and `<plugin>` inside an element. */

import { type PluginSetting, PluginSpec, type PluginUse } from '../../spec/elements/plugin.ts';
import type { XmlElement } from '../../xml/element.ts';
import type { MjcfReader } from '../mjcfReader.ts';
import { start } from './common.ts';

export function readExtension(r: MjcfReader, section: XmlElement): void {
  for (const element of section.children) {
    const plugin = element.get('plugin') ?? '';
    r.spec.required.push({ plugin, location: element });
    for (const child of element.children) r.spec.plugins.push(readInstance(r, child, plugin));
  }
}

function readInstance(r: MjcfReader, element: XmlElement, plugin: string): PluginSpec {
  const instance = start(r, element, new PluginSpec());
  instance.name = element.get('name') ?? '';
  instance.plugin = plugin;
  instance.config = readSettings(r, element);
  if (instance.name === '') r.error(element, 'name', 'an instance needs a name');
  return instance;
}

/** The plugin that an element names with its own attributes, as in actuators and sensors. */
export function readPluginUse(r: MjcfReader, element: XmlElement): PluginUse {
  const plugin = element.get('plugin') ?? '';
  const instance = element.get('instance') ?? '';
  const config = readSettings(r, element);
  if (plugin === '' && instance === '') r.error(element, undefined, "expected 'plugin' or 'instance'");
  if (instance !== '' && config.length > 0) {
    r.warn(element, 'instance', 'settings of a declared instance belong to its declaration; those here are ignored');
  }
  return { plugin, instance, config: instance === '' ? config : [], location: element };
}

/** The plugin of an element from its <plugin> child, else the previous one. */
export function readPluginInside(r: MjcfReader, element: XmlElement, target: { plugin: PluginUse | undefined }): void {
  const inside = element.children.find(({ tag }) => tag === 'plugin');
  if (inside) target.plugin = readPluginUse(r, inside);
}

function readSettings(r: MjcfReader, element: XmlElement): PluginSetting[] {
  const settings: PluginSetting[] = [];
  for (const child of element.children) {
    const key = child.get('key') ?? '';
    if (settings.some((other) => other.key === key)) r.error(child, 'key', `'${key}' is given twice`);
    settings.push({ key, value: child.get('value') ?? '', location: child });
  }
  return settings;
}

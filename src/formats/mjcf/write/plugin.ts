/** Writes `<extension>`, and `<plugin>` inside an element. */

import type { PluginSetting, PluginUse } from '../../spec/elements/plugin.ts';
import type { SpecTree } from '../../spec/specTree.ts';
import { XmlOutput } from '../../xml/write.ts';

/** Instances in order; a plugin has a second section if another one is between its instances. */
export function writeExtension(spec: SpecTree): XmlOutput {
  const output = new XmlOutput('extension');
  const section = (plugin: string) => output.add(new XmlOutput('plugin').set('plugin', plugin));
  let last = '';
  let open: XmlOutput | undefined;
  for (const { plugin, name, config } of spec.plugins) {
    if (open === undefined || plugin !== last) open = section(plugin);
    last = plugin;
    writeSettings(open.add(new XmlOutput('instance').set('name', name)), config);
  }
  const without = spec.required.filter(({ plugin }) => !spec.plugins.some((instance) => instance.plugin === plugin));
  for (const plugin of new Set(without.map((required) => required.plugin))) section(plugin);
  return output;
}

/** Attributes and settings of an element that is, or contains, a <plugin>. */
export function writePluginUse(output: XmlOutput, use: PluginUse): XmlOutput {
  if (use.plugin !== '') output.set('plugin', use.plugin);
  if (use.instance !== '') output.set('instance', use.instance);
  writeSettings(output, use.config);
  return output;
}

/** Writes the `<plugin>` inside an element, if it has one. */
export function writePluginInside(output: XmlOutput, { plugin }: { plugin: PluginUse | undefined }): void {
  if (plugin) output.add(writePluginUse(new XmlOutput('plugin'), plugin));
}

function writeSettings(output: XmlOutput, config: readonly PluginSetting[]): void {
  for (const { key, value } of config) output.add(new XmlOutput('config').set('key', key).set('value', value));
}

/** Grammar of `<extension>` and `<plugin>`. */

import { type Attribute, element, id, ref, text } from '../grammar.ts';

export const config = element('config', 'A setting of a plugin.', () => [
  text('key', 'name of the setting', { required: true, custom: true }),
  text('value', 'its value', { required: true, custom: true }),
]);

/** How an element names its plugin. */
export const pluginUse: readonly Attribute[] = [
  text('plugin', 'name of the plugin', { custom: true }),
  ref('instance', 'instance', 'instance declared under <extension>', { custom: true }),
];

/** <plugin> inside bodies, geoms, meshes. */
export const plugin = element('plugin', 'Use of a plugin.', () => pluginUse, { children: [config] });

const instance = element('instance', 'A named instance of a plugin.', () => [id('name', { required: true })], {
  children: [config],
});

const extensionPlugin = element(
  'plugin',
  'A plugin the model needs.',
  () => [text('plugin', 'name of the plugin', { required: true, custom: true })],
  { children: [instance] },
);

export const extension = element('extension', 'Plugins.', () => [], { children: [extensionPlugin] });

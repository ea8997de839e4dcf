/** <extension> and <plugin>: known to the grammar, not built yet. */

import { element, id, ref, text } from '../grammar.ts';

export const config = element('config', 'A setting of a plugin.', [
  text('key', 'its name', { required: true }),
  text('value', 'its value'),
]);

/** <plugin> inside bodies, geoms, meshes. */
export const plugin = element(
  'plugin',
  'Use of an engine plugin.',
  [text('plugin', 'name of the plugin'), ref('instance', 'instance', 'instance declared under <extension>')],
  { children: [config], unsupported: true },
);

const instance = element('instance', 'A named instance of a plugin.', [id('name', { required: true })], {
  children: [config],
});

const extensionPlugin = element('plugin', 'A plugin the model needs.', [text('plugin', 'name of the plugin')], {
  children: [instance],
  unsupported: true,
});

export const extension = element('extension', 'Plugins.', [], { children: [extensionPlugin] });

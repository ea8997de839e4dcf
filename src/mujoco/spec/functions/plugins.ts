/** `mjs_` functions of plugins. */

import { describeType } from '../../../core/model/fit.ts';
import { pluginSlot } from '../../../core/plugin/registry.ts';
import { PluginSpec } from '../../../formats/spec/elements/plugin.ts';
import { NO_LOCATION } from '../../../formats/xml/sourceLocation.ts';
import { BindingError } from '../../base/errors.ts';
import { expectElement } from '../classes/classes.ts';
import { expectSpec } from '../classes/mjSpec.ts';
import { MjsPlugin, resetPlugin } from '../classes/plugin.ts';

type Call = (...args: unknown[]) => unknown;

/** A plugin instance; `plugin_name` selects the plugin. */
function addPlugin(spec: unknown): MjsPlugin {
  const owner = expectSpec('mjs_addPlugin', spec);
  const instance = Object.assign(new PluginSpec(), {
    compiler: owner.tree.compiler,
    location: { ...NO_LOCATION, tag: 'instance' },
  });
  owner.tree.plugins.push(instance);
  return new MjsPlugin(owner, instance);
}

/** Allow elements to use a plugin; -1 if it is unknown. */
function activatePlugin(spec: unknown, name: unknown): number {
  const { tree } = expectSpec('mjs_activatePlugin', spec);
  if (typeof name !== 'string')
    throw new BindingError(`mjs_activatePlugin: expected a name, found ${describeType(name)}`);
  if (pluginSlot(name) === undefined) return -1;
  if (!tree.required.some(({ plugin }) => plugin === name)) {
    tree.required.push({ plugin: name, location: { ...NO_LOCATION, tag: 'plugin' } });
  }
  return 0;
}

export const pluginFunctions: Record<string, Call> = {
  mjs_addPlugin: addPlugin,
  mjs_activatePlugin: activatePlugin,
  mjs_asPlugin: (element) => {
    const { owner, raw } = expectElement('mjs_asPlugin', element);
    return raw instanceof PluginSpec ? new MjsPlugin(owner, raw) : undefined;
  },
  mjs_defaultPlugin: (plugin) => {
    if (plugin instanceof MjsPlugin) resetPlugin(plugin);
    else throw new BindingError(`mjs_defaultPlugin: expected MjsPlugin, found ${describeType(plugin)}`);
  },
};

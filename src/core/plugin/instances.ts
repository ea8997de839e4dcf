/** Plugins of a Model, and their instances in each `Data`. */
import { BLOCK } from '../model/block/block.ts';
import type { Data } from '../model/data.ts';
import { ObjType } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { id2name } from '../model/names/names.ts';
import { PluginConfig } from './config.ts';
import type { Plugin, PluginInstance } from './plugin.ts';
import { pluginAt } from './registry.ts';

/** A plugin of a Model with the settings of one instance. */
interface ModelPlugin {
  readonly plugin: Plugin;
  readonly name: string;
  readonly config: PluginConfig;
}

/** The plugin of each instance of a Model. */
export function modelPlugins(m: Model): readonly ModelPlugin[] {
  const block = m[BLOCK];
  block.plugins ??= Array.from(m.plugin, (slot, i) => {
    const plugin = pluginAt(slot);
    return { plugin, name: id2name(m, ObjType.PLUGIN, i) ?? '', config: configOf(m, i, plugin) };
  });
  return block.plugins as readonly ModelPlugin[];
}

/** Values of the attributes of an instance: strings in the order of the plugin's attributes, each terminated by 0. */
function configOf(m: Model, id: number, { attributes = {} }: Plugin): PluginConfig {
  const texts = new Map<string, string>();
  let at = m.plugin_attradr[id];
  for (const key of Object.keys(attributes)) {
    const end = m.plugin_attr.indexOf(0, at);
    texts.set(key, new TextDecoder().decode(m.plugin_attr.slice(at, end)));
    at = end + 1;
  }
  return new PluginConfig(texts);
}

/** An instance in a `Data`. */
export class DataPlugin implements PluginInstance {
  readonly id: number;
  readonly plugin: Plugin;
  readonly name: string;
  readonly config: PluginConfig;
  data: unknown;
  readonly #d: Data;

  constructor(d: Data, id: number, { plugin, name, config }: ModelPlugin) {
    this.#d = d;
    this.id = id;
    this.plugin = plugin;
    this.name = name;
    this.config = config;
  }

  get state(): Float64Array {
    const { plugin_stateadr, plugin_statenum } = this.#d.model;
    const from = plugin_stateadr[this.id];
    return this.#d.plugin_state.subarray(from, from + plugin_statenum[this.id]);
  }
}

/** Error thrown by `init` of an instance. */
export class PluginError extends Error {
  readonly id: number;

  constructor(id: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.id = id;
  }
}

/** Create the instances of a new `Data`; `init` is called after all of them exist. */
export function makeInstances(m: Model, d: Data): void {
  const handle = d[BLOCK].handle;
  const instances = modelPlugins(m).map((own, id) => new DataPlugin(handle, id, own));
  d[BLOCK].plugins = instances;
  for (const instance of instances) {
    try {
      instance.data = instance.plugin.init?.(m, handle, instance);
    } catch (error) {
      throw new PluginError(instance.id, error);
    }
  }
}

/** Instances of a `Data`; none in a `Data` of a Model that is still being compiled. */
export function instancesOf(d: Data): readonly DataPlugin[] {
  return (d[BLOCK].plugins as readonly DataPlugin[] | undefined) ?? none;
}

const none: readonly DataPlugin[] = [];

/** `MjsPlugin`: a plugin instance, or the use of a plugin by an element. */

import { describeType } from '../../../core/model/fit.ts';
import type { SpecElement } from '../../../formats/spec/elements/element.ts';
import { PluginSpec, type PluginUse } from '../../../formats/spec/elements/plugin.ts';
import type { SpecTree as Tree } from '../../../formats/spec/specTree.ts';
import { BindingError } from '../../base/errors.ts';
import { INNER } from '../../base/handle.ts';
import { expectText, type Text } from '../../base/text.ts';
import { infoOf, MjsElement, OWNER, SpecHandle, setInfo } from './handles.ts';

type User = SpecElement & { plugin: PluginUse | undefined };

/** Values that a script has set on a plugin. */
interface Draft {
  active: boolean;
  /** for an element: the name of the instance */
  name: string;
  plugin_name: string;
  info: string;
  /** the instance assigned to an element; undefined: none */
  instance: PluginSpec | undefined;
}

/** For elements this replaces their `plugin` once a script has accessed it. */
const drafts = new WeakMap<SpecElement, Draft>();

function draftOf(element: SpecElement): Draft {
  let draft = drafts.get(element);
  if (draft === undefined) {
    const use = element instanceof PluginSpec ? undefined : (element as Partial<User>).plugin;
    draft = {
      active: use !== undefined,
      name: use?.instance ?? '',
      plugin_name: use?.plugin ?? '',
      info: '',
      instance: undefined,
    };
    drafts.set(element, draft);
  }
  return draft;
}

export class MjsPlugin extends SpecHandle<SpecElement> {
  get element(): MjsElement {
    return new MjsElement(this[OWNER], draftOf(this[INNER]).instance ?? this[INNER]);
  }

  /** The instance used by the element. */
  set element(value: MjsElement) {
    const instance = value instanceof SpecHandle ? value[INNER] : undefined;
    if (!(instance instanceof PluginSpec)) {
      throw new BindingError(`MjsPlugin.element: expected the element of a plugin, found ${describeType(value)}`);
    }
    if (!(this[INNER] instanceof PluginSpec)) draftOf(this[INNER]).instance = instance;
  }

  get active(): boolean {
    return draftOf(this[INNER]).active;
  }

  set active(value: boolean) {
    draftOf(this[INNER]).active = Boolean(value);
  }

  get name(): string {
    return this[INNER] instanceof PluginSpec ? this[INNER].name : draftOf(this[INNER]).name;
  }

  set name(value: Text) {
    const name = expectText('MjsPlugin.name', value);
    if (this[INNER] instanceof PluginSpec) this[INNER].name = name;
    else draftOf(this[INNER]).name = name;
  }

  get plugin_name(): string {
    return this[INNER] instanceof PluginSpec ? this[INNER].plugin : draftOf(this[INNER]).plugin_name;
  }

  set plugin_name(value: Text) {
    const name = expectText('MjsPlugin.plugin_name', value);
    if (this[INNER] instanceof PluginSpec) this[INNER].plugin = name;
    else draftOf(this[INNER]).plugin_name = name;
  }

  get info(): string {
    return this[INNER] instanceof PluginSpec ? infoOf(this[INNER]) : draftOf(this[INNER]).info;
  }

  set info(value: Text) {
    if (this[INNER] instanceof PluginSpec) setInfo(this[INNER], value);
    else draftOf(this[INNER]).info = expectText('MjsPlugin.info', value);
  }
}

/** Reset a plugin to its defaults; an element keeps its assigned instance. */
export function resetPlugin(plugin: MjsPlugin): void {
  Object.assign(plugin, { active: false, name: '', plugin_name: '' });
}

/** Copy the use of a plugin from one element to another. */
export function assignPlugin(target: MjsPlugin, source: unknown): void {
  if (!(source instanceof MjsPlugin))
    throw new BindingError(`plugin: expected MjsPlugin, found ${describeType(source)}`);
  const { active, name, plugin_name, info } = source;
  Object.assign(target, { active, name, plugin_name, info });
  draftOf(target[INNER]).instance =
    source[INNER] instanceof PluginSpec ? source[INNER] : draftOf(source[INNER]).instance;
}

/** Apply the changes of scripts to the plugins of elements. An instance without a name belongs to its element and is
 * removed from the list. */
export function settlePlugins(tree: Tree, elements: Iterable<SpecElement>): void {
  for (const element of elements) {
    const draft = element instanceof PluginSpec ? undefined : drafts.get(element);
    if (draft === undefined) continue;
    const { active, instance, name, plugin_name } = draft;
    const own = instance !== undefined && instance.name === '' ? instance : undefined;
    if (own) tree.plugins = tree.plugins.filter((other) => other !== own);
    const old = (element as User).plugin;
    const config = own?.config ?? old?.config ?? [];
    const location = old?.location ?? element.location;
    const use = {
      plugin: plugin_name || (instance?.plugin ?? ''),
      instance: name || (instance?.name ?? ''),
      config,
      location,
    };
    (element as User).plugin = active ? use : undefined;
  }
}

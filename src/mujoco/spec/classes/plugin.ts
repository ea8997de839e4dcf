/** `MjsPlugin`: an instance of a plugin, or how an element uses one. */

import { describeType } from '../../../core/model/fit.ts';
import type { SpecElement } from '../../../formats/spec/elements/element.ts';
import { PluginSpec, type PluginUse } from '../../../formats/spec/elements/plugin.ts';
import type { SpecTree as Tree } from '../../../formats/spec/specTree.ts';
import { BindingError } from '../../base/errors.ts';
import { INNER } from '../../base/handle.ts';
import { describeLocation, MjsElement, OWNER, SpecHandle } from './handles.ts';

type User = SpecElement & { plugin: PluginUse | undefined };

/** What a script has said about a plugin. */
interface Draft {
  active: boolean;
  /** of an element: the name of the instance */
  name: string;
  plugin_name: string;
  /** the instance that an element was given; undefined: none */
  instance: PluginSpec | undefined;
}

/** Of elements this counts, and not their `plugin`, once a script has looked at it. */
const drafts = new WeakMap<SpecElement, Draft>();

function draftOf(element: SpecElement): Draft {
  let draft = drafts.get(element);
  if (draft === undefined) {
    const use = element instanceof PluginSpec ? undefined : (element as Partial<User>).plugin;
    draft = {
      active: use !== undefined,
      name: use?.instance ?? '',
      plugin_name: use?.plugin ?? '',
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

  /** The instance that works for the element. */
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

  set name(value: string) {
    if (this[INNER] instanceof PluginSpec) this[INNER].name = String(value);
    else draftOf(this[INNER]).name = String(value);
  }

  get plugin_name(): string {
    return this[INNER] instanceof PluginSpec ? this[INNER].plugin : draftOf(this[INNER]).plugin_name;
  }

  set plugin_name(value: string) {
    if (this[INNER] instanceof PluginSpec) this[INNER].plugin = String(value);
    else draftOf(this[INNER]).plugin_name = String(value);
  }

  get info(): string {
    return this[INNER] instanceof PluginSpec ? describeLocation(this[INNER]) : '';
  }
}

/** Put a plugin back to how a new one is; an element keeps the instance that it was given. */
export function resetPlugin(plugin: MjsPlugin): void {
  Object.assign(plugin, { active: false, name: '', plugin_name: '' });
}

/** Take over what scripts wrote about the plugins of elements. An instance without a name is the element's own: it is no
 *  longer in the list, because elements bring theirs along. */
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

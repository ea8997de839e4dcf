/** Plugin instances of copied elements. */

import { ObjType } from '../../../core/model/enums.ts';
import type { SpecBuilder } from '../builder.ts';
import { cloneElement } from '../elements/element.ts';
import type { PluginUse } from '../elements/plugin.ts';
import type { SpecTree } from '../specTree.ts';
import { subtreeBodies } from '../stateSizes.ts';
import { type Namespace, qualify, renameElement } from './namespace.ts';

/** Copy the instances named by copied elements: each copy has its own, as in MuJoCo. */
export function copyPlugins(builder: SpecBuilder, from: SpecTree, ns: Namespace): void {
  const { spec, names } = builder;
  if (ns.foreign) spec.required.push(...from.required);
  const used = new Set(pluginUses(spec).map(({ instance }) => instance));
  for (const instance of from.plugins.slice()) {
    const name = qualify(ns, instance.name);
    if (!used.has(name) || names.has(ObjType.PLUGIN, name)) continue;
    builder.countCopy();
    const copy = cloneElement(instance);
    renameElement(ns, copy);
    spec.plugins.push(copy);
    names.add(ObjType.PLUGIN, copy.name);
  }
}

/** Every use of a plugin by an element. */
function pluginUses(spec: SpecTree): PluginUse[] {
  const bodies = subtreeBodies(spec.worldbody);
  const elements = [spec.meshes, spec.actuators, spec.sensors, bodies, ...bodies.map((body) => body.geoms)].flat();
  return elements.flatMap(({ plugin }) => plugin ?? []);
}

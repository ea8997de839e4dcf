/** Names of copied elements: with a prefix and a suffix.
 *  References to assets and classes change only when the copy comes from another model. */

import type { Body, Camera, Frame, Geom, Joint, Light, Site } from '../elements/body.ts';
import type { SpecElement } from '../elements/element.ts';
import type { PluginUse } from '../elements/plugin.ts';

export interface Namespace {
  readonly prefix: string;
  readonly suffix: string;
  /** the copy is from another model */
  readonly foreign: boolean;
}

export function qualify(ns: Namespace, name: string): string {
  return name === '' ? '' : ns.prefix + name + ns.suffix;
}

function qualifyAsset(ns: Namespace, name: string): string {
  return ns.foreign ? qualify(ns, name) : name;
}

/** The plugin of a copy: a declared instance is copied too. */
export function qualifyPlugin(ns: Namespace, use: PluginUse | undefined): PluginUse | undefined {
  return use && { ...use, instance: qualify(ns, use.instance) };
}

/** Name and class. */
export function renameElement(ns: Namespace, element: SpecElement): void {
  element.name = qualify(ns, element.name);
  if (element.classname !== 'main') element.classname = qualifyAsset(ns, element.classname);
}

export function renameContainer(ns: Namespace, element: Body | Frame): void {
  renameElement(ns, element);
  element.childclass = qualifyAsset(ns, element.childclass);
  if ('plugin' in element) element.plugin = qualifyPlugin(ns, element.plugin);
}

export function renameGeom(ns: Namespace, geom: Geom): void {
  renameElement(ns, geom);
  geom.material = qualifyAsset(ns, geom.material);
  geom.hfieldname = qualifyAsset(ns, geom.hfieldname);
  geom.meshname = qualifyAsset(ns, geom.meshname);
  geom.plugin = qualifyPlugin(ns, geom.plugin);
}

export function renameSite(ns: Namespace, site: Site): void {
  renameElement(ns, site);
  site.material = qualifyAsset(ns, site.material);
}

export function renameJoint(ns: Namespace, joint: Joint): void {
  renameElement(ns, joint);
}

export function renameCamera(ns: Namespace, camera: Camera): void {
  renameElement(ns, camera);
  camera.targetbody = qualify(ns, camera.targetbody);
}

export function renameLight(ns: Namespace, light: Light): void {
  renameElement(ns, light);
  light.targetbody = qualify(ns, light.targetbody);
  light.texture = qualify(ns, light.texture);
}

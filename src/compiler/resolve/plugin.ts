/** Plugins: which instances there are, which elements they work for, and whether their settings are what they expect. */

import { ObjType } from '../../core/model/enums.ts';
import { suggestion } from '../../core/model/names/suggest.ts';
import { PluginConfig, valueProblem } from '../../core/plugin/config.ts';
import type { PluginKind } from '../../core/plugin/plugin.ts';
import { isMujocos, pluginAt, pluginNames, slotOf } from '../../core/plugin/registry.ts';
import type { SpecElement } from '../../formats/spec/elements/element.ts';
import { PluginSpec, type PluginUse } from '../../formats/spec/elements/plugin.ts';
import type { Place } from '../../formats/xml/place.ts';
import { type BodyNode, type Node, PluginNode, type Scene } from '../scene.ts';

/** An element that a plugin can work for. */
interface User extends Node<SpecElement & { plugin: PluginUse | undefined }> {
  plugin: PluginNode | null;
}

/** What the plugin of an element has to be able to do. */
const ABILITIES: Readonly<Record<PluginKind, string>> = {
  actuator: 'forces of actuators',
  sensor: 'sensors',
  passive: 'passive forces',
  sdf: 'signed distance fields',
};

/** Instances in MuJoCo's order: those that are declared, then those of elements as they are read. */
export function compilePlugins(scene: Scene): void {
  checkRequired(scene);
  for (const spec of scene.spec.plugins) addInstance(scene, spec);
  scene.names.add(ObjType.PLUGIN, scene.plugins, scene.report);
  resolveAll(scene, scene.meshes, 'sdf');
  resolveAll(scene, scene.actuators, 'actuator');
  resolveAll(scene, scene.sensors, 'sensor');
  resolveTree(scene, scene.world);
}

function resolveTree(scene: Scene, body: BodyNode): void {
  resolveAll(scene, [body], 'passive');
  resolveAll(scene, body.geoms, 'sdf');
  for (const child of body.bodies) resolveTree(scene, child);
}

function checkRequired({ spec, report }: Scene): void {
  for (const { plugin, place } of spec.required) {
    if (slotOf(plugin) !== undefined) continue;
    const words = isMujocos(plugin) ? '' : '; your own are made known by registerPlugin';
    report.problemAt(place, 'plugin', `there is no plugin '${plugin}'${suggestion(plugin, pluginNames()) || words}`);
  }
}

function resolveAll(scene: Scene, users: readonly User[], kind: PluginKind): void {
  for (const user of users) {
    const use = user.spec.plugin;
    if (use === undefined) continue;
    const node = use.instance === '' ? ownInstance(scene, use) : declaredInstance(scene, use);
    if (node === undefined) continue;
    user.plugin = node;
    const found = pluginAt(node.slot);
    if (found.kind === kind) continue;
    scene.report.problemAt(use.place, undefined, `plugin '${found.name}' does not compute ${ABILITIES[kind]}`);
  }
}

function ownInstance(scene: Scene, { plugin, config, place }: PluginUse): PluginNode | undefined {
  const spec = new PluginSpec();
  spec.plugin = plugin;
  spec.config = config;
  spec.place = place;
  return addInstance(scene, spec);
}

function declaredInstance(scene: Scene, { plugin, instance, place }: PluginUse): PluginNode | undefined {
  const found = scene.names.find<PluginNode>(ObjType.PLUGIN, instance);
  if (found === undefined) {
    scene.report.problemAt(place, 'instance', scene.names.missing(ObjType.PLUGIN, instance));
  } else if (plugin !== '' && found.spec.plugin !== plugin) {
    const words = `instance '${instance}' is one of plugin '${found.spec.plugin}'`;
    scene.report.problemAt(place, 'plugin', `${words}, found '${plugin}'`);
  }
  return found;
}

/** Takes an instance in, if its plugin is there and its settings are right. */
function addInstance(scene: Scene, spec: PluginSpec): PluginNode | undefined {
  const slot = slotOf(spec.plugin);
  if (slot === undefined || !isRequired(scene, spec)) {
    // what <extension> asks for in vain is reported there
    if (!isRequired(scene, spec)) scene.report.problemAt(spec.place, 'plugin', notRequired(scene, spec));
    return undefined;
  }
  const node = new PluginNode(spec, scene.plugins.length);
  node.slot = slot;
  scene.plugins.push(node);
  readSettings(scene, node);
  return node;
}

function isRequired(scene: Scene, spec: PluginSpec): boolean {
  return scene.spec.required.some(({ plugin }) => plugin === spec.plugin);
}

function notRequired(scene: Scene, spec: PluginSpec): string {
  const names = scene.spec.required.map(({ plugin }) => plugin);
  return `<extension> has no plugin '${spec.plugin}'${suggestion(spec.plugin, names)}`;
}

function readSettings(scene: Scene, node: PluginNode): void {
  const { report } = scene;
  const { attributes = {}, check, name, state = 0 } = pluginAt(node.slot);
  const values = new Map<string, string>();
  let wrong = false;
  for (const { key, value, place } of node.spec.config) {
    const kind = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    const problem = kind ? valueProblem(kind, value) : unknownKey(name, key, Object.keys(attributes));
    if (problem) report.problemAt(place, kind ? 'value' : 'key', problem);
    wrong ||= problem !== undefined;
    values.set(key, value);
  }
  if (wrong) return;
  node.config = new PluginConfig(values);
  node.attributes = Object.keys(attributes).map((key) => values.get(key) ?? '');
  const problem = check?.(node.config);
  if (problem !== undefined) {
    report.problemAt(node.spec.place, undefined, `plugin '${name}': ${problem}`);
    return;
  }
  const size = typeof state === 'number' ? state : state(node.config);
  node.statenum = countOf(scene, node.spec.place, `plugin '${name}': state`, size);
}

function unknownKey(plugin: string, key: string, keys: readonly string[]): string {
  const expected = keys.length > 0 ? `expected one of ${keys.join(', ')}` : 'it has none';
  return `plugin '${plugin}' has no attribute '${key}'${suggestion(key, keys) || `; ${expected}`}`;
}

/** A number of numbers that a plugin gives; 0 and a problem when it is none. */
export function countOf({ report }: Scene, place: Place, what: string, count: number): number {
  if (Number.isInteger(count) && count >= 0 && count <= MOST_NUMBERS) return count;
  report.problemAt(place, undefined, `${what}: expected a count of numbers, found ${count}`);
  return 0;
}

const MOST_NUMBERS = 1 << 24;

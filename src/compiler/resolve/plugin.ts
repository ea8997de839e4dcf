/** Plugins: their instances, the elements that use them, and validation of their settings. */

import { ObjType } from '../../core/model/enums.ts';
import { suggestion } from '../../core/model/names/suggest.ts';
import { PluginConfig, valueProblem } from '../../core/plugin/config.ts';
import type { PluginKind } from '../../core/plugin/plugin.ts';
import { isMujocos, pluginAt, pluginNames, pluginSlot } from '../../core/plugin/registry.ts';
import type { SpecElement } from '../../formats/spec/elements/element.ts';
import { PluginSpec, type PluginUse } from '../../formats/spec/elements/plugin.ts';
import type { SourceLocation } from '../../formats/xml/sourceLocation.ts';
import { type BodyNode, type CompileState, type Node, PluginNode } from '../compileState.ts';

/** An element that a plugin can implement. */
interface User extends Node<SpecElement & { plugin: PluginUse | undefined }> {
  plugin: PluginNode | null;
}

/** What a plugin must compute for an element. */
const ABILITIES: Readonly<Record<PluginKind, string>> = {
  actuator: 'forces of actuators',
  sensor: 'sensors',
  passive: 'passive forces',
  sdf: 'signed distance fields',
};

/** Instances in MuJoCo's order: declared ones, then those of elements in reading order. */
export function compilePlugins(state: CompileState): void {
  checkRequired(state);
  for (const spec of state.spec.plugins) addInstance(state, spec);
  state.names.add(ObjType.PLUGIN, state.plugins, state.report);
  resolveAll(state, state.meshes, 'sdf');
  resolveAll(state, state.actuators, 'actuator');
  resolveAll(state, state.sensors, 'sensor');
  resolveTree(state, state.world);
}

function resolveTree(state: CompileState, body: BodyNode): void {
  resolveAll(state, [body], 'passive');
  resolveAll(state, body.geoms, 'sdf');
  for (const child of body.bodies) resolveTree(state, child);
}

function checkRequired({ spec, report }: CompileState): void {
  for (const { plugin, location } of spec.required) {
    if (pluginSlot(plugin) !== undefined) continue;
    const words = isMujocos(plugin) ? '' : '. Register your own with registerPlugin';
    report.errorAt(location, 'plugin', `unknown plugin '${plugin}'${suggestion(plugin, pluginNames()) || words}`);
  }
}

function resolveAll(state: CompileState, users: readonly User[], kind: PluginKind): void {
  for (const user of users) {
    const use = user.spec.plugin;
    if (use === undefined) continue;
    const node = use.instance === '' ? ownInstance(state, use) : declaredInstance(state, use);
    if (node === undefined) continue;
    user.plugin = node;
    const found = pluginAt(node.slot);
    if (found.kind === kind) continue;
    state.report.errorAt(use.location, undefined, `plugin '${found.name}' does not compute ${ABILITIES[kind]}`);
  }
}

function ownInstance(state: CompileState, { plugin, config, location }: PluginUse): PluginNode | undefined {
  const spec = new PluginSpec();
  spec.plugin = plugin;
  spec.config = config;
  spec.location = location;
  return addInstance(state, spec);
}

function declaredInstance(state: CompileState, { plugin, instance, location }: PluginUse): PluginNode | undefined {
  const found = state.names.find<PluginNode>(ObjType.PLUGIN, instance);
  if (found === undefined) {
    state.report.errorAt(location, 'instance', state.names.missing(ObjType.PLUGIN, instance));
  } else if (plugin !== '' && found.spec.plugin !== plugin) {
    const words = `instance '${instance}' belongs to plugin '${found.spec.plugin}'`;
    state.report.errorAt(location, 'plugin', `${words}, found '${plugin}'`);
  }
  return found;
}

/** Add an instance, if its plugin exists and its settings are valid. */
function addInstance(state: CompileState, spec: PluginSpec): PluginNode | undefined {
  const slot = pluginSlot(spec.plugin);
  if (slot === undefined || !isRequired(state, spec)) {
    // unknown plugins in <extension> are reported there
    if (!isRequired(state, spec)) state.report.errorAt(spec.location, 'plugin', notRequired(state, spec));
    return undefined;
  }
  const node = new PluginNode(spec, state.plugins.length);
  node.slot = slot;
  state.plugins.push(node);
  readSettings(state, node);
  return node;
}

function isRequired(state: CompileState, spec: PluginSpec): boolean {
  return state.spec.required.some(({ plugin }) => plugin === spec.plugin);
}

function notRequired(state: CompileState, spec: PluginSpec): string {
  const names = state.spec.required.map(({ plugin }) => plugin);
  return `<extension> has no plugin '${spec.plugin}'${suggestion(spec.plugin, names)}`;
}

function readSettings(state: CompileState, node: PluginNode): void {
  const { report } = state;
  const { attributes = {}, check, name, state: stateSize = 0 } = pluginAt(node.slot);
  const values = new Map<string, string>();
  let wrong = false;
  for (const { key, value, location } of node.spec.config) {
    const kind = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    const problem = kind ? valueProblem(kind, value) : unknownKey(name, key, Object.keys(attributes));
    if (problem) report.errorAt(location, kind ? 'value' : 'key', problem);
    wrong ||= problem !== undefined;
    values.set(key, value);
  }
  if (wrong) return;
  node.config = new PluginConfig(values);
  node.attributes = Object.keys(attributes).map((key) => values.get(key) ?? '');
  const problem = check?.(node.config);
  if (problem !== undefined) {
    report.errorAt(node.spec.location, undefined, `plugin '${name}': ${problem}`);
    return;
  }
  const size = typeof stateSize === 'number' ? stateSize : stateSize(node.config);
  node.statenum = checkValueCount(state, node.spec.location, `plugin '${name}': state`, size);
}

function unknownKey(plugin: string, key: string, keys: readonly string[]): string {
  const expected = keys.length > 0 ? `expected one of ${keys.join(', ')}` : 'expected none';
  return `plugin '${plugin}' has no attribute '${key}'${suggestion(key, keys) || `; ${expected}`}`;
}

/** A size returned by a plugin; 0 and an error if it is invalid. */
export function checkValueCount(
  { report }: CompileState,
  location: SourceLocation,
  what: string,
  count: number,
): number {
  if (Number.isInteger(count) && count >= 0 && count <= MAX_NUMBERS) return count;
  report.errorAt(location, undefined, `${what}: expected a number of values, found ${count}`);
  return 0;
}

const MAX_NUMBERS = 1 << 24;

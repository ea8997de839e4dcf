/** Reads `<composite>`. */

import { ObjType } from '../../../core/model/enums.ts';
import { Composite, type CurveShape } from '../../spec/elements/deformable.ts';
import { PluginSpec, type PluginUse } from '../../spec/elements/plugin.ts';
import type { XmlElement } from '../../xml/element.ts';
import { getNumber, readAttributes } from '../attributes.ts';
import { childGrammar } from '../childGrammar.ts';
import { ExpandError } from '../expander.ts';
import { composite } from '../grammar/deformable.ts';
import type { MjcfReader } from '../mjcfReader.ts';
import type { Scope } from './common.ts';
import { start } from './common.ts';
import { readPluginUse } from './plugin.ts';

const MAX_GROUP = 5;

export function readComposite(r: MjcfReader, element: XmlElement, scope: Scope): void {
  const comp = start(r, element, new Composite());
  comp.geom.group = 0;
  comp.site.group = 3;
  comp.joint.group = 3;
  readAttributes(r, element, comp, composite);
  comp.curve = readCurve(r, element);
  for (const child of element.children) readPart(r, child, comp);
  comp.plugin = readPlugin(r, element, comp);
  if (element.children.filter(({ tag }) => tag === 'joint').length > 1) {
    r.error(element, undefined, 'a cable has one kind of joint: expected at most one <joint>');
  }
  const { group } = comp.skin;
  if (group < 0 || group > MAX_GROUP)
    r.error(element, undefined, `group of <skin>: expected 0 to ${MAX_GROUP}, found ${group}`);
  r.throwErrors();
  try {
    r.context.expander.expandComposite(r.builder, scope.body, scope.frame, comp);
  } catch (error) {
    if (error instanceof ExpandError) r.fail(element, error.attribute, error.message);
    throw error;
  }
}

const CABLE = 'mujoco.elasticity.cable';

/** The plugin of all bodies of a cable: a declared instance, or a new one for this cable. */
function readPlugin(r: MjcfReader, element: XmlElement, comp: Composite): PluginUse | undefined {
  const inside = element.children.find(({ tag }) => tag === 'plugin');
  if (inside === undefined) return undefined;
  const use = readPluginUse(r, inside);
  if (use.plugin !== CABLE) r.error(inside, 'plugin', `expected ${CABLE}, found '${use.plugin}'`);
  if (use.instance !== '') return use;
  const instance = start(r, inside, new PluginSpec());
  instance.name = `composite${comp.prefix}`;
  instance.plugin = use.plugin;
  instance.config = use.config;
  r.spec.plugins.push(instance);
  r.builder.names.add(ObjType.PLUGIN, instance.name);
  return { ...use, instance: instance.name, config: [] };
}

function readPart(r: MjcfReader, element: XmlElement, comp: Composite): void {
  const { tag } = element;
  if (tag !== 'joint' && tag !== 'geom' && tag !== 'site' && tag !== 'skin') return;
  const grammar = childGrammar(composite, tag);
  readAttributes(r, element, comp[tag], grammar);
  if (tag !== 'joint') return;
  comp.joint.stiffness[0] = getNumber(r, element, grammar, 'stiffness') ?? 0;
  comp.joint.damping[0] = getNumber(r, element, grammar, 'damping') ?? 0;
}

const SHAPES: readonly string[] = ['s', 'cos(s)', 'sin(s)', '0'] satisfies readonly CurveShape[];

function readCurve(r: MjcfReader, element: XmlElement): CurveShape[] {
  const words = (element.get('curve') ?? '').split(/\s+/).filter((word) => word !== '');
  const wrong = words.find((word) => !SHAPES.includes(word));
  if (wrong !== undefined) r.error(element, 'curve', `expected ${SHAPES.join(', ')}, found ${wrong}`);
  if (words.length > 3) r.error(element, 'curve', `expected at most 3 shapes, found ${words.length}`);
  return [0, 1, 2].map((k) => (words[k] ?? '0') as CurveShape);
}

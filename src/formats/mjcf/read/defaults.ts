/** <default>: classes that inherit from the enclosing class. */

import { DefaultClass } from '../../spec/elements/defaults.ts';
import type { XmlElement } from '../../xml/element.ts';
import { readAttributes } from '../attributes.ts';
import { childGrammar } from '../childGrammar.ts';
import { defaultElement } from '../grammar/mujoco.ts';
import type { ElementGrammar } from '../grammar.ts';
import type { MjcfReader } from '../mjcfReader.ts';
import { readActuator } from './actuation/actuator.ts';
import { readGeom, readLight, readMaterial, readMesh, readPosed, readTendon } from './elements.ts';

/** The class `main` at the top level. */
export function readMainDefault(r: MjcfReader, section: XmlElement): void {
  const name = section.get('class');
  if (name !== undefined && name !== '' && name !== 'main') {
    r.error(section, 'class', "the top-level class is called 'main' and cannot be renamed");
  }
  r.spec.defaults.location = section;
  readContents(r, section, r.spec.defaults);
}

function readNestedDefault(r: MjcfReader, element: XmlElement, parent: DefaultClass): void {
  const name = element.get('class') ?? '';
  if (name === '') {
    r.error(element, 'class', 'a nested default class needs a name');
    return;
  }
  if (r.classes.has(name)) {
    r.error(element, 'class', `default class '${name}' is defined twice`);
    return;
  }
  const child = inheritDefaults(parent, name);
  child.location = element;
  r.classes.set(name, child);
  readContents(r, element, child);
}

/** A class that starts as a copy of its parent and is added to it. */
export function inheritDefaults(parent: DefaultClass, name: string): DefaultClass {
  const child = new DefaultClass(parent);
  parent.shared = new Set(child.shared);
  child.name = name;
  child.parent = parent;
  parent.children.push(child);
  return child;
}

/** Elements first, nested classes after them, in any file order. */
export function readContents(r: MjcfReader, element: XmlElement, target: DefaultClass): void {
  for (const child of element.children) {
    if (child.tag !== 'default') readOne(r, child, target, childGrammar(defaultElement, child.tag));
  }
  for (const child of element.children) {
    if (child.tag === 'default') readNestedDefault(r, child, target);
  }
}

type DefaultReader = (r: MjcfReader, element: XmlElement, target: DefaultClass, grammar: ElementGrammar) => void;

const READERS: Readonly<Record<string, DefaultReader>> = {
  mesh: (r, element, target, grammar) => readMesh(r, element, target.own('mesh'), grammar),
  material: (r, element, target, grammar) => readMaterial(r, element, target.own('material'), grammar),
  joint: (r, element, target, grammar) => readAttributes(r, element, target.own('joint'), grammar),
  geom: (r, element, target, grammar) => readGeom(r, element, target.own('geom'), grammar),
  site: (r, element, target, grammar) => readPosed(r, element, target.own('site'), grammar),
  camera: (r, element, target, grammar) => readPosed(r, element, target.own('camera'), grammar),
  light: (r, element, target, grammar) => readLight(r, element, target.own('light'), grammar),
  pair: (r, element, target, grammar) => readAttributes(r, element, target.own('pair'), grammar),
  equality: (r, element, target, grammar) => readAttributes(r, element, target.own('equality'), grammar),
  tendon: (r, element, target, grammar) => readTendon(r, element, target.own('tendon'), grammar),
};

function readOne(r: MjcfReader, element: XmlElement, target: DefaultClass, grammar: ElementGrammar): void {
  const reader = READERS[element.tag];
  if (reader) reader(r, element, target, grammar);
  else readActuator(r, element, target.own('actuator'), grammar);
}

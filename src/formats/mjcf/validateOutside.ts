/** Checks bodies and frames outside `<worldbody>`. MuJoCo ignores them, but rejects unknown element and attribute names
 * in them. It does not check values, nor the contents of their frames and replicates. */

import { suggestion } from '../../core/model/names/suggest.ts';
import type { XmlElement } from '../xml/element.ts';
import { childGrammar } from './childGrammar.ts';
import { worldbody } from './grammar/body.ts';
import type { ElementGrammar } from './grammar.ts';
import type { MjcfReader } from './mjcfReader.ts';

const OUTSIDE = new Set(['body', 'frame', 'replicate']);

export function isOutside(parent: XmlElement, child: XmlElement): boolean {
  return parent.tag === 'mujoco' && OUTSIDE.has(child.tag);
}

export function validateOutside(r: MjcfReader, element: XmlElement): void {
  r.warn(element, undefined, `not allowed in <mujoco>; ignored. Move it to <worldbody>`);
  // whatever its name, it is checked as a body
  checkNames(r, element, childGrammar(worldbody, 'body'));
}

function checkNames(r: MjcfReader, element: XmlElement, grammar: ElementGrammar): void {
  for (const name of element.attributeNames) {
    if (grammar.attributes.has(name)) continue;
    r.error(element, name, `unknown attribute${suggestion(name, grammar.attributes.keys())}`);
  }
  const seen = new Set<string>();
  for (const child of element.children) {
    const entry = grammar.children.get(child.tag);
    if (entry === undefined) {
      r.error(child, undefined, `not allowed in <${element.tag}>${suggestion(child.tag, grammar.children.keys())}`);
      continue;
    }
    if (entry.cardinality !== '*' && seen.has(child.tag)) {
      r.error(child, undefined, `only one is allowed in <${element.tag}>, found another`);
    }
    seen.add(child.tag);
    if (child.tag !== 'frame' && child.tag !== 'replicate') checkNames(r, child, entry.grammar);
  }
}

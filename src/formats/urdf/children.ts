/** Parts of URDF elements by their tag, and their attributes. */

import { getNumbers } from '../mjcf/attributes.ts';
import type { MjcfReader } from '../mjcf/mjcfReader.ts';
import type { XmlElement } from '../xml/element.ts';
import { urdfGrammar } from './grammar.ts';

/** The child with a tag; undefined if there is none. More than one is an error. */
export function child(r: MjcfReader, element: XmlElement, tag: string): XmlElement | undefined {
  const [first, second] = element.children.filter((inner) => inner.tag === tag);
  if (second !== undefined) r.error(second, undefined, `only one is allowed in <${element.tag}>, found another`);
  return first;
}

/** The child with a tag; an error if there is none. */
export function requiredChild(r: MjcfReader, element: XmlElement, tag: string): XmlElement | undefined {
  const found = child(r, element, tag);
  if (found === undefined) r.error(element, undefined, `expected a child <${tag}>, found none`);
  return found;
}

/** The string of an attribute; if it is missing, an error is reported and the result is ''. */
export function requiredText(r: MjcfReader, element: XmlElement, name: string): string {
  const text = element.get(name);
  if (text === undefined) r.error(element, name, 'required attribute is missing');
  return text ?? '';
}

/** The numbers of an attribute; undefined if it is missing, which is an error if the grammar requires it. */
export function numbers(r: MjcfReader, element: XmlElement, name: string): number[] | undefined {
  const grammar = urdfGrammar(element.tag);
  if (!element.has(name) && grammar.attributes.get(name)?.required) {
    r.error(element, name, 'required attribute is missing');
  }
  return getNumbers(r, element, grammar, name);
}

/** The number of an attribute; undefined if it is missing. */
export function number(r: MjcfReader, element: XmlElement, name: string): number | undefined {
  return numbers(r, element, name)?.[0];
}

/** Names of the two links of a joint. */
export function linksOf(r: MjcfReader, joint: XmlElement): { parent: string; child: string } {
  const name = (tag: string) => {
    const end = requiredChild(r, joint, tag);
    return end ? requiredText(r, end, 'link') : '';
  };
  return { parent: name('parent'), child: name('child') };
}

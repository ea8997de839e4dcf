/** Beginnings of elements: place, settings, default class. */

import { suggestion } from '../../../core/model/names/suggest.ts';
import type { DefaultClass } from '../../spec/elements/defaults.ts';
import type { SpecElement } from '../../spec/elements/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import type { Reading } from '../reading.ts';

/** Give a fresh element its place and settings. */
export function start<T extends SpecElement>(r: Reading, element: XmlElement, target: T): T {
  target.place = element;
  target.compiler = r.spec.compiler;
  return target;
}

/** The class an element names, else undefined. */
function classOf(r: Reading, element: XmlElement): DefaultClass | undefined {
  return findClass(r, element, 'class');
}

/** The class that an attribute names, else undefined; an unknown one is an error. */
export function findClass(
  r: Reading,
  element: XmlElement,
  attribute: 'class' | 'childclass',
): DefaultClass | undefined {
  const name = element.get(attribute);
  if (name === undefined) return undefined;
  const found = r.classes.get(name);
  if (found === undefined) {
    r.error(element, attribute, `unknown default class '${name}'${suggestion(name, r.classes.keys())}`);
  }
  return found;
}

/** A copy of what the element's class, or main, prescribes. */
export function startFromClass<T extends SpecElement>(
  r: Reading,
  element: XmlElement,
  copy: (c: DefaultClass) => T,
  fallback: DefaultClass = r.spec.defaults,
): { target: T; defaults: DefaultClass } {
  const defaults = classOf(r, element) ?? fallback;
  const target = start(r, element, copy(defaults));
  target.classname = defaults.name;
  return { target, defaults };
}

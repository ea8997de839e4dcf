/** Start of elements: location, settings, default class. */

import { suggestion } from '../../../core/model/names/suggest.ts';
import type { Body, Frame } from '../../spec/elements/body.ts';
import type { DefaultClass } from '../../spec/elements/defaults.ts';
import type { SpecElement } from '../../spec/elements/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import type { MjcfReader } from '../mjcfReader.ts';

/** Destination of elements: the body, the frame inside it, and the defaults. */
export interface Scope {
  readonly body: Body;
  readonly frame: Frame | null;
  readonly defaults: DefaultClass;
}

/** Reads one element, or all children of one, into a scope. */
export type ScopeReader = (r: MjcfReader, element: XmlElement, scope: Scope) => void;

/** Set location and settings of a new element. */
export function start<T extends SpecElement>(r: MjcfReader, element: XmlElement, target: T): T {
  target.location = element;
  target.compiler = r.spec.compiler;
  return target;
}

/** The class that an element names, else undefined. */
function namedClass(r: MjcfReader, element: XmlElement): DefaultClass | undefined {
  return findClass(r, element, 'class');
}

/** The class that an attribute names, else undefined; unknown classes are an error. */
export function findClass(
  r: MjcfReader,
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

/** A copy of the defaults of the element's class, or of main. */
export function startFromClass<T extends SpecElement>(
  r: MjcfReader,
  element: XmlElement,
  copy: (c: DefaultClass) => T,
  fallback: DefaultClass = r.spec.defaults,
): { target: T; defaults: DefaultClass } {
  const defaults = namedClass(r, element) ?? fallback;
  const target = start(r, element, copy(defaults));
  target.classname = defaults.name;
  return { target, defaults };
}

/** Defaults of the children: childclass, else class (as in MuJoCo), else those of the scope. */
export function innerDefaults(r: MjcfReader, element: XmlElement, scope: Scope): DefaultClass {
  const own = findClass(r, element, 'class');
  return findClass(r, element, 'childclass') ?? own ?? scope.defaults;
}

/** Base classes of all elements of a spec. */

import type { OrientationType } from '../../../core/model/enums/spec.ts';
import { NO_LOCATION, type SourceLocation } from '../../xml/sourceLocation.ts';
import type { Frame } from './body.ts';
import type { CompilerSettings } from './settings.ts';

/** An orientation in a form other than `quat`: raw values, with angles still in the unit of the compiler settings. */
export interface Orientation {
  type: OrientationType;
  /** 4, 6, 3 or 3 values for axisangle, xyaxes, zaxis, euler; unused for QUAT */
  value: number[];
}

/** Base of every element. An element owns its arrays, except `userdata`: copies share it, because it can be long and is
 * only replaced as a whole. */
export class SpecElement {
  /** '' when the element has no name */
  declare name: string;
  /** default class of this element, by its final (prefixed) name */
  declare classname: string;
  declare location: SourceLocation;
  /** settings of the file of this element; may differ between attached models */
  declare compiler: CompilerSettings;

  // assigned, because V8 defines fields of classes with many subclasses ten times slower
  constructor() {
    this.name = '';
    this.classname = '';
    this.location = NO_LOCATION;
    this.compiler = undefined as unknown as CompilerSettings;
  }
}

/** Base of elements that belong to a body and may be inside frames. */
export class TreeElement extends SpecElement {
  /** innermost enclosing frame within the same body; null if there is none */
  declare frame: Frame | null;

  constructor() {
    super();
    this.frame = null;
  }
}

/** Field names of a class: those with arrays, orientations, and all others. */
interface FieldNames {
  arrays: string[];
  orientations: string[];
  others: string[];
}

const fieldNames = new Map<unknown, FieldNames>();

function fieldNamesOf(element: SpecElement): FieldNames {
  let names = fieldNames.get(element.constructor);
  if (names === undefined) {
    names = { arrays: [], orientations: [], others: [] };
    // from a new instance, because a field of this one may contain another kind of array
    for (const [name, value] of Object.entries(new (element.constructor as new () => SpecElement)())) {
      if (name === 'alt' || name === 'ialt') names.orientations.push(name);
      else if (Array.isArray(value) && name !== 'userdata') names.arrays.push(name);
      else names.others.push(name);
    }
    fieldNames.set(element.constructor, names);
  }
  return names;
}

/** A copy with its own arrays, except `userdata`. References to other elements (frame, compiler, location) are kept. */
export function cloneElement<T extends SpecElement>(element: T): T {
  const { arrays, orientations, others } = fieldNamesOf(element);
  const source = element as unknown as Record<string, unknown>;
  // created by the constructor, so that all elements of a class have the same shape
  const copy = new (element.constructor as new () => T)() as unknown as Record<string, unknown>;
  for (const name of others) copy[name] = source[name];
  for (const name of arrays) copy[name] = (source[name] as unknown[]).slice();
  for (const name of orientations) {
    const orientation = source[name] as Orientation | null;
    copy[name] = orientation && { type: orientation.type, value: orientation.value.slice() };
  }
  return copy as unknown as T;
}

/** Values of a missing attribute: the first one is NaN, as in MuJoCo. */
export function undefinedVector(n: number): number[] {
  const result = new Array<number>(n).fill(0);
  result[0] = Number.NaN;
  return result;
}

/** Whether a value, or the first of several, is given. */
export function isDefined(value: number | readonly number[]): boolean {
  return !Number.isNaN(typeof value === 'number' ? value : value[0]);
}

/** Copies a spec without sharing mutable objects. */

import { DefaultClass } from '../elements/defaults.ts';
import { SpecElement } from '../elements/element.ts';
import { CompilerSettings, LengthRangeSettings } from '../elements/settings.ts';
import { SpecTree } from '../specTree.ts';

/** Fields that refer to immutable objects. */
const SHARED = new Set(['location', 'inertialLocation', 'source', 'limits']);

export function copySpec(spec: SpecTree): SpecTree {
  return copyValue(spec, new Map()) as SpecTree;
}

/** A copy of a value; objects copied before are reused. */
function copyValue(value: unknown, copies: Map<object, object>): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (value instanceof Set) return new Set(value);
  // source models of parts are only read
  if (value instanceof Map) return new Map(value);
  if (Array.isArray(value)) {
    const numbers = value.length === 0 || typeof value[0] !== 'object';
    return numbers ? value.slice() : value.map((item) => copyValue(item, copies));
  }
  return copyFields(value, copies);
}

function copyFields(value: object, copies: Map<object, object>): object {
  const copy = emptyLike(value);
  copies.set(value, copy);
  for (const [name, field] of Object.entries(value)) {
    Object.assign(copy, { [name]: SHARED.has(name) ? field : copyValue(field, copies) });
  }
  return copy;
}

/** Created by the constructor for common classes, so that all elements of a class have the same shape. */
function emptyLike(value: object): object {
  const isOurs = [SpecElement, DefaultClass, CompilerSettings, LengthRangeSettings, SpecTree].some(
    (c) => value instanceof c,
  );
  return isOurs ? new (value.constructor as new () => object)() : Object.create(Object.getPrototypeOf(value));
}

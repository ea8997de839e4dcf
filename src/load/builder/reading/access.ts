/** Attributes of elements, read back from the tree. */

import { OrientationType } from '../../../core/model/enums/spec.ts';
import type { Attribute, ElementGrammar } from '../../../formats/mjcf/grammar.ts';
import { DISABLE_FLAGS, ENABLE_FLAGS, keywordOf, LIGHT_TYPE } from '../../../formats/mjcf/keywords.ts';
import { writeSensor } from '../../../formats/mjcf/write/actuation.ts';
import { formatBits } from '../../../formats/mjcf/write/attributes.ts';
import { writeEquality } from '../../../formats/mjcf/write/relation.ts';
import { Sensor } from '../../../formats/spec/elements/actuation.ts';
import { Body, Light } from '../../../formats/spec/elements/body.ts';
import type { Orientation } from '../../../formats/spec/elements/element.ts';
import { Equality } from '../../../formats/spec/elements/relation.ts';
import { OptionSettings } from '../../../formats/spec/elements/settings.ts';

type Fields = Record<string, unknown>;

/** The value of an attribute; undefined if it is not set in this form. */
export function readAttribute(raw: object, grammar: ElementGrammar, attribute: Attribute): unknown {
  const fields = raw as Fields;
  if (attribute.field !== '') return fromField(attribute, fields[attribute.field]);
  if (ORIENTATIONS.has(attribute.name)) return orientationOf(raw, grammar, attribute.name);
  if (attribute.name === 'class') return fields['classname'];
  if (raw instanceof OptionSettings && grammar.tag === 'flag') return flagOf(raw, attribute.name);
  if (raw instanceof Light && attribute.name === 'type') return keywordOf(LIGHT_TYPE, raw.type);
  if (raw instanceof Sensor || raw instanceof Equality) return writtenAttribute(raw, attribute);
  return fields[attribute.name];
}

function fromField(attribute: Attribute, value: unknown): unknown {
  switch (attribute.type) {
    case 'bool':
      return Boolean(value);
    case 'keyword':
      return attribute.keywords && keywordOf(attribute.keywords, Number(value));
    case 'keywords':
      return attribute.keywords && formatBits(attribute.keywords, Number(value));
    default:
      return value;
  }
}

const ORIENTATIONS: ReadonlyMap<string, OrientationType> = new Map([
  ['quat', OrientationType.QUAT],
  ['axisangle', OrientationType.AXISANGLE],
  ['xyaxes', OrientationType.XYAXES],
  ['zaxis', OrientationType.ZAXIS],
  ['euler', OrientationType.EULER],
]);

function orientationOf(raw: object, grammar: ElementGrammar, name: string): number[] | undefined {
  const inertial = raw instanceof Body && grammar.tag === 'inertial';
  const { quat, alt } = inertial
    ? { quat: raw.iquat, alt: raw.ialt }
    : (raw as { quat: number[]; alt: Orientation | null });
  if (name === 'quat') return quat;
  return alt?.type === ORIENTATIONS.get(name) ? alt?.value : undefined;
}

function flagOf(option: OptionSettings, name: string): string {
  const disable = DISABLE_FLAGS.get(name) ?? 0;
  const enable = ENABLE_FLAGS.get(name) ?? 0;
  const on = disable ? (option.disableflags & disable) === 0 : (option.enableflags & enable) !== 0;
  return on ? 'enable' : 'disable';
}

/** The attribute as it would be saved. */
function writtenAttribute(raw: Sensor | Equality, { name, type, max }: Attribute): unknown {
  const output = raw instanceof Sensor ? writeSensor(raw) : writeEquality(raw);
  const text = output.attributes.find(([key]) => key === name)?.[1];
  if (text === undefined || (type !== 'double' && type !== 'float' && type !== 'int')) return text;
  const numbers = text.split(' ').map(Number);
  return max === 1 ? numbers[0] : numbers;
}

const accessors = new WeakMap<ElementGrammar, PropertyDescriptorMap>();

/** How the properties of an element are read and written. */
export interface Accessible {
  get(name: string): unknown;
  set(attributes: object): unknown;
}

/** Define the attributes of a grammar as properties of an object. */
export function addProperties(target: Accessible, grammar: ElementGrammar): void {
  let properties = accessors.get(grammar);
  if (properties === undefined) {
    properties = Object.fromEntries(
      [...grammar.attributes.keys()].map((name) => [name, property(name)] as const),
    ) as PropertyDescriptorMap;
    accessors.set(grammar, properties);
  }
  Object.defineProperties(target, properties);
}

function property(name: string): PropertyDescriptor {
  return {
    enumerable: true,
    configurable: true,
    get(this: Accessible) {
      return this.get(name);
    },
    set(this: Accessible, value: unknown) {
      this.set({ [name]: value });
    },
  };
}

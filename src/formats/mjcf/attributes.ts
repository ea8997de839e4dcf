/** Reads attribute values by their grammar, and stores them in fields of spec elements. */

import { suggestion } from '../../core/model/names/suggest.ts';
import type { XmlElement } from '../xml/element.ts';
import { NumberProblem, parseNumbers } from '../xml/numbers.ts';
import type { Attribute, ElementGrammar } from './grammar.ts';
import type { Keywords } from './keywords.ts';
import type { MjcfReader } from './mjcfReader.ts';

/** Store all attributes that need no special code. `authored` receives the names of fields that were given. */
export function readAttributes(
  r: MjcfReader,
  element: XmlElement,
  target: object,
  grammar: ElementGrammar,
  authored?: Set<string>,
  authoredPrefix = '',
): void {
  const fields = target as Record<string, unknown>;
  const { attributeNames, attributeValues } = element;
  for (let i = 0; i < attributeNames.length; i++) {
    const attribute = grammar.attributes.get(attributeNames[i]!);
    if (attribute === undefined || attribute.field === '') continue;
    const given = storeAttribute(r, element, attribute, attributeValues[i]!, fields);
    if (given && authored) authored.add(authoredPrefix + attribute.field);
  }
}

function storeAttribute(
  r: MjcfReader,
  element: XmlElement,
  attribute: Attribute,
  text: string,
  fields: Record<string, unknown>,
): boolean {
  const { field } = attribute;
  switch (attribute.type) {
    case 'name':
    case 'ref':
    case 'file':
      fields[field] = text;
      return true;
    case 'string':
      if (text.length < attribute.min || text.length > attribute.max) {
        r.error(element, attribute.name, `expected ${describeCount(attribute, 'letter')}, found ${text.length}`);
        return false;
      }
      fields[field] = text;
      return true;
    case 'bool':
    case 'keyword': {
      const value = parseKeyword(r, element, attribute.name, text, attribute.keywords as Keywords);
      if (value === undefined) return false;
      fields[field] = typeof fields[field] === 'boolean' ? value !== 0 : value;
      return true;
    }
    case 'keywords': {
      const values = parseKeywords(r, element, attribute.name, text, attribute.keywords as Keywords);
      if (values === undefined || values.length === 0) return false;
      fields[field] = values.reduce((sum, value) => sum | value, 0);
      return true;
    }
    default:
      return storeNumbers(r, element, attribute, text, fields);
  }
}

function storeNumbers(
  r: MjcfReader,
  element: XmlElement,
  attribute: Attribute,
  text: string,
  fields: Record<string, unknown>,
): boolean {
  const values = readNumbers(r, element, attribute, text);
  if (values === undefined) return false;
  const { field } = attribute;
  if (attribute.max === 1) {
    fields[field] = values[0];
  } else if (values.length === attribute.max || attribute.max === Number.POSITIVE_INFINITY) {
    fields[field] = values;
  } else {
    // fewer values than the maximum: the rest keeps its default
    const old = fields[field] as number[];
    for (let i = 0; i < values.length; i++) old[i] = values[i]!;
  }
  return true;
}

/** Numbers of an attribute, with a valid count; undefined if it is empty (which counts as missing) or invalid. */
function readNumbers(r: MjcfReader, element: XmlElement, attribute: Attribute, text: string): number[] | undefined {
  const values = parseNumbers(text, attribute.type as 'double' | 'float' | 'int');
  if (values instanceof NumberProblem) {
    r.error(element, attribute.name, values.message);
    return undefined;
  }
  if (values.length === 0) {
    if (attribute.nonempty)
      r.error(element, attribute.name, `expected ${describeCount(attribute, 'number')}, found none`);
    return undefined;
  }
  if (values.length < attribute.min || values.length > attribute.max) {
    r.error(element, attribute.name, `expected ${describeCount(attribute, 'number')}, found ${values.length}`);
    return undefined;
  }
  if (attribute.type !== 'int') warnNaN(r, element, attribute.name, values);
  return values;
}

function warnNaN(r: MjcfReader, element: XmlElement, name: string, values: readonly number[]): void {
  for (const value of values) {
    if (Number.isNaN(value)) {
      r.warn(element, name, 'contains NaN');
      return;
    }
  }
}

function describeCount(attribute: Attribute, unit: string): string {
  const { min, max } = attribute;
  const s = max === 1 ? '' : 's';
  return min === max ? `${max} ${unit}${s}` : `${min} to ${max} ${unit}${s}`;
}

/** The integer of a keyword; reports an error for unknown keywords. */
export function parseKeyword<V extends number>(
  r: MjcfReader,
  element: XmlElement,
  name: string,
  text: string,
  keywords: Keywords<V>,
): V | undefined {
  const value = keywords.get(text);
  if (value === undefined) {
    const expected = [...keywords.keys()].join(', ');
    r.error(
      element,
      name,
      `expected one of ${expected}, found '${text.slice(0, 60)}'${suggestion(text, keywords.keys())}`,
    );
  }
  return value;
}

/** The integers of several different keywords, in the order given. */
export function parseKeywords(
  r: MjcfReader,
  element: XmlElement,
  name: string,
  text: string,
  keywords: Keywords,
): number[] | undefined {
  const result: number[] = [];
  for (const word of text.split(/\s+/)) {
    if (word === '') continue;
    const value = parseKeyword(r, element, name, word, keywords);
    if (value === undefined) return undefined;
    if (result.includes(value)) {
      r.error(element, name, `'${word}' is given twice`);
      return undefined;
    }
    result.push(value);
  }
  return result;
}

// --- attributes that are read individually, by their grammar ---

/** Numbers of an attribute; undefined if missing. */
export function getNumbers(
  r: MjcfReader,
  element: XmlElement,
  grammar: ElementGrammar,
  name: string,
): number[] | undefined {
  const text = element.get(name);
  const attribute = grammar.attributes.get(name);
  return text === undefined || attribute === undefined ? undefined : readNumbers(r, element, attribute, text);
}

/** Number of an attribute; undefined if missing. */
export function getNumber(
  r: MjcfReader,
  element: XmlElement,
  grammar: ElementGrammar,
  name: string,
): number | undefined {
  return getNumbers(r, element, grammar, name)?.[0];
}

/** Overwrite the first values of an array with those of an attribute; returns their number. */
export function getInto(
  r: MjcfReader,
  element: XmlElement,
  grammar: ElementGrammar,
  name: string,
  into: number[],
  offset = 0,
): number {
  const values = getNumbers(r, element, grammar, name);
  if (values === undefined) return 0;
  for (let i = 0; i < values.length; i++) into[offset + i] = values[i]!;
  return values.length;
}

/** Integer of a keyword attribute; undefined if missing. */
export function getKeyword(
  r: MjcfReader,
  element: XmlElement,
  grammar: ElementGrammar,
  name: string,
): number | undefined {
  const text = element.get(name);
  const keywords = grammar.attributes.get(name)?.keywords;
  return text === undefined || keywords === undefined ? undefined : parseKeyword(r, element, name, text, keywords);
}

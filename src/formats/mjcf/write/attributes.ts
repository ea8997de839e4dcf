/** Attributes of an element from its fields: all that differ from the defaults, by the grammar. */

import { formatDouble, formatFloat, type XmlOutput } from '../../xml/write.ts';
import type { Attribute, ElementGrammar } from '../grammar.ts';
import { type Keywords, keywordOf } from '../keywords.ts';

/** Defaults of an element, made once. */
const defaultsOf = new WeakMap<ElementGrammar, Record<string, unknown>>();

function defaults(grammar: ElementGrammar): Record<string, unknown> {
  let result = defaultsOf.get(grammar);
  if (result === undefined) {
    result = (grammar.defaults?.() ?? {}) as Record<string, unknown>;
    defaultsOf.set(grammar, result);
  }
  return result;
}

/** Write attributes that need no special code. `skip` names attributes that are written separately. */
export function writeAttributes(
  output: XmlOutput,
  element: object,
  grammar: ElementGrammar,
  skip: readonly string[] = [],
): XmlOutput {
  const fields = element as Record<string, unknown>;
  const model = defaults(grammar);
  for (const attribute of grammar.attributes.values()) {
    if (attribute.field === '' || skip.includes(attribute.name)) continue;
    const value = fields[attribute.field];
    if (value === undefined || (!attribute.required && isSame(value, model[attribute.field]))) continue;
    const text = formatValue(attribute, value);
    if (text !== undefined) output.set(attribute.name, text);
  }
  return output;
}

function isSame(a: unknown, b: unknown): boolean {
  if (isList(a) && isList(b)) return a.length === b.length && Array.from(a).every((x, i) => Object.is(x, b[i]));
  return Object.is(a, b);
}

/** Whether a value is a list: the tree may also contain typed arrays. */
function isList(value: unknown): value is ArrayLike<number> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

/** Text of a value; undefined if it means "missing". */
function formatValue(attribute: Attribute, value: unknown): string | undefined {
  switch (attribute.type) {
    case 'double':
    case 'float':
    case 'int': {
      const numbers = isList(value) ? value : [value as number];
      return numbers.length === 0 ? undefined : formatNumbers(numbers, attribute.type === 'float');
    }
    case 'bool':
    case 'keyword':
      return keywordOf(attribute.keywords as Keywords, Number(value));
    case 'keywords':
      return formatBits(attribute.keywords as Keywords, value as number);
    default:
      return value === '' && !attribute.required ? undefined : String(value);
  }
}

export function formatNumbers(numbers: ArrayLike<number>, single = false): string {
  return Array.from(numbers, single ? formatFloat : formatDouble).join(' ');
}

/** Keywords of the bits that are set, in the order of the table. */
export function formatBits(table: Keywords, bits: number): string {
  return [...table]
    .filter(([, bit]) => (bits & bit) !== 0)
    .map(([keyword]) => keyword)
    .join(' ');
}

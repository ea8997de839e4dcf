/** An element created in code, in the form of an element read from a file: attributes as text. Its location is its path
 * in the model, such as `worldbody/body[arm]/geom`. */

import { expectObject, expectString, found } from '../../../core/expect.ts';
import type { Attribute, ElementGrammar } from '../../../formats/mjcf/grammar.ts';
import { keywordOf } from '../../../formats/mjcf/keywords.ts';
import { XmlElement } from '../../../formats/xml/element.ts';
import type { Position } from '../../../formats/xml/sourceLocation.ts';
import { SourceText } from '../../../formats/xml/sourceText.ts';
import { formatDouble } from '../../../formats/xml/write.ts';

const NO_SOURCE = new SourceText('', '');

export class CodeElement extends XmlElement {
  readonly #path: string;

  constructor(tag: string, path: string, attributes: readonly (readonly [string, string])[] = []) {
    super(tag, NO_SOURCE, 0);
    this.#path = path;
    for (const [name, text] of attributes) {
      this.attributeNames.push(name);
      this.attributeValues.push(text);
    }
  }

  override get file(): string {
    return this.#path;
  }

  override get line(): number {
    return 0;
  }

  override get column(): number {
    return 0;
  }

  override attributePosition(): Position | undefined {
    return undefined;
  }

  /** Returns this element with a child, for wrapper elements. */
  wrap(child: CodeElement): this {
    this.children = [child];
    return this;
  }
}

/** Attributes as text. Undefined ones are omitted. */
export function attributeTexts(attributes: object, grammar: ElementGrammar): [string, string][] {
  const result: [string, string][] = [];
  for (const [name, value] of Object.entries(expectObject(`<${grammar.tag}> attributes`, attributes))) {
    if (value === undefined) continue;
    result.push([name, formatAttribute(grammar.tag, name, value, grammar.attributes.get(name))]);
  }
  return result;
}

function formatAttribute(tag: string, name: string, value: unknown, attribute: Attribute | undefined): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return String(value);
    case 'number':
      return (attribute?.keywords && keywordOf(attribute.keywords, value)) || formatDouble(value);
    case 'object':
      if (Array.isArray(value) || ArrayBuffer.isView(value))
        return Array.from(value as unknown as ArrayLike<unknown>, (item) =>
          formatAttribute(tag, name, item, attribute),
        ).join(' ');
      if (value !== null && 'name' in value)
        return referredName(tag, name, expectString(`<${tag}> ${name}: name`, value.name as string));
  }
  throw new TypeError(`<${tag}> ${name}: expected numbers, text, a boolean or an element, found ${found(value)}`);
}

function referredName(tag: string, attribute: string, name: string): string {
  if (name === '') throw new TypeError(`<${tag}> ${attribute}: the referenced element needs a name`);
  return name;
}

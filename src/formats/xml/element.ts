/** A light tree of XML elements with their locations; positions of attributes are computed on demand. */

import type { Position, SourceLocation } from './sourceLocation.ts';
import type { SourceText } from './sourceText.ts';

const NO_SECTIONS: readonly string[] = [];

export class XmlElement implements SourceLocation {
  readonly tag: string;
  readonly source: SourceText;
  /** offset of `<` in the source */
  readonly offset: number;
  /** attributes in the order of the file; names are unique */
  readonly attributeNames: string[] = [];
  readonly attributeValues: string[] = [];
  children: XmlElement[] = [];
  /** contents of `<![CDATA[...]]>` directly inside, in the order of the file */
  characterData: readonly string[] = NO_SECTIONS;
  /** directory of the included file of this element, '' in the main file */
  directory = '';

  constructor(tag: string, source: SourceText, offset: number) {
    this.tag = tag;
    this.source = source;
    this.offset = offset;
  }

  get file(): string {
    return this.source.file;
  }

  get line(): number {
    return this.source.position(this.offset).line;
  }

  get column(): number {
    return this.source.position(this.offset).column;
  }

  has(name: string): boolean {
    return this.attributeNames.includes(name);
  }

  get(name: string): string | undefined {
    const i = this.attributeNames.indexOf(name);
    return i < 0 ? undefined : this.attributeValues[i];
  }

  attributePosition(name: string): Position | undefined {
    if (!this.has(name)) return undefined;
    const offset = findAttribute(this.source.text, this.offset, name);
    return offset < 0 ? undefined : this.source.position(offset);
  }
}

/** Offset of an attribute's name inside the tag that starts at `from`; skips quoted values. */
function findAttribute(text: string, from: number, name: string): number {
  let i = from + 1;
  while (i < text.length) {
    const c = text[i]!;
    if (c === '>') return -1;
    if (c === '"' || c === "'") {
      i = text.indexOf(c, i + 1) + 1;
      if (i === 0) return -1;
    } else if (text.startsWith(name, i) && /\s/.test(text[i - 1]!) && /[\s=]/.test(text[i + name.length] ?? '')) {
      return i;
    } else {
      i++;
    }
  }
  return -1;
}

/** Parses XML to a tree of elements, with the rules of MuJoCo's XML reader, so that the same files are accepted: the
 * text ends at a NUL; entities beyond the five of XML are kept as written; anything after the root, document types and
 * text are skipped. Nothing is expanded and depth is bounded, so hostile input takes linear time. */

import { beyondLimit } from '../../core/model/limits.ts';
import { XmlElement } from './element.ts';
import { decodeEntities } from './entities.ts';
import { type Diagnostic, MjcfError } from './error.ts';
import { SourceText } from './sourceText.ts';

/** Maximum nesting depth of elements, as in MuJoCo's XML reader. */
export const MAX_DEPTH = 500;
/** Maximum number of attributes per element; real ones have less than a hundredth of that. */
export const MAX_ATTRIBUTES = 10_000;

export interface XmlDocument {
  root: XmlElement;
  /** comment at the beginning of the root, else '' */
  comment: string;
  /** input that other XML readers would reject */
  warnings: Diagnostic[];
}

/** How many more elements may be read; shared by all files of a model. */
export interface ElementBudget {
  left: number;
  readonly limit: number;
}

/** Parse a whole document.
 *  @throws MjcfError with the location of the first syntax error */
export function parseXml(
  text: string,
  file: string,
  budget: ElementBudget = { left: Infinity, limit: Infinity },
): XmlDocument {
  return new XmlReader(text, file, budget).document();
}

const TAB = 9;
const RETURN = 13;
const SPACE = 32;
const SLASH = 47;
const GREATER = 62;
const CDATA = '<![CDATA[';
/** Maximum number of warnings. */
const MAX_WARNINGS = 20;

class XmlReader {
  readonly #text: string;
  /** end of the text: its length, or the first NUL */
  readonly #end: number;
  readonly #source: SourceText;
  readonly #budget: ElementBudget;
  readonly #warnings: Diagnostic[] = [];
  readonly #stack: XmlElement[] = [];
  /** attributes of the tag that is being read */
  readonly #names = new Set<string>();
  #at = 0;
  #root: XmlElement | undefined;
  #comment: string | undefined;

  constructor(text: string, file: string, budget: ElementBudget) {
    this.#text = text;
    this.#budget = budget;
    this.#source = new SourceText(file, text);
    const nul = text.indexOf('\0');
    this.#end = nul < 0 ? text.length : nul;
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }

  document(): XmlDocument {
    this.#declarations();
    while (this.#skipSpace()) if (!this.#node()) break;
    const open = this.#stack.at(-1);
    if (open) this.#fail(open.offset, `<${open.tag}> is not closed`);
    const root = this.#root ?? this.#fail(this.#at, 'no root element');
    return { root, comment: this.#comment ?? '', warnings: this.#warnings };
  }

  /** `<?xml ... ?>` declarations, which are only allowed at the beginning. */
  #declarations(): void {
    while (this.#skipSpace() && this.#text.startsWith('<?', this.#at)) this.#skipTo('?>', 'declaration');
  }

  /** Read the next tag, comment or piece of text; returns false if the rest is ignored. */
  #node(): boolean {
    const text = this.#text;
    const at = this.#at;
    if (text.charCodeAt(at) !== 60) this.#characters();
    else if (text.startsWith('<?', at)) this.#fail(at, 'a declaration must come before everything else');
    else if (text.startsWith('<!--', at)) this.#readComment();
    else if (text.startsWith(CDATA, at)) this.#readCharacterData();
    else if (text.startsWith('<!', at)) this.#skipTo('>', 'tag');
    else return this.#tag();
    return true;
  }

  #characters(): void {
    const from = this.#at;
    const next = this.#find('<', from);
    if (next < 0) this.#fail(from, this.#stack.length > 0 ? 'the text ends inside an element' : 'text after the root');
    if (this.#stack.length === 0) this.#warn(from, 'text outside the root; ignored');
    this.#at = next;
  }

  #readComment(): void {
    const from = this.#at + 4;
    this.#at = from;
    this.#skipTo('-->', 'comment');
    const root = this.#root;
    const first = this.#stack.length === 1 && this.#stack[0] === root && root?.children.length === 0;
    if (first) this.#comment ??= this.#text.slice(from, this.#at - 3);
  }

  /** A section between `<![CDATA[` and `]]>`, as it is written except for line ends. */
  #readCharacterData(): void {
    const from = this.#at + CDATA.length;
    this.#at = from;
    this.#skipTo(']]>', 'section of character data');
    const open = this.#stack.at(-1);
    if (open) open.characterData = [...open.characterData, withLineFeeds(this.#text.slice(from, this.#at - 3))];
  }

  /** An opening or closing tag. */
  #tag(): boolean {
    const start = this.#at++;
    this.#skipSpace();
    const closing = this.#code() === SLASH;
    if (closing) this.#at++;
    const name = this.#name();
    if (name === '') this.#fail(start, `expected the name of an element, found ${this.#found()}`);
    const element = new XmlElement(name, this.#source, start);
    const empty = this.#attributes(element);
    if (closing && empty) this.#fail(start, `</${name}/> both closes and is closed`);
    return closing ? this.#close(element) : this.#open(element, empty);
  }

  #open(element: XmlElement, empty: boolean): boolean {
    const parent = this.#stack.at(-1);
    const { limit } = this.#budget;
    if (this.#budget.left-- <= 0) this.#refuse(element.offset, beyondLimit('elements', limit + 1, 'elements', limit));
    if (this.#stack.length >= MAX_DEPTH) this.#fail(element.offset, `elements are nested deeper than ${MAX_DEPTH}`);
    if (parent) parent.children.push(element);
    else if (this.#root === undefined) this.#root = element;
    else this.#warn(element.offset, `<${element.tag}> is a second root; ignored`);
    if (!empty) this.#stack.push(element);
    return true;
  }

  #close(tag: XmlElement): boolean {
    const open = this.#stack.pop();
    if (open === undefined) {
      this.#warn(tag.offset, `</${tag.tag}> closes nothing; the rest of the file is ignored`);
      return false;
    }
    if (open.tag !== tag.tag) {
      this.#fail(tag.offset, `expected </${open.tag}>, which was opened in line ${open.line}, found </${tag.tag}>`);
    }
    return true;
  }

  /** Read the attributes up to the end of a tag; returns whether it is self-closing. */
  #attributes(element: XmlElement): boolean {
    this.#names.clear();
    for (;;) {
      if (!this.#skipSpace()) this.#fail(element.offset, `<${element.tag}> has no end`);
      const code = this.#code();
      if (code === GREATER) {
        this.#at++;
        return false;
      }
      if (code === SLASH && this.#text.charCodeAt(this.#at + 1) === GREATER) {
        this.#at += 2;
        return true;
      }
      this.#attribute(element);
    }
  }

  #attribute(element: XmlElement): void {
    const start = this.#at;
    const name = this.#name();
    if (name === '') this.#fail(start, `expected an attribute or the end of <${element.tag}>, found ${this.#found()}`);
    if (!this.#skipSpace() || this.#text[this.#at] !== '=') this.#fail(start, `attribute ${name}: expected = after it`);
    this.#at++;
    const quote = this.#skipSpace() ? this.#text[this.#at] : undefined;
    if (quote !== '"' && quote !== "'") this.#fail(start, `attribute ${name}: expected a value in quotes`);
    const from = this.#at + 1;
    const to = this.#find(quote, from);
    if (to < 0) this.#fail(start, `attribute ${name}: unterminated value`);
    if (this.#names.has(name)) this.#fail(start, `attribute ${name} is given twice`);
    this.#names.add(name);
    if (this.#names.size > MAX_ATTRIBUTES)
      this.#refuse(start, `<${element.tag}> has more than ${MAX_ATTRIBUTES} attributes`);
    element.attributeNames.push(name);
    element.attributeValues.push(this.#value(from, to));
    this.#at = to + 1;
  }

  /** A value with resolved entities and line ends. */
  #value(from: number, to: number): string {
    const raw = this.#text.slice(from, to);
    const lines = withLineFeeds(raw);
    if (!lines.includes('&')) return lines;
    return decodeEntities(lines, (entity) => this.#warn(from, `'${entity}' is not an XML entity; kept as it is`));
  }

  #name(): string {
    const from = this.#at;
    if (!isNameStart(this.#code())) return '';
    const text = this.#text;
    const end = this.#end;
    let at = from + 1;
    while (at < end && isNamePart(text.charCodeAt(at))) at++;
    this.#at = at;
    return text.slice(from, at);
  }

  /** Skip white space; returns whether anything follows. Most models are read once, by cold code, so a call per
   * character would take half of the time. */
  #skipSpace(): boolean {
    const text = this.#text;
    const end = this.#end;
    let at = this.#at;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code !== SPACE && !(code >= TAB && code <= RETURN)) break;
      at++;
    }
    this.#at = at;
    return at < end;
  }

  #skipTo(mark: string, what: string): void {
    const at = this.#find(mark, this.#at);
    if (at < 0) this.#fail(this.#at, `unterminated ${what}: expected ${mark}`);
    this.#at = at + mark.length;
  }

  #find(mark: string, from: number): number {
    const at = this.#text.indexOf(mark, from);
    return at + mark.length > this.#end ? -1 : at;
  }

  /** The next character, 0 at the end. */
  #code(): number {
    return this.#at < this.#end ? this.#text.charCodeAt(this.#at) : 0;
  }

  #found(): string {
    return this.#at < this.#end ? `'${this.#text.slice(this.#at, this.#at + 10).split('\n')[0]}'` : 'the end';
  }

  #warn(offset: number, message: string): void {
    if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push(this.#diagnostic(offset, message));
  }

  #fail(offset: number, message: string): never {
    // in UTF-16 every other byte is zero, and the first one ends the text
    const hint =
      this.#end < 4 && this.#end < this.#text.length ? '. Expected UTF-8, found text that looks like UTF-16' : '';
    this.#refuse(offset, `not well-formed XML: ${message}${hint}`);
  }

  #refuse(offset: number, message: string): never {
    throw new MjcfError([this.#diagnostic(offset, message)]);
  }

  #diagnostic(offset: number, message: string): Diagnostic {
    return { file: this.#source.file, ...this.#source.position(offset), tag: '', attribute: '', message };
  }
}

/** Text whose lines end as in every XML reader. */
function withLineFeeds(raw: string): string {
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
}

/** A letter, an underscore, a colon, or any non-ASCII character. */
function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 58 || code >= 128;
}

/** The same, a digit (a colon follows the digits), a dot or a hyphen. */
function isNamePart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 58) || isNameStart(code) || code === 46 || code === 45;
}

/** XML text to a tree of elements. Entities beyond the five of XML and document types are refused or ignored, depth and
 *  size are bounded, so hostile input costs no more than its own length. */

import { SaxesParser } from 'saxes';
import { XmlElement } from './element.ts';
import { MjcfError } from './error.ts';
import { SourceText } from './sourceText.ts';

/** Deepest nesting of elements; the same bound as the XML reader of MuJoCo. */
export const MAX_DEPTH = 500;
/** Longest text, in UTF-16 units. */
export const MAX_LENGTH = 1 << 28;

export interface XmlDocument {
  root: XmlElement;
  /** text of a comment that is the first thing inside the root, else '' */
  comment: string;
}

/** Parse a whole document.
 *  @throws MjcfError with the place of the first thing that is not XML */
export function parseXml(text: string, file: string): XmlDocument {
  const source = new SourceText(file, text);
  const fail = (offset: number, message: string): never => {
    throw new MjcfError([{ file, ...source.position(offset), tag: '', attribute: '', message }]);
  };
  const content = withoutLateDeclaration(text);
  if (text.length > MAX_LENGTH) fail(0, `the file is longer than ${MAX_LENGTH} characters`);

  const parser = new SaxesParser({ position: true });
  const stack: XmlElement[] = [];
  let root: XmlElement | undefined;
  let current: XmlElement | undefined;
  let comment = '';
  let empty = true;

  parser.on('error', (error) => fail(parser.position, `not well-formed XML: ${plainMessage(error.message)}`));
  parser.on('opentagstart', (tag) => {
    const element = new XmlElement(tag.name, source, text.lastIndexOf('<', parser.position - 1));
    if (current === undefined) {
      root = element;
    } else {
      if (stack.length >= MAX_DEPTH) fail(element.offset, `elements are nested deeper than ${MAX_DEPTH}`);
      current.children.push(element);
      if (current === root) empty = false;
    }
    stack.push(element);
    current = element;
  });
  parser.on('attribute', (attribute) => {
    const element = current as XmlElement;
    element.attributeNames.push(attribute.name);
    element.attributeValues.push(attribute.value);
  });
  parser.on('closetag', () => {
    stack.pop();
    current = stack[stack.length - 1];
  });
  parser.on('comment', (content) => {
    if (current !== undefined && current === root && empty && comment === '') comment = content;
  });
  parser.write(content).close();
  if (root === undefined) return fail(0, 'the file has no root element');
  return { root, comment };
}

/** The text with its XML declaration blanked out when there is white space before it, which many files have. */
function withoutLateDeclaration(text: string): string {
  const late = /^\s+<\?xml\s[^?]*\?>/.exec(text);
  return late ? late[0].replace(/\S/g, ' ') + text.slice(late[0].length) : text;
}

/** The parser's words without its own line and column. */
function plainMessage(message: string): string {
  return message.replace(/^(?:[^:]*:)?\d+:\d+: /, '').replace(/\.$/, '');
}

/** XML output, indented by two spaces, one element per line. */

/** An element to write. Attributes keep their order; those without a value are omitted. */
export class XmlOutput {
  readonly tag: string;
  readonly attributes: [string, string][] = [];
  readonly children: XmlOutput[] = [];

  constructor(tag: string) {
    this.tag = tag;
  }

  set(name: string, value: string): this {
    this.attributes.push([name, value]);
    return this;
  }

  add(child: XmlOutput): XmlOutput {
    this.children.push(child);
    return child;
  }

  /** Whether there is anything in it. */
  get isEmpty(): boolean {
    return this.attributes.length === 0 && this.children.length === 0;
  }
}

/** Text of a document. A comment, if given, becomes the first child of the root. */
export function writeXml(root: XmlOutput, comment = ''): string {
  const lines: string[] = [];
  writeElement(lines, root, '', comment);
  return `${lines.join('\n')}\n`;
}

function writeElement(lines: string[], element: XmlOutput, indent: string, comment: string): void {
  const attributes = element.attributes.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
  if (element.children.length === 0 && comment === '') {
    lines.push(`${indent}<${element.tag}${attributes}/>`);
    return;
  }
  lines.push(`${indent}<${element.tag}${attributes}>`);
  if (comment !== '') lines.push(`${indent}  <!--${comment.replace(/--/g, '- -').replace(/-$/, '- ')}-->`);
  for (const child of element.children) writeElement(lines, child, `${indent}  `, '');
  lines.push(`${indent}</${element.tag}>`);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\n\r\t]/g, (c) => ESCAPES[c] ?? c);
}

/** The shortest string that reads back as the same number. */
export function formatDouble(x: number): string {
  if (Number.isNaN(x)) return 'nan';
  if (x === Number.POSITIVE_INFINITY) return 'inf';
  if (x === Number.NEGATIVE_INFINITY) return '-inf';
  return Object.is(x, -0) ? '-0' : String(x);
}

/** The shortest string that reads back as the same single-precision number. */
export function formatFloat(x: number): string {
  const single = Math.fround(x);
  if (!Number.isFinite(single)) return formatDouble(single);
  for (let digits = 1; digits < 9; digits++) {
    const text = Number(single.toPrecision(digits));
    if (Math.fround(text) === single) return formatDouble(text);
  }
  return formatDouble(Number(single.toPrecision(9)));
}

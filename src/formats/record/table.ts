/** Tables as text (RFC 4180): rows of cells, and cells as numbers. A cell may stand in quotes; a quote inside it is written twice.
 *  Every row knows its line, so that errors have a place. */

/** Cells of one row. */
export interface TableRow {
  /** Line on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Decimal numbers. No digit can be matched by two parts of it, so that a long one takes no more than its length. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const NOT_FINITE = /^([+-]?)(nan|inf|infinity)$/i;
const SEPARATOR = /[,;\t]/;
const LINE_END = /\r\n?|\n/g;
const MAX_QUOTED = 40;

/** The rows of a table; blank ones are left out, except the first. Cells are separated by the first of `,`, `;` and tab that the
 *  first line has.
 *  @param name of the file, for messages
 *  @throws Error with line and column */
export function* tableRows(text: string, name: string): Generator<TableRow, undefined> {
  const rows = new TableReader(text, name);
  for (let row = rows.next(); row !== undefined; row = rows.next()) {
    if (row.line === 1 || row.cells.length > 1 || row.cells[0] !== '') yield row;
  }
  return undefined;
}

/** The number in a cell.
 *  @param where where the cell is, for messages
 *  @throws Error if there is none, or one that is too large for a double */
export function cellNumber(cell: string, where: () => string): number {
  const special = NOT_FINITE.exec(cell);
  if (special) {
    const value = special[2].toLowerCase() === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY;
    return special[1] === '-' ? -value : value;
  }
  if (!DECIMAL.test(cell)) throw new Error(`${where()}: expected a number, found ${quoted(cell)}`);
  const value = Number(cell);
  if (Number.isFinite(value)) return value;
  throw new Error(`${where()}: expected a number that fits a double, found ${quoted(cell)}`);
}

/** The place of a cell: file, line and column. */
export function cellLocation(name: string, line: number, column: number): string {
  return `${name}:${line}: column ${column + 1}`;
}

/** A text between quotes; no more of it than one reads. */
export function quoted(text: string): string {
  return `'${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}...` : text}'`;
}

class TableReader {
  readonly #text: string;
  readonly #name: string;
  readonly #separator: string;
  #at: number;
  #line = 1;

  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = name;
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.#separator = separatorOf(text, this.#lineEnd());
  }

  /** The next row, undefined at the end. */
  next(): TableRow | undefined {
    if (this.#at >= this.#text.length) return undefined;
    const line = this.#line;
    const end = this.#lineEnd();
    const raw = this.#text.slice(this.#at, end);
    if (raw.includes('"')) return { line, cells: this.#quotedCells() };
    this.#at = end;
    this.#skipLineEnd();
    return { line, cells: raw.split(this.#separator).map((cell) => cell.trim()) };
  }

  /** Cells of a row in which there are quotes. What is quoted may go on over the ends of lines. */
  #quotedCells(): string[] {
    const cells: string[] = [];
    const text = this.#text;
    for (;;) {
      this.#skipSpaces();
      if (text[this.#at] === '"') cells.push(this.#quotedCell(cells.length));
      else cells.push(this.#plainCell());
      if (text[this.#at] !== this.#separator) break;
      this.#at++;
    }
    this.#skipLineEnd();
    return cells;
  }

  #quotedCell(column: number): string {
    const text = this.#text;
    const where = cellLocation(this.#name, this.#line, column);
    const pieces: string[] = [];
    let from = this.#at + 1;
    for (let more = true; more; ) {
      const quote = text.indexOf('"', from);
      if (quote < 0) throw new Error(`${where}: the quote has no end`);
      // a quote that is written twice is one, and the cell goes on
      more = text[quote + 1] === '"';
      pieces.push(text.slice(from, more ? quote + 1 : quote));
      from = quote + (more ? 2 : 1);
    }
    this.#line += text.slice(this.#at, from).match(LINE_END)?.length ?? 0;
    this.#at = from;
    this.#skipSpaces();
    const next = text[this.#at];
    if (next === undefined || next === this.#separator || next === '\n' || next === '\r') return pieces.join('');
    const expected = `'${this.#separator === '\t' ? 'tab' : this.#separator}' or the end of the line`;
    throw new Error(`${where}: expected ${expected} behind the quote, found ${quoted(next)}`);
  }

  #plainCell(): string {
    const text = this.#text;
    const from = this.#at;
    let at = from;
    while (at < text.length && text[at] !== this.#separator && text[at] !== '\n' && text[at] !== '\r') at++;
    this.#at = at;
    return text.slice(from, at).trim();
  }

  #lineEnd(): number {
    LINE_END.lastIndex = this.#at;
    return LINE_END.exec(this.#text)?.index ?? this.#text.length;
  }

  #skipLineEnd(): void {
    if (this.#text[this.#at] === '\r') this.#at++;
    if (this.#text[this.#at] === '\n') this.#at++;
    this.#line++;
  }

  #skipSpaces(): void {
    while (this.#text[this.#at] === ' ') this.#at++;
  }
}

/** What separates the cells of the first line, whose names may have such characters in quotes. */
function separatorOf(text: string, end: number): string {
  const head = text.slice(0, end).replace(/"[^"]*"/g, '');
  return SEPARATOR.exec(head)?.[0] ?? ',';
}

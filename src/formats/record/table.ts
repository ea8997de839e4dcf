/** Tables as text (RFC 4180): rows of cells, and cells as numbers. A cell may be quoted; quotes inside it are doubled.
 * Every row has its line number, for errors. */

/** Cells of one row. */
export interface TableRow {
  /** Line at which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Decimal numbers. The parts are unambiguous, so matching takes linear time. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const NOT_FINITE = /^([+-]?)(nan|inf|infinity)$/i;
const SEPARATOR = /[,;\t]/;
const LINE_END = /\r\n?|\n/g;
const MAX_QUOTED = 40;

/** The rows of a table; blank ones are skipped, except the first. The separator is the first of `,`, `;` and tab that
 * occurs in the first line.
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
 *  @throws Error if it is not a number, or too large for a double */
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

/** The location of a cell: file, line and column. */
export function cellLocation(name: string, line: number, column: number): string {
  return `${name}:${line}: column ${column + 1}`;
}

/** A string in quotes, truncated if long. */
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

  /** Cells of a row with quotes. Quoted text may span lines. */
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
      if (quote < 0) throw new Error(`${where}: unterminated quote`);
      // a doubled quote is one character, and the cell continues
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
    throw new Error(`${where}: expected ${expected} after the quote, found ${quoted(next)}`);
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

/** The separator of the first line, whose names may contain such characters in quotes. */
function separatorOf(text: string, end: number): string {
  const head = text.slice(0, end).replace(/"[^"]*"/g, '');
  return SEPARATOR.exec(head)?.[0] ?? ',';
}

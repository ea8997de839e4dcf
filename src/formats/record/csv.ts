/** Tables of numbers as text, with field names in the first row: `time,qpos[0],qpos[1]`. */
import type { NamedArray } from './npy.ts';
import { NumberList } from './numberList.ts';
import { cellLocation, cellNumber, quoted, type TableRow, tableRows } from './table.ts';

/** Read the arrays of a table. Columns `qpos[0]`, `qpos[1]`, ... in any order become the array `qpos`; any other column
 * becomes a vector. Cells are separated by commas, semicolons or tabs, and may be quoted.
 *
 *  @example
 *  const { time, qpos } = readCsv('time,qpos[1],qpos[0]\n0,2,1\n0.1,4,3\n');
 *  console.log(time.shape, qpos.shape, qpos.numbers); // -> [ 2 ] [ 2, 2 ] Float64Array(4) [ 1, 2, 3, 4 ]
 *  @param name of the file, for messages
 * @param whole fields that must have all their columns; incomplete ones among the others are omitted (default: all)
 * @throws Error with line and column, for missing, duplicate or too large indices, rows of the wrong length and cells
 * that are not numbers */
export function readCsv(text: string, name = 'csv', whole?: readonly string[]): Record<string, NamedArray> {
  const rows = tableRows(text, name);
  const { value: head } = rows.next();
  const columns = parseHeader(head, name);
  const groups = groupsOf(columns, whole);
  const numbers = new NumberList();
  for (const { line, cells } of rows) {
    if (cells.length !== columns.length) {
      throw new Error(`${name}:${line}: expected ${columns.length} columns, found ${cells.length}`);
    }
    for (let k = 0; k < cells.length; k++) numbers.add(cellNumber(cells[k], () => cellLocation(name, line, k)));
  }
  return Object.fromEntries(groups.map(([field, group]) => [field, pickColumns(numbers, columns.length, group)]));
}

/** Text in brackets that is not an index, nor a malformed one. */
const UNIT = /[^\d\s.,:+\-[\]]/;

/** A column by name: `qpos[3]` is element 3 of the field `qpos`. */
interface Column {
  readonly field: string;
  /** undefined for a name without index */
  readonly index: number | undefined;
  readonly label: string;
  readonly where: string;
  /** position in the table */
  readonly at: number;
}

function parseHeader(head: TableRow | undefined, name: string): Column[] {
  if (head === undefined) throw new Error(`${name}:1: expected column names, found an empty file`);
  if (head.cells.length === 1 && head.cells[0] === '') {
    throw new Error(`${name}:1: expected column names, found an empty line`);
  }
  return head.cells.map((label, at) => parseColumn(label, at, cellLocation(name, 1, at)));
}

function parseColumn(label: string, at: number, where: string): Column {
  const fail = (problem: string) => new Error(`${where}: ${quoted(label)}: ${problem}`);
  if (label === '') throw new Error(`${where}: expected a name, found nothing`);
  if (label.includes('\0')) throw new Error(`${where}: expected text in UTF-8, found a NUL`);
  const open = label.lastIndexOf('[');
  const [field, index] = [label.slice(0, open).trim(), label.slice(open + 1, -1).trim()];
  // a unit, as in `time [s]`, is part of the name
  if (open < 0 || !label.endsWith(']') || UNIT.test(index)) return { field: label, index: undefined, label, where, at };
  if (field === '') throw fail('expected a name before the index');
  if (field.endsWith(']')) throw fail('expected one index');
  if (!/^\d+$/.test(index)) throw fail('expected a whole number between brackets');
  return { field, index: Number(index), label, where, at };
}

/** Columns by field, sorted by index.
 *  @throws Error for missing or duplicate indices: n distinct ones below n are complete */
function groupsOf(columns: readonly Column[], whole?: readonly string[]): [field: string, group: Column[]][] {
  const groups = new Map<string, Column[]>();
  for (const column of columns) {
    const group = groups.get(column.field);
    if (group) group.push(column);
    else groups.set(column.field, [column]);
  }
  const isPart = (group: Column[]) => group.some(({ index = 0 }) => index >= group.length);
  return [...groups]
    .filter(([field, group]) => whole === undefined || whole.includes(field) || !isPart(group))
    .map(([field, group]) => [field, inOrder(field, group)]);
}

function inOrder(field: string, group: readonly Column[]): Column[] {
  const [first] = group;
  const ordered: Column[] = [];
  for (const column of group) {
    const { index, label, where } = column;
    const fail = (expected: string) => new Error(`${where}: ${quoted(label)}: expected ${expected}`);
    if ((index === undefined) !== (first.index === undefined)) {
      throw fail(`${index === undefined ? 'an' : 'no'} index, as in column ${first.at + 1}`);
    }
    if (index !== undefined && index >= group.length) {
      const range = group.length === 1 ? 'index 0' : `an index from 0 to ${group.length - 1}`;
      const count = group.length === 1 ? 'is one column' : `are ${group.length} columns`;
      throw fail(`${range}, because there ${count} of ${quoted(field)}`);
    }
    const before = ordered[index ?? 0];
    if (before) throw new Error(`${where}: ${quoted(label)} duplicates column ${before.at + 1}`);
    ordered[index ?? 0] = column;
  }
  return ordered;
}

/** The values of some columns of a table. */
function pickColumns(numbers: NumberList, width: number, group: readonly Column[]): NamedArray {
  const rows = numbers.length / width;
  const picked = new Float64Array(rows * group.length);
  for (let row = 0, k = 0; row < rows; row++) {
    for (const { at } of group) picked[k++] = numbers.at(row * width + at);
  }
  return { shape: group[0].index === undefined ? [rows] : [rows, group.length], numbers: picked };
}

/** Tables of numbers as text, with names of fields in the first row: `time,qpos[0],qpos[1]`. */
import type { NamedArray } from './npy.ts';

/** The arrays of a table: columns `qpos[0]`, `qpos[1]`, ... become the array `qpos`; any other column a vector of its name.
 *
 *  @example
 *  const { time, qpos } = readCsv('time,qpos[0],qpos[1]\n0,1,2\n0.1,3,4\n');
 *  console.log(time.shape, qpos.shape, qpos.numbers); // -> [ 2 ] [ 2, 2 ] Float64Array(4) [ 1, 2, 3, 4 ]
 *  @throws Error with line and column */
export function readCsv(text: string, name = 'csv'): Record<string, NamedArray> {
  const lines = text.split(/\r?\n/);
  const head = cells(lines[0]);
  const rows: number[][] = [];
  for (let k = 1; k < lines.length; k++) {
    if (lines[k].trim() === '') continue;
    rows.push(numbersOf(cells(lines[k]), head.length, `${name}:${k + 1}`));
  }
  const groups = new Map<string, { columns: number[]; indexed: boolean }>();
  head.forEach((label, column) => {
    const [, field, index] = /^(.*?)(\[\d+\])?$/.exec(label)!;
    const group = groups.get(field) ?? { columns: [], indexed: index !== undefined };
    group.columns.push(column);
    groups.set(field, group);
  });
  return Object.fromEntries(
    [...groups].map(([field, { columns, indexed }]) => {
      const numbers = Float64Array.from(rows.flatMap((row) => columns.map((column) => row[column])));
      return [field, { shape: indexed ? [rows.length, columns.length] : [rows.length], numbers }];
    }),
  );
}

function cells(line: string): string[] {
  return line.split(/[,;\t]/).map((word) => word.trim().replace(/^"(.*)"$/, '$1'));
}

function numbersOf(words: readonly string[], width: number, place: string): number[] {
  if (words.length !== width) throw new Error(`${place}: expected ${width} columns, found ${words.length}`);
  return words.map((word, column) => {
    const value = word === '' ? Number.NaN : Number(word);
    if (Number.isNaN(value) && word.toLowerCase() !== 'nan') {
      throw new Error(`${place}: column ${column + 1}: expected a number, found '${word}'`);
    }
    return value;
  });
}

/** Columns of a table are read by the index in their names. They were read in their order, whatever the index was. */
import { expect, test } from 'vitest';
import { readCsv } from '../../src/record.ts';

const plain = (text: string) =>
  Object.fromEntries(Object.entries(readCsv(text)).map(([name, { shape, numbers }]) => [name, [shape, [...numbers]]]));

test('columns in any order are stored by their index', () => {
  expect(plain('qpos[1],time,qpos[0]\n1,2,3\n4,5,6\n')).toEqual({
    qpos: [
      [2, 2],
      [3, 1, 6, 4],
    ],
    time: [[2], [2, 5]],
  });
});

const right: [string, string, Record<string, unknown>][] = [
  [
    'a byte order mark, Windows line ends and blank lines',
    '\ufeffa,b\r\n1,2\r\n\r\n3,4\r\n',
    { a: [[2], [1, 3]], b: [[2], [2, 4]] },
  ],
  ['no line end at the end', 'a\n1', { a: [[1], [1]] }],
  ['old Mac line ends', 'a,b\r1,2\r', { a: [[1], [1]], b: [[1], [2]] }],
  ['quotes', '"a,""b""",c\n"1.5","-2"\n', { 'a,"b"': [[1], [1.5]], c: [[1], [-2]] }],
  ['semicolons, spaces around cells', 'a ; b[0]\n 1 ;2 \n', { a: [[1], [1]], b: [[1, 1], [2]] }],
  ['tabs', 'a\tb\n1\t2\n', { a: [[1], [1]], b: [[1], [2]] }],
  ['only names', 'a,b[0],b[1]\n', { a: [[0], []], b: [[0, 2], []] }],
  [
    'numbers in the formats of C, Python and JavaScript',
    'a\nnan\n-inf\nInfinity\n+1e-3\n.5\n5.\n-0\n5e-324\n',
    { a: [[8], [Number.NaN, -Infinity, Infinity, 0.001, 0.5, 5, -0, 5e-324]] },
  ],
  ['units between brackets', 'time [s],x [m/s]\n1,2\n', { 'time [s]': [[1], [1]], 'x [m/s]': [[1], [2]] }],
  ['names of Object members', 'constructor,toString[0]\n1,2\n', { constructor: [[1], [1]], toString: [[1, 1], [2]] }],
];
test.each(right)('%s', (_, text, expected) => {
  expect(plain(text)).toEqual(expected);
});

test("a column may be named '__proto__'", () => {
  const read = readCsv('__proto__,a\n1,2\n');
  expect(Object.keys(read)).toEqual(['__proto__', 'a']);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

const wrong: [string, string, string][] = [
  [
    'an index beyond the columns',
    'qpos[0],qpos[999999999]\n1,2\n',
    "t.csv:1: column 2: 'qpos[999999999]': expected an index from 0 to 1, because there are 2 columns of 'qpos'",
  ],
  ['an index that overflows', `qpos[${'9'.repeat(400)}]\n1\n`, 't.csv:1: column 1: '],
  ['a gap', 'qpos[0],time,qpos[2]\n1,2,3\n', "t.csv:1: column 3: 'qpos[2]': expected an index from 0 to 1"],
  ['an index twice', 'qpos[0],qpos[0]\n1,2\n', "t.csv:1: column 2: 'qpos[0]' duplicates column 1"],
  [
    'an index twice, written in two ways',
    'qpos[1],qpos[01]\n1,2\n',
    "t.csv:1: column 2: 'qpos[01]' duplicates column 1",
  ],
  ['a name twice', 'time,time\n1,2\n', "t.csv:1: column 2: 'time' duplicates column 1"],
  [
    'a name with and without an index',
    'qpos,qpos[0]\n1,2\n',
    "t.csv:1: column 2: 'qpos[0]': expected no index, as in column 1",
  ],
  [
    'a name without and with an index',
    'qpos[0],qpos\n1,2\n',
    "t.csv:1: column 2: 'qpos': expected an index, as in column 1",
  ],
  ['an invalid index', 'qpos[-1]\n1\n', "t.csv:1: column 1: 'qpos[-1]': expected a whole number between brackets"],
  ['two indices', 'qpos[0][1]\n1\n', "t.csv:1: column 1: 'qpos[0][1]': expected one index"],
  ['an index without a name', '[0]\n1\n', "t.csv:1: column 1: '[0]': expected a name before the index"],
  ['no name', 'a,,b\n1,2,3\n', 't.csv:1: column 2: expected a name, found nothing'],
  ['nothing', '', 't.csv:1: expected column names, found an empty file'],
  ['only a byte order mark', '\ufeff\n', 't.csv:1: expected column names, found an empty line'],
  ['too few cells', 'a,b\n1,2\n3\n', 't.csv:3: expected 2 columns, found 1'],
  ['too many cells', 'a,b\n1,2,\n', 't.csv:2: expected 2 columns, found 3'],
  ['two kinds of separators', 'a,b\n1;2\n', 't.csv:2: expected 2 columns, found 1'],
  ['a comma in numbers', 'a;b\n1,5;2\n', "t.csv:2: column 1: expected a number, found '1,5'"],
  ['an empty cell', 'a,b\n1,\n', "t.csv:2: column 2: expected a number, found ''"],
  ['a word', 'a,b\r\n1,2\r\n1,x\r\n', "t.csv:3: column 2: expected a number, found 'x'"],
  ['hexadecimal', 'a\n0x10\n', "t.csv:2: column 1: expected a number, found '0x10'"],
  ['a number beyond doubles', 'a\n1e400\n', "t.csv:2: column 1: expected a number that fits a double, found '1e400'"],
  ['a long word', `a\n${'x'.repeat(1000)}\n`, `t.csv:2: column 1: expected a number, found '${'x'.repeat(40)}...'`],
  ['a quote without an end', 'a,b\n"1,2\n', 't.csv:2: column 1: unterminated quote'],
  [
    'text after a quote',
    'a,b\n"1"2,3\n',
    "t.csv:2: column 1: expected ',' or the end of the line after the quote, found '2'",
  ],
  ['a NUL, as in UTF-16', 'a\0,\0b\0\n', 't.csv:1: column 1: expected text in UTF-8, found a NUL'],
];
test.each(wrong)('%s is an error with its location', (_, text, message) => {
  expect(() => readCsv(text, 't.csv')).toThrow(message);
});

test('a partial field is skipped if only other fields must be complete', () => {
  const text = 'xpos[3],qpos[0],xpos[4]\n1,2,3\n';
  expect(Object.keys(readCsv(text, 't.csv', ['qpos']))).toEqual(['qpos']);
  expect(() => readCsv(text, 't.csv')).toThrow("t.csv:1: column 1: 'xpos[3]': expected an index from 0 to 1");
  expect(() => readCsv('qpos[1]\n1\n', 't.csv', ['qpos'])).toThrow("'qpos[1]': expected index 0");
  expect(() => readCsv('x[0],x[0]\n1,2\n', 't.csv', ['qpos'])).toThrow("'x[0]' duplicates column 1");
});

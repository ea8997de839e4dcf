import { expect, test } from 'vitest';
import { nearestName } from '../../core/model/names/suggest.ts';
import { MjcfError } from './error.ts';
import { NumberProblem, parseNumbers } from './numbers.ts';
import { MAX_DEPTH, parseXml } from './parse.ts';

test('elements and attributes have line and column, also after comments, tabs and windows line ends', () => {
  const text =
    '\ufeff<?xml version="1.0"?>\r\n<!-- x -->\r\n<a one="1"\r\n\ttwo=\'<&gt;\' >\n  <b\n  three = "3"/></a>';
  const { root } = parseXml(text.replace('<&gt;', '&lt;&gt;'), 'm.xml');
  expect([root.line, root.column]).toEqual([3, 1]);
  expect(root.attributePosition('one')).toEqual({ line: 3, column: 4 });
  expect(root.attributePosition('two')).toEqual({ line: 4, column: 2 });
  expect(root.get('two')).toBe('<>');
  const [b] = root.children;
  expect([b?.line, b?.column]).toEqual([5, 3]);
  expect(b?.attributePosition('three')).toEqual({ line: 6, column: 3 });
  expect(b?.attributePosition('four')).toBeUndefined();
});

test('an attribute name inside the value of another attribute is not its position', () => {
  const { root } = parseXml('<a x=" y=1 " y="2"/>', '');
  expect(root.attributePosition('y')).toEqual({ line: 1, column: 14 });
});

test('only a comment at the beginning of the root is kept', () => {
  expect(parseXml('<!-- no --><a><!-- yes --><b/><!-- no --></a>', '').comment).toBe(' yes ');
  expect(parseXml('<a><b><!-- no --></b><!-- no --></a>', '').comment).toBe('');
});

const notXml: [string, string][] = [
  ['nothing', ''],
  ['text', 'hello'],
  ['a tag that is not closed', '<a><b></a>'],
  ['an attribute given twice', '<a x="1" x="2"/>'],
  ['text after the root', '<a/>text'],
  ['a declaration inside', '<a><?b?></a>'],
  ['a value without quotes', '<a x=1/>'],
  ['a closing tag that closes itself', '<a></a/>'],
  ['a tag without a name', '<a><></a>'],
  ['the end in the middle of a tag', '<a x="1'],
  ['a NUL, which ends the text', '<a>\0</a>'],
];
test.each(notXml)('%s is an error with a location', (_, text) => {
  expect(() => parseXml(text, 'm.xml')).toThrow(MjcfError);
  expect(() => parseXml(text, 'm.xml')).toThrow(/^m\.xml:\d+:\d+ /);
});

test('a billion laughs are not expanded', () => {
  let entities = '<!ENTITY a "lol">';
  for (let i = 1; i < 10; i++) entities += `<!ENTITY ${'a'.repeat(i + 1)} "${`&${'a'.repeat(i)};`.repeat(10)}">`;
  const text = `<!DOCTYPE a [${entities}]><a x="&aaaaaaaaaa;"/>`;
  const { root, warnings } = parseXml(text, 'm.xml');
  expect(root.get('x')).toBe('&aaaaaaaaaa;');
  expect(warnings.at(-1)?.message).toContain('not an XML entity');
});

const forgiven: [string, string, string][] = [
  ['a second root', '<a/><b/>', 'second root'],
  ['text before the root', 'text<a/>', 'outside the root'],
  ['a tag that closes nothing', '<a/></b><', 'closes nothing'],
  ['an unknown entity', '<a x="&bomb;"/>', '&bomb;'],
  ['an ampersand by itself', '<a x="b&c"/>', "'&'"],
];
test.each(forgiven)('%s is accepted with a warning that has a location', (_, text, words) => {
  const { root, warnings } = parseXml(text, 'm.xml');
  expect(root.tag).toBe('a');
  expect(warnings[0]).toMatchObject({ file: 'm.xml', line: 1 });
  expect(warnings[0]?.message).toContain(words);
});

test('control characters, comments with hyphens, extra spaces and text after a NUL are accepted', () => {
  const text = '<!foo>< a\v x\n=\n"\u0001<>"y=\'2\'><!-- a -- b --><![CDATA[</a>]]>]]>&</a z="1">\0</b>';
  const { root, warnings } = parseXml(text, 'm.xml');
  expect([root.get('x'), root.get('y'), warnings.length]).toEqual(['\u0001<>', '2', 0]);
});

test('character references, line ends and character 0 in values are read as in MuJoCo', () => {
  const value = (text: string) => parseXml(`<a x="${text}"/>`, '').root.get('x');
  expect(value('&#65;&#x42;&lt;&quot;')).toBe('AB<"');
  expect(value('&#x110000;&#X41;&#65b')).toBe('&#x110000;&#X41;&#65b');
  expect(value('a\r\nb\rc')).toBe('a\nb\nc');
  expect(value('a&#0;b')).toBe('a');
});

test('nesting is limited', () => {
  const nest = (n: number) => '<a>'.repeat(n) + '</a>'.repeat(n);
  expect(parseXml(nest(MAX_DEPTH), '').root.tag).toBe('a');
  expect(() => parseXml(nest(MAX_DEPTH + 1), 'm.xml')).toThrow(/nested deeper/);
  expect(() => parseXml('<a>'.repeat(200_000), 'm.xml')).toThrow(MjcfError);
});

test('numbers are read as by strtod', () => {
  expect(parseNumbers(' 1 -2.5\t+3e2\n.5 5. 1e-3\r', 'double')).toEqual([1, -2.5, 300, 0.5, 5, 0.001]);
  expect(parseNumbers('0x10 -0X1.8p1 INF -infinity nan', 'double')).toEqual([16, -3, Infinity, -Infinity, NaN]);
  expect(parseNumbers('-0', 'double')).toEqual([-0]);
  expect(parseNumbers('', 'double')).toEqual([]);
  expect(parseNumbers('0.1', 'float')).toEqual([Math.fround(0.1)]);
  expect(parseNumbers('12 -7 +3 0007', 'int')).toEqual([12, -7, 3, 7]);
});

test('every decimal is rounded as in JavaScript', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  for (let i = 0; i < 400; i++) {
    const x = (random() - 0.5) * 10 ** Math.floor(random() * 40 - 20);
    for (const text of [String(x), x.toFixed(6), x.toPrecision(17), x.toExponential(3)]) {
      expect(parseNumbers(text, 'double')).toEqual([Number(text)]);
    }
  }
});

const notNumbers: [string, 'double' | 'float' | 'int'][] = [
  ['1 x', 'double'],
  ['1,2', 'double'],
  ['1e', 'double'],
  ['.', 'double'],
  ['-', 'double'],
  ['--1', 'double'],
  ['1e400', 'double'],
  ['1e-400', 'double'],
  ['1e-320', 'double'],
  ['0x', 'double'],
  ['1_000', 'double'],
  ['Infinityy', 'double'],
  ['1e39', 'float'],
  ['1e-46', 'float'],
  ['1.5', 'int'],
  ['', 'int'],
  ['2147483648', 'int'],
  ['1e3', 'int'],
  ['0x10', 'int'],
];
test.each(notNumbers.filter(([text]) => text !== ''))("'%s' is not a list of numbers of type %s", (text, kind) => {
  expect(parseNumbers(text, kind)).toBeInstanceOf(NumberProblem);
});

test('the nearest name is suggested, unless it is too different', () => {
  expect(nearestName('lenght', ['length', 'width'])).toBe('length');
  expect(nearestName('Size', ['size'])).toBe('size');
  expect(nearestName('xyz', ['length', 'width'])).toBeUndefined();
  expect(nearestName('__proto__', ['pos', 'quat'])).toBeUndefined();
});

test('white space before the XML declaration is accepted, and locations are correct', () => {
  const { root } = parseXml('\n <?xml version="1.0"?>\n<a/>', '');
  expect([root.line, root.column]).toEqual([3, 1]);
});

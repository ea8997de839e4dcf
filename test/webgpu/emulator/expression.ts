/** Expressions of WGSL, as far as `scripts/wgsl` writes them, as JavaScript with the same bits: every operation on reals is
 *  rounded to f32. */
import type { Words } from './text.ts';

export type Type = 'f32' | 'i32' | 'u32' | 'bool' | 'int' | 'real' | 'void' | 'id';

/** Code, and its type; literals without one of their own are `int` or `real`. */
export interface Value {
  readonly code: string;
  readonly type: Type;
}

/** What names stand for where an expression is. */
export interface Names {
  type(name: string): Type;
  /** What a function gives. */
  result(name: string): Type;
  /** The number of a place in the text, for messages. */
  addAccess(text: string): number;
}

/** Operators by how tightly they bind, the loosest first. */
const levels = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const logical = new Set(['||', '&&', '==', '!=', '<', '<=', '>', '>=']);

export function expression(words: Words, names: Names, level = 0): Value {
  if (level === levels.length) return unary(words, names);
  let left = expression(words, names, level + 1);
  while (levels[level].includes(words.peek())) {
    const operator = words.next();
    left = binary(operator, left, expression(words, names, level + 1));
  }
  return left;
}

/** A literal takes the type of what it meets. */
function common(a: Value, b: Value): Type {
  if (a.type === b.type) return a.type;
  if (a.type === 'int' || (a.type === 'real' && b.type === 'f32')) return b.type;
  if (b.type === 'int' || (b.type === 'real' && a.type === 'f32')) return a.type;
  throw new SyntaxError(`${a.type} ${a.code} meets ${b.type} ${b.code}`);
}

function binary(operator: string, a: Value, b: Value): Value {
  if (operator === '<<' || operator === '>>') {
    const sign = operator === '>>' && a.type === 'u32' ? '>>>' : operator;
    return { code: wrapped(`${a.code} ${sign} ${b.code}`, a.type), type: a.type };
  }
  const type = common(a, b);
  if (logical.has(operator))
    return { code: `(${a.code} ${operator.replace(/^[!=]=$/, '$&=')} ${b.code})`, type: 'bool' };
  if (operator === '*' && type !== 'f32' && type !== 'real')
    return { code: wrapped(`Math.imul(${a.code}, ${b.code})`, type), type };
  return { code: wrapped(`${a.code} ${operator} ${b.code}`, type), type };
}

/** The result of an operation, rounded or cut to its type. */
function wrapped(code: string, type: Type): string {
  if (type === 'f32') return `fround(${code})`;
  if (type === 'u32') return `((${code}) >>> 0)`;
  return type === 'i32' || type === 'int' ? `((${code}) | 0)` : `(${code})`;
}

function unary(words: Words, names: Names): Value {
  const sign = words.peek();
  if (sign !== '-' && sign !== '!' && sign !== '~') return postfix(words, names);
  words.next();
  const { code, type } = unary(words, names);
  return { code: sign === '!' ? `(!${code})` : wrapped(`${sign}${code}`, type), type };
}

function postfix(words: Words, names: Names): Value {
  const value = primary(words, names);
  if (words.take('[')) {
    const index = expression(words, names);
    words.expect(']');
    return { code: `${value.code}[${index.code}]`, type: 'u32' };
  }
  if (!words.take('.')) return value;
  return { code: value.type === 'id' ? 'world' : `${value.code}.${words.peek()}`, type: words.next() ? 'u32' : 'void' };
}

function primary(words: Words, names: Names): Value {
  if (words.take('(')) {
    const inside = expression(words, names);
    words.expect(')');
    return inside;
  }
  const word = words.next();
  if (/^\d/.test(word)) return literal(word);
  if (word === 'true' || word === 'false') return { code: word, type: 'bool' };
  if (word === 'bitcast') return bitcast(words, names);
  if (words.peek() === '(') return call(word, words, names);
  return { code: word, type: names.type(word) };
}

function literal(word: string): Value {
  if (word.endsWith('u')) return { code: String(Number(word.slice(0, -1))), type: 'u32' };
  if (/[.e]/.test(word) && !word.startsWith('0x')) return { code: String(Math.fround(Number(word))), type: 'real' };
  return { code: String(Number(word)), type: 'int' };
}

function bitcast(words: Words, names: Names): Value {
  words.expect('<');
  const to = words.next() as Type;
  words.expect('>');
  words.expect('(');
  const { code, type } = expression(words, names);
  words.expect(')');
  if (type === 'f32' || to === 'f32') return { code: to === 'f32' ? `realOf(${code})` : `bitsOf(${code})`, type: to };
  return { code: wrapped(code, to), type: to };
}

/** Functions on memory, whose first argument is an address. */
const onMemory = new Set([
  'readReal',
  'readInt',
  'writeReal',
  'writeInt',
  'stepElement',
  'steppedElement',
  'fillReal',
  'fillInt',
]);
const steps: Readonly<Record<string, number>> = { postStep: 1, preStep: 0 };

export function call(name: string, words: Words, names: Names): Value {
  const first = words.at - 1;
  words.expect('(');
  if (name in steps) return stepOf(name, words);
  const args = onMemory.has(name) ? address(words, names) : [];
  while (!words.take(')')) {
    args.push(expression(words, names));
    if (words.peek() !== ')') words.expect(',');
  }
  if (onMemory.has(name)) args.push({ code: String(names.addAccess(words.since(first))), type: 'int' });
  return known[name]?.(args) ?? { code: `${name}(${codes(args)})`, type: names.result(name) };
}

const codes = (args: readonly Value[]) => args.map(({ code }) => code).join(', ');

/** An address in two parts: where an array begins, and the index. That is how the translator writes them: `array + index`, where
 *  an array of a world is `(d_ + D_name)`, or a local that holds it. */
function address(words: Words, names: Names): Value[] {
  const terms = [sumTerm(words, names)];
  // a scalar
  if (/^[md]_$/.test(terms[0].code) && /^[MD]_/.test(words.peek(1)) && words.take('+'))
    terms[0] = binary('+', terms[0], sumTerm(words, names));
  while (words.take('+')) terms.push(sumTerm(words, names));
  words.take(',');
  const [base, ...rest] = terms;
  const index = rest.length > 0 ? rest.reduce((a, b) => binary('+', a, b)).code : '0';
  return [base, { code: `(${index} | 0)`, type: 'i32' }];
}

const sumTerm = (words: Words, names: Names) => expression(words, names, levels.length - 1);

/** `postStep(&i, 1)`: there are no pointers here. */
function stepOf(name: string, words: Words): Value {
  words.expect('&');
  const local = words.next();
  words.expect(',');
  const back = words.take('-');
  const by = (back ? -1 : 1) * Number(words.next());
  words.expect(')');
  return { code: `((${local} = (${local} + ${by}) | 0) - ${by * steps[name]})`, type: 'i32' };
}

const real =
  (code: (x: string, y: string) => string) =>
  ([x, y]: readonly Value[]): Value => ({ code: `fround(${code(x.code, y?.code)})`, type: 'f32' });
const either =
  (sign: string) =>
  ([a, b]: readonly Value[]): Value => ({ code: `${sign}(${a.code}, ${b.code})`, type: common(a, b) });

/** Devices evaluate both sides of a choice. The one that does not count may look beyond an array, but not beyond the buffer. */
function choice(no: string, yes: string, test: string): string {
  const side = (counts: string, other: string) =>
    other.includes('(') && /[a-z]\w*\(/.test(other.replaceAll('fround(', ''))
      ? `(aside(() => ${other}), ${counts})`
      : counts;
  return `(${test} ? ${side(yes, no)} : ${side(no, yes)})`;
}

/** Functions that are part of WGSL, and conversions. */
const known: Readonly<Record<string, (args: readonly Value[]) => Value>> = {
  sqrt: real((x) => `Math.sqrt(${x})`),
  floor: real((x) => `Math.floor(${x})`),
  ceil: real((x) => `Math.ceil(${x})`),
  trunc: real((x) => `Math.trunc(${x})`),
  sign: real((x) => `Math.sign(${x})`),
  exp: real((x) => `Math.exp(${x})`),
  exp2: real((x) => `2 ** ${x}`),
  log: real((x) => `Math.log(${x})`),
  log2: real((x) => `Math.log2(${x})`),
  abs: ([x]) => ({ code: wrapped(`Math.abs(${x.code})`, x.type), type: x.type }),
  min: either('least'),
  max: either('most'),
  countLeadingZeros: ([x]) => ({ code: `Math.clz32(${x.code})`, type: x.type }),
  select: ([no, yes, test]) => ({ code: choice(no.code, yes.code, test.code), type: common(no, yes) }),
  f32: ([x]) => ({ code: x ? (x.type === 'bool' ? `(${x.code} ? 1 : 0)` : `fround(${x.code})`) : '0', type: 'f32' }),
  i32: ([x]) => ({ code: x ? (x.type === 'f32' ? `whole(${x.code})` : `(${x.code} | 0)`) : '0', type: 'i32' }),
  u32: ([x]) => ({ code: x ? `(${x.type === 'f32' ? `whole(${x.code})` : x.code} >>> 0)` : '0', type: 'u32' }),
  bool: ([x]) => ({ code: x ? `(${x.code} !== 0)` : 'false', type: 'bool' }),
};

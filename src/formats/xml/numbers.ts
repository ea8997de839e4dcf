/** Lists of numbers in attributes, with the rules of C's strtod and strtol, as in MuJoCo: any white space between them;
 * inf, nan and hexadecimal are numbers; overflow and underflow are errors. */

export type NumberKind = 'double' | 'float' | 'int';

/** The problem of a list of numbers. */
export class NumberProblem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

const POWERS = new Float64Array(23);
for (let i = 0; i < 23; i++) POWERS[i] = Number(`1e${i}`);
const SMALLEST_NORMAL = 2.2250738585072014e-308;
const SMALLEST_NORMAL_FLOAT = 1.1754943508222875e-38;
// the parts are unambiguous, so matching takes linear time
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([\da-fA-F]*)(?:\.([\da-fA-F]*))?(?:[pP]([+-]?\d+))?$/;
const NOT_A_NUMBER = /^[+-]?nan(?:\(\w*\))?$/i;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;
const INTEGER = /^[+-]?\d+$/;

/** Maximum count of numbers in a string. A plain JavaScript array of about 110 million elements crashes the process. */
export const MAX_NUMBERS = 2 ** 25;

/** Read all numbers of a string. */
export function parseNumbers(text: string, kind: NumberKind): number[] | NumberProblem {
  const result: number[] = [];
  const n = text.length;
  let i = 0;
  for (;;) {
    while (i < n && isSpace(text.charCodeAt(i))) i++;
    if (i >= n) return result;
    const start = i;
    while (i < n && !isSpace(text.charCodeAt(i))) i++;
    const value = kind === 'int' ? parseInteger(text, start, i) : parseReal(text, start, i, kind === 'float');
    if (typeof value !== 'number') return value;
    if (result.length === MAX_NUMBERS) return new NumberProblem(`expected at most ${MAX_NUMBERS} numbers, found more`);
    result.push(value);
  }
}

function isSpace(c: number): boolean {
  return c === 32 || (c >= 9 && c <= 13);
}

function parseInteger(text: string, start: number, end: number): number | NumberProblem {
  let i = start;
  const first = text.charCodeAt(i);
  if (first === 45 || first === 43) i++;
  let value = 0;
  if (i < end && end - i <= 9) {
    for (; i < end; i++) {
      const digit = text.charCodeAt(i) - 48;
      if (digit < 0 || digit > 9)
        return new NumberProblem(`expected a whole number, found '${text.slice(start, end)}'`);
      value = value * 10 + digit;
    }
    return first === 45 ? 0 - value : value;
  }
  const token = text.slice(start, end);
  if (!INTEGER.test(token)) return new NumberProblem(`expected a whole number, found '${clip(token)}'`);
  value = Number(token);
  if (value < -2147483648 || value > 2147483647) return new NumberProblem(`'${clip(token)}' does not fit 32 bits`);
  return value;
}

/** Up to 15 digits with a small power of ten are exact in one division or product; others take the slow path. */
function parseReal(text: string, start: number, end: number, single: boolean): number | NumberProblem {
  let i = start;
  const first = text.charCodeAt(i);
  if (first === 45 || first === 43) i++;
  let mantissa = 0;
  let digits = 0;
  let scale = 0;
  let point = false;
  for (; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c >= 48 && c <= 57) {
      mantissa = mantissa * 10 + (c - 48);
      if (mantissa > 0) digits++;
      else if (digits === 0 && !point) digits = 0;
      if (point) scale++;
      if (digits > 15 || scale > 22) return parseLongReal(text.slice(start, end), single);
    } else if (c === 46 && !point) {
      point = true;
    } else {
      return parseLongReal(text.slice(start, end), single);
    }
  }
  if (end - start - (point ? 1 : 0) - (first === 45 || first === 43 ? 1 : 0) <= 0) {
    return new NumberProblem(`expected a number, found '${text.slice(start, end)}'`);
  }
  const value = scale === 0 ? mantissa : mantissa / POWERS[scale]!;
  const signed = first === 45 ? -value : value;
  return single ? roundToFloat(signed, text.slice(start, end)) : signed;
}

function parseLongReal(token: string, single: boolean): number | NumberProblem {
  if (DECIMAL.test(token)) {
    const value = Number(token);
    if (isOutOfRange(value, SMALLEST_NORMAL, token)) return new NumberProblem(`'${clip(token)}' does not fit a double`);
    return single ? roundToFloat(value, token) : value;
  }
  if (NOT_A_NUMBER.test(token)) return Number.NaN;
  const infinite = INFINITE.exec(token);
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return parseHexadecimal(token);
}

function parseHexadecimal(token: string): number | NumberProblem {
  const parts = HEXADECIMAL.exec(token);
  const whole = parts?.[2] ?? '';
  const fraction = parts?.[3] ?? '';
  if (!parts || whole.length + fraction.length === 0 || whole.length + fraction.length > 300) {
    return new NumberProblem(`expected a number, found '${clip(token)}'`);
  }
  let value = 0;
  for (const digit of whole + fraction) value = value * 16 + Number.parseInt(digit, 16);
  value *= 2 ** (Number(parts[4] ?? 0) - 4 * fraction.length);
  if (!Number.isFinite(value)) return new NumberProblem(`'${clip(token)}' does not fit a double`);
  return parts[1] === '-' ? -value : value;
}

function roundToFloat(value: number, token: string): number | NumberProblem {
  const rounded = Math.fround(value);
  if (isOutOfRange(rounded, SMALLEST_NORMAL_FLOAT, token))
    return new NumberProblem(`'${clip(token)}' does not fit a float`);
  return rounded;
}

/** Overflow to infinity, or underflow of a nonzero number. */
function isOutOfRange(value: number, smallest: number, token: string): boolean {
  if (!Number.isFinite(value)) return true;
  return Math.abs(value) < smallest && /[1-9]/.test(token.replace(/[eE].*$/, ''));
}

function clip(token: string): string {
  return token.length > 40 ? `${token.slice(0, 40)}...` : token;
}

import ts from 'typescript';
import { fail } from './errors.mjs';

/** Constant expressions: values that the build computes once, with the types that the dialect gives them.
 *  @typedef {{ type: 'int' | 'number' | 'boolean', value: number | boolean }} Constant */

const MAX_INT = 0x7fffffff;
const mathConstants = ['PI', 'E', 'LN2', 'LN10', 'LOG2E', 'LOG10E', 'SQRT1_2', 'SQRT2'];
const numberConstants = [
  'EPSILON',
  'MAX_VALUE',
  'MIN_VALUE',
  'MAX_SAFE_INTEGER',
  'POSITIVE_INFINITY',
  'NEGATIVE_INFINITY',
  'NaN',
];
const mathFunctions = ['sqrt', 'abs', 'min', 'max', 'floor', 'ceil', 'trunc'];
const S = ts.SyntaxKind;

/** Type of a numeric literal: an int unless it has a dot or an exponent, or is too large for one.
 *  @returns {Constant} */
function literalType(node) {
  const text = node.getText().replaceAll('_', '');
  const value = Number(text);
  const real = !/^0[xXbBoO]/.test(text) && /[.eE]/.test(text);
  return { type: real || value > MAX_INT ? 'number' : 'int', value };
}

/** `Math.PI`, `Number.EPSILON`, `Infinity` and the like, or undefined.
 *  @returns {Constant | undefined} */
function builtinConstant(node) {
  if (ts.isIdentifier(node) && (node.text === 'Infinity' || node.text === 'NaN')) {
    return { type: 'number', value: Number(node.text) };
  }
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  const name = node.name.text;
  if (node.expression.text === 'Math' && mathConstants.includes(name)) return { type: 'number', value: Math[name] };
  if (node.expression.text === 'Number' && numberConstants.includes(name)) {
    return { type: 'number', value: Number[name] };
  }
  return undefined;
}

/** Value of a constant expression, or undefined if it is not one.
 *  @param {ts.Expression} node @param {import('./scan.mjs').Module} module @returns {Constant | undefined} */
export function evaluate(node, module) {
  if (ts.isNumericLiteral(node)) return literalType(node);
  if (node.kind === S.TrueKeyword || node.kind === S.FalseKeyword) {
    return { type: 'boolean', value: node.kind === S.TrueKeyword };
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return evaluate(node.expression, module);
  if (ts.isPrefixUnaryExpression(node)) return unary(node, evaluate(node.operand, module));
  if (ts.isBinaryExpression(node)) {
    const a = evaluate(node.left, module);
    const b = evaluate(node.right, module);
    return a && b && binary(node, a, b);
  }
  if (ts.isCallExpression(node)) return mathCall(node, module);
  return builtinConstant(node) ?? constantByName(node, module);
}

function constantByName(node, module) {
  if (ts.isIdentifier(node)) {
    const symbol = module.symbol(node.text);
    return symbol?.kind === 'constant' ? symbol : undefined;
  }
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const symbol = module.symbol(node.expression.text);
    if (symbol?.kind !== 'enum') return undefined;
    const member = symbol.members.get(node.name.text);
    return member ?? fail(node.name, `${node.expression.text} has no member ${node.name.text}`);
  }
  return undefined;
}

/** @returns {Constant | undefined} */
function unary(node, a) {
  if (!a || a.type === 'boolean') return undefined;
  if (node.operator === S.MinusToken) {
    // -0 is a number: an int has no negative zero
    return { type: a.value === 0 ? 'number' : a.type, value: -a.value };
  }
  if (node.operator === S.PlusToken) return a;
  if (node.operator === S.TildeToken) return { type: 'int', value: ~a.value };
  return undefined;
}

/** @returns {Constant | undefined} */
function binary(node, a, b) {
  if (a.type === 'boolean' || b.type === 'boolean') return undefined;
  const value = apply(node.operatorToken.kind, a.value, b.value);
  if (value === undefined) return undefined;
  const bitwise = [S.BarToken, S.AmpersandToken, S.CaretToken, S.LessThanLessThanToken, S.GreaterThanGreaterThanToken];
  if (bitwise.includes(node.operatorToken.kind)) return { type: 'int', value };
  const ints = a.type === 'int' && b.type === 'int' && node.operatorToken.kind !== S.SlashToken;
  return { type: ints && Math.abs(value) <= MAX_INT ? 'int' : 'number', value };
}

function apply(operator, a, b) {
  switch (operator) {
    case S.PlusToken:
      return a + b;
    case S.MinusToken:
      return a - b;
    case S.AsteriskToken:
      return a * b;
    case S.SlashToken:
      return a / b;
    case S.PercentToken:
      return a % b;
    case S.BarToken:
      return a | b;
    case S.AmpersandToken:
      return a & b;
    case S.CaretToken:
      return a ^ b;
    case S.LessThanLessThanToken:
      return a << b;
    case S.GreaterThanGreaterThanToken:
      return a >> b;
  }
  return undefined;
}

/** @returns {Constant | undefined} */
function mathCall(node, module) {
  const f = node.expression;
  if (!ts.isPropertyAccessExpression(f) || f.expression.getText() !== 'Math') return undefined;
  if (!mathFunctions.includes(f.name.text)) return undefined;
  const args = node.arguments.map((a) => evaluate(a, module));
  if (args.some((a) => !a || a.type === 'boolean')) return undefined;
  const ints = ['abs', 'min', 'max'].includes(f.name.text) && args.every((a) => a.type === 'int');
  return { type: ints ? 'int' : 'number', value: Math[f.name.text](...args.map((a) => a.value)) };
}

/** A constant in AssemblyScript. */
export function constantCode({ type, value }) {
  if (type === 'boolean') return String(value);
  if (type === 'int') return value < 0 ? `(${value})` : String(value);
  return realCode(value);
}

/** A real number in AssemblyScript: always with a dot, an exponent or a name, so that it is an f64. */
export function realCode(value) {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Infinity) return 'Infinity';
  if (value === -Infinity) return '(-Infinity)';
  const digits = String(Math.abs(value));
  const text = /[.e]/.test(digits) ? digits : `${digits}.0`;
  return value < 0 || Object.is(value, -0) ? `(-${text})` : text;
}

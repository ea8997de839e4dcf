import ts from 'typescript';
import { globalName } from './body.mjs';
import { translateCall } from './call.mjs';
import { constantCode, evaluate, realCode } from './constant.mjs';
import { fail } from './errors.mjs';
import { arrays, isArray, isBlock, isNumeric } from './types.mjs';

/** Expressions: each is translated to a value { type, code }, and may also carry
 *    value   its value, if it is constant
 *    real    code for use as a number (keeps a negative zero that an int loses)
 *    bits    its low 32 bits, for numbers that may be operands of a bit operation (`x >>> 0`, 0xffffffff)
 *    scratch, field, owner   the array of the module, or the field and its block, that it refers to
 *  @typedef {{ type: string, code: string, value?: number, real?: string, bits?: string, scratch?: { length: number },
 *    field?: { load: string, offset: number }, owner?: string }} Value
 *  @typedef {import('./body.mjs').Body} Body */

const S = ts.SyntaxKind;
const arithmetic = {
  [S.PlusToken]: '+',
  [S.MinusToken]: '-',
  [S.AsteriskToken]: '*',
  [S.SlashToken]: '/',
  [S.PercentToken]: '%',
};
const bitwise = {
  [S.BarToken]: '|',
  [S.AmpersandToken]: '&',
  [S.CaretToken]: '^',
  [S.LessThanLessThanToken]: '<<',
  [S.GreaterThanGreaterThanToken]: '>>',
  [S.GreaterThanGreaterThanGreaterThanToken]: '>>>',
};
const comparison = {
  [S.LessThanToken]: '<',
  [S.LessThanEqualsToken]: '<=',
  [S.GreaterThanToken]: '>',
  [S.GreaterThanEqualsToken]: '>=',
  [S.EqualsEqualsEqualsToken]: '==',
  [S.ExclamationEqualsEqualsToken]: '!=',
};
const assignments = new Set([
  S.EqualsToken,
  S.PlusEqualsToken,
  S.MinusEqualsToken,
  S.AsteriskEqualsToken,
  S.SlashEqualsToken,
]);

/** @param {ts.Expression} node @param {Body} body @returns {Value} */
export function translate(node, body) {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return translate(node.expression, body);
  const local = ts.isIdentifier(node) && body.local(node.text);
  if (local) return { type: local.type, code: local.code };
  const constant = mentionsLocal(node, body) ? undefined : evaluate(node, body.module);
  if (constant) return constantValue(constant);
  if (ts.isIdentifier(node)) return scratchValue(node, body);
  if (ts.isPropertyAccessExpression(node)) return property(node, body);
  if (ts.isElementAccessExpression(node)) return element(node, body);
  if (ts.isCallExpression(node)) return translateCall(node, body);
  if (ts.isBinaryExpression(node)) return binary(node, body);
  if (ts.isPrefixUnaryExpression(node)) return prefix(node, body);
  if (ts.isPostfixUnaryExpression(node)) return increment(node, body);
  if (ts.isConditionalExpression(node)) return conditional(node, body);
  if (ts.isAsExpression(node)) return cast(node, body);
  return fail(node, `${describe(node)} is not part of the dialect`);
}

/** Translates an expression and converts it to a type. */
export function translateTo(type, node, body, what) {
  return convert(translate(node, body), type, node, what);
}

/** Code of a value converted to another type; an int converts to a number implicitly, nothing else does. */
export function convert(value, type, node, what = 'this') {
  if (value.type === type || value.type === 'unknown' || type === 'unknown') return value.code;
  if (type === 'number' && value.type === 'int') return real(value);
  if (type === 'int' && value.type === 'number') {
    fail(node, `${what} is an int, but its value is a number; truncate with (...) | 0, or annotate as number`);
  }
  return fail(node, `${what}: expected ${type}, found ${value.type}`);
}

/** Code of a numeric value as an f64. */
export function real(value) {
  if (value.type === 'number') return value.code;
  if (value.value !== undefined) return realCode(value.value);
  return value.real ?? `<f64>(${value.code})`;
}

/** Condition of an if, a loop, `!`, `&&`, `||`, `?:`. */
export function condition(node, body) {
  const value = translate(node, body);
  if (isNumeric(value.type)) fail(node, 'a condition is a boolean: compare with !== 0');
  return convert(value, 'boolean', node, 'a condition');
}

export function numeric(value, node) {
  if (!isNumeric(value.type) && value.type !== 'unknown') fail(node, `expected a number, found ${value.type}`);
  return value;
}

function describe(node) {
  const names = {
    [S.ArrowFunction]: 'a function inside a function',
    [S.FunctionExpression]: 'a function inside a function',
    [S.ObjectLiteralExpression]: 'an object',
    [S.ArrayLiteralExpression]: 'an array literal',
    [S.StringLiteral]: 'a string',
    [S.NoSubstitutionTemplateLiteral]: 'a string',
    [S.TemplateExpression]: 'a string',
    [S.NewExpression]: 'allocation with new',
    [S.ThisKeyword]: 'this',
    [S.NullKeyword]: 'null',
  };
  return names[node.kind] ?? `${S[node.kind]}`;
}

/** Whether an expression contains a local, which hides a module constant of the same name. */
function mentionsLocal(node, body) {
  if (ts.isIdentifier(node)) return body.local(node.text) !== undefined;
  if (ts.isPropertyAccessExpression(node)) return mentionsLocal(node.expression, body);
  return ts.forEachChild(node, (child) => mentionsLocal(child, body) || undefined) ?? false;
}

function constantValue(constant) {
  const value = { type: constant.type, code: constantCode(constant), value: constant.value };
  if (constant.type === 'number' && Number.isInteger(constant.value))
    value.bits = constantCode({ type: 'int', value: constant.value | 0 });
  return value;
}

function scratchValue(node, body) {
  const symbol = body.module.symbol(node.text);
  if (symbol?.kind === 'scratch')
    return { type: symbol.type, code: globalName(symbol.module, symbol.name), scratch: symbol };
  if (symbol?.kind === 'function') fail(node, 'functions are called, not passed around');
  return fail(node, `${node.text} is not defined`);
}

/** `m.nv`, `m.opt.timestep`, `d.qpos`, and `length` of scratch. */
function property(node, body) {
  const owner = translate(node.expression, body);
  const name = node.name.text;
  if (isBlock(owner.type)) return fieldValue(owner, name, node, body);
  if (name === 'length' && isArray(owner.type)) {
    if (owner.scratch) return { type: 'int', code: String(owner.scratch.length), value: owner.scratch.length };
    fail(node, 'the length of an array is not known: pass the count, or use a size of the Model');
  }
  if (owner.type === 'unknown') return { type: 'unknown', code: '0' };
  return fail(node, `.${name} is not part of the dialect`);
}

/** Value of a field of a Model or a Data. */
export function fieldValue(owner, name, node, body) {
  const field = body.layout.field(owner.type, name);
  if (!field) fail(node, `${owner.type.replace(/\.$/, '')} has no field ${name}`);
  if (field.record) return { type: field.record, code: owner.code };
  const load = `load<${field.load}>(${owner.code}, ${field.offset})`;
  return { type: field.type, code: field.load === 'f32' ? `<f64>${load}` : load, field, owner: owner.code };
}

/** Address of an element: base expression and a constant byte offset. */
export function address(node, body) {
  const array = translate(node.expression, body);
  if (array.type === 'unknown') return { type: 'unknown', base: '0', offset: 0, info: arrays.Float64Array };
  if (!isArray(array.type)) fail(node, `only arrays have elements, found ${array.type}`);
  const info = body.layout.elements[array.type];
  const { rest, offset } = splitIndex(node.argumentExpression, body);
  if (body.checked) return checkedAddress(node, array, rest, offset, body);
  if (!rest) return { type: array.type, base: array.code, offset: offset << info.shift, info };
  const value = translate(rest, body);
  const index = convert(value, 'int', node.argumentExpression, 'an index');
  const scaled = info.shift ? `(<usize>(${index}) << ${info.shift})` : `<usize>(${index})`;
  return { type: array.type, base: `${array.code} + ${scaled}`, offset: offset << info.shift, info };
}

/** The same in a build with bounds checks: first compares the index with the length of the array. */
function checkedAddress(node, array, rest, offset, body) {
  const info = arrays[array.type];
  const value = rest
    ? `${convert(translate(rest, body), 'int', node.argumentExpression, 'an index')} + ${offset}`
    : offset;
  const base = `checkedAt(${array.code}, ${value}, ${info.shift}, ${body.checked.add(node)})`;
  return { type: array.type, base, offset: 0, info };
}

/** `i + 2` as { rest: i, offset: 2 }: constant offsets become part of the load instruction. */
function splitIndex(node, body) {
  const constant = mentionsLocal(node, body) ? undefined : evaluate(node, body.module);
  if (constant?.type === 'int' && Number(constant.value) >= 0)
    return { rest: undefined, offset: Number(constant.value) };
  if (ts.isParenthesizedExpression(node)) return splitIndex(node.expression, body);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === S.PlusToken) {
    const right = mentionsLocal(node.right, body) ? undefined : evaluate(node.right, body.module);
    if (right?.type === 'int' && Number(right.value) >= 0) {
      const left = splitIndex(node.left, body);
      return { rest: left.rest, offset: left.offset + Number(right.value) };
    }
  }
  return { rest: node, offset: 0 };
}

function element(node, body) {
  const { type, base, offset, info } = address(node, body);
  if (type === 'unknown') return { type, code: '0' };
  return { type: info.value, code: loadCode(info, base, offset) };
}

export function loadCode(info, base, offset) {
  const load = `load<${info.element}>(${base}${offset ? `, ${offset}` : ''})`;
  if (info.element === 'f32') return `<f64>${load}`;
  return info.element === 'u8' ? `<i32>${load}` : load;
}

function binary(node, body) {
  const operator = node.operatorToken.kind;
  if (assignments.has(operator)) fail(node, 'an assignment is a statement, not a value');
  if (operator === S.AmpersandAmpersandToken || operator === S.BarBarToken) {
    const sign = operator === S.AmpersandAmpersandToken ? '&&' : '||';
    return { type: 'boolean', code: `(${condition(node.left, body)} ${sign} ${condition(node.right, body)})` };
  }
  if (arithmetic[operator]) {
    const a = numeric(translate(node.left, body), node.left);
    const b = numeric(translate(node.right, body), node.right);
    return arithmeticValue(operator, a, b);
  }
  if (bitwise[operator]) return bits(node, body);
  if (comparison[operator]) return compare(node, body);
  if (operator === S.AsteriskAsteriskToken)
    fail(node, 'x ** y: use pow of math/, which gives the same bits everywhere');
  if (operator === S.EqualsEqualsToken || operator === S.ExclamationEqualsToken) fail(node, 'compare with === and !==');
  return fail(node, `the operator ${node.operatorToken.getText()} is not part of the dialect`);
}

/** `a + b` and other binary operators: of two ints an int, except for `/`. */
export function arithmeticValue(operator, a, b) {
  const sign = arithmetic[operator];
  if (a.type === 'unknown' || b.type === 'unknown') return { type: 'unknown', code: '0' };
  const asReals = `(${real(a)} ${sign} ${real(b)})`;
  if (a.type === 'number' || b.type === 'number') return { type: 'number', code: asReals };
  if (operator === S.SlashToken) return { type: 'number', code: asReals, quotient: [a, b] };
  const value = { type: 'int', code: `(${a.code} ${sign} ${b.code})` };
  // a product or a remainder of ints may be -0 in JavaScript
  if (operator === S.AsteriskToken || operator === S.PercentToken) value.real = asReals;
  return value;
}

function bits(node, body) {
  const operator = node.operatorToken.kind;
  const a = numeric(translate(node.left, body), node.left);
  const b = numeric(translate(node.right, body), node.right);
  return bitsValue(operator, a, b, node);
}

export function bitsValue(operator, a, b, node) {
  if (a.type === 'unknown' || b.type === 'unknown') return { type: 'unknown', code: '0' };
  if (operator === S.BarToken && b.type === 'int' && b.value === 0) return truncate(a);
  const left = bitOperand(a, node);
  const right = bitOperand(b, node);
  const code = `(${left} ${bitwise[operator]} ${right})`;
  if (operator !== S.GreaterThanGreaterThanGreaterThanToken) return { type: 'int', code };
  const shifted = `(<u32>(${left}) >>> (${right}))`;
  // a logical shift by at least one bit leaves an int; otherwise the result may need 32 bits
  if (b.value > 0) return { type: 'int', code: `<i32>${shifted}` };
  return { type: 'number', code: `<f64>${shifted}`, bits: `<i32>${shifted}` };
}

function bitOperand(value, node) {
  if (value.type === 'int') return value.code;
  return value.bits ?? fail(node, 'bit operators take ints; truncate a number with | 0');
}

/** `x | 0`. A quotient of an int by a positive constant is an integer division. */
function truncate(value) {
  if (value.type === 'int') return { type: 'int', code: value.code };
  if (value.bits) return { type: 'int', code: value.bits };
  if (value.quotient?.[1].value > 0) {
    const [a, b] = value.quotient;
    return { type: 'int', code: `(${a.code} / ${b.code})` };
  }
  return { type: 'int', code: `toInt(${value.code})` };
}

function compare(node, body) {
  const a = translate(node.left, body);
  const b = translate(node.right, body);
  const sign = comparison[node.operatorToken.kind];
  if (a.type === 'unknown' || b.type === 'unknown') return { type: 'boolean', code: 'false' };
  if (isNumeric(a.type) && isNumeric(b.type)) {
    const ints = a.type === 'int' && b.type === 'int';
    const [x, y] = ints ? [a.code, b.code] : [real(a), real(b)];
    return { type: 'boolean', code: `(${x} ${sign} ${y})` };
  }
  if (a.type === b.type && (sign === '==' || sign === '!=')) {
    return { type: 'boolean', code: `(${a.code} ${sign} ${b.code})` };
  }
  return fail(node, `cannot compare ${a.type} with ${b.type}`);
}

function prefix(node, body) {
  if (node.operator === S.PlusPlusToken || node.operator === S.MinusMinusToken) return increment(node, body);
  if (node.operator === S.ExclamationToken) return { type: 'boolean', code: `!${condition(node.operand, body)}` };
  const a = numeric(translate(node.operand, body), node.operand);
  if (node.operator === S.PlusToken) return a;
  if (node.operator === S.TildeToken) return { type: 'int', code: `~${bitOperand(a, node)}` };
  if (a.type === 'int') return { type: 'int', code: `(-${a.code})`, real: `(-${real(a)})` };
  return { type: a.type, code: `(-${a.code})` };
}

/** `i++` as a value: of local ints, and of elements of an Int32Array. */
function increment(node, body) {
  const up = node.operator === S.PlusPlusToken;
  const before = ts.isPrefixUnaryExpression(node);
  if (ts.isElementAccessExpression(node.operand)) {
    const { type, base, offset } = address(node.operand, body);
    if (type === 'unknown') return { type, code: '0' };
    if (type !== 'Int32Array') fail(node, '++ and -- are values of ints only');
    return {
      type: 'int',
      code: `${before ? 'stepped' : 'step'}_i32(${base}${offset ? ` + ${offset}` : ''}, ${up ? 1 : -1})`,
    };
  }
  const local = ts.isIdentifier(node.operand) ? body.local(node.operand.text) : undefined;
  if (local?.type !== 'int') fail(node, '++ and -- are values of ints only');
  if (local.constant) fail(node, `${node.operand.text} is a const`);
  const sign = up ? '++' : '--';
  return { type: 'int', code: before ? `(${sign}${local.code})` : `(${local.code}${sign})` };
}

function conditional(node, body) {
  const test = condition(node.condition, body);
  const a = translate(node.whenTrue, body);
  const b = translate(node.whenFalse, body);
  if (a.type === b.type) {
    const value = { type: a.type, code: `(${test} ? ${a.code} : ${b.code})` };
    if (a.type === 'int') value.real = `(${test} ? ${real(a)} : ${real(b)})`;
    return value;
  }
  if (isNumeric(a.type) && isNumeric(b.type)) {
    return { type: 'number', code: `(${test} ? ${real(a)} : ${real(b)})` };
  }
  if (a.type === 'unknown' || b.type === 'unknown') return { type: 'unknown', code: '0' };
  return fail(node, `the two sides of ?: differ: ${a.type} and ${b.type}`);
}

/** `x as T`: allowed if it changes nothing, and from int to number. */
function cast(node, body) {
  const name = node.type.getText();
  const value = translate(node.expression, body);
  if (name === 'number' && value.type === 'int') return { type: 'number', code: real(value) };
  if (value.type === 'int' && body.module.symbol(name)?.kind === 'type') return value;
  const type = isNumeric(value.type) && body.module.symbol(name)?.kind === 'enum' ? 'int' : name;
  if (type === value.type) return value;
  return fail(node, `as ${name} does not convert a ${value.type}${type === 'int' ? '; truncate with | 0' : ''}`);
}

import ts from 'typescript';
import { fail } from './errors.mjs';
import { address, arithmeticValue, bitsValue, convert, loadCode, numeric, translate } from './expression.mjs';
import { isArray } from './types.mjs';

/** Assignments: to locals, to elements of arrays, to scalars of a Model or a Data. */

const S = ts.SyntaxKind;
const arithmetic = {
  [S.PlusEqualsToken]: S.PlusToken,
  [S.MinusEqualsToken]: S.MinusToken,
  [S.AsteriskEqualsToken]: S.AsteriskToken,
  [S.SlashEqualsToken]: S.SlashToken,
  [S.PercentEqualsToken]: S.PercentToken,
};
const bitwise = {
  [S.BarEqualsToken]: S.BarToken,
  [S.AmpersandEqualsToken]: S.AmpersandToken,
  [S.CaretEqualsToken]: S.CaretToken,
  [S.LessThanLessThanEqualsToken]: S.LessThanLessThanToken,
  [S.GreaterThanGreaterThanEqualsToken]: S.GreaterThanGreaterThanToken,
};

/** `x = v`, `x += v` and so on; undefined for any other expression. `alone`: it is a statement.
 *  @param {ts.BinaryExpression} node @param {import('./body.mjs').Body} body @returns {string | undefined} */
export function translateAssignment(node, body, alone) {
  const operator = node.operatorToken.kind;
  const compound = arithmetic[operator] ?? bitwise[operator];
  if (operator !== S.EqualsToken && !compound) return undefined;
  const target = lvalue(node.left, body, compound !== undefined && alone);
  if (!compound) return finish(target, target.write(assignedCode(node, target, translate(node.right, body))), alone);
  const right = numeric(translate(node.right, body), node.right);
  const old = numeric({ type: target.type, code: target.read }, node.left);
  const value = arithmetic[operator] ? arithmeticValue(compound, old, right) : bitsValue(compound, old, right, node);
  return finish(target, target.write(assignedCode(node, target, value)), alone);
}

/** `i++`, `count[k]--`, `++d.ncon` where the value is not used; undefined for other operators. */
export function translateStep(node, body, alone) {
  if (node.operator !== S.PlusPlusToken && node.operator !== S.MinusMinusToken) return undefined;
  const target = lvalue(node.operand, body, alone);
  const old = numeric({ type: target.type, code: target.read }, node.operand);
  const operator = node.operator === S.PlusPlusToken ? S.PlusToken : S.MinusToken;
  const value = arithmeticValue(operator, old, { type: 'int', code: '1', value: 1 });
  return finish(target, target.write(convert(value, target.type, node)), alone);
}

function assignedCode(node, target, value) {
  const what = node.left.getText();
  if (target.type === 'int' && value.type === 'number' && !ts.isIdentifier(node.left)) {
    fail(node.right, `${what} holds an int, but the value is a number; truncate with (...) | 0`);
  }
  return convert(value, target.type, node.right, what);
}

function finish(target, code, alone) {
  if (!alone) return code;
  return target.before ? `{\n${target.before}\n${code};\n}` : `${code};`;
}

/** Target of an assignment: its type, code that reads it, and code that writes it. With `once`, an address is computed once, before the
 *  assignment. */
function lvalue(node, body, once) {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return lvalue(node.expression, body, once);
  if (ts.isIdentifier(node)) return localLvalue(node, body);
  if (ts.isElementAccessExpression(node)) return elementLvalue(node, body, once);
  if (ts.isPropertyAccessExpression(node)) return fieldLvalue(node, body);
  return fail(node, 'expected a local, an element of an array, or a scalar of a Model or a Data');
}

function localLvalue(node, body) {
  const local = body.local(node.text);
  if (!local) fail(node, `${node.text} is not a local of this function`);
  if (local.constant) fail(node, `${node.text} is a const`);
  return { type: local.type, read: local.code, write: (code) => `${local.code} = ${code}` };
}

function elementLvalue(node, body, once) {
  const { type, base, offset, info } = address(node, body);
  if (type === 'unknown') return { type, read: '0', write: () => '' };
  const at = once ? body.temporary() : base;
  const suffix = offset ? `, ${offset}` : '';
  const cast = info.element === 'f32' ? '<f32>' : info.element === 'u8' ? '<u8>' : '';
  return {
    type: info.value,
    before: once ? `let ${at}: usize = ${base};` : undefined,
    read: loadCode(info, at, offset),
    write: (code) => `store<${info.element}>(${at}, ${cast}(${code})${suffix})`,
  };
}

function fieldLvalue(node, body) {
  const value = translate(node, body);
  if (value.type === 'unknown') return { type: 'unknown', read: '0', write: () => '' };
  if (!value.field || isArray(value.type)) fail(node, 'only scalars of a Model or a Data can be assigned');
  const { load, offset } = value.field;
  const cast = load === 'f32' ? '<f32>' : '';
  const write = (code) => `store<${load}>(${value.owner}, ${cast}(${code}), ${offset})`;
  return { type: value.type, read: value.code, write };
}

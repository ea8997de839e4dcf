import ts from 'typescript';
import { replacements } from './absent.mjs';

/** Expressions of the intermediate form as WGSL. Reals become f32, addresses u32 that count words of the one buffer.
 *
 *  @typedef {object} Context
 *  @property {import('./read.mjs').WordLayout} layout
 *  @property {(name: string) => import('./read.mjs').Scratch | undefined} scratch
 *  @property {(name: string) => boolean} isFree whether a function is free of memory accesses
 *  @property {Map<ts.Node, ts.Expression>} chosen conditional expressions already decided by an enclosing branch
 *  @property {Set<string>} calls functions that the body calls
 *  @property {(text: string) => never} fail */

const S = ts.SyntaxKind;
const types = { f64: 'f32', f32: 'f32', i32: 'i32', u32: 'u32', u8: 'i32', usize: 'u32', bool: 'bool' };

/** @param {string} name a type of the intermediate form */
export const wgslType = (name) => types[name];

/** A name that WGSL allows. */
export const wgslName = (name) => name.replaceAll('$', '_');

/** @param {ts.Expression} node @param {Context} context @returns {string} */
export function expression(node, context) {
  if (ts.isParenthesizedExpression(node)) return `(${expression(node.expression, context)})`;
  if (ts.isNumericLiteral(node)) return literal(node.getText());
  if (ts.isIdentifier(node)) return identifier(node.text, context);
  if (node.kind === S.TrueKeyword) return 'true';
  if (node.kind === S.FalseKeyword) return 'false';
  if (ts.isTypeAssertionExpression(node)) return conversion(node, context);
  if (ts.isBinaryExpression(node)) return binary(node, context);
  if (ts.isPrefixUnaryExpression(node)) return prefix(node, context);
  if (ts.isPostfixUnaryExpression(node)) return stepCode('post', node);
  if (ts.isConditionalExpression(node)) return choice(node, context);
  if (ts.isCallExpression(node)) return call(node, context);
  return context.fail(`${S[node.kind]} has no translation to WGSL: ${node.getText()}`);
}

const MAX_F32 = 3.4028234e38;

/** A literal; reals beyond the range of an f32 are clamped. */
function literal(text) {
  if (!/[.e]/.test(text)) return text;
  return Number(text) > MAX_F32 ? String(MAX_F32) : text;
}

function identifier(name, context) {
  if (name === 'NaN') return 'notANumber()';
  if (name === 'Infinity') return 'infinity()';
  const found = context.scratch(name);
  if (!found) return wgslName(name);
  if (found.alias) context.fail(`the bits of a number, which differ in f32: ${name}`);
  // scratch belongs to one world, tables are shared by all
  return found.values ? name : `(own + ${name})`;
}

function conversion(node, context) {
  const to = node.type.getText();
  const value = expression(node.expression, context);
  // loads of f32 and u8 give f32 and i32 already
  if (to === 'f32' || (to === 'f64' && isLoad(node.expression))) return value;
  if (to === 'u8') return `((${value}) & 255)`;
  return `${types[to]}(${value})`;
}

const isLoad = (node) => ts.isCallExpression(node) && node.expression.getText() === 'load';

const shifts = new Set([
  S.LessThanLessThanToken,
  S.GreaterThanGreaterThanToken,
  S.GreaterThanGreaterThanGreaterThanToken,
]);

function binary(node, context) {
  const operator = node.operatorToken.kind;
  const left = expression(node.left, context);
  const right = expression(node.right, context);
  if (!shifts.has(operator)) return `${left} ${node.operatorToken.getText()} ${right}`;
  const sign = operator === S.LessThanLessThanToken ? '<<' : '>>';
  return `${left} ${sign} u32(${right})`;
}

function prefix(node, context) {
  if (node.operator === S.PlusPlusToken || node.operator === S.MinusMinusToken) return stepCode('pre', node);
  const sign = { [S.MinusToken]: '-', [S.ExclamationToken]: '!', [S.TildeToken]: '~' }[node.operator];
  if (sign === undefined) context.fail(`operator without a translation to WGSL: ${node.getText()}`);
  const value = expression(node.operand, context);
  return node.operand.kind === S.ParenthesizedExpression ? `${sign}${value}` : `${sign}(${value})`;
}

/** `i++` as a value, through a pointer to the local. */
function stepCode(when, node) {
  const by = node.operator === S.PlusPlusToken ? 1 : -1;
  return `${when}Step(&${wgslName(node.operand.getText())}, ${by})`;
}

/** WGSL has no conditional expression; `select` evaluates both sides, so both must be free of side effects and invalid accesses. */
function choice(node, context) {
  const side = context.chosen.get(node);
  if (side) return expression(side, context);
  const cause = harm(node.whenTrue, context) ?? harm(node.whenFalse, context);
  if (cause) context.fail(`a side of ?: ${cause}: use if`);
  const [test, a, b] = [node.condition, node.whenTrue, node.whenFalse].map((part) => expression(part, context));
  return `select(${b}, ${a}, ${test})`;
}

/** The first conditional expression that must become a branch because of its sides; it is evaluated unconditionally. */
export function branching(node, context) {
  if (ts.isConditionalExpression(node)) {
    const side = context.chosen.get(node);
    if (side) return branching(side, context);
    if (harm(node.whenTrue, context) || harm(node.whenFalse, context)) return node;
    return branching(node.condition, context);
  }
  if (ts.isBinaryExpression(node) && lazy.has(node.operatorToken.kind)) return branching(node.left, context);
  return ts.forEachChild(node, (child) => branching(child, context));
}

const lazy = new Set([S.AmpersandAmpersandToken, S.BarBarToken]);

/** Reason why an expression cannot be evaluated speculatively: it calls a function that accesses memory, or it reads an element whose index
 *  is itself read from memory and may be invalid. */
function harm(node, context) {
  if (ts.isPostfixUnaryExpression(node)) return `writes ${node.operand.getText()}`;
  if (ts.isConditionalExpression(node) && context.chosen.has(node)) return harm(context.chosen.get(node), context);
  if (isLoad(node)) {
    if (node.arguments.some(readsMemory)) return `reads ${node.getText()}, whose index is read`;
  } else if (ts.isCallExpression(node)) {
    const name = node.expression.getText();
    if (!Object.hasOwn(builtins, name) && !context.isFree(name)) return `calls ${name}`;
  }
  return ts.forEachChild(node, (child) => harm(child, context));
}

/** Whether an expression contains a number in memory; addresses of fields do not count. */
const readsMemory = (node) =>
  (isLoad(node) && node.typeArguments[0].getText() !== 'usize') || ts.forEachChild(node, readsMemory) === true;

const one = (f) => (args) => `${f}(${args.join(', ')})`;

/** Functions of the intermediate form that are part of WGSL or of the prelude. */
export const builtins = {
  sqrt: one('sqrt'),
  floor: one('floor'),
  ceil: one('ceil'),
  trunc: one('trunc'),
  sign: one('sign'),
  abs: one('abs'),
  min: one('min'),
  max: one('max'),
  clz: one('countLeadingZeros'),
  toInt: one('i32'),
  isNotANumber: one('isNotANumber'),
  isFiniteNumber: one('isFiniteNumber'),
};

/** Helpers of the prelude that write. */
const writers = {
  fill_f64: 'fillReal',
  fill_f32: 'fillReal',
  fill_i32: 'fillInt',
  fill_u8: 'fillInt',
  step_i32: 'stepElement',
  stepped_i32: 'steppedElement',
};

function call(node, context) {
  const name = node.expression.getText();
  if (name === 'load') return load(node, context);
  if (name === 'store') return store(node, context);
  const args = node.arguments.map((a) => expression(a, context));
  if (Object.hasOwn(builtins, name)) return builtins[name](args);
  if (Object.hasOwn(writers, name)) return `${writers[name]}(${args.join(', ')})`;
  const callee = replacements[name] ?? name;
  context.calls.add(callee);
  return `${callee}(${args.join(', ')})`;
}

const accessors = {
  f64: ['readReal', 'writeReal'],
  f32: ['readReal', 'writeReal'],
  i32: ['readInt', 'writeInt'],
  u8: ['readInt', 'writeInt'],
};

function load(node, context) {
  const type = node.typeArguments[0].getText();
  const [base, offset] = node.arguments;
  const field = offset && context.layout.names.get(Number(offset.getText()));
  if (field) return fieldValue(type, field, base, context);
  return `${accessors[type][0]}(${address(base, offset, context)})`;
}

/** Sizes of the Model and capacities of the Data are constants of the shader; other scalars are in memory. */
function fieldValue(type, { block, name }, base, context) {
  if (type === 'usize') return `(${expression(base, context)} + ${block}_${name})`;
  if (isConstant(block, name)) return `${block}_${name}`;
  return `${accessors[type][0]}(${expression(base, context)} + ${block}_${name})`;
}

/** Whether a scalar is constant and equal in all worlds. */
const isConstant = (block, name) => (block === 'M' ? /^n[A-Za-z0-9_]*$/.test(name) : name.endsWith('_cap'));

/** A store of a value, given as text or (default) as in the node. */
export function store(node, context, given) {
  const type = node.typeArguments[0].getText();
  const [base, value, offset] = node.arguments;
  const field = offset && context.layout.names.get(Number(offset.getText()));
  const at = field ? `${expression(base, context)} + ${field.block}_${field.name}` : address(base, offset, context);
  return `${accessors[type][1]}(${at}, ${given ?? expression(value, context)})`;
}

const address = (base, offset, context) => expression(base, context) + (offset ? ` + ${offset.getText()}` : '');

import ts from 'typescript';
import { branching, expression, store, wgslName, wgslType } from './expression.mjs';

/** Statements of the intermediate form as WGSL.
 *  @typedef {import('./expression.mjs').Context} Context */

const S = ts.SyntaxKind;

/** @param {any} node a statement @param {Context} context @returns {string} */
function statement(node, context) {
  switch (node.kind) {
    case S.Block:
      return block(node, context);
    case S.VariableStatement:
      return node.declarationList.declarations.map((d) => declaration(d, context)).join('\n');
    case S.ExpressionStatement:
      return expressionStatement(node.expression, context);
    case S.IfStatement:
      return ifStatement(node, context);
    case S.ForStatement:
      return forStatement(node, context);
    case S.WhileStatement:
      return `while (${expression(node.expression, context)}) ${block(node.statement, context)}`;
    case S.DoStatement:
      return doStatement(node, context);
    case S.SwitchStatement:
      return switchStatement(node, context);
    case S.ReturnStatement:
      return node.expression ? emitBranches(node.expression, (value) => `return ${value};`, context) : 'return;';
    case S.BreakStatement:
      return 'break;';
    case S.ContinueStatement:
      return 'continue;';
    case S.EmptyStatement:
      return '';
  }
  return context.fail(`${S[node.kind]} has no translation to WGSL`);
}

/** @param {ts.Block} node @param {Context} context */
function block(node, context) {
  return `{\n${statements(node.statements, context)}\n}`;
}

function statements(list, context) {
  return list
    .map((s) => statement(s, context))
    .filter((line) => line !== '')
    .join('\n');
}

function declaration(node, context) {
  const name = wgslName(node.name.getText());
  const type = wgslType(node.type.getText());
  if (!branching(node.initializer, context)) return `var ${name}: ${type} = ${expression(node.initializer, context)};`;
  return `var ${name}: ${type};\n${emitBranches(node.initializer, (value) => `${name} = ${value};`, context)}`;
}

/** Code that uses a value; if a conditional expression in it cannot be a `select`, one branch per side. */
function emitBranches(node, use, context) {
  const choice = branching(node, context);
  if (!choice) return use(expression(node, context));
  const test = expression(choice.condition, context);
  const [then, otherwise] = [choice.whenTrue, choice.whenFalse].map((side) => {
    context.chosen.set(choice, side);
    return emitBranches(node, use, context);
  });
  context.chosen.delete(choice);
  return `if (${test}) {\n${then}\n} else {\n${otherwise}\n}`;
}

function expressionStatement(node, context) {
  if (isDead(node)) return '';
  if (ts.isCallExpression(node) && node.expression.getText() === 'store')
    return emitBranches(node.arguments[1], (value) => `${store(node, context, value)};`, context);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== S.EqualsToken) return `${simple(node, context)};`;
  return emitBranches(node.right, (value) => `${wgslName(node.left.getText())} = ${value};`, context);
}

/** Whether a statement, or its expression, is marked unreachable by the front end. */
const isDead = (node) => /^unreachable\(\);?$/.test(node.getText());

/** An assignment, a step or a call, without the semicolon. */
function simple(node, context) {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === S.EqualsToken)
    return `${wgslName(node.left.getText())} = ${expression(node.right, context)}`;
  return expression(node, context);
}

function ifStatement(node, context) {
  const then = `if (${expression(node.expression, context)}) ${block(node.thenStatement, context)}`;
  return node.elseStatement ? `${then} else ${block(node.elseStatement, context)}` : then;
}

/** A loop: a `for` of WGSL has only one update. */
function forStatement(node, context) {
  const test = node.condition.kind === S.TrueKeyword ? '' : leave(node.condition, context);
  const updates = node.incrementor ? commaParts(node.incrementor).map((part) => `${simple(part, context)};`) : [];
  return `loop {\n${test}${statements(node.statement.statements, context)}\ncontinuing {\n${updates.join('\n')}\n}\n}`;
}

const leave = (condition, context) => `if (!(${expression(condition, context)})) { break; }\n`;

function commaParts(node) {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === S.CommaToken
    ? [...commaParts(node.left), ...commaParts(node.right)]
    : [node];
}

function doStatement(node, context) {
  const test = `break if !(${expression(node.expression, context)});`;
  return `loop {\n${statements(node.statement.statements, context)}\ncontinuing {\n${test}\n}\n}`;
}

/** Cases with the same body become one case with several values. */
function switchStatement(node, context) {
  const lines = [];
  let waiting = [];
  let hasDefault = false;
  const { clauses } = node.caseBlock;
  clauses.forEach((clause, k) => {
    const isDefault = ts.isDefaultClause(clause);
    hasDefault ||= isDefault;
    waiting.push(isDefault ? 'default' : expression(clause.expression, context));
    if (clause.statements.length === 0 && k < clauses.length - 1) return;
    lines.push(`case ${waiting.join(', ')}: {\n${statements(clause.statements, context)}\n}`);
    waiting = [];
  });
  if (!hasDefault) lines.push('default: {}');
  return `switch (${expression(node.expression, context)}) {\n${lines.join('\n')}\n}`;
}

/** A function of the intermediate form.
 *  @param {import('./read.mjs').Fn} fn @param {Context} context */
export function functionCode(fn, context) {
  const assigned = assignedNames(fn.body);
  const list = fn.params.map(({ name, type }) => `${parameterName(name, assigned)}: ${wgslType(type)}`);
  // parameters are immutable in WGSL
  const copies = fn.params
    .filter(({ name }) => assigned.has(name))
    .map(({ name, type }) => `var ${wgslName(name)}: ${wgslType(type)} = ${parameterName(name, assigned)};\n`);
  const result = wgslType(fn.result);
  const code = statements(fn.body.statements, context);
  const tail = result && !returns(fn.body) ? `\nreturn ${result}();` : '';
  return `fn ${fn.name}(${list.join(', ')})${result ? ` -> ${result}` : ''} {\n${copies.join('')}${code}${tail}\n}`;
}

/** Whether code after a statement is unreachable: a return, alone or in every branch. */
function returns(node) {
  if (!node) return false;
  if (ts.isBlock(node)) return returns(node.statements.filter((s) => !isDead(s)).at(-1));
  if (ts.isIfStatement(node)) return returns(node.thenStatement) && returns(node.elseStatement);
  if (ts.isSwitchStatement(node)) return everyClauseReturns(node.caseBlock.clauses);
  return ts.isReturnStatement(node);
}

function everyClauseReturns(clauses) {
  // a case without statements shares those of the next
  const ends = clauses.filter(({ statements }) => statements.length > 0);
  return clauses.some(ts.isDefaultClause) && ends.every(({ statements }) => returns(statements.at(-1)));
}

const parameterName = (name, assigned) => (assigned.has(name) ? `${wgslName(name)}given` : wgslName(name));

/** Names that a body assigns to. */
function assignedNames(body) {
  const names = new Set();
  const visit = (node) => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === S.EqualsToken) names.add(node.left.getText());
    const step = ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node);
    if (step && ts.isIdentifier(node.operand) && /\+\+|--/.test(node.getText())) names.add(node.operand.getText());
    ts.forEachChild(node, visit);
  };
  visit(body);
  return names;
}

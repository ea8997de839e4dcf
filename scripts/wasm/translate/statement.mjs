import ts from 'typescript';
import { translateAssignment, translateStep } from './assign.mjs';
import { fail } from './errors.mjs';
import { condition, convert, fieldValue, translate, translateTo } from './expression.mjs';
import { compiledType, isBlock, typeOfAnnotation } from './types.mjs';

/** Statements: each becomes lines of AssemblyScript. An error in one is recorded, and the next is translated. */

const S = ts.SyntaxKind;

/** @param {ts.Statement} node @param {import('./body.mjs').Body} body @returns {string} */
function translateStatement(node, body) {
  return body.guard(() => statement(node, body));
}

function statement(node, body) {
  switch (node.kind) {
    case S.Block:
      return block(node.statements, body);
    case S.VariableStatement:
      return `${declarations(node.declarationList, body)};`;
    case S.ExpressionStatement:
      return expressionStatement(node.expression, body);
    case S.IfStatement:
      return ifStatement(node, body);
    case S.ForStatement:
      return body.scope(() => forStatement(node, body));
    case S.WhileStatement:
      return `while (${condition(node.expression, body)}) ${inner(node.statement, body)}`;
    case S.DoStatement:
      return `do ${inner(node.statement, body)} while (${condition(node.expression, body)});`;
    case S.SwitchStatement:
      return switchStatement(node, body);
    case S.ReturnStatement:
      return returnStatement(node, body);
    case S.BreakStatement:
    case S.ContinueStatement:
      if (node.label) fail(node, 'labels are not part of the dialect');
      return node.kind === S.BreakStatement ? 'break;' : 'continue;';
    case S.EmptyStatement:
      return ';';
  }
  return fail(node, describe(node));
}

function describe(node) {
  const names = {
    [S.ForOfStatement]: 'for...of is not part of the dialect: count with an index',
    [S.ForInStatement]: 'for...in is not part of the dialect: count with an index',
    [S.TryStatement]: 'exceptions are not part of the dialect: return a status code',
    [S.ThrowStatement]: 'exceptions are not part of the dialect: return a status code',
    [S.FunctionDeclaration]: 'functions are declared at module level: closures are not part of the dialect',
    [S.LabeledStatement]: 'labels are not part of the dialect',
  };
  return names[node.kind] ?? `${S[node.kind]} is not part of the dialect`;
}

/** @param {readonly ts.Statement[]} statements */
export function block(statements, body) {
  return body.scope(() => `{\n${statements.map((s) => translateStatement(s, body)).join('\n')}\n}`);
}

/** The body of a loop or of an if, always in braces. */
function inner(node, body) {
  return ts.isBlock(node) ? block(node.statements, body) : block([node], body);
}

function declarations(list, body) {
  const constant = (list.flags & ts.NodeFlags.Const) !== 0;
  if (!constant && !(list.flags & ts.NodeFlags.Let)) fail(list, 'declare with const or let');
  return list.declarations.map((d) => declaration(d, constant, body)).join(';\n');
}

function declaration(node, constant, body) {
  if (ts.isObjectBindingPattern(node.name)) return head(node, body);
  if (!ts.isIdentifier(node.name)) fail(node, 'a local has one name');
  const name = node.name.text;
  if (!node.initializer) {
    if (!node.type) fail(node, `${name} needs a type or a value`);
    const type = typeOfAnnotation(node.type, body.module);
    return `let ${body.declare(name, type, constant)}: ${compiledType(type)} = ${type === 'boolean' ? 'false' : '0'}`;
  }
  // a local whose value has an error is still declared, so that one mistake gives one message
  let type = 'unknown';
  let code = '0';
  body.guard(() => {
    if (node.type) type = typeOfAnnotation(node.type, body.module);
    const value = translate(node.initializer, body);
    if (value.type === 'void') fail(node.initializer, 'this function returns no value');
    if (!node.type) type = value.type;
    code = node.type ? convert(value, type, node.initializer, name) : value.code;
  });
  return `let ${body.declare(name, type, constant)}: ${compiledType(type)} = ${code}`;
}

/** `const { qpos, nv: n } = d`: addresses and scalars, loaded from the header of the block. */
function head(node, body) {
  if (!node.initializer) fail(node, 'a head destructures a Model, a Data or a record of them');
  const owner = translate(node.initializer, body);
  if (!isBlock(owner.type)) fail(node.initializer, `only a Model or a Data can be destructured, found ${owner.type}`);
  const lines = node.name.elements.map((e) => {
    if (e.initializer || e.dotDotDotToken || !ts.isIdentifier(e.name)) fail(e, 'a head has plain field names');
    const field = (e.propertyName ?? e.name).getText();
    let value = { type: 'unknown', code: '0' };
    body.guard(() => {
      value = fieldValue(owner, field, e, body);
    });
    return `let ${body.declare(e.name.text, value.type, true)}: ${compiledType(value.type)} = ${value.code}`;
  });
  return lines.join(';\n');
}

function expressionStatement(node, body) {
  if (ts.isParenthesizedExpression(node)) return expressionStatement(node.expression, body);
  if (ts.isBinaryExpression(node)) {
    const assigned = translateAssignment(node, body, true);
    if (assigned !== undefined) return assigned;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const step = translateStep(node, body, true);
    if (step !== undefined) return step;
  }
  if (ts.isCallExpression(node)) return `${translate(node, body).code};`;
  return fail(node, 'this expression does nothing: expected an assignment or a call');
}

function ifStatement(node, body) {
  const test = condition(node.expression, body);
  const then = inner(node.thenStatement, body);
  if (!node.elseStatement) return `if (${test}) ${then}`;
  return `if (${test}) ${then} else ${inner(node.elseStatement, body)}`;
}

function forStatement(node, body) {
  const first = node.initializer;
  let start = '';
  if (first) {
    start = ts.isVariableDeclarationList(first) ? declarations(first, body) : updates(first, body).join(';\n');
  }
  const test = node.condition ? condition(node.condition, body) : 'true';
  const update = node.incrementor ? updates(node.incrementor, body).join(', ') : '';
  return `{\n${start};\nfor (; ${test}; ${update}) ${inner(node.statement, body)}\n}`;
}

/** The parts of `i++, j += 2`. */
function updates(node, body) {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === S.CommaToken) {
    return [...updates(node.left, body), ...updates(node.right, body)];
  }
  if (ts.isBinaryExpression(node))
    return [translateAssignment(node, body, false) ?? fail(node, 'expected an assignment')];
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    return [translateStep(node, body, false) ?? fail(node, 'expected ++ or --')];
  }
  return fail(node, 'expected an assignment');
}

function switchStatement(node, body) {
  const on = translateTo('int', node.expression, body, 'the operand of switch');
  const clauses = node.caseBlock.clauses.map((clause, k) => {
    const last = k === node.caseBlock.clauses.length - 1;
    if (!last && clause.statements.length > 0 && !leaves(clause.statements.at(-1))) {
      fail(clause, 'a case ends in break, continue or return');
    }
    const lines =
      clause.statements.length === 1 && ts.isBlock(clause.statements[0])
        ? clause.statements[0].statements
        : clause.statements;
    const code = lines.length ? ` ${block(lines, body)}` : '';
    if (ts.isDefaultClause(clause)) return `default:${code}`;
    return `case ${translateTo('int', clause.expression, body, 'a case')}:${code}`;
  });
  return `switch (${on}) {\n${clauses.join('\n')}\n}`;
}

/** Whether code after a statement is unreachable. */
function leaves(node) {
  if (ts.isBlock(node)) return node.statements.length > 0 && leaves(node.statements.at(-1));
  if (ts.isIfStatement(node)) return !!node.elseStatement && leaves(node.thenStatement) && leaves(node.elseStatement);
  return [S.BreakStatement, S.ContinueStatement, S.ReturnStatement].includes(node.kind);
}

function returnStatement(node, body) {
  const { result, name } = body.fn;
  if (!node.expression) {
    if (result !== 'void') fail(node, `${name} returns ${result}`);
    return 'return;';
  }
  if (result === 'void') {
    const value = translate(node.expression, body);
    if (value.type !== 'void') fail(node, `${name} returns nothing`);
    return `${value.code};\nreturn;`;
  }
  return `return ${translateTo(result, node.expression, body, `the result of ${name}`)};`;
}

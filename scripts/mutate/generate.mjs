// Mutants of a TypeScript source: one small change each, as a range of the text and its replacement.
import ts from 'typescript';

/** @typedef {'arithmetic' | 'comparison' | 'logical' | 'condition' | 'guard' | 'flag' | 'index' | 'statement' | 'value' | 'constant'} Kind */

/** @typedef {object} Mutant
 *  @property {string} file path from the root
 *  @property {Kind} kind
 *  @property {number} line
 *  @property {number} start
 *  @property {number} end [start, end) of the source is replaced
 *  @property {string} text the replacement
 *  @property {string} within name of the function around it
 *  @property {string} before the changed lines, with single spaces
 *  @property {string} after the same lines of the mutant */

/** Replacement of an operator. @type {Readonly<Record<string, readonly [Kind, string]>>} */
const operators = {
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
  '+=': ['arithmetic', '-='],
  '-=': ['arithmetic', '+='],
  '*=': ['arithmetic', '/='],
  '/=': ['arithmetic', '*='],
  '<<': ['arithmetic', '>>'],
  '>>': ['arithmetic', '<<'],
  '|': ['arithmetic', '&'],
  '&': ['flag', '|'],
  '<': ['comparison', '<='],
  '<=': ['comparison', '<'],
  '>': ['comparison', '>='],
  '>=': ['comparison', '>'],
  '===': ['comparison', '!=='],
  '!==': ['comparison', '==='],
  '&&': ['logical', '||'],
  '||': ['logical', '&&'],
};

/** All mutants of a source. @param {string} file @param {string} source @returns {Mutant[]} */
export function generateMutants(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const mutants = [];

  /** @param {Kind} kind @param {ts.Node} node @param {string} text */
  const replace = (kind, node, text) => {
    const [start, end] = [node.getStart(), node.getEnd()];
    if (source.slice(start, end) === text) return;
    const line = tree.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({
      file,
      kind,
      line,
      start,
      end,
      text,
      within: functionAround(node),
      ...lines(source, start, end, text),
    });
  };

  /** `active` is false in initializers of a module: sizes of scratch and entries of tables.
   *  @param {ts.Node} node @param {boolean} active */
  const visit = (node, active) => {
    if (isInert(node)) return;
    const inside = (active || ts.isFunctionLike(node)) && !isModuleVariable(node);
    if (inside) mutateNode(node, replace);
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  ts.forEachChild(tree, (node) => visit(node, true));
  return mutants;
}

/** @param {string} source @param {Mutant} mutant */
export function applyMutant(source, { start, end, text }) {
  return source.slice(0, start) + text + source.slice(end);
}

/** Whether a source can be parsed. @param {string} source */
export function parses(source) {
  const { diagnostics = [] } = ts.transpileModule(source, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return diagnostics.length === 0;
}

/** Whether a node is a type, an import, or only part of an error message. @param {ts.Node} node */
function isInert(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isThrowStatement(node)
  );
}

/** @param {ts.Node} node */
function isModuleVariable(node) {
  return ts.isVariableStatement(node) && ts.isSourceFile(node.parent);
}

/** @typedef {(kind: Kind, node: ts.Node, text: string) => void} Replace */

/** @param {ts.Node} node @param {Replace} replace */
function mutateNode(node, replace) {
  if (ts.isBinaryExpression(node)) mutateBinary(node, replace);
  else if (ts.isPrefixUnaryExpression(node)) mutatePrefix(node, replace);
  else if (ts.isIfStatement(node)) mutateIf(node, replace);
  else if (ts.isConditionalExpression(node)) mutateCondition(node.condition, replace);
  else if (ts.isWhileStatement(node)) replace('condition', node.expression, 'false');
  else if (ts.isElementAccessExpression(node)) mutateIndex(node, replace);
  else if (ts.isExpressionStatement(node)) replace('statement', node, ';');
  else if (ts.isPropertyAccessExpression(node)) mutateExtreme(node, replace);
  else mutateLiteral(node, replace);
}

/** @param {ts.BinaryExpression} node @param {Replace} replace */
function mutateBinary(node, replace) {
  const { left, right, operatorToken } = node;
  const operator = operatorToken.getText();
  const found = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (!found || (operator === '+' && (isText(left) || isText(right)))) return;
  replace(found[0], operatorToken, found[1]);
  if (found[0] === 'logical') {
    const { parent } = node;
    const wrap = (/** @type {ts.Node} */ kept) =>
      ts.isBinaryExpression(parent) ? `(${kept.getText()})` : kept.getText();
    replace('logical', node, wrap(left));
    replace('logical', node, wrap(right));
  }
  // (flags & X) !== 0
  if (found[0] === 'comparison' && isMasked(left)) mutateFlag(node, replace);
}

/** @param {ts.Node} node @param {Replace} replace */
function mutateFlag(node, replace) {
  replace('flag', node, 'true');
  replace('flag', node, 'false');
}

/** @param {ts.Expression} node @returns {boolean} */
function isMasked(node) {
  if (ts.isParenthesizedExpression(node)) return isMasked(node.expression);
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandToken;
}

/** Text, or a sum of text. @param {ts.Node} node @returns {boolean} */
function isText(node) {
  if (ts.isParenthesizedExpression(node)) return isText(node.expression);
  if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** @param {ts.PrefixUnaryExpression} node @param {Replace} replace */
function mutatePrefix(node, replace) {
  if (node.operator === ts.SyntaxKind.MinusToken) replace('arithmetic', node, node.operand.getText());
  if (node.operator === ts.SyntaxKind.ExclamationToken) replace('condition', node, node.operand.getText());
}

/** @param {ts.IfStatement} node @param {Replace} replace */
function mutateIf(node, replace) {
  if (isJump(node.thenStatement) && !node.elseStatement) {
    replace('guard', node, ';');
    replace('condition', node.expression, 'true');
  } else mutateCondition(node.expression, replace);
}

/** @param {ts.Expression} node @param {Replace} replace */
function mutateCondition(node, replace) {
  replace('condition', node, 'true');
  replace('condition', node, 'false');
}

/** @param {ts.Statement} node @returns {boolean} */
function isJump(node) {
  if (ts.isBlock(node)) return node.statements.length === 1 && isJump(node.statements[0]);
  return ts.isReturnStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node);
}

/** @param {ts.ElementAccessExpression} node @param {Replace} replace */
function mutateIndex({ argumentExpression: index }, replace) {
  if (ts.isStringLiteralLike(index)) return;
  const simple = ts.isIdentifier(index) || ts.isNumericLiteral(index) || ts.isPropertyAccessExpression(index);
  const text = simple ? index.getText() : `(${index.getText()})`;
  replace('index', index, `${text} + 1`);
  if (text !== '0') replace('index', index, `${text} - 1`);
}

/** Changes a constant. Indices have separate mutants. @param {ts.Node} node @param {Replace} replace */
function mutateLiteral(node, replace) {
  if (node.kind === ts.SyntaxKind.TrueKeyword) replace('value', node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) replace('value', node, 'true');
  if (!ts.isNumericLiteral(node) || ts.isElementAccessExpression(node.parent)) return;
  const value = Number(node.text);
  if (Number.isInteger(value) && value < 100) replace('constant', node, String(value + 1));
  else replace('constant', node, `(2 * ${node.text})`);
}

/** @param {ts.PropertyAccessExpression} node @param {Replace} replace */
function mutateExtreme(node, replace) {
  const text = node.getText();
  if (text === 'Math.min') replace('value', node, 'Math.max');
  if (text === 'Math.max') replace('value', node, 'Math.min');
}

/** @param {ts.Node} node @returns {string} */
function functionAround(node) {
  for (let at = node.parent; at; at = at.parent) {
    const { name } = /** @type {{ name?: ts.Node }} */ (/** @type {unknown} */ (at));
    if (ts.isFunctionLike(at) && name) return name.getText();
    if (ts.isVariableDeclaration(at) && at.initializer && ts.isFunctionLike(at.initializer)) return at.name.getText();
  }
  return '';
}

/** The lines around a change, before and after it. @param {string} source @param {number} start @param {number} end @param {string} text */
function lines(source, start, end, text) {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = source.indexOf('\n', end) < 0 ? source.length : source.indexOf('\n', end);
  const flat = (/** @type {string} */ part) => part.trim().replace(/\s+/g, ' ');
  return {
    before: flat(source.slice(from, to)),
    after: flat(source.slice(from, start) + text + source.slice(end, to)),
  };
}

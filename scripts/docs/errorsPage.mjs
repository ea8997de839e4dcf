// The catalog of errors as Markdown: docs/errors.md, followed by every message in the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Folders of src by topic; the first match counts. */
const areas = [
  ['Malformed XML', /^formats\/xml\//],
  ['Reading MJCF', /^formats\/(mjcf|spec|pose)\/|^load\/builder\/|^spec\.ts/],
  ['Reading URDF', /^formats\/urdf\//],
  ['Meshes, pictures and height fields', /^compiler\/(asset|texture|hull|skin)|^formats\/bytes\/(inflate|png)/],
  ['Compiling', /^compiler\/|^load\//],
  ['Plugins', /^core\/plugins?\//],
  ['Queries and memory', /^(core\/(query|model|wasm|math)|formats\/mjb|index\.ts)/],
  ['Stepping', /^core\/engine\//],
  ['Derivatives', /^core\/derivative\//],
  ['Many worlds, clusters and devices', /^(worlds\/|(batch|cluster|webgpu)\.ts)/],
  ['Environments, policies and recordings', /^(learn\/|policy\/|formats\/(record|bytes)\/|(env|policy|record)\.ts)/],
  ['Inverse kinematics', /^(control\/ik\/|ik\.ts)/],
  ['Drop-in API', /^mujoco(\/|\.ts)/],
  ['Viewer, three.js and React', /./],
];

/** Functions that report a diagnostic, and the index of their message argument. */
const notes = { error: 2, fail: 2, warn: 2, elementError: 2, errorAt: 2, modelError: 0 };

/** @typedef {{ file: string, kind: string, message: string }} ErrorEntry */

/** Files without these calls report no errors. The functions of xml are called by other files. */
const speaks = /(Error|Problem|Failure)\(|\.(error|fail|warn|elementError|errorAt|modelError)\(/;

/** Every message of the sources: thrown errors and reported diagnostics.
 *  @param {string} root @returns {ErrorEntry[]} */
export function readErrors(root) {
  const names = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.ts$/.test(name) && !/\.(test|d|gen)\.ts$/.test(name))
    .sort();
  const trees = names
    .map((file) => ({ file, text: readFileSync(join(root, 'src', file), 'utf8') }))
    .filter(({ file, text }) => file.startsWith('formats/xml/') || speaks.test(text))
    .map(({ file, text }) => ({ file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) }));
  const functions = new Map(trees.flatMap(({ tree }) => [...functionsOf(tree)]));
  return trees.flatMap(({ file, tree }) => collectErrors(file, tree, functions));
}

/** The expressions that each function of a file returns, by its name. @param {ts.SourceFile} tree @returns {Map<string, ts.Node[]>} */
function functionsOf(tree) {
  const found = new Map();
  for (const node of tree.statements) {
    if (!ts.isFunctionDeclaration(node) || !node.name || !node.body) continue;
    /** @type {ts.Node[]} */
    const returned = [];
    /** @param {ts.Node} inner */
    const visit = (inner) => {
      if (ts.isReturnStatement(inner) && inner.expression) returned.push(inner.expression);
      ts.forEachChild(inner, visit);
    };
    visit(node.body);
    found.set(node.name.text, returned);
  }
  return found;
}

/** @param {string} file @param {ts.SourceFile} tree @param {Map<string, ts.Node[]>} functions @returns {ErrorEntry[]} */
function collectErrors(file, tree, functions) {
  /** @type {ErrorEntry[]} */
  const found = [];
  /** @type {Map<string, ts.Node>} */
  const constants = new Map();
  /** @param {ts.Node} node @returns {string[]} */
  const spoken = (node) => {
    if (ts.isIdentifier(node) && constants.has(node.text))
      return messages(/** @type {ts.Node} */ (constants.get(node.text)));
    if (!ts.isCallExpression(node)) return messages(node);
    return (functions.get(node.expression.getText()) ?? []).flatMap(messages);
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer) constants.set(node.name.getText(), node.initializer);
    const said = errorCall(node);
    for (const message of said ? said.among.flatMap(spoken) : []) found.push({ file, kind: said.kind, message });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** If a node creates or reports an error: its class, and the expression of its message. @param {ts.Node} node */
function errorCall(node) {
  if (ts.isNewExpression(node) && /(Error|Problem|Failure)$/.test(node.expression.getText()))
    return { kind: node.expression.getText(), among: [...(node.arguments ?? [])] };
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const at = notes[/** @type {keyof typeof notes} */ (node.expression.name.text)];
  const message = at === undefined ? undefined : node.arguments[at];
  return message && { kind: node.expression.name.text === 'warn' ? 'warning' : 'MjcfError', among: [message] };
}

/** Strings that an expression may return, with the names of inserted values in braces. @param {ts.Node} node @returns {string[]} */
function messages(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return sentence(node.text);
  if (ts.isTemplateExpression(node))
    return sentence(
      node.head.text + node.templateSpans.map(({ expression, literal }) => slot(expression) + literal.text).join(''),
    );
  if (ts.isConditionalExpression(node)) return [...messages(node.whenTrue), ...messages(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return messages(node.expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const side = (/** @type {ts.Expression} */ part) =>
      ts.isStringLiteralLike(part) || ts.isTemplateExpression(part) ? messages(part)[0] : slot(part);
    return sentence(`${side(node.left)}${side(node.right)}`);
  }
  return [];
}

/** A message has more than one word. */
function sentence(text) {
  return /\s/.test(text.trim()) ? [text] : [];
}

/** Name of an inserted value in the source. @param {ts.Expression} expression */
function slot(expression) {
  const names = expression.getText().match(/[A-Za-z_]\w*/g) ?? ['value'];
  const words = names.filter(
    (name) => !/^(this|join|String|name|length|toString|map|keys|Number|describe)$/.test(name),
  );
  return `{${words.at(-1) ?? names.at(-1)}}`;
}

/** The page: docs/errors.md, then the messages by topic. @param {string} root */
export function errorsPage(root, entries = readErrors(root)) {
  const sections = areas.map(([title], k) => {
    const own = entries.filter(
      ({ file }) => areas.findIndex(([, pattern]) => /** @type {RegExp} */ (pattern).test(file)) === k,
    );
    return section(/** @type {string} */ (title), own);
  });
  return [readFileSync(`${root}/docs/errors.md`, 'utf8'), ...sections].join('\n');
}

/** @param {string} title @param {ErrorEntry[]} entries */
function section(title, entries) {
  if (entries.length === 0) return '';
  const rows = new Map(entries.map(({ kind, message }) => [message, kind]));
  const cell = (/** @type {string} */ text) =>
    `\`${text.replaceAll('`', "'").replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()}\``;
  const lines = [...rows].map(([message, kind]) => `| ${cell(message)} | ${kind} |`);
  return [`### ${title}`, '', '| message | class |', '|---|---|', ...lines.sort(), ''].join('\n');
}

// The types of everything, by one process of the native compiler, which reads each file once for all of them:
//   tsconfig.json            sources, tests and apps
//   tsconfig.text.json       text folders once more: an element of an array may be missing (noUncheckedIndexedAccess); numeric
//                            folders index by construction, and would drown in exclamation marks
//   tsconfig.scripts.json    scripts and benches: JavaScript with its comments
// An exclamation mark that changes no type is an error too.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SyntaxKind } from 'typescript-native/unstable/ast';
import { API, TypeFlags } from 'typescript-native/unstable/sync';

/** @typedef {import('typescript-native/unstable/sync').Project} Project */
/** @typedef {import('typescript-native/unstable/sync').Diagnostic} Diagnostic */

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const isScript = (/** @type {string} */ path) => /^(scripts|bench|test)\/.*\.(mjs|d\.ts)$/.test(path);
/** @type {{ include: string[] }} */
const { include: textFolders } = JSON.parse(readFileSync(`${root}/tsconfig.text.json`, 'utf8'));
const isText = (/** @type {string} */ path) => textFolders.some((folder) => path.startsWith(`${folder}/`));

const started = performance.now();
const api = new API({ cwd: root });
const [all, text, scripts] = open('tsconfig.json', 'tsconfig.text.json', 'tsconfig.scripts.json');
const lines = [
  ...errorsOfProject(all),
  ...errorsOfProject(text, (path) => isText(path) && !path.endsWith('.test.ts')),
  ...errorsOfProject(scripts, isScript),
  // what the text folders need an exclamation mark for is known where their indices are checked
  ...uselessMarks(all, (path) => !isText(path)),
  ...uselessMarks(text, (path) => isText(path) && !path.endsWith('.test.ts')),
];
api.close();
for (const line of new Set(lines)) console.error(line);
if (lines.length > 0) process.exitCode = 1;
else console.log(`types hold, ${((performance.now() - started) / 1000).toFixed(1)} s`);

/** The projects of some configurations. @param {string[]} names */
function open(...names) {
  const files = names.map((name) => `${root}/${name}`);
  const snapshot = api.updateSnapshot({ openProjects: files });
  return files.map((file) => snapshot.getProject(file) ?? fail(`${file} is no project`));
}

/** @param {string} message @returns {never} */
function fail(message) {
  throw new Error(message);
}

/** Errors of a project: of all files, or of those that `accept` names.
 *  @param {Project} project @param {(path: string) => boolean} [accept] @returns {string[]} */
function errorsOfProject({ program }, accept) {
  const files = accept ? ownFiles(program, accept) : [undefined];
  return [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getProgramDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ].map((found) => formatError(program, found));
}

/** Places of `x!` where x cannot be null or undefined.
 *  @param {Project} project @param {(path: string) => boolean} accept @returns {string[]} */
function uselessMarks({ program, checker }, accept) {
  // a file comes over as a tree, which takes a while: most need not
  const mayHave = ownFiles(program, accept).filter((path) => /[\w)\]]!(?!=)/.test(readFileSync(path, 'utf8')));
  return mayHave.flatMap((path) => {
    const marks = marksOf(program.getSourceFile(path) ?? fail(`${path} is not in the project`));
    const types = marks.length > 0 ? checker.getTypeAtLocation(marks.map(({ expression }) => expression)) : [];
    return marks
      .filter((_, k) => {
        const type = types[k];
        return type && type.flags !== TypeFlags.Any && checker.getNonNullableType(type) === type;
      })
      .map((mark) => `${locationOf(program, path, mark.end - 1)} this exclamation mark changes no type`);
  });
}

/** @param {import('typescript-native/unstable/ast').SourceFile} file */
function marksOf(file) {
  /** @type {import('typescript-native/unstable/ast').NonNullExpression[]} */
  const marks = [];
  const visit = (/** @type {any} */ node) => {
    if (node.kind === SyntaxKind.NonNullExpression) marks.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return marks;
}

/** Files of this repository in a project. @param {Project['program']} program @param {(path: string) => boolean} accept */
function ownFiles(program, accept) {
  return program.getSourceFileNames().filter((name) => {
    const path = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : '';
    return path !== '' && !/(^|\/)(node_modules|dist)\//.test(path) && accept(path);
  });
}

/** @param {Project['program']} program @param {Diagnostic} found */
function formatError(program, { fileName, pos, code, text, messageChain }) {
  const location = fileName === undefined ? '' : `${locationOf(program, fileName, pos)} `;
  const chain = (/** @type {readonly Diagnostic[]} */ list, /** @type {string} */ indent) =>
    list.map((next) => `\n${indent}${next.text}${chain(next.messageChain ?? [], `${indent}  `)}`).join('');
  return `${location}TS${code}: ${text}${chain(messageChain ?? [], '  ')}`;
}

/** @param {Project['program']} program @param {string} name @param {number} at */
function locationOf(program, name, at) {
  const path = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
  const position = program.getSourceFile(name)?.getLineAndCharacterOfPosition(at);
  return position ? `${path}:${position.line + 1}:${position.character + 1}` : path;
}

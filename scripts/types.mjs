// The types of everything:
//   sources, tests and apps                 tsconfig.json, by the native compiler, which takes a fifth of the time
//   scripts and benches                     tsconfig.scripts.json: JavaScript with its comments
//   text folders once more                  an element of an array may be missing (noUncheckedIndexedAccess); numeric
//                                           folders index by construction, and would drown in exclamation marks
// An exclamation mark that changes no type is an error too; to find these takes the compiler written in JavaScript, whose
// types can be asked for.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Folders in which every index is checked. */
const textFolders = [
  'src/xml/',
  'src/spec/',
  'src/mjcf/',
  'src/urdf/',
  'src/editor/',
  'src/scene/',
  'src/viewer/',
  'apps/',
];

const started = performance.now();
const isText = (/** @type {string} */ path) => textFolders.some((folder) => path.startsWith(folder));
const native = nativeErrors();
const lines = [
  ...check('tsconfig.json', {}, () => true, 'marks'),
  ...check('tsconfig.json', { noUncheckedIndexedAccess: true }, (path) => isText(path) && !path.endsWith('.test.ts')),
  ...check('tsconfig.scripts.json', {}, (path) => /^(scripts|bench|test)\/.*\.(mjs|d\.ts)$/.test(path)),
  ...(await native),
];
for (const line of new Set(lines)) console.error(line);
if (lines.length > 0) process.exitCode = 1;
else console.log(`types hold, ${((performance.now() - started) / 1000).toFixed(1)} s`);

/** Errors that the native compiler finds, while this process does the rest. @returns {Promise<string[]>} */
function nativeErrors() {
  const compiler = fileURLToPath(new URL('node_modules/typescript-native/bin/tsc', `file://${root}/`));
  const child = spawn(process.execPath, [compiler, '-p', 'tsconfig.json', '--noEmit', '--pretty', 'false'], {
    cwd: root,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve([`the native compiler does not start: ${error.message}`]));
    child.once('close', (status) => {
      const found = printed.split('\n').filter((line) => line !== '');
      resolve(status === 0 || found.length > 0 ? found : [`the native compiler ended with ${status}`]);
    });
  });
}

/** Errors of a project in the files that `accept` names, or only its useless marks.
 *  @param {string} config @param {ts.CompilerOptions} more @param {(path: string) => boolean} accept @param {'marks'} [only] */
function check(config, more, accept, only) {
  const { config: json, error } = ts.readConfigFile(`${root}/${config}`, ts.sys.readFile);
  if (error) return [text(error)];
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(json, ts.sys, root, more);
  // what the accepted files import comes along; the rest need not be read
  const starts = fileNames.filter((name) => accept(name.slice(root.length + 1)));
  const program = ts.createProgram(starts, { ...options, noEmit: true });
  const files = program.getSourceFiles().filter((file) => inProject(file) && accept(pathOf(file)));
  const found = [...errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()].map(text);
  for (const file of only === 'marks' ? [] : files) {
    for (const d of program.getSyntacticDiagnostics(file)) found.push(text(d));
    for (const d of program.getSemanticDiagnostics(file)) found.push(text(d));
  }
  // what the text folders need an exclamation mark for is known in their own pass only
  const numeric = more.noUncheckedIndexedAccess ? files : files.filter((file) => !isText(pathOf(file)));
  return [...found, ...numeric.flatMap((file) => uselessMarks(program.getTypeChecker(), file))];
}

/** Places of `x!` where x cannot be null or undefined.
 *  @param {ts.TypeChecker} checker @param {ts.SourceFile} file */
function uselessMarks(checker, file) {
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isNonNullExpression(node)) {
      const type = checker.getTypeAtLocation(node.expression);
      const useless = type.flags !== ts.TypeFlags.Any && checker.getNonNullableType(type) === type;
      if (useless) found.push(`${place(file, node.end - 1)} this exclamation mark changes no type`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** @param {ts.Diagnostic} d */
function text(d) {
  const message = ts.flattenDiagnosticMessageText(d.messageText, '\n');
  return d.file && d.start !== undefined ? `${place(d.file, d.start)} TS${d.code}: ${message}` : message;
}

/** @param {ts.SourceFile} file @param {number} at */
function place(file, at) {
  const { line, character } = file.getLineAndCharacterOfPosition(at);
  return `${pathOf(file)}:${line + 1}:${character + 1}`;
}

/** @param {ts.SourceFile} file */
function pathOf(file) {
  return file.fileName.startsWith(`${root}/`) ? file.fileName.slice(root.length + 1) : file.fileName;
}

/** @param {ts.SourceFile} file */
function inProject(file) {
  return file.fileName.startsWith(`${root}/`) && !/\/(node_modules|dist)\//.test(file.fileName);
}

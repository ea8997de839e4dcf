// Type check of the whole repository, by the native compiler. Its incremental state is in build/types, so that a second run takes a few
// seconds:
//   tsconfig.json            sources, tests and apps
//   tsconfig.text.json       text folders again, with noUncheckedIndexedAccess: array elements may be missing; numeric
//                            folders would need too many non-null assertions
//   tsconfig.scripts.json    scripts and benches: JavaScript with JSDoc types
// An unnecessary non-null assertion is an error too.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SyntaxKind } from 'typescript-native/unstable/ast';
import { API, TypeFlags } from 'typescript-native/unstable/sync';

/** @typedef {import('typescript-native/unstable/sync').Project} Project */

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const isScript = (/** @type {string} */ path) => /^(scripts|bench|test)\/.*\.(mjs|d\.ts)$/.test(path);
/** @type {{ include: string[] }} */
const { include: textFolders } = JSON.parse(readFileSync(`${root}/tsconfig.text.json`, 'utf8'));
const isText = (/** @type {string} */ path) => textFolders.some((folder) => path.startsWith(`${folder}/`));
const cache = `${root}/build/types`;

mkdirSync(cache, { recursive: true });
const started = performance.now();
const lines = [
  ...(await errorsOf('tsconfig.json', () => true)),
  ...(await errorsOf('tsconfig.text.json', (path) => isText(path) && !path.endsWith('.test.ts'))),
  ...(await errorsOf('tsconfig.scripts.json', isScript)),
];
// only if there are no type errors
if (lines.length === 0) lines.push(...uselessMarksOfAll());
for (const line of new Set(lines)) console.error(line);
if (lines.length > 0) process.exitCode = 1;
else console.log(`types: no errors, ${((performance.now() - started) / 1000).toFixed(1)} s`);

/** Errors of a project, in files that `accept` names.
 *  @param {string} config @param {(path: string) => boolean} accept @returns {Promise<string[]>} */
async function errorsOf(config, accept) {
  const file = `${cache}/${config}.tsbuildinfo`;
  const isAgain = existsSync(file);
  const errors = await compile(config, file);
  // after an edit of a class, an incremental run of the native compiler reports its members with computed names as missing
  if (!isAgain || errors.length === 0) return errors.filter((line) => isAccepted(line, accept));
  rmSync(file);
  return (await compile(config, file)).filter((line) => isAccepted(line, accept));
}

/** @param {string} line @param {(path: string) => boolean} accept */
function isAccepted(line, accept) {
  const path = /^(.+?)\(\d+,\d+\): /.exec(line)?.[1];
  return path === undefined || accept(path);
}

/** The output of the compiler. @param {string} config @param {string} file file of its incremental state @returns {Promise<string[]>} */
async function compile(config, file) {
  const compiler = `${root}/node_modules/typescript-native/bin/tsc`;
  const info = ['--incremental', '--tsBuildInfoFile', file];
  const child = spawn(process.execPath, [compiler, '-p', config, '--pretty', 'false', ...info], { cwd: root });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const status = await new Promise((resolve) => child.once('close', resolve));
  // an error starts with its file; its details are indented
  const errors = printed.split(/\n(?! )/).filter((line) => line.trim() !== '');
  if (status !== 0 && errors.length === 0) return [`${config}: the compiler exited with ${status}`];
  return errors;
}

/** Unnecessary non-null assertions; skipped if no source has changed since the last clean run. */
function uselessMarksOfAll() {
  const file = `${cache}/marks`;
  const sum = createHash('sha1').update(readFileSync(`${root}/package-lock.json`));
  const isKnown = (/** @type {string} */ hash) => existsSync(file) && readFileSync(file, 'utf8') === hash;
  // written by the compiler just now, with the hash of every source
  for (const config of ['tsconfig.json', 'tsconfig.text.json'])
    sum.update(readFileSync(`${cache}/${config}.tsbuildinfo`));
  const hash = sum.digest('hex');
  if (isKnown(hash)) return [];
  const api = new API({ cwd: root });
  const [all, text] = open(api, 'tsconfig.json', 'tsconfig.text.json');
  const found = [
    // the text folders are checked with the project that checks their indices
    ...uselessMarks(all, (path) => !isText(path)),
    ...uselessMarks(text, (path) => isText(path) && !path.endsWith('.test.ts')),
  ];
  api.close();
  if (found.length === 0) writeFileSync(file, hash);
  return found;
}

/** The projects of some configurations. @param {API} api @param {string[]} names */
function open(api, ...names) {
  const files = names.map((name) => `${root}/${name}`);
  const snapshot = api.updateSnapshot({ openProjects: files });
  return files.map((file) => snapshot.getProject(file) ?? fail(`${file} is not a project`));
}

/** @param {string} message @returns {never} */
function fail(message) {
  throw new Error(message);
}

/** Locations of `x!` where x cannot be null or undefined.
 *  @param {Project} project @param {(path: string) => boolean} accept @returns {string[]} */
function uselessMarks({ program, checker }, accept) {
  // transferring the syntax tree of a file is slow, and most files have no candidates
  const mayHave = ownFiles(program, accept).filter((path) => /[\w)\]]!(?!=)/.test(readFileSync(path, 'utf8')));
  return mayHave.flatMap((path) => {
    const marks = marksOf(program.getSourceFile(path) ?? fail(`${path} is not in the project`));
    const types = marks.length > 0 ? checker.getTypeAtLocation(marks.map(({ expression }) => expression)) : [];
    return marks
      .filter((_, k) => {
        const type = types[k];
        return type && type.flags !== TypeFlags.Any && checker.getNonNullableType(type) === type;
      })
      .map((mark) => `${locationOf(program, path, mark.end - 1)} unnecessary non-null assertion`);
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

/** @param {Project['program']} program @param {string} name @param {number} at */
function locationOf(program, name, at) {
  const path = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
  const position = program.getSourceFile(name)?.getLineAndCharacterOfPosition(at);
  return position ? `${path}:${position.line + 1}:${position.character + 1}` : path;
}

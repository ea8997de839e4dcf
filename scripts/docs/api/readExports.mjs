// Exports of an entry point with their comments, signatures, parameters and members. Reads only syntax: exported functions have explicit
// types, so no type checker is needed.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** @typedef {{ text: string, tags: { tag: string, text: string }[] }} Comment */
/** @typedef {{ name: string, type: string, note: string }} Row a parameter or a member */
/** @typedef {{ name: string, kind: string, signature: string, comment: Comment, file: string, values?: string[],
 *    parameters?: Row[], returns?: string, members?: Row[] }} Export */

/** Every export of a module, including those that it re-exports. @param {string} file @returns {Map<string, Export>} */
export function readExports(file) {
  const found = new Map();
  collect(file, undefined, found, new Set());
  return found;
}

/** Adds the exports of a file; with `selected`, only those names. */
function collect(file, selected, found, seen) {
  const key = `${file} ${selected ? [...selected.keys()] : '*'}`;
  if (seen.has(key)) return;
  seen.add(key);
  const source = parse(file);
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier) passOn(file, statement, selected, found, seen);
    else if (isExported(statement)) for (const entry of declarations(source, statement)) add(found, entry, selected);
  }
}

function passOn(file, statement, selected, found, seen) {
  const target = join(dirname(file), statement.moduleSpecifier.text);
  if (!existsSync(target)) return;
  const clause = statement.exportClause;
  if (!clause) return collect(target, selected, found, seen);
  const names = new Map();
  for (const { name, propertyName } of clause.elements) {
    if (!selected || selected.has(name.text)) names.set((propertyName ?? name).text, name.text);
  }
  collect(target, names, found, seen);
}

function add(found, entry, selected) {
  if (selected && !selected.has(entry.name)) return;
  const name = selected?.get(entry.name) ?? entry.name;
  const before = found.get(name);
  // an enumeration is a constant and a type, and a class may have an interface of the same name: the longer one is kept
  if (before && (before.values || before.kind === 'class')) return;
  found.set(name, { ...entry, name });
}

const parsed = new Map();

function parse(file) {
  let source = parsed.get(file);
  if (!source) {
    source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
    parsed.set(file, source);
  }
  return source;
}

function isExported(statement) {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** The exports that a statement declares. */
function declarations(source, statement) {
  const file = source.fileName;
  const comment = commentOf(source, statement);
  const one = (kind, more) => [{ name: statement.name.text, kind, comment, file, ...more }];
  if (ts.isFunctionDeclaration(statement)) return one('function', describeFunction(source, statement));
  if (ts.isInterfaceDeclaration(statement)) return one('interface', describeInterface(source, statement));
  if (ts.isTypeAliasDeclaration(statement)) return one('type', { signature: plain(statement.getText(source)) });
  if (ts.isClassDeclaration(statement)) return one('class', describeClass(source, statement));
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map((d) => ({
    name: d.name.getText(source),
    kind: 'const',
    signature: `const ${d.name.getText(source)}`,
    values: members(d.initializer),
    comment,
    file,
  }));
}

function describeFunction(source, f) {
  const end = f.body ? f.body.getStart(source) : f.end;
  return {
    signature: plain(source.text.slice(f.getStart(source), end).trim()),
    parameters: f.parameters.map((parameter) => describeParameter(source, parameter, commentOf(source, f))),
    returns: f.type?.getText(source),
  };
}

function describeParameter(source, parameter, comment) {
  const name = ts.isIdentifier(parameter.name) ? parameter.name.text : 'options';
  const words = comment.tags.find(({ tag, text }) => tag === 'param' && text.startsWith(`${name} `));
  const value = parameter.initializer?.getText(source);
  return {
    name: `${parameter.dotDotDotToken ? '...' : ''}${name}${parameter.questionToken || value ? '?' : ''}`,
    type: parameter.type?.getText(source) ?? '',
    note: [words?.text.slice(name.length + 1), value && value !== '{}' && `Default: \`${value}\`.`]
      .filter(Boolean)
      .join(' '),
  };
}

function describeInterface(source, node) {
  const base = node.heritageClauses?.map((h) => ` ${h.getText(source)}`).join('') ?? '';
  const parameters = node.typeParameters ? `<${node.typeParameters.map((t) => t.getText(source)).join(', ')}>` : '';
  const rows = node.members.filter((member) => member.name).map((member) => memberRow(source, member));
  const short = `interface ${node.name.text}${parameters}${base}`;
  // unnamed members, such as call signatures, are not in a table
  const whole = rows.length < node.members.length || rows.length === 0;
  return { signature: whole ? plain(node.getText(source)) : short, members: rows };
}

/** A member of an interface or class: a method with its parameters, or a property with its type. */
function memberRow(source, member) {
  const name = member.name?.getText(source) ?? 'constructor';
  const end = member.body ? member.body.getStart(source) : member.end;
  const isCall = member.parameters !== undefined && !ts.isGetAccessor(member) && !ts.isSetAccessor(member);
  const start = isCall ? source.text.indexOf('(', member.getStart(source)) : 0;
  const type = isCall
    ? source.text.slice(start, end).trim().replace(/;$/, '')
    : (member.type?.getText(source) ?? member.initializer?.getText(source) ?? '');
  return { name: `${name}${member.questionToken ? '?' : ''}`, type, note: commentOf(source, member).text };
}

/** A class with its public members. */
function describeClass(source, c) {
  const own = c.members.filter(
    (member) =>
      !ts.isSetAccessor(member) &&
      !ts.isClassStaticBlockDeclaration(member) &&
      !(member.name && ts.isPrivateIdentifier(member.name)) &&
      !member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword),
  );
  const base = c.heritageClauses?.map((h) => ` ${h.getText(source)}`).join('') ?? '';
  return { signature: `class ${c.name.text}${base}`, members: own.map((member) => memberRow(source, member)) };
}

function plain(text) {
  return text.replace(/^export (default )?/, '');
}

/** Names of the members of `{ A: 0, B: 1 } as const`. */
function members(initializer) {
  const value = initializer && ts.isAsExpression(initializer) ? initializer.expression : initializer;
  if (!value || !ts.isObjectLiteralExpression(value)) return undefined;
  return value.properties.map((p) => p.name?.getText() ?? '').filter(Boolean);
}

/** The documentation comment: its text, and its tags. */
function commentOf(source, node) {
  const docs = node.jsDoc ?? [];
  const last = docs.at(-1);
  if (!last) return { text: '', tags: [] };
  const raw = last
    .getText(source)
    .replace(/^\/\*\*\s?|\s*\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* {0,2}/, ''))
    .join('\n');
  const [text, ...rest] = raw.split(/^@(?=\w)/m);
  const tags = rest.map((part) => {
    const [, tag, words] = /^(\w+)\s*([\s\S]*)$/.exec(part) ?? ['', '', ''];
    return { tag, text: words.trim() };
  });
  return { text: text.trim(), tags };
}

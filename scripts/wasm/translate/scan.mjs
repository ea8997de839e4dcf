import ts from 'typescript';
import { constantCode, evaluate } from './constant.mjs';
import { DialectError, fail } from './errors.mjs';
import { arrays, typeOfAnnotation } from './types.mjs';

/** Reads modules: the declarations of each (constants, enums, scratch, tables, functions), before any body is translated.
 *
 *  A symbol is one of
 *    { kind: 'constant', type, value }
 *    { kind: 'enum', members: Map<name, constant> }
 *    { kind: 'scratch', type, length, name, alias?, values? }     memory that belongs to the module
 *    { kind: 'type', name }                                      a set of enum members, in `x as T` of an int
 *    { kind: 'function', name, params: [{ name, type }], result, node, module, simd, exported } */

/** Functions of other modules that a dialect function may call: TypeScript checks, which compile to nothing. */
const erasedFunctions = new Set(['unreachable']);

export class Module {
  /** @param {string} path @param {ts.SourceFile} source @param {boolean} dialect @param {Program} program */
  constructor(path, source, dialect, program) {
    this.path = path;
    this.source = source;
    this.dialect = dialect;
    this.program = program;
    /** @type {Map<string, any>} */ this.symbols = new Map();
    /** @type {Map<string, { from: string, name: string, node: ts.Node }>} */ this.imports = new Map();
    /** @type {{ from: string, node: ts.Node }[]} */ this.stars = [];
    /** @type {Set<string>} */ this.passedOn = new Set();
  }

  /** The symbol of a name in this module: its own, or an imported one. */
  symbol(name) {
    const own = this.symbols.get(name);
    if (own) return own;
    const imported = this.imports.get(name);
    if (imported) return this.program.exported(imported);
    for (const { from, node } of this.stars) {
      const symbol = this.program.exported({ from, name, node });
      if (symbol) return symbol;
    }
    return undefined;
  }

  /** Names and symbols of all exports of the module, its own and re-exports. */
  *exports() {
    for (const [name, symbol] of this.symbols) if (symbol.exported) yield [name, symbol];
    for (const name of this.passedOn) yield [name, this.symbol(name)];
    for (const { from } of this.stars) yield* this.program.module(from)?.exports() ?? [];
  }
}

export class Program {
  /** @param {(path: string) => string | undefined} read  @param {(path: string) => boolean} isDialect */
  constructor(read, isDialect) {
    this.read = read;
    this.isDialect = isDialect;
    /** @type {Map<string, Module>} */ this.modules = new Map();
    /** @type {string[]} */ this.errors = [];
    /** @type {{ list: string[], add(node: ts.Node): number } | undefined} */ this.checked = undefined;
  }

  /** The module at a path, scanned on first use.
   *  @returns {Module | undefined} */
  module(path) {
    const known = this.modules.get(path);
    if (known) return known;
    const text = this.read(path);
    if (text === undefined) return undefined;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
    const module = new Module(path, source, this.isDialect(path), this);
    this.modules.set(path, module);
    // errors of the parser, which the types do not declare
    const { parseDiagnostics } = /** @type {any} */ (source);
    for (const d of parseDiagnostics) {
      const { line, character } = source.getLineAndCharacterOfPosition(d.start);
      const text = ts.flattenDiagnosticMessageText(d.messageText, ' ');
      this.errors.push(`${path}:${line + 1}:${character + 1} syntax: ${text}`);
    }
    for (const statement of source.statements) this.guard(() => scanStatement(statement, module));
    return module;
  }

  /** The symbol that an import names, or undefined for a type. */
  exported({ from, name, node }) {
    const module = this.module(from);
    if (!module) return fail(node, `cannot read ${from}`);
    const symbol = module.symbol(name);
    if (symbol || module.dialect) return symbol;
    if (erasedFunctions.has(name)) return { kind: 'erased', name };
    return undefined;
  }

  /** Runs a piece of work; records an error in it, and continues. */
  guard(work) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof DialectError)) throw error;
      this.errors.push(error.message);
      return undefined;
    }
  }
}

const hasModifier = (node, kind) => node.modifiers?.some((m) => m.kind === kind) ?? false;
const isExported = (node) => hasModifier(node, ts.SyntaxKind.ExportKeyword);

function scanStatement(node, module) {
  if (ts.isImportDeclaration(node)) return scanImport(node, module);
  if (ts.isTypeAliasDeclaration(node)) return scanType(node, module);
  if (ts.isInterfaceDeclaration(node)) return;
  if (ts.isVariableStatement(node)) {
    for (const d of node.declarationList.declarations) {
      if (module.dialect) scanConstant(d, node, module);
      else ignoreErrors(() => scanConstant(d, node, module));
    }
    return;
  }
  if (ts.isExportDeclaration(node)) return scanReexport(node, module);
  // outside the dialect only constants and enums matter
  if (!module.dialect) return;
  if (ts.isFunctionDeclaration(node)) return scanFunction(node, module);
  if (node.kind === ts.SyntaxKind.EmptyStatement) return;
  fail(node, 'only imports, types, constants, scratch arrays and functions are allowed at module level');
}

/** A type has no code. The type with the name of an enum is already declared by the enum. */
function scanType(node, module) {
  const name = node.name.text;
  if (!module.symbols.has(name)) module.symbols.set(name, { kind: 'type', name });
}

function ignoreErrors(work) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
  }
}

function scanImport(node, module) {
  const clause = node.importClause;
  if (!clause || clause.isTypeOnly) return rememberTypes(node, module);
  const from = resolve(module, node.moduleSpecifier);
  if (!clause.namedBindings || !ts.isNamedImports(clause.namedBindings) || clause.name) {
    if (!module.dialect) return;
    fail(node, "imports name what they take: import { f } from './file.ts'");
  }
  for (const e of clause.namedBindings.elements) {
    module.imports.set(e.name.text, { from, name: (e.propertyName ?? e.name).text, node: e });
  }
}

/** A type-only import may name an enum's type, which is an int. */
function rememberTypes(node, module) {
  const bindings = node.importClause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings)) return;
  const from = resolve(module, node.moduleSpecifier);
  for (const e of bindings.elements) {
    module.imports.set(e.name.text, { from, name: (e.propertyName ?? e.name).text, node: e });
  }
}

function scanReexport(node, module) {
  if (node.isTypeOnly || (!node.moduleSpecifier && node.exportClause?.elements.length === 0)) return;
  if (!node.moduleSpecifier || (node.exportClause && !ts.isNamedExports(node.exportClause))) {
    if (!module.dialect) return;
    fail(node, "a re-export names its exports: export { f } from './file.ts'");
  }
  const from = resolve(module, node.moduleSpecifier);
  if (!node.exportClause) {
    module.stars.push({ from, node });
    return;
  }
  for (const e of node.exportClause.elements) {
    module.imports.set(e.name.text, { from, name: (e.propertyName ?? e.name).text, node: e });
    module.passedOn.add(e.name.text);
  }
}

/** Path of an imported file, relative to the root of the project. */
function resolve(module, specifier) {
  const text = specifier.text;
  if (!text.startsWith('.')) {
    if (module.dialect) fail(specifier, `packages cannot be imported: ${text}`);
    return text;
  }
  const parts = module.path.split('/').slice(0, -1);
  for (const part of text.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function scanConstant(node, statement, module) {
  const name = node.name;
  if (!ts.isIdentifier(name)) fail(name, 'a module constant has one name');
  if (!(statement.declarationList.flags & ts.NodeFlags.Const)) {
    fail(node, `module variables are not allowed (state lives in Data): make ${name.text} a const`);
  }
  const value = node.initializer;
  if (!value) fail(node, 'a constant needs a value');
  if (ts.isNewExpression(value)) return module.symbols.set(name.text, scanScratch(value, name.text, module));
  const literal = unwrap(value);
  if (ts.isObjectLiteralExpression(literal)) {
    return module.symbols.set(name.text, { kind: 'enum', members: scanEnum(literal, module) });
  }
  const constant = evaluate(value, module);
  if (!constant) fail(value, `${name.text}: expected a constant expression of numbers, an enum or a typed array`);
  const type = node.type ? typeOfAnnotation(node.type, module) : constant.type;
  if (type === 'int' && constant.type === 'number') fail(value, `${name.text} is an int, but its value is a number`);
  module.symbols.set(name.text, { kind: 'constant', type, value: constant.value });
}

function unwrap(node) {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? unwrap(node.expression)
    : node;
}

function scanEnum(node, module) {
  const members = new Map();
  for (const p of node.properties) {
    if (!ts.isPropertyAssignment(p)) fail(p, 'an enum has members NAME: number');
    const value = evaluate(p.initializer, module);
    if (!value) fail(p, 'an enum has constant numbers as members');
    members.set(p.name.getText(), value);
  }
  return members;
}

/** `new Float64Array(9)`, `new Int32Array([1, 2])`, `new Int32Array(other.buffer)`. */
function scanScratch(node, name, module) {
  const type = node.expression.getText();
  const array = arrays[type];
  const [arg, ...more] = node.arguments ?? [];
  if (!array || !arg || more.length) fail(node, 'scratch is a new Float64Array(n), or of another typed array');
  const base = { kind: 'scratch', type, name, module: module.path };
  if (ts.isArrayLiteralExpression(arg)) {
    const values = arg.elements.map((e) => {
      const v = evaluate(e, module);
      if (!v || v.type === 'boolean') fail(e, 'a table holds constant numbers');
      if (v.type === 'number' && array.value === 'int') fail(e, `a ${type} holds ints`);
      return constantCode({ type: array.value, value: v.value });
    });
    return { ...base, length: values.length, values };
  }
  if (ts.isPropertyAccessExpression(arg) && arg.name.text === 'buffer') {
    const other = ts.isIdentifier(arg.expression) ? module.symbols.get(arg.expression.text) : undefined;
    if (other?.kind !== 'scratch') fail(arg, 'expected the buffer of scratch declared above in this module');
    return { ...base, alias: other, length: (other.length << arrays[other.type].shift) >> array.shift };
  }
  const length = evaluate(arg, module);
  if (length?.type !== 'int') fail(arg, 'the length of scratch must be a constant int');
  return { ...base, length: length.value };
}

function scanFunction(node, module) {
  const name = node.name?.text;
  if (!name || !node.body) fail(node, 'a function has a name and a body');
  if (node.typeParameters) fail(node, 'generic functions are not allowed');
  if (node.asteriskToken || hasModifier(node, ts.SyntaxKind.AsyncKeyword)) fail(node, 'functions are plain functions');
  if (!node.type) fail(node.name, `the result of ${name} needs a type`);
  const params = node.parameters.map((p) => {
    if (!ts.isIdentifier(p.name)) fail(p, 'a parameter is one name');
    if (p.initializer || p.questionToken) fail(p, `${p.name.text}: default and optional parameters are not allowed`);
    if (p.dotDotDotToken) fail(p, 'rest parameters are not allowed');
    if (!p.type) fail(p, `the parameter ${p.name.text} needs a type`);
    return { name: p.name.text, type: typeOfAnnotation(p.type, module) };
  });
  const result = typeOfAnnotation(node.type, module);
  const tags = ts.getJSDocTags(node).map((t) => t.tagName.text);
  module.symbols.set(name, {
    kind: 'function',
    name,
    params,
    result,
    node,
    module,
    simd: tags.includes('simd'),
    inline: tags.includes('inline'),
    host: tags.includes('host'),
    exported: isExported(node),
  });
}

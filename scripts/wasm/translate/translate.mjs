import ts from 'typescript';
import { Body, globalName } from './body.mjs';
import { DialectError, fail, locationOf } from './errors.mjs';
import { Program } from './scan.mjs';
import { block } from './statement.mjs';
import { compiledType } from './types.mjs';

/** From dialect modules to one AssemblyScript source.
 *
 *  1. scan: read the modules and what they declare          (scan.mjs, constant.mjs, types.mjs)
 *  2. translate: infer types, check, and write each body    (body.mjs, statement.mjs, assign.mjs, expression.mjs, call.mjs)
 *  3. assemble: prelude, scratch, functions, exports        (here)
 *
 *  @typedef {object} Input
 *  @property {string[]} paths             dialect modules, relative to the root
 *  @property {(path: string) => string | undefined} read
 *  @property {(path: string) => boolean} isDialect
 *  @property {import('../layout.mjs').Layout} layout
 *  @property {(fn: object) => string | undefined} exportName  name under which a function is exported, if it is
 *  @property {Map<string, ts.FunctionDeclaration>} [twins]    hand-written SIMD bodies: name and parsed function; without
 *                                         it, functions that have one are translated like any other
 *  @property {string} prelude             code that precedes everything else
 *  @property {boolean} [checked]          every index is compared with the length of its array
 */

/** @param {Input} input */
export function translateProgram({ paths, read, isDialect, layout, exportName, twins, prelude, checked }) {
  const program = new Program(read, isDialect);
  if (checked) program.checked = new CheckedLocations();
  for (const path of paths) program.module(path);
  const parts = [prelude];
  /** @type {Record<string, string>} */
  const exports = {};
  // iteration over a Map also visits entries added during the iteration: modules that the bodies import
  const modules = new Set();
  for (const module of program.modules.values()) {
    if (!module.dialect) continue;
    modules.add(module);
    parts.push(`// ${module.path}`);
    for (const symbol of module.symbols.values())
      if (symbol.kind === 'scratch') parts.push(scratchCode(symbol, layout));
    for (const symbol of module.symbols.values()) {
      if (symbol.kind !== 'function') continue;
      parts.push(program.guard(() => functionCode(symbol, layout, twins)) ?? '');
    }
  }
  for (const module of modules) {
    for (const symbol of module.symbols.values()) {
      const name = symbol.kind === 'function' && exportName(symbol);
      if (!name) continue;
      program.guard(() => {
        if (Object.hasOwn(exports, name)) fail(symbol.node.name, `two stages are called ${name}`);
        exports[name] = signature(symbol);
        parts.push(`export { ${globalName(symbol.module.path, symbol.name)} as ${name} };`);
      });
    }
  }
  if (checked) parts.push(scratchRegister([...modules]));
  const locations = program.checked?.list ?? [];
  return { source: parts.join('\n'), errors: program.errors, exports, program, locations };
}

/** Kinds of the parameters and the result, one letter each: `MD:v` is (m: Model, d: Data): void. */
function signature({ params, result }) {
  const letters = { Model: 'M', Data: 'D', number: 'n', int: 'i', boolean: 'b', void: 'v', Float64Array: 'F' };
  const more = { Int32Array: 'I', Float32Array: 'f', Uint8Array: 'u' };
  const letter = (type) => letters[type] ?? more[type] ?? 'M';
  return `${params.map((p) => letter(p.type)).join('')}:${letter(result)}`;
}

/** Source locations of the bounds checks, in a build that has them. */
class CheckedLocations {
  /** @type {string[]} */ list = [];

  /** Index of a location. */
  add(node) {
    this.list.push(locationOf(node));
    return this.list.length - 1;
  }
}

/** A function that reports address and length of each scratch array to the host. */
function scratchRegister(modules) {
  const lines = modules
    .flatMap((module) => [...module.symbols.values()])
    .filter(({ kind }) => kind === 'scratch')
    .map(({ module, name, length, values }) => `  scratch(${globalName(module, name)}, ${values?.length || length});`);
  return `export function registerScratch(): void {\n${lines.join('\n')}\n}`;
}

function scratchCode({ module, name, type, length, alias, values }, layout) {
  const { element, shift } = layout.elements[type];
  const to = alias
    ? globalName(alias.module, alias.name)
    : values?.length
      ? `memory.data<${element}>([${values.join(', ')}])`
      : `memory.data(${Math.max(1, length) << shift}, 16)`;
  return `const ${globalName(module, name)}: usize = ${to};`;
}

function functionCode(fn, layout, twins) {
  const { node, params, result, module } = fn;
  const name = globalName(module.path, fn.name);
  const at = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  const comment = `// ${module.path}:${at.line + 1}`;
  if (fn.host) return `${comment}\n${hostCode(fn, name)}`;
  const body = new Body(fn, layout);
  return body.scope(() => {
    const list = params.map((p) => `${body.declare(p.name, p.type, false)}: ${compiledType(p.type)}`).join(', ');
    const code = block(node.body.statements, body);
    const tail = result === 'void' || endsInReturn(node.body) ? '' : '\nunreachable();';
    const inline = fn.inline ? '// @ts-ignore: decorator\n@inline\n' : '';
    if (fn.simd && twins) return `${comment}\n${twinCode(fn, name, twins)}`;
    return `${comment}\n${inline}function ${name}(${list}): ${compiledType(result)} {\n${code}${tail}\n}`;
  });
}

/** A function that is implemented in JavaScript: its arguments and result are numbers. */
function hostCode({ node, params, result, name: called }, name) {
  for (const { type } of [...params, { type: result }]) {
    if (!['number', 'int', 'void'].includes(type))
      fail(node.name, `${called} is marked @host: its parameters and result must be numbers`);
  }
  const list = params.map((p) => `${p.name}: ${compiledType(p.type)}`).join(', ');
  return `// @ts-ignore: decorator\n@external("env", "${called}")\ndeclare function ${name}(${list}): ${compiledType(result)};`;
}

const endsInReturn = (body) => body.statements.length > 0 && ts.isReturnStatement(body.statements.at(-1));

/** The hand-written function that replaces a translated one; its parameters must be the lowered ones. */
function twinCode(fn, name, twins) {
  const twin = twins.get(fn.name);
  if (!twin) fail(fn.node.name, `${fn.name} is marked @simd, but src/core/wasm/simd has no function of that name`);
  const expected = fn.params.map((p) => compiledType(p.type)).join(', ');
  const found = twin.parameters.map((p) => p.type?.getText() ?? '?').join(', ');
  if (expected !== found) fail(fn.node.name, `the SIMD twin of ${fn.name} takes (${found}), expected (${expected})`);
  const result = compiledType(fn.result);
  if (twin.type?.getText() !== result)
    fail(fn.node.name, `the SIMD twin of ${fn.name} returns ${twin.type?.getText()}, expected ${result}`);
  const list = twin.parameters.map((p) => p.getText()).join(', ');
  return `function ${name}(${list}): ${result} ${twin.body.getText()}`;
}

/** All functions of a twin file, by name; helpers (not exported) are returned as text.
 *  @param {string} path @param {string} text */
export function readTwins(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const twins = new Map();
  const helpers = [];
  for (const s of source.statements) {
    const exported = ts.canHaveModifiers(s) && s.modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword);
    if (ts.isFunctionDeclaration(s) && exported) twins.set(s.name?.text, s);
    else if (ts.isFunctionDeclaration(s) || ts.isVariableStatement(s)) helpers.push(s.getText());
    else throw new DialectError(s, 'a file of SIMD twins has functions and constants only');
  }
  return { twins, helpers: helpers.join('\n') };
}

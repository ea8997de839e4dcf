import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { Layout, layoutTables } from '../wasm/layout.mjs';
import { filesUnder, isDialect } from '../wasm/sources.mjs';
import { globalName } from '../wasm/translate/body.mjs';
import { BuildError } from '../wasm/translate/errors.mjs';
import { translateProgram } from '../wasm/translate/translate.mjs';

/** The front end is that of the compiled engine: its AssemblyScript names the type of every local, of every load and of
 *  every conversion, so it serves as the typed intermediate form from which WGSL is written.
 *
 *  @typedef {object} Fn
 *  @property {string} name @property {{ name: string, type: string }[]} params @property {string} result
 *  @property {ts.Block} body @property {string} location   `file:line` of the source
 *
 *  @typedef {{ name: string, length: number, values?: number[], alias?: string }} Scratch */

/** Start values of the header offsets of fields in the intermediate form; an offset is this plus the index of the field. */
const MODEL = 1_000_000;
const DATA = 2_000_000;

const kernels = 'src/worlds/webgpu/kernel';
const inKernels = (path) => path.startsWith(`${kernels}/`) && path.endsWith('.ts') && !path.endsWith('.test.ts');

/** Every function and all scratch that the kernels may reach.
 *  @param {string} root */
export async function readProgram(root) {
  const layout = new WordLayout(await layoutTables(root));
  const read = (path) => {
    try {
      return readFileSync(`${root}/${path}`, 'utf8');
    } catch {
      return undefined;
    }
  };
  const { source, errors, program } = translateProgram({
    paths: filesUnder(root, kernels, inKernels),
    read,
    isDialect: (path) => isDialect(path) || inKernels(path),
    layout,
    exportName: () => undefined,
    twins: undefined,
    prelude: '',
  });
  if (errors.length) throw new BuildError(errors);
  const table = program.module(`${kernels}/index.ts`);
  if (!table) throw new BuildError([`${kernels}/index.ts is missing`]);
  const entries = [...table.exports()].map(([name, { module }]) => [name, globalName(module.path, name)]);
  return { ...readSource(source), layout, entries: Object.fromEntries(entries) };
}

/** A layout of 32-bit words: each element of any type takes one; fields are identified by index. */
export class WordLayout extends Layout {
  constructor({ modelLayout, dataLayout }) {
    super(assignOffsets(modelLayout, MODEL), assignOffsets(dataLayout, DATA));
    this.elements = Object.fromEntries(Object.entries(this.elements).map(([name, e]) => [name, { ...e, shift: 0 }]));
    /** @type {Map<number, { block: 'M' | 'D', name: string }>} */ this.names = new Map();
    for (const [block, { fields }] of Object.entries(this.blocks)) {
      for (const [name, { offset }] of fields)
        this.names.set(offset, { block: block === 'Model' ? 'M' : 'D', name: name.replaceAll('.', '_') });
    }
  }
}

function assignOffsets({ field, scalar }, first) {
  let next = first;
  const number = (map) => new Map([...map].map(([name, { kind }]) => [name, { kind, offset: next++ }]));
  return { field: number(field), scalar: number(scalar) };
}

/** The declarations of the intermediate form. */
function readSource(text) {
  const file = ts.createSourceFile('intermediate.ts', text, ts.ScriptTarget.ES2022, true);
  /** @type {Map<string, Fn>} */ const functions = new Map();
  /** @type {Map<string, Scratch>} */ const scratch = new Map();
  for (const node of file.statements) {
    if (ts.isFunctionDeclaration(node) && node.name && node.body)
      functions.set(node.name.text, readFunction(node, text));
    else if (ts.isVariableStatement(node)) {
      for (const d of node.declarationList.declarations) scratch.set(d.name.getText(), readScratch(d));
    }
  }
  return { functions, scratch };
}

function readFunction(node, text) {
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const locations = comments.map(({ pos, end }) => /^\/\/ (\S+:\d+)$/.exec(text.slice(pos, end))?.[1]).filter(Boolean);
  return {
    name: node.name.text,
    params: node.parameters.map((p) => ({ name: p.name.getText(), type: p.type.getText() })),
    result: node.type.getText(),
    body: node.body,
    location: locations.at(-1) ?? node.name.text,
  };
}

/** `memory.data(bytes, 16)`, `memory.data<f64>([1.0, 2.0])`, or the name of the scratch that it is a second view of.
 *  @param {any} declaration */
function readScratch({ name, initializer }) {
  const own = name.getText();
  if (ts.isIdentifier(initializer)) return { name: own, length: 0, alias: initializer.text };
  const [arg] = initializer.arguments;
  if (!ts.isArrayLiteralExpression(arg)) return { name: own, length: Number(arg.getText()) };
  const values = arg.elements.map((e) => Number(e.getText().replace(/[()]/g, '')));
  return { name: own, length: values.length, values, real: initializer.typeArguments?.[0].getText() === 'f64' };
}

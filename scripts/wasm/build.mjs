import { readFileSync } from 'node:fs';
import { compileWasm } from './compile.mjs';
import { loadLayout } from './layout.mjs';
import { dialectPaths, filesUnder, isDialect } from './sources.mjs';
import { BuildError } from './translate/errors.mjs';
import { Program } from './translate/scan.mjs';
import { readTwins, translateProgram } from './translate/translate.mjs';

/** From the sources of the project to the bytes of the module. */

/** @typedef {object} Options
 *  @property {string[]} [only] folders to translate, such as ['math']
 *  @property {boolean} [kernels] export every function of these folders, for tests of kernels
 *  @property {boolean} [debug] keep the names of functions
 *  @property {boolean} [simd] use the hand-written twins (default: true)
 *  @property {string[]} [skip] paths to omit
 *  @property {boolean} [checked] compare every index with the length of its array; the host checks (checked.as)
 *
 *  @param {string} root @param {Options} options */
async function translateSources(root, { only, kernels = false, simd = true, skip = [], checked = false } = {}) {
  const paths = dialectPaths(root, only).filter((p) => !skip.includes(p));
  const read = (path) => {
    try {
      return readFileSync(`${root}/${path}`, 'utf8');
    } catch {
      return undefined;
    }
  };
  const layout = await loadLayout(root);
  const seen = new Set();
  const stages = kernels ? new Map() : stageNames(read, paths);
  const exportName = kernels
    ? (fn) => (fn.exported && !seen.has(fn.name) && seen.add(fn.name) ? fn.name : undefined)
    : (fn) => stages.get(`${fn.module.path}:${fn.name}`);
  const { twins, definedIn, helpers } = readAllTwins(root);
  const prelude = readFileSync(new URL('./prelude.as', import.meta.url), 'utf8');
  const translated = translateProgram({
    paths,
    read,
    isDialect,
    layout,
    exportName,
    // hand-written twins do not check bounds
    twins: simd && !checked ? twins : undefined,
    prelude: [
      prelude,
      helpers,
      ...(checked ? [readFileSync(new URL('./checked.as', import.meta.url), 'utf8')] : []),
    ].join('\n'),
    checked,
  });
  if (!only && !skip.length) translated.errors.push(...unusedTwins(translated.program, definedIn));
  return translated;
}

/** SIMD twins for which no function is marked: a lost tag costs speed and changes no result. */
export function unusedTwins(program, definedIn) {
  const marked = new Set();
  for (const { symbols } of program.modules.values()) {
    for (const symbol of symbols.values()) if (symbol.simd) marked.add(symbol.name);
  }
  return [...definedIn]
    .filter(([name]) => !marked.has(name))
    .map(([name, path]) => `${path}: no function ${name} is marked @simd`);
}

/** Modules that list stages: the generated one of the pipeline table, and index files. */
const STAGE_LISTS =
  /^src\/(core\/engine\/pipeline\/tableStages|(core\/engine\/[^/]+|compiler\/kernel|core\/derivative\/(analytic|reverse\/kernel))\/index)\.ts$/;

/** The exported name of each stage, by module and function. */
function stageNames(read, paths) {
  const program = new Program(read, isDialect);
  const stages = new Map();
  for (const path of paths.filter((p) => STAGE_LISTS.test(p))) {
    const module = program.module(path);
    for (const [name, symbol] of module?.exports() ?? []) {
      if (symbol?.kind === 'function') stages.set(`${symbol.module.path}:${symbol.name}`, name);
    }
  }
  return stages;
}

function readAllTwins(root) {
  const paths = filesUnder(root, 'src/core/wasm/simd', (p) => p.endsWith('.as'));
  return joinTwins(paths.map((path) => ({ path, ...readTwins(path, readFileSync(`${root}/${path}`, 'utf8')) })));
}

/** The hand-written twins of several files by name, and their shared code. Two twins with the same name are an error. */
export function joinTwins(files) {
  const twins = new Map();
  const definedIn = new Map();
  for (const { path, twins: own } of files) {
    for (const [name, twin] of own) {
      if (twins.has(name))
        throw new BuildError([`${path}: ${name} has a SIMD twin already, in ${definedIn.get(name)}`]);
      twins.set(name, twin);
      definedIn.set(name, path);
    }
  }
  return { twins, definedIn, helpers: files.map(({ helpers }) => helpers).join('\n') };
}

/** Translates and compiles; throws a BuildError with one line per mistake.
 *  @param {string} root @param {Options} options */
export async function buildWasm(root, options = {}) {
  const { source, errors, exports, program, locations } = await translateSources(root, options);
  const problems = [...errors, ...(options.kernels ? [] : unfitStages(exports))];
  if (problems.length) throw new BuildError(problems);
  const { bytes } = await compileWasm(source, options);
  return { bytes, exports, source, program, locations };
}

function unfitStages(exports) {
  return Object.entries(exports)
    .filter(([, signature]) => /[Ifu]/.test(signature))
    .map(
      ([name]) =>
        `the stage ${name} has a parameter that is an array: the pipeline passes Model, Data, numbers and Float64Arrays of their memory only`,
    );
}

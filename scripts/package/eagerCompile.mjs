// Eager compile: functions that a start calls are compiled while their file is read. V8 parses a function twice, once to find its end and
// again when it is called, unless it is in parentheses. So the functions that are called between the import of the package and the first
// step are written `var name = (function (...) {...});` at the top of their chunk, where declarations would be hoisted to. Arrow functions,
// on which parentheses have no effect, and methods of objects are converted to such functions in place. The list of functions is measured:
// the package is bundled, a model is loaded and stepped, and V8 reports which functions were called.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { BuildError } from '../wasm/translate/errors.mjs';
import { walkAst } from './walkAst.mjs';

/** @typedef {Map<string, Set<string>>} Called names and sources of functions that a start calls, by the name of their chunk */
/** @typedef {import('./walkAst.mjs').Node} Node */
/** @typedef {[start: number, end: number, put: string]} Edit */

/** Start programs: one for the package, one for the drop-in API.
 *  @type {((dist: string, model: string) => string)[]} */
const starts = [
  (dist, model) => `
    import { Data, loadModel, step } from '${dist}/index.js';
    const m = await loadModel(${JSON.stringify(model)});
    step(m, new Data(m));`,
  (dist, model) => `
    import { readFileSync } from 'node:fs';
    import load from '${dist}/mujoco.js';
    const mj = await load();
    const m = mj.MjModel.from_xml_string(readFileSync(${JSON.stringify(model)}, 'utf8'));
    mj.mj_step(m, new mj.MjData(m));`,
];

/** Functions that the starts of a bundled package call. Chunk names have no hash.
 *  @param {string} root @param {string} dir of the bundle @returns {Called} */
export function startupCalls(root, dir) {
  const called = /** @type {Called} */ (new Map());
  for (const start of starts) {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-start-'));
    const code = start(pathToFileURL(`${root}/${dir}`).href, `${root}/examples/humanoid.xml`);
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, NODE_V8_COVERAGE: folder },
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new BuildError([`a start of the bundled package failed: ${run.stderr}`]);
    for (const file of readdirSync(folder))
      recordCalls(JSON.parse(readFileSync(join(folder, file), 'utf8')).result, called);
    rmSync(folder, { recursive: true });
  }
  return called;
}

/** @typedef {{ functionName: string, ranges: { count: number, startOffset: number, endOffset: number }[] }} Covered */

/** @param {{ url: string, functions: Covered[] }[]} files @param {Called} called */
function recordCalls(files, called) {
  for (const { url, functions } of files) {
    // the program itself is not a file
    if (!url.endsWith('.js')) continue;
    const text = readFileSync(new URL(url), 'utf8');
    const chunk = chunkName(url);
    const found = called.get(chunk) ?? new Set();
    for (const { functionName, ranges } of functions) {
      const [{ count, startOffset, endOffset }] = ranges;
      if (count > 0) found.add(functionName).add(text.slice(startOffset, endOffset));
    }
    called.set(chunk, found);
  }
}

/** `reader` of `reader-DWJihhIM.js`. @param {string} path */
function chunkName(path) {
  return basename(path, '.js').replace(/-[\w-]{8}$/, '');
}

/** Marks these functions for eager compile.
 *  @param {Called} called @returns {import('rolldown').Plugin} */
export function eagerCompile(called) {
  return {
    name: 'start-first',
    renderChunk(code, chunk, _options, { chunks }) {
      const names = called.get(chunk.name);
      // a declaration is initialized before its chunk runs, a variable is not
      if (!names || leadsTo(chunk.fileName, chunk.imports, chunks)) return null;
      return { code: rewrite(code, names), map: null };
    },
  };
}

/** Whether one of these chunks imports the target, directly or transitively.
 *  @param {string} target @param {string[]} imports @param {Record<string, import('rolldown').RenderedChunk>} chunks */
function leadsTo(target, imports, chunks) {
  const seen = new Set(imports);
  for (const name of seen) for (const next of chunks[name]?.imports ?? []) seen.add(next);
  return seen.has(target);
}

/** @param {string} code of a module @param {ReadonlySet<string>} called names and sources of its functions */
export function rewrite(code, called) {
  const first = [];
  let rest = '';
  let at = 0;
  const program = parseAst(code);
  const changed = withEdits(code, program, called);
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      first.push(changed(node.start, node.end));
    } else if (node.type === 'FunctionDeclaration' && !node.generator && called.has(node.id?.name ?? '')) {
      const { start, end } = /** @type {{ start: number, end: number }} */ (node.id);
      first.push(`var ${code.slice(start, end)} = (${node.async ? 'async ' : ''}function${changed(end, node.end)});`);
    } else continue;
    rest += changed(at, node.start);
    at = node.end;
  }
  return `${first.join('\n')}\n${rest}${changed(at, code.length)}`;
}

/** Returns a function that extracts parts of the code, with called arrow functions and methods converted to functions in parentheses.
 *  @param {string} code @param {Node} program its syntax tree @param {ReadonlySet<string>} called
 *  @returns {(from: number, to: number) => string} */
function withEdits(code, program, called) {
  const edits = /** @type {Edit[]} */ ([]);
  walkAst(program, (node) => {
    if (node.type === 'ArrowFunctionExpression' && called.has(code.slice(node.start, node.end)) && !usesCaller(node)) {
      edits.push(...arrowEdits(node));
    } else if (node.type === 'Property' && node.method && called.has(code.slice(node.start, node.end))) {
      edits.push(...methodEdits(node));
    }
  });
  // where two functions end at the same position, the inner one ends first
  edits.sort(([a], [b]) => a - b);
  return (from, to) => {
    let text = '';
    let at = from;
    for (const [start, end, put] of edits) {
      if (start < from || end > to) continue;
      text += code.slice(at, start) + put;
      at = end;
    }
    return text + code.slice(at, to);
  };
}

/** `(a) => b` as `(function(a){return (b)})`. @param {Node} node @returns {Edit[]} */
function arrowEdits({ start, end, params, body, async, expression }) {
  const head = `(${async ? 'async ' : ''}function(`;
  const [open, close] = expression ? ['){return (', ')})'] : [')', ')'];
  const last = /** @type {Edit} */ ([body.end, end, close]);
  if (params.length === 0) return [[start, body.start, head + open], last];
  return [[start, params[0].start, head], [params.at(-1).end, body.start, open], last];
}

/** `{ name(a) {} }` as `{ name: (function(a) {}) }`. @param {Node} node @returns {Edit[]} */
function methodEdits({ start, key, value, computed }) {
  if (computed || value.async || value.generator || key.start !== start || usesSuper(value)) return [];
  return [
    [key.end, value.start, ': (function'],
    [value.end, value.end, ')'],
  ];
}

/** Whether an arrow function uses `this`, `arguments` or `super` of the enclosing function. @param {Node} node */
function usesCaller(node) {
  return some(
    node,
    ({ type, name }) =>
      type === 'ThisExpression' ||
      type === 'Super' ||
      type === 'MetaProperty' ||
      (type === 'Identifier' && name === 'arguments'),
  );
}

/** @param {Node} node */
function usesSuper(node) {
  return some(node, ({ type }) => type === 'Super');
}

/** @param {Node} node @param {(node: Node) => boolean} test */
function some(node, test) {
  let found = false;
  walkAst(node, (inner) => {
    found ||= test(inner);
  });
  return found;
}

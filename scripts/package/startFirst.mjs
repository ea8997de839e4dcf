// Functions that a start calls are compiled while their file is read. V8 reads a function twice: once to find its end, and again when
// it is called, unless it stands in parentheses. So the functions that are called between the import of the package and the
// first step are written `var name = (function (...) {...});` at the top of their chunk, where declarations would be hoisted to.
// Which ones these are is measured: the package is bundled, a model is loaded and stepped, and the engine says what it called.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { BuildError } from '../wasm/translate/errors.mjs';

/** @typedef {Map<string, Set<string>>} Called names of functions that a start calls, by the name of their chunk */

/** Programs that start: through the package, and through the drop-in API.
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

/** What starts of a bundled package call. Names of chunks are without their hash.
 *  @param {string} root @param {string} dir of the bundle @returns {Called} */
export function calledAtStart(root, dir) {
  const called = /** @type {Called} */ (new Map());
  for (const start of starts) {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-start-'));
    const code = start(pathToFileURL(`${root}/${dir}`).href, `${root}/examples/humanoid.xml`);
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, NODE_V8_COVERAGE: folder },
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new BuildError([`a start of the bundled package failed: ${run.stderr}`]);
    for (const file of readdirSync(folder)) note(JSON.parse(readFileSync(join(folder, file), 'utf8')).result, called);
    rmSync(folder, { recursive: true });
  }
  return called;
}

/** @param {{ url: string, functions: { functionName: string, ranges: { count: number }[] }[] }[]} files @param {Called} called */
function note(files, called) {
  for (const { url, functions } of files) {
    const chunk = chunkName(url);
    const names = called.get(chunk) ?? new Set();
    for (const { functionName, ranges } of functions) if (ranges[0].count > 0) names.add(functionName);
    called.set(chunk, names);
  }
}

/** `core` of `core-DWJihhIM.js`. @param {string} path */
function chunkName(path) {
  return basename(path, '.js').replace(/-[\w-]{8}$/, '');
}

/** Writes these functions so that they are compiled at once.
 *  @param {Called} called @returns {import('rolldown').Plugin} */
export function startFirst(called) {
  return {
    name: 'start-first',
    renderChunk(code, chunk, _options, { chunks }) {
      // `core` may be in parts, such as `core-load`
      const names = called.get(chunk.name.split('-')[0]);
      // a declaration is there before its chunk has run, a variable is not
      if (!names || leadsTo(chunk.fileName, chunk.imports, chunks)) return null;
      return { code: rewrite(code, names), map: null };
    },
  };
}

/** Whether one of these chunks imports that one, by whichever way.
 *  @param {string} target @param {string[]} imports @param {Record<string, import('rolldown').RenderedChunk>} chunks */
function leadsTo(target, imports, chunks) {
  const seen = new Set(imports);
  for (const name of seen) for (const next of chunks[name]?.imports ?? []) seen.add(next);
  return seen.has(target);
}

/** @param {string} code of a module @param {ReadonlySet<string>} names of functions of it */
export function rewrite(code, names) {
  const first = [];
  let rest = '';
  let at = 0;
  for (const node of parseAst(code).body) {
    if (node.type === 'ImportDeclaration') {
      first.push(code.slice(node.start, node.end));
    } else if (
      node.type === 'FunctionDeclaration' &&
      !node.async &&
      !node.generator &&
      names.has(node.id?.name ?? '')
    ) {
      const { start, end } = /** @type {{ start: number, end: number }} */ (node.id);
      first.push(`var ${code.slice(start, end)} = (function${code.slice(end, node.end)});`);
    } else continue;
    rest += code.slice(at, node.start);
    at = node.end;
  }
  return `${first.join('\n')}\n${rest}${code.slice(at)}`;
}

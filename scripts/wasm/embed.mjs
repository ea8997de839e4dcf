import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dialectPaths, filesUnder } from './sources.mjs';
import { BuildError } from './translate/errors.mjs';

/** The JavaScript module `src/core/wasm/module.gen.js`: the bytes, and one call per stage. It is generated on import, and cached in
 *  `build/wasm` under a hash of all its dependencies. */

/** Start address of the blocks of Models and `Data` objects; `src/core/model/memory/heap.ts` keeps this much free at the bottom. */
const STATIC_BYTES = 16 * 65536;

/** Source of the module, built if the sources have changed.
 *  @param {string} root @param {import('./build.mjs').Options} [options] */
export async function moduleSource(root, options = {}) {
  return readFileSync(await moduleFile(root, options), 'utf8');
}

/** Bytes of the compiled engine. @param {string} root @param {import('./build.mjs').Options} [options] */
export async function moduleBytes(root, options = {}) {
  const { base64 } = await import(pathToFileURL(await moduleFile(root, options)).href);
  return Buffer.from(base64, 'base64');
}

/** Path of the module, built if the sources have changed.
 *  @param {string} root @param {import('./build.mjs').Options} [options] */
export async function moduleFile(root, options = {}) {
  const file = `${root}/build/wasm/${hashSources(root, options)}.js`;
  if (existsSync(file)) return file;
  const { buildWasm } = await import('./build.mjs');
  const text = embed(await buildWasm(root, options));
  mkdirSync(`${root}/build/wasm`, { recursive: true });
  // several test runs may do this concurrently
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
  forgetOld(`${root}/build/wasm`);
  return file;
}

/** Deletes all but the newest few modules. */
function forgetOld(folder) {
  const files = readdirSync(folder).map((name) => ({ name, time: statSync(`${folder}/${name}`).mtimeMs }));
  for (const { name } of files.sort((a, b) => b.time - a.time).slice(12)) rmSync(`${folder}/${name}`, { force: true });
}

/** The same, built in a separate process, so that a test runner which waits for it can respond to its workers. */
export async function moduleSourceAside(root) {
  const file = `${root}/build/wasm/${hashSources(root, {})}.js`;
  if (!existsSync(file)) await runMake();
  return readFileSync(file, 'utf8');
}

function runMake() {
  const script = fileURLToPath(new URL('./make.mjs', import.meta.url));
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script], (error, _, stderr) => {
      if (error) reject(new Error(stderr.trim() || error.message));
      else resolve(undefined);
    });
  });
}

/** Programs that generate the module; their versions are part of the hash. */
const tools = ['assemblyscript', 'binaryen', 'typescript', 'esbuild'];

function versionsOf(root) {
  return tools.map((name) => {
    const file = `${root}/node_modules/${name}/package.json`;
    return `${name} ${existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : 'none'}`;
  });
}

/** Hash of all dependencies of the module: dialect code, field tables, enums, SIMD twins, the translator and its tools. */
export function hashSources(root, options = {}, versions = versionsOf(root)) {
  // readers of binary models and descriptions of fields are not part of the engine
  const aside = /^src\/core\/model\/fields\/(content|meaning)\//;
  const code = (p) => /\.(ts|mjs|as)$/.test(p) && !p.endsWith('.test.ts') && !aside.test(p);
  const paths = [
    ...dialectPaths(root),
    ...filesUnder(root, 'src/core/model', code),
    ...filesUnder(root, 'src/core/wasm/simd', code),
    ...filesUnder(root, 'scripts/wasm', code),
    'src/core/engine/runtime/status.ts',
  ];
  const hash = createHash('sha256').update(JSON.stringify([options, versions]));
  for (const path of paths)
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(`${root}/${path}`))
      .update('\0');
  return hash.digest('hex').slice(0, 20);
}

function embed({ bytes, exports, locations }) {
  const end = staticEnd(bytes);
  if (end > STATIC_BYTES) throw new BuildError([`scratch and tables take ${end} bytes, more than ${STATIC_BYTES}`]);
  const calls = Object.entries(exports).map(([name, signature]) => `    ${name}: ${callCode(name, signature)},`);
  return [
    '// made by scripts/wasm: the compiled engine, and its stages as functions of Model and Data',
    `export const base64 = '${Buffer.from(bytes).toString('base64')}';`,
    `export const signatures = ${JSON.stringify(exports)};`,
    ...(locations.length > 0 ? [`export const locations = ${JSON.stringify(locations)};`] : []),
    'export function bind(x) {',
    // one arrow function per stage, so that V8 sees one target per call
    '  return {',
    ...calls,
    '  };',
    '}',
    '',
  ].join('\n');
}

/** `(m, d, a) => x.name(m.ptr, d.ptr, a)`; arrays are passed as addresses. */
function callCode(name, signature) {
  const [params, result] = signature.split(':');
  const names = [...params].map((_, k) => `p${k}`);
  const args = [...params].map((kind, k) => {
    if (kind === 'M' || kind === 'D') return `p${k}.ptr`;
    // an array in the memory is passed by address; tests of kernels pass addresses themselves
    return kind === 'F' ? `(p${k}.byteOffset ?? p${k})` : `p${k}`;
  });
  const call = `x.${name}(${args.join(', ')})`;
  return `(${names.join(', ')}) => ${result === 'b' ? `${call} !== 0` : call}`;
}

/** Functions that the module imports from JavaScript, and that are not called here. */
function hostFunctions(bytes) {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  return Object.fromEntries(imports.filter(({ kind }) => kind === 'function').map(({ name }) => [name, () => 0]));
}

function staticEnd(bytes) {
  const memory = new WebAssembly.Memory({ initial: 64, maximum: 65536, shared: true });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    env: { memory, ...hostFunctions(bytes) },
  });
  return /** @type {() => number} */ (instance.exports.staticEnd)();
}

// The JavaScript of the package, in three forms of the same sources:
//   dist/           for Node, Bun and Deno: readable; unused features are in chunks that are not loaded
//   dist/shared/    files common to all forms, such as the compiled engine
//   dist/bundler/   for bundlers: readable, without `import()`, so that a worker or an `iife` can be one file
//   dist/browser/   for pages without a bundler: minified, in chunks; and `viewer.single.js`, the viewer with three.js and
//                   the engine in one file, which registers `<tenon-viewer>`
// Rolldown can control the contents of chunks: a start that reads 50 files takes 25 % longer than one that reads the same code in three:
// the main entry point, which runs models, the readers, and the compiler.
import { rmSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { esbuildPlugin, vitePlugin } from '../wasm/plugin.mjs';
import { BuildError } from '../wasm/translate/errors.mjs';
import { eagerCompile, startupCalls } from './eagerCompile.mjs';
import { inlineEntryChunk } from './inlineEntryChunk.mjs';
import { engineFromFile, sharedModules, writeEngineFile, writeShared } from './shared.mjs';
import { stripGrammarDocs } from './stripGrammarDocs.mjs';

/** Entry points that a page or a program can import; the declarations have the same list. */
export const entryPoints = {
  index: 'src/index.ts',
  mujoco: 'src/mujoco.ts',
  legacy: 'src/legacy.ts',
  spec: 'src/spec.ts',
  batch: 'src/batch.ts',
  env: 'src/env.ts',
  policy: 'src/policy.ts',
  ik: 'src/ik.ts',
  optimize: 'src/optimize.ts',
  record: 'src/record.ts',
  viewer: 'src/viewer.ts',
  three: 'src/three.ts',
  react: 'src/react.ts',
  webgpu: 'src/webgpu.ts',
};

/** @typedef {import('./inlineEntryChunk.mjs').File} File */
/** @typedef {{ input: Record<string, string>, dir: string, minify?: boolean, importAtOnce?: boolean, single?: boolean,
 *    called?: import('./eagerCompile.mjs').Called }} Form */

/** Builds all forms; returns the files of each by their paths.
 *  @param {string} root @param {import('../wasm/build.mjs').Options} options */
export async function bundlePackage(root, options) {
  const cluster = { cluster: 'src/cluster.ts', [TASK_PROGRAM]: 'src/worlds/cluster/thread/program.ts' };
  const runtime = { ...entryPoints, ...cluster, cli: 'apps/cli/tenon.ts' };
  const shared = {
    ...(await writeShared(root, 'dist/shared', esbuildPlugin(options))),
    ...(await writeEngineFile(root, 'dist/shared', options)),
  };
  const draft = await bundle(root, options, { input: entryPoints, dir: 'dist' });
  const called = startupCalls(root, 'dist');
  for (const path of Object.keys(draft)) rmSync(`${root}/${path}`);
  const node = await bundle(root, options, { input: runtime, dir: 'dist', called });
  const bundler = await bundle(root, options, { input: entryPoints, dir: 'dist/bundler', importAtOnce: true });
  const browser = await bundle(root, options, { input: entryPoints, dir: 'dist/browser', minify: true, called });
  const single = await bundle(root, options, {
    input: { 'viewer.single': 'src/view/single.ts' },
    dir: 'dist/browser',
    minify: true,
    importAtOnce: true,
    single: true,
  });
  return { shared, node, bundler, browser: { ...browser, ...single } };
}

/** The program of a thread that runs tasks of a cluster. It shares its chunks with the rest of the package. */
const TASK_PROGRAM = 'clusterTask';

const peers = [/^node:/, /^@nats-io\//, 'three', 'react', 'react/jsx-runtime'];

/** @param {string} root @param {import('../wasm/build.mjs').Options} options @param {Form} form
 *  @returns {Promise<Record<string, File>>} */
async function bundle(root, options, { input, dir, minify = false, importAtOnce = false, single = false, called }) {
  const entry = `${root}/src/index.ts`;
  const shared = dir === 'dist' ? './shared' : '../shared';
  const parts = [
    { name: 'index', file: entry },
    { name: 'reader', file: `${root}/src/load/lazyChunks/reader.ts` },
    { name: 'compiler', file: `${root}/src/load/lazyChunks/compiler.ts` },
    { name: 'binary', file: `${root}/src/load/lazyChunks/binary.ts` },
    { name: 'archive', file: `${root}/src/load/lazyChunks/archive.ts` },
  ].map((part) => ({ ...part, found: /** @type {Set<string>} */ (new Set()) }));
  const build = await rolldown({
    cwd: root,
    input,
    external: single ? [/^node:/] : peers,
    platform: 'neutral',
    // a comment with the module name before its code would add 12 KB to the tarball
    experimental: { attachDebugInfo: 'none' },
    resolve: { mainFields: ['module', 'main'] },
    transform: { target: 'es2022' },
    // slow plugins on a busy machine are not a problem
    checks: { bundlerTimings: false },
    plugins: [
      stripGrammarDocs(),
      // a single file has no chunks
      ...(importAtOnce ? [] : [engineFromFile(root, shared, options)]),
      taskProgram(),
      single ? vitePlugin(options) : sharedModules(shared),
      ...parts.map(({ file, found }) => readBy(file, found)),
      ...(importAtOnce ? [atOnce()] : []),
      ...(called ? [eagerCompile(called)] : []),
    ],
    onLog(level, log) {
      if (level === 'warn') throw new BuildError([log.message]);
    },
  });
  // a bundler creates its own chunks
  const asked = new Set(parts.map(({ file }) => file));
  const groups = parts.map(({ name, found }, k) => ({
    name,
    priority: parts.length - k,
    // without the imported file: sharing a chunk with the others would turn it into an object of all its exports
    test: (/** @type {string} */ id) => found.has(id) && !asked.has(id),
  }));
  const { output } = await build.write({
    dir: `${root}/${dir}`,
    format: 'esm',
    minify,
    // calls without side effects are marked for bundlers only
    comments: { legal: true, annotation: importAtOnce && !single, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: single ? false : { groups: importAtOnce ? [] : groups },
  });
  await build.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  let files = chunks.map(toPackageFile);
  for (const { name, file } of importAtOnce ? [] : parts) {
    const outside = chunks.find((chunk) => chunk.facadeModuleId === file);
    const inside = chunks.find((chunk) => chunk.name === name && chunk !== outside);
    if (!outside || !inside) continue;
    rmSync(`${root}/${dir}/${inside.fileName}`);
    files = inlineEntryChunk(files, outside.fileName, inside.fileName);
  }
  for (const { fileName, code } of importAtOnce ? [] : files) writeFileSync(`${root}/${dir}/${fileName}`, code);
  return Object.fromEntries(files.map((file) => [`${dir}/${file.fileName}`, file]));
}

/** The source of a task thread: an import of the file next to the importing one.
 *  @returns {import('rolldown').Plugin} */
function taskProgram() {
  const id = '\0task-program';
  const address = `new URL('./${TASK_PROGRAM}.js', import.meta.url).href`;
  return {
    name: 'task-program',
    resolveId: (specifier) => (specifier.endsWith('/task.gen.js') ? id : undefined),
    load: (found) => (found === id ? `export const source = 'import(' + JSON.stringify(${address}) + ')';` : undefined),
  };
}

/** @param {import('rolldown').OutputChunk} chunk @returns {File} */
function toPackageFile({ fileName, code, imports }) {
  return { fileName, code, imports };
}

/** Records the modules that an import of one loads.
 *  @param {string} entry @param {Set<string>} found @returns {import('rolldown').Plugin} */
function readBy(entry, found) {
  return {
    name: 'read-by',
    buildEnd() {
      const visit = (/** @type {string} */ id) => {
        if (found.has(id)) return;
        found.add(id);
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) visit(next);
      };
      if (this.getModuleInfo(entry)) visit(entry);
    },
  };
}

/** Turns `import('./file')` of our own files into an import at the top.
 *  @returns {import('rolldown').Plugin} */
function atOnce() {
  return {
    name: 'import-at-once',
    transform: {
      filter: { id: /\/src\/.*\.ts$/ },
      handler(code) {
        /** @type {string[]} */
        const found = [];
        const text = code.replace(/(?<!typeof )\bimport\(('\.[^']+')\)/g, (_, file) => {
          found.push(`import * as later${found.length} from ${file};`);
          return `Promise.resolve(later${found.length - 1})`;
        });
        // on the first line, so that line numbers do not change
        return found.length > 0 ? { code: found.join(' ') + text, map: null } : undefined;
      },
    },
  };
}

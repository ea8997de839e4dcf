// What all forms of the package have word for word, once, in a folder that they share: the compiled engine, the programs of
// threads, the shaders. They are texts and bytes, of which no form needs one of its own.
import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { moduleBytes } from '../wasm/embed.mjs';

const filter = /\/(module|worker|thread|shaders)\.gen\.js$/;
const parts = ['module', 'worker', 'thread', 'shaders'];

/** Writes them; returns what the build says about its files.
 *  @param {string} root @param {string} outdir @param {import('esbuild').Plugin} wasm */
export async function writeShared(root, outdir, wasm) {
  const entryPoints = Object.fromEntries(parts.map((name) => [name, `./${name}.gen.js`]));
  return bundleShared(root, outdir, entryPoints, [wasm]);
}

/** Writes the compiled engine as a file and what reads it, for the forms that find a file beside them.
 *  @param {string} root @param {string} outdir @param {import('../wasm/build.mjs').Options} options
 *  @param {import('esbuild').Plugin} wasm */
export async function writeEngineFile(root, outdir, options, wasm) {
  writeFileSync(`${root}/${outdir}/engine.wasm`, await moduleBytes(root, options));
  const outputs = await bundleShared(root, outdir, { engine: 'src/wasm/engineFile.ts' }, [textApart(), wasm]);
  return { ...outputs, [`${outdir}/engine.wasm`]: {} };
}

/** Leaves the text of the engine in a file of its own, which is read only where it is needed.
 *  @returns {import('esbuild').Plugin} */
function textApart() {
  return {
    name: 'text-apart',
    setup(on) {
      on.onResolve({ filter: /\/module\.gen\.js$/ }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: './module.js', external: true } : undefined,
      );
    },
  };
}

/** @param {string} root @param {string} outdir @param {Record<string, string>} entryPoints
 *  @param {import('esbuild').Plugin[]} plugins */
async function bundleShared(root, outdir, entryPoints, plugins) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    external: ['node:*'],
    target: 'es2022',
    minify: true,
    metafile: true,
    logLevel: 'silent',
    plugins,
  });
  return metafile.outputs;
}

/** Lets a bundle by Rolldown import them from there, and the engine from its file if it is asked to.
 *  @param {string} folder as seen from the bundle @param {boolean} engineFile @returns {import('rolldown').Plugin} */
export function sharedModules(folder, engineFile) {
  return {
    name: 'shared-modules',
    resolveId(id, importer) {
      const engine = engineFile && id === './engine.ts' && importer?.endsWith('/src/wasm/load.ts');
      if (engine) return { id: `${folder}/engine.js`, external: true };
      const found = filter.exec(id);
      return found && { id: `${folder}/${found[1]}.js`, external: true };
    },
  };
}

/** The same for esbuild.
 *  @param {string} folder as seen from the bundle @returns {import('esbuild').Plugin} */
export function sharedParts(folder) {
  return {
    name: 'shared-parts',
    setup(on) {
      on.onResolve({ filter }, ({ path }) => ({ path: `${folder}/${filter.exec(path)?.[1]}.js`, external: true }));
    },
  };
}

// Files common to all forms of the package, written once to a shared folder: the compiled engine, the programs of threads, the shaders.
// They are strings and bytes that are identical in all forms.
import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { moduleBytes, moduleSource } from '../wasm/embed.mjs';
import { BuildError } from '../wasm/translate/errors.mjs';

const filter = /\/(module|worker|thread|ikThread|shaders)\.gen\.js$/;
const parts = ['module', 'worker', 'thread', 'ikThread', 'shaders'];

/** Writes them; returns the metadata of the build.
 *  @param {string} root @param {string} outdir @param {import('esbuild').Plugin} wasm */
export async function writeShared(root, outdir, wasm) {
  const entryPoints = Object.fromEntries(parts.map((name) => [name, `./${name}.gen.js`]));
  return bundleShared(root, outdir, entryPoints, [wasm]);
}

/** Writes the compiled engine as a file, for the forms that can load a file next to them.
 *  @param {string} root @param {string} outdir @param {import('../wasm/build.mjs').Options} options */
export async function writeEngineFile(root, outdir, options) {
  writeFileSync(`${root}/${outdir}/engine.wasm`, await moduleBytes(root, options));
  return { [`${outdir}/engine.wasm`]: {} };
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

/** Lets a Rolldown bundle import them from there.
 *  @param {string} folder as seen from the bundle @returns {import('rolldown').Plugin} */
export function sharedModules(folder) {
  return {
    name: 'shared-modules',
    resolveId(id) {
      const found = filter.exec(id);
      return found && { id: `${folder}/${found[1]}.js`, external: true };
    },
  };
}

/** Lets a Rolldown bundle read the engine from its file there. The code that calls its stages is in the bundle, which saves a request.
 *  @param {string} root @param {string} folder as seen from the bundle @param {import('../wasm/build.mjs').Options} options
 *  @returns {import('rolldown').Plugin} */
export function engineFromFile(root, folder, options) {
  const reader = `${root}/src/core/wasm/engineFile.ts`;
  const calls = '\0engine-calls';
  let redirected = false;
  return {
    name: 'engine-from-file',
    resolveId(id, importer, { kind }) {
      if (id === './engine.ts' && importer === `${root}/src/core/wasm/compileEngine.ts`) {
        redirected = true;
        return reader;
      }
      // only the encoded bytes are in another file
      if (importer === reader && filter.test(id) && kind === 'import-statement') return calls;
    },
    buildEnd() {
      if (!redirected) throw new BuildError(['src/core/wasm/compileEngine.ts does not import ./engine.ts']);
    },
    load: (id) => (id === calls ? moduleSource(root, options) : undefined),
    transform: {
      filter: { id: reader },
      handler(code) {
        // otherwise a page would silently embed the engine as text
        if (!code.includes('./engine.wasm')) throw new BuildError([`${reader}: does not name ./engine.wasm`]);
        return code.replaceAll('./engine.wasm', `${folder}/engine.wasm`);
      },
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

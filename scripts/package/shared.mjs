// What all forms of the package have word for word, once, in a folder that they share: the compiled engine, the programs of
// threads, the shaders. They are texts and bytes, of which no form needs one of its own.
import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { moduleBytes, moduleSource } from '../wasm/embed.mjs';
import { BuildError } from '../wasm/translate/errors.mjs';

const filter = /\/(module|worker|thread|ikThread|shaders)\.gen\.js$/;
const parts = ['module', 'worker', 'thread', 'ikThread', 'shaders'];

/** Writes them; returns what the build says about its files.
 *  @param {string} root @param {string} outdir @param {import('esbuild').Plugin} wasm */
export async function writeShared(root, outdir, wasm) {
  const entryPoints = Object.fromEntries(parts.map((name) => [name, `./${name}.gen.js`]));
  return bundleShared(root, outdir, entryPoints, [wasm]);
}

/** Writes the compiled engine as a file, for the forms that find a file beside them.
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

/** Lets a bundle by Rolldown import them from there.
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

/** Lets a bundle by Rolldown read the engine from its file there. What calls its stages is in the bundle: one file less to ask for.
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
      // only its text is far away
      if (importer === reader && filter.test(id) && kind === 'import-statement') return calls;
    },
    buildEnd() {
      if (!redirected) throw new BuildError(['src/core/wasm/compileEngine.ts does not import ./engine.ts']);
    },
    load: (id) => (id === calls ? moduleSource(root, options) : undefined),
    transform: {
      filter: { id: reader },
      handler(code) {
        // without it a page would have the text of the engine, and nobody would notice
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

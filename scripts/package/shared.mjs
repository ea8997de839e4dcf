// What all forms of the package have word for word, once, in a folder that they share: the compiled engine, the programs of
// threads, the shaders. They are texts and bytes, of which no form needs one of its own.
import { build } from 'esbuild';

const filter = /\/(module|worker|thread|shaders)\.gen\.js$/;
const parts = ['module', 'worker', 'thread', 'shaders'];

/** Writes them; returns what the build says about its files.
 *  @param {string} root @param {string} outdir @param {import('esbuild').Plugin} wasm */
export async function writeShared(root, outdir, wasm) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(parts.map((name) => [name, `./${name}.gen.js`])),
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    external: ['node:*'],
    target: 'es2022',
    minify: true,
    metafile: true,
    logLevel: 'silent',
    plugins: [wasm],
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

// The JavaScript of the package, in three forms of the same sources:
//   dist/           for Node, Bun and Deno: readable; what a program does not use is in chunks that it does not read
//   dist/bundler/   for bundlers: readable, without `import()`, so that a worker or an `iife` can be one file
//   dist/browser/   for pages without a bundler: minified, in chunks; and `viewer.single.js`, the viewer with three.js and
//                   the engine in one file that makes `<tenon-viewer>` known
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { BuildError } from '../wasm/errors.mjs';
import { esbuildPlugin } from '../wasm/plugin.mjs';

/** What a page or a program can import; the declarations have the same list. */
export const entryPoints = {
  index: 'src/index.ts',
  mujoco: 'src/mujoco.ts',
  spec: 'src/spec.ts',
  batch: 'src/batch.ts',
  env: 'src/env.ts',
  policy: 'src/policy.ts',
  record: 'src/record.ts',
  viewer: 'src/viewer.ts',
  three: 'src/three.ts',
  react: 'src/react.ts',
  webgpu: 'src/webgpu.ts',
};

/** Builds all three; returns what each build says about its files.
 *  @param {string} root @param {import('../wasm/build.mjs').Options} options */
export async function bundlePackage(root, options) {
  const wasm = esbuildPlugin(options);
  const runtime = { ...entryPoints, cluster: 'src/cluster.ts', cli: 'apps/cli/tenon.ts' };
  const node = await bundle(root, { entryPoints: runtime, outdir: 'dist', plugins: [wasm] });
  const bundler = await bundle(root, { entryPoints, outdir: 'dist/bundler', plugins: [importAtOnce(), wasm] });
  const browser = await bundle(root, { entryPoints, outdir: 'dist/browser', plugins: [wasm], minify: true });
  const single = await bundle(root, {
    entryPoints: { 'viewer.single': 'src/viewer/single.ts' },
    outdir: 'dist/browser',
    plugins: [importAtOnce(), wasm],
    minify: true,
    splitting: false,
    external: ['node:*'],
    legalComments: 'none',
  });
  return { node, bundler, browser: { ...browser, ...single } };
}

async function bundle(root, options) {
  const { metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    external: ['node:*', '@nats-io/*', 'three', 'react'],
    mainFields: ['module', 'main'],
    target: 'es2022',
    metafile: true,
    logLevel: 'silent',
    ...options,
  }).catch(({ errors }) => {
    throw new BuildError(errors.map((e) => `${place(e.location)} ${e.text}`));
  });
  return metafile?.outputs ?? {};
}

function place(at) {
  return at ? `${at.file}:${at.line}:${at.column + 1}` : 'esbuild:';
}

/** Turns `import('./file')` of our own files into an import at the top. */
function importAtOnce() {
  return {
    name: 'import-at-once',
    setup(build) {
      build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const found = [];
        const text = readFileSync(path, 'utf8').replace(/\bimport\(('\.[^']+')\)/g, (_, file) => {
          found.push(`import * as later${found.length} from ${file};`);
          return `Promise.resolve(later${found.length - 1})`;
        });
        // on the first line, so that the others keep their numbers
        return found.length > 0 ? { contents: found.join(' ') + text, loader: 'ts' } : undefined;
      });
    },
  };
}

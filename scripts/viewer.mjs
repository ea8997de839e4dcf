// Bundles the viewer into dist/viewer: one page, one style sheet, the scripts, and the examples.
//   node scripts/viewer.mjs            builds it
//   import { buildViewer } from ...    builds it if a dependency is newer
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sharedParts, writeShared } from './package/shared.mjs';
import { stripGrammarDocsEsbuild } from './package/stripGrammarDocs.mjs';
import { copyExamples } from './viewer/examples.mjs';
import { esbuildPlugin } from './wasm/plugin.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Folder of the built viewer. */
export const viewerFolder = `${root}/dist/viewer`;

/** Builds the viewer if it is stale, or always with `force`. Returns whether it built. */
export async function buildViewer({ force = false } = {}) {
  if (!force && isFresh()) return false;
  mkdirSync(`${viewerFolder}/examples`, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    splitting: true,
    entryPoints: {
      main: 'apps/viewer/main.ts',
      render: 'apps/viewer/render/page.ts',
      measure: 'apps/viewer/measure/page.ts',
      style: 'apps/viewer/css/style.css',
    },
    outdir: viewerFolder,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    mainFields: ['module', 'main'],
    target: 'es2022',
    minify: true,
    sourcemap: true,
    legalComments: 'linked',
    plugins: [sharedParts('./shared'), stripGrammarDocsEsbuild()],
    logLevel: 'warning',
  });
  await writeShared(root, `${viewerFolder}/shared`, esbuildPlugin());
  removeStaleChunks(Object.keys(metafile.outputs).map((path) => basename(path)));
  copyFileSync(`${root}/apps/viewer/index.html`, `${viewerFolder}/index.html`);
  copyFileSync(`${root}/apps/viewer/measure/measure.html`, `${viewerFolder}/measure.html`);
  writeFileSync(`${viewerFolder}/render.html`, '<!doctype html><script type="module" src="render.js"></script>\n');
  cpSync(`${root}/apps/viewer/pictures`, `${viewerFolder}/pictures`, { recursive: true });
  await copyExamples(root, viewerFolder);
  return true;
}

/** Removes chunks of earlier builds, whose names differ. */
function removeStaleChunks(fresh) {
  const old = readdirSync(viewerFolder).filter((name) => /^[\w.]+-[A-Z0-9]{8}\.js(\.map)?$/.test(name));
  for (const name of old) if (!fresh.includes(name)) rmSync(join(viewerFolder, name), { force: true });
}

/** Whether no input of the viewer is newer than its build. */
function isFresh() {
  const built = `${viewerFolder}/main.js`;
  if (!existsSync(built) || !existsSync(`${viewerFolder}/examples/index.json`)) return false;
  const age = statSync(built).mtimeMs;
  return ['apps/viewer', 'src', 'examples', 'scripts', 'package-lock.json'].every(
    (name) => newest(join(root, name)) < age,
  );
}

function newest(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  await buildViewer({ force: true });
  console.log(`dist/viewer: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

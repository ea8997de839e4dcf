// Bundles the viewer into dist/viewer: one page, one style sheet, the scripts, and the examples.
//   node scripts/viewer.mjs            builds it
//   import { buildViewer } from ...    builds it if something it depends on is newer
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { esbuildPlugin } from './wasm/plugin.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Folder of the built viewer. */
export const viewerFolder = `${root}/dist/viewer`;

/** Build the viewer; only if it is older than its sources unless told otherwise. Returns whether it built. */
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
    plugins: [esbuildPlugin()],
    logLevel: 'warning',
  });
  removeStaleChunks(Object.keys(metafile.outputs).map((path) => basename(path)));
  copyFileSync(`${root}/apps/viewer/index.html`, `${viewerFolder}/index.html`);
  writeFileSync(`${viewerFolder}/render.html`, '<!doctype html><script type="module" src="render.js"></script>\n');
  copyExamples();
  return true;
}

/** Parts of earlier builds have other names. */
function removeStaleChunks(fresh) {
  const old = readdirSync(viewerFolder).filter((name) => /^[\w.]+-[A-Z0-9]{8}\.js(\.map)?$/.test(name));
  for (const name of old) if (!fresh.includes(name)) rmSync(join(viewerFolder, name), { force: true });
}

/** The examples and a list of them, in the order of the gallery; those it does not know come last. */
function copyExamples() {
  const names = readdirSync(`${root}/examples`, { recursive: true }).map(String);
  for (const name of names) {
    const from = join(root, 'examples', name);
    const to = join(viewerFolder, 'examples', name);
    if (statSync(from).isDirectory()) mkdirSync(to, { recursive: true });
    else copyFileSync(from, to);
  }
  const words = JSON.parse(readFileSync(`${root}/apps/viewer/examples.json`, 'utf8'));
  const order = Object.keys(words);
  const place = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  const list = names
    .filter((file) => /^[\w-]+(\/[\w-]+)?\.xml$/.test(file))
    .map((file) => describe(file, readFileSync(join(root, 'examples', file), 'utf8'), words))
    .sort((a, b) => place(a.name) - place(b.name) || a.name.localeCompare(b.name));
  writeFileSync(`${viewerFolder}/examples/index.json`, `${JSON.stringify(list, null, 2)}\n`);
}

function describe(file, text, words) {
  const name = file.slice(0, -'.xml'.length);
  const title = /<mujoco[^>]*\smodel="([^"]*)"/.exec(text)?.[1] ?? name.replaceAll('_', ' ');
  return { name, title, about: '', at: 0, ...words[name] };
}

/** True if nothing that goes into the viewer is newer than what was built from it. */
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

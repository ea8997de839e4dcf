// Pictures of the examples for the gallery, rendered by the viewer at the times in apps/viewer/examples.json, into apps/viewer/pictures.
// They are in the repository, but not in the package.
//   npm run pictures                  missing ones, and those older than their example
//   npm run pictures -- --all         all
//   npm run pictures -- drone eel     these
//   npm run pictures -- --film        the animation of the README, docs/gallery.webp
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { browserArgs, findProgram } from './programs.mjs';
import { listExamples } from './viewer/examples.mjs';
import { drawFilm } from './viewer/film.mjs';
import { buildViewer, viewerFolder } from './viewer.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const folder = `${root}/apps/viewer/pictures`;
const [WIDTH, HEIGHT, QUALITY] = [640, 400, 0.82];
const script = 'text/javascript';
const types = { '.html': 'text/html', '.js': script, '.mjs': script, '.css': 'text/css', '.json': 'application/json' };

const argv = process.argv.slice(2);
await buildViewer();
const serving = await serveFolder(viewerFolder);
const browser = await chromium.launch({ executablePath: findProgram('chromium'), args: browserArgs });
try {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  mkdirSync(folder, { recursive: true });
  if (argv.includes('--film')) save(`${root}/docs/gallery.webp`, await drawFilm(page, serving.url));
  else for (const example of listExamples(root)) if (isSelected(example)) await drawPicture(page, example);
} finally {
  await browser.close();
  serving.close();
}

/** Serves the files of a folder by HTTP, for this machine. @param {string} folder */
async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = path.endsWith('/') ? `${path}index.html` : path;
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('Content-Type', types[extname(file)] ?? 'text/plain').end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** @param {import('./viewer/examples.mjs').ListedExample} listed */
function isSelected({ name, model, source }) {
  if (argv.includes('--all')) return true;
  const names = argv.filter((word) => !word.startsWith('-'));
  if (names.length > 0) return names.includes(name);
  const picture = picturePath(name);
  const made = [model, source].filter(Boolean).map((path) => statSync(`${root}/${path}`).mtimeMs);
  return !existsSync(picture) || statSync(picture).mtimeMs < Math.max(...made);
}

function picturePath(name) {
  return `${folder}/${name.replaceAll('/', '_')}.webp`;
}

async function drawPicture(page, { name, at }) {
  await page.goto('about:blank');
  await page.goto(`${serving.url}#example=${name}&ui=0&paused`);
  await page.waitForFunction(() => globalThis.tenon?.sim, undefined, { timeout: 60_000 });
  const url = await page.evaluate(
    async ([time, quality]) => {
      const { sim, loop, sceneRenderer } = globalThis.tenon;
      sim.runTo(time);
      await sim.whenIdle();
      loop.draw();
      return sceneRenderer.canvas.toDataURL('image/webp', quality);
    },
    [at, QUALITY],
  );
  save(picturePath(name), Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
}

function save(file, bytes) {
  writeFileSync(file, bytes);
  console.log(`${file.slice(root.length + 1)}: ${(bytes.length / 1024).toFixed(0)} KB`);
}

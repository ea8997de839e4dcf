// needs: a browser
/** The packed viewer in other pages: as a component, an element, in React, and as three.js objects; bundled by Vite, and as one file
 *  without a bundler. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as vite } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjType } from '../../src/index.ts';
import { docsBlock, type Installed, installPackage, root, writeFolder } from '../package/install.ts';
import { type Browser, openBrowser } from '../package/run.ts';

const pages = ['component', 'element', 'react', 'three', 'arrays'];
let installed: Installed;
let browser: Browser;

beforeAll(async () => {
  installed = installPackage();
  // the peers that a user would install
  for (const name of ['three', 'react', 'react-dom', 'scheduler'])
    symlinkSync(`${root}node_modules/${name}`, join(installed.folder, 'node_modules', name));
  cpSync(`${root}test/viewer/pages`, join(installed.folder, 'pages'), { recursive: true });
  const page = (script: string) =>
    `<!doctype html><meta charset="utf-8"><body><div id="place" style="width:160px;height:120px"></div>${script}`;
  for (const name of pages)
    writeFileSync(
      join(installed.folder, `pages/${name}.html`),
      page(`<script type="module" src="./${name}.mjs"></script>`),
    );
  writeFileSync(
    join(installed.folder, 'single.html'),
    page(`<script type="module">${readFileSync(`${root}test/viewer/pages/single.mjs`, 'utf8')}</script>`),
  );
  await vite({
    root: join(installed.folder, 'pages'),
    base: './',
    configFile: false,
    logLevel: 'error',
    build: {
      minify: false,
      rollupOptions: { input: pages.map((n) => join(installed.folder, `pages/${n}.html`)) },
    },
  });
  browser = await openBrowser(installed.folder);
}, 180_000);

afterAll(async () => {
  await browser?.close();
  installed?.remove();
});

test('createViewer loads, steps, seeks, moves the camera, takes pictures and reports errors', async () => {
  expect(await browser.open('pages/dist/component.html')).toEqual({
    title: 'ball',
    camera: true,
    afterStep: 0.002,
    afterBack: 0,
    afterSeek: 0.1,
    bar: 'rgb(1, 2, 3)',
    video: ['video/webm', true],
    events: ['load', 'frame', 'step', 'error'],
    picture: 'image/png',
    colored: true,
    selected: 1,
    inPage: { time: 0.02, controlled: 10 },
    wrong: "camera: expected one of the 1 cameras of the model, found 'nowhere'",
    mistake: true,
    missing: "createViewer: the page has no element '#nowhere'",
    nothing: 'viewer: expected one of src, xml, files, model, found none',
  });
});

test('importing tenon/viewer registers <tenon-viewer>, and a Model is printed as text', async () => {
  expect(await browser.open('pages/dist/element.html')).toEqual({
    registered: 'function',
    model: "Model 'ball': nq 7",
  });
});

test('React shows a viewer, loads a model and runs a control loop', async () => {
  expect(await browser.open('pages/dist/react.html')).toEqual({
    loaded: 'ball',
    stepped: true,
    nv: 6,
    looped: true,
    error: true,
    left: 0,
  });
});

test('a scene of three.js has the meshes of a model, which follow its Data', async () => {
  expect(await browser.open('pages/dist/three.html')).toEqual({
    name: 'ball',
    falls: true,
    lights: 3,
    // 0.5 as a display color is 0.214 in linear light
    color: 0.214,
    instanced: ['InstancedMesh'],
    colored: true,
  });
});

test('the single file without a bundler registers <tenon-viewer>; consoles show class names and the time as text', async () => {
  expect(await browser.open('single.html')).toEqual({
    loaded: 'ball',
    playing: true,
    exported: 'function',
    labels: ['Model', 'Data', 'ModelBody'],
    text: "Data of 'ball': time # s",
  });
});

test('a Renderer returns colors, depth and segmentation as arrays; a spotlight follows its exponent, cutoff and attenuation', async () => {
  expect(await browser.open('pages/dist/arrays.html')).toEqual({
    beam: [true, true, true, true],
    green: true,
    beyond: 0,
    sizes: [3600, 1200, 2400],
    orange: true,
    nearest: 2.2,
    middle: [1, ObjType.GEOM],
    ground: [0, ObjType.GEOM],
    site: true,
    nothing: [-1, -1],
    far: true,
  });
});

test.each([
  ['embedding.md', '<tenon-viewer src='],
  ['embedding.md', 'createViewer('],
  ['pictures.md', 'new Renderer('],
  ['pictures.md', 'viewer.record('],
])(
  'the page in docs/%s with %s runs',
  async (page, words) => {
    const html = docsBlock(page, words);
    const folder = join(installed.folder, `docs-${words.replace(/\W/g, '')}`);
    const ask = `const ask = setInterval(() => {
      const viewer = globalThis.viewer ?? document.querySelector('tenon-viewer')?.viewer;
      const done = viewer?.data?.time > 0 || globalThis.segmentation?.length === 6144;
      if (done) { clearInterval(ask); report('runs'); }
    }, 20);`;
    // exposes variables of the page to the test
    const open = html
      .replace('const viewer =', 'const viewer = globalThis.viewer =')
      .replace('const segmentation =', 'const segmentation = globalThis.segmentation =')
      .replace('./node_modules', '/node_modules');
    writeFolder(folder, { 'index.html': `<!doctype html><meta charset="utf-8"><body>${open}<script>${ask}</script>` });
    writeFolder(join(folder, 'public'), { 'humanoid.xml': readFileSync(`${root}examples/humanoid.xml`, 'utf8') });
    const bundled = html.includes("from 'tenon");
    if (bundled)
      await vite({ root: folder, base: './', configFile: false, logLevel: 'error', build: { minify: false } });
    else writeFolder(folder, { 'humanoid.xml': readFileSync(`${root}examples/humanoid.xml`, 'utf8') });
    const path = folder.slice(installed.folder.length + 1);
    expect(await browser.open(bundled ? `${path}/dist/index.html` : `${path}/index.html`)).toBe('runs');
  },
  90_000,
);

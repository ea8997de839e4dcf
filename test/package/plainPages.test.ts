// needs: a browser
/** Pages that use the files of the package directly, and the list of bundlers in the documentation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadModel } from '../../src/index.ts';
import { cases } from './bundlers.ts';
import { head, withInstalled } from './bundlerTests.ts';
import { docsBlock, root, writeFolder } from './install.ts';
import { openBrowser } from './run.ts';

const setup = withInstalled();

test('the page about installing lists the tested bundlers', () => {
  const text = readFileSync(`${root}docs/install.md`, 'utf8');
  const rows = cases.map(({ bundler, settings, programs, only }) => {
    const uses = { all: 'all entry points', engines: 'both engines', small: 'one engine' }[programs?.[0] ?? 'engines'];
    return `| ${bundler} | ${settings} | ${uses} | ${only ?? 'Node, Chromium'} |`;
  });
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
  expect(text.match(/^\| (esbuild|Rollup|Vite|webpack) \|/gm)).toHaveLength(cases.length + 2);
});

test('the documented page without a bundler works with the files of the package', async () => {
  const html = docsBlock('getting-started.md', '<script type="module">');
  const ask = `const ask = setInterval(() => {
    const text = document.querySelector('#height').textContent;
    if (text !== '') { clearInterval(ask); report(text); }
  }, 20);`;
  writeFolder(setup.installed.folder, { 'plain.html': `${html}<script>${ask}</script>` });
  expect(await setup.browser.open('plain.html')).toMatch(/^[01]\.\d{3} m$/);
});

test('a page requests the engine, the model, the readers and the compiler in one round trip', async () => {
  writeFolder(setup.installed.folder, {
    'once.html': `${head}<script type="module">
      import { loadModel } from '${entryPath('')}';
      report((await loadModel('humanoid.xml')).nbody);
    </script>`,
    'humanoid.xml': readFileSync(`${root}examples/humanoid.xml`, 'utf8'),
  });
  // sequential requests would wait forever
  const files = [/engine\.wasm$/, /humanoid\.xml$/, /\/reader-[^/]*\.js$/, /\/compiler-[^/]*\.js$/];
  const strict = await openBrowser(setup.installed.folder, files);
  const { nbody } = await loadModel(`${root}examples/humanoid.xml`, { engine: 'js' });
  try {
    expect(await strict.open('once.html')).toBe(nbody);
  } finally {
    await strict.close();
  }
});

test('a page compiles its model while the engine is loading', async () => {
  writeFolder(setup.installed.folder, {
    'early.html': `${head}<script type="module">
      import { loadModel } from '${entryPath('')}';
      loadModel('massless.xml').catch(({ message }) => report(message));
    </script>`,
    'massless.xml': '<mujoco><worldbody><body><freejoint/></body></worldbody></mujoco>',
  });
  // the engine is never served: the error of the model is reported without it
  const late = await openBrowser(setup.installed.folder, [/engine\.wasm$/, /never/]);
  try {
    expect(await late.open('early.html')).toMatch(/massless\.xml:1:.*mass/);
  } finally {
    await late.close();
  }
});

test('a page without a bundler has all entry points', async () => {
  const map = {
    imports: Object.fromEntries(
      ['', '/mujoco', '/batch', '/env', '/spec'].map((name) => [`tenon${name}`, entryPath(name)]),
    ),
  };
  const imports = `<script type="importmap">${JSON.stringify(map)}</script>`;
  writeFolder(setup.installed.folder, {
    'map.html': `${head}${imports}<script type="module" src="./all.mjs"></script>`,
  });
  expect(await setup.browser.open('map.html')).toEqual(setup.expected.all);
});

test('a module worker without a bundler', async () => {
  const name = /'tenon(\/mujoco|\/batch|\/env|\/spec)?'/g;
  const [all, parts] = ['all.mjs', 'parts.mjs'].map((file) =>
    readFileSync(join(setup.installed.folder, file), 'utf8').replace(name, (_, entry = '') => `'${entryPath(entry)}'`),
  );
  const page = `const worker = new Worker('./module.worker.mjs', { type: 'module' });
    worker.onmessage = ({ data }) => report(data);
    worker.onerror = ({ message }) => report(message);`;
  writeFolder(setup.installed.folder, {
    'module.worker.mjs': all.replaceAll('globalThis.report', 'postMessage').replace('./parts', './module.parts'),
    'module.parts.mjs': parts,
    'workerPage.html': `${head}<script type="module">${page}</script>`,
  });
  expect(await setup.browser.open('workerPage.html')).toEqual(setup.expected.all);
});

function entryPath(entry: string): string {
  return `./node_modules/tenon/dist/browser/${entry.slice(1) || 'index'}.js`;
}

/** The packed package works through every bundler, in Node and in Chromium. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { build as vite, createServer as viteServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadModel } from '../../src/index.ts';
import { cases, type Program } from './bundlers.ts';
import { docsBlock, expectedReports, type Installed, installPackage, root, writeFolder } from './install.ts';
import { type Browser, openBrowser, reporter, runIn } from './run.ts';

let installed: Installed;
let browser: Browser;
let expected: Record<Program, Record<string, unknown>>;

beforeAll(async () => {
  installed = installPackage();
  browser = await openBrowser(installed.folder);
  expected = expectedReports();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  installed?.remove();
});

test.each(cases)(
  '$bundler, $settings',
  async ({ bundler, settings, bundle, only, script, ecmaVersion, programs = ['engines'], file = 'main.js' }) => {
    const name = `${bundler}-${settings}`.replace(/\W+/g, '-');
    for (const program of programs) {
      const wanted = expected[program];
      const out = join(installed.folder, `${name}-${program}`);
      await bundle(join(installed.folder, `${program}.mjs`), out);
      if (ecmaVersion) checkSyntax(out, ecmaVersion, script);
      if (only !== 'Node') {
        const kind = script ? '' : ' type="module"';
        writeFileSync(join(out, 'page.html'), `${head}<script${kind} src="./${file}"></script>`);
        expect(await browser.open(`${name}-${program}/page.html`), 'in Chromium').toEqual(wanted);
      }
      if (only !== 'Chromium') {
        writeFileSync(join(out, 'start.mjs'), reporter(`./${file}`));
        expect(await runIn(process.execPath, ['start.mjs'], out), 'in Node').toEqual(wanted);
      }
    }
  },
  120_000,
);

/** A classic script is read as the page says. */
const head = '<!doctype html><meta charset="utf-8"><body>';

/** Throws if a file has syntax that is newer than allowed. */
function checkSyntax(folder: string, ecmaVersion: 2020, script = false): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    parse(readFileSync(join(folder, name), 'utf8'), { ecmaVersion, sourceType: script ? 'script' : 'module' });
  }
}

test('the page about installing lists what is tested', () => {
  const text = readFileSync(`${root}docs/install.md`, 'utf8');
  const rows = cases.map(({ bundler, settings, programs, only }) => {
    const uses = { all: 'all entry points', engines: 'both engines', small: 'one engine' }[programs?.[0] ?? 'engines'];
    return `| ${bundler} | ${settings} | ${uses} | ${only ?? 'Node, Chromium'} |`;
  });
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
  expect(text.match(/^\| (esbuild|Rollup|Vite|webpack) \|/gm)).toHaveLength(cases.length + 2);
});

test('Vite, development server', async () => {
  writeFolder(join(installed.folder, 'dev'), {
    'index.html': `${head}<script type="module" src="../all.mjs"></script>`,
  });
  const server = await viteServer({
    root: installed.folder,
    configFile: false,
    logLevel: 'error',
    cacheDir: join(installed.folder, 'dev/cache'),
    server: { port: 0, host: '127.0.0.1', hmr: false },
  });
  try {
    await server.listen();
    const [address] = server.resolvedUrls!.local;
    expect(await browser.openAddress(`${address}dev/index.html`)).toEqual(expected.all);
  } finally {
    await server.close();
  }
}, 120_000);

/** A page whose worker is the one of the documentation. */
function writeWorkerPage(folder: string): void {
  const page = docsBlock('getting-started.md', 'new Worker(');
  const report = 'worker.addEventListener("message", ({ data }) => report(data.xpos.length));\n';
  const failed = 'worker.addEventListener("error", ({ message }) => report(message));\n';
  writeFolder(folder, {
    'index.html': `${head}<script type="module" src="./main.ts"></script>`,
    'main.ts': `${page}${report}${failed}`,
    'sim.worker.ts': docsBlock('getting-started.md', '// sim.worker.ts'),
  });
  writeFolder(join(folder, 'public'), { 'humanoid.xml': readFileSync(`${root}examples/humanoid.xml`, 'utf8') });
}

test('the worker of the documentation builds in Vite with its default settings', async () => {
  const folder = join(installed.folder, 'worker');
  writeWorkerPage(folder);
  await vite({ root: folder, base: './', configFile: false, logLevel: 'error' });
  const { nbody } = await loadModel(`${root}examples/humanoid.xml`, { engine: 'js' });
  expect(await browser.open('worker/dist/index.html')).toBe(3 * nbody);
}, 120_000);

test('a page without a bundler uses the files as they are, as the documentation says', async () => {
  const html = docsBlock('getting-started.md', '<script type="module">');
  const ask = `const ask = setInterval(() => {
    const text = document.querySelector('#height').textContent;
    if (text !== '') { clearInterval(ask); report(text); }
  }, 20);`;
  writeFolder(installed.folder, { 'plain.html': `${html}<script>${ask}</script>` });
  expect(await browser.open('plain.html')).toMatch(/^[01]\.\d{3} m$/);
});

test('a page waits once for the engine, the model, and what reads and compiles it', async () => {
  writeFolder(installed.folder, {
    'once.html': `${head}<script type="module">
      import { loadModel } from '${entryPath('')}';
      report((await loadModel('humanoid.xml')).nbody);
    </script>`,
    'humanoid.xml': readFileSync(`${root}examples/humanoid.xml`, 'utf8'),
  });
  // who asks for one of them after another waits forever
  const files = [/engine\.wasm$/, /humanoid\.xml$/, /\/reader-[^/]*\.js$/, /\/compiler-[^/]*\.js$/];
  const strict = await openBrowser(installed.folder, files);
  const { nbody } = await loadModel(`${root}examples/humanoid.xml`, { engine: 'js' });
  try {
    expect(await strict.open('once.html')).toBe(nbody);
  } finally {
    await strict.close();
  }
});

test('a page writes its model while the engine is on its way', async () => {
  writeFolder(installed.folder, {
    'early.html': `${head}<script type="module">
      import { loadModel } from '${entryPath('')}';
      loadModel('massless.xml').catch(({ message }) => report(message));
    </script>`,
    'massless.xml': '<mujoco><worldbody><body><freejoint/></body></worldbody></mujoco>',
  });
  // the engine never comes: what is wrong with the model is said without it
  const late = await openBrowser(installed.folder, [/engine\.wasm$/, /never/]);
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
  writeFolder(installed.folder, {
    'map.html': `${head}${imports}<script type="module" src="./all.mjs"></script>`,
  });
  expect(await browser.open('map.html')).toEqual(expected.all);
});

test('a module worker without a bundler', async () => {
  const name = /'tenon(\/mujoco|\/batch|\/env|\/spec)?'/g;
  const [all, parts] = ['all.mjs', 'parts.mjs'].map((file) =>
    readFileSync(join(installed.folder, file), 'utf8').replace(name, (_, entry = '') => `'${entryPath(entry)}'`),
  );
  const page = `const worker = new Worker('./module.worker.mjs', { type: 'module' });
    worker.onmessage = ({ data }) => report(data);
    worker.onerror = ({ message }) => report(message);`;
  writeFolder(installed.folder, {
    'module.worker.mjs': all.replaceAll('globalThis.report', 'postMessage').replace('./parts', './module.parts'),
    'module.parts.mjs': parts,
    'workerPage.html': `${head}<script type="module">${page}</script>`,
  });
  expect(await browser.open('workerPage.html')).toEqual(expected.all);
});

function entryPath(entry: string): string {
  return `./node_modules/tenon/dist/browser/${entry.slice(1) || 'index'}.js`;
}

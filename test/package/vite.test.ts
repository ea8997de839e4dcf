// needs: a browser
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as vite, createServer as viteServer } from 'vite';
import { expect, test } from 'vitest';
import { loadModel } from '../../src/index.ts';
import { head, testBundler } from './bundlerTests.ts';
import { docsBlock, root, writeFolder } from './install.ts';

const setup = testBundler('Vite');

test('Vite, development server', async () => {
  writeFolder(join(setup.installed.folder, 'dev'), {
    'index.html': `${head}<script type="module" src="../all.mjs"></script>`,
  });
  const server = await viteServer({
    root: setup.installed.folder,
    configFile: false,
    logLevel: 'error',
    cacheDir: join(setup.installed.folder, 'dev/cache'),
    server: { port: 0, host: '127.0.0.1', hmr: false },
  });
  try {
    await server.listen();
    const [address] = server.resolvedUrls!.local;
    expect(await setup.browser.openAddress(`${address}dev/index.html`)).toEqual(setup.expected.all);
  } finally {
    await server.close();
  }
}, 180_000);

/** A page with the worker from the documentation. */
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

test('the documented worker builds in Vite with its default settings', async () => {
  const folder = join(setup.installed.folder, 'worker');
  writeWorkerPage(folder);
  await vite({ root: folder, base: './', configFile: false, logLevel: 'error' });
  const { nbody } = await loadModel(`${root}examples/humanoid.xml`, { engine: 'js' });
  expect(await setup.browser.open('worker/dist/index.html')).toBe(3 * nbody);
}, 180_000);

// needs: a browser
/** Many models in one page without isolation headers: browsers allow only some hundred WebAssembly memories at a time. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserArgs, findProgram } from '../../scripts/programs.mjs';
import { esbuildPlugin } from '../../scripts/wasm/plugin.mjs';
import { full } from './collector.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const xml = readFileSync(`${root}/examples/humanoid.xml`, 'utf8');
const count = full ? 2000 : 200;

test(`${count} models coexist in one page of Chromium`, async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['test/memory/page.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    plugins: [esbuildPlugin()],
  });
  const server = createServer();
  const answered = new Promise<string>((done) => {
    server.on('request', (request, response) => {
      if (request.url === '/page.js')
        response.setHeader('content-type', 'text/javascript').end(outputFiles[0].contents);
      else if (request.url === '/work') response.end(JSON.stringify({ xml, count }));
      else if (request.url === '/result') {
        let body = '';
        request.on('data', (chunk) => {
          body += chunk;
        });
        request.on('end', () => {
          response.end();
          done(body);
        });
      } else response.setHeader('content-type', 'text/html').end('<script type="module" src="/page.js"></script>');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch({ executablePath: findProgram('chromium'), args: browserArgs });
  try {
    const page = await browser.newPage();
    const failed = new Promise<never>((_, fail) => page.on('pageerror', fail));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const result = JSON.parse(await Promise.race([answered, failed]));
    console.log(`${count} models in Chromium: ${JSON.stringify(result)}`);
    expect(result).toMatchObject({ models: count, same: true, isolated: false });
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}, 600_000);

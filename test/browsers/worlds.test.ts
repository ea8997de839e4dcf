// needs: a browser
/** Many worlds give the same bytes with any threads, chunks and platform: in Node, and in Chromium with and without isolation headers,
 *  where threads share arrays or transfer rows. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { browserArgs, findProgram } from '../../scripts/programs.mjs';
import { esbuildPlugin } from '../../scripts/wasm/plugin.mjs';
import { worldHashes } from './worlds.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const xml = readFileSync(`${root}/examples/humanoid.xml`, 'utf8');
let script: Uint8Array;
let expected: Record<string, string>;

beforeAll(async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['test/browsers/worldsPage.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    mainFields: ['module', 'main'],
    target: 'es2022',
    plugins: [esbuildPlugin()],
  });
  script = outputFiles[0].contents;
  expected = await worldHashes(xml);
}, 240_000);

test('in Node all threads and chunks give the same bytes', () => {
  const rollouts = Object.entries(expected).filter(([name]) => name.startsWith('rollout'));
  expect(rollouts).toHaveLength(12);
  expect(new Set(rollouts.map(([, hash]) => hash)).size).toBe(1);
  const batches = Object.entries(expected).filter(([name]) => name.startsWith('batch'));
  expect(new Set(batches.map(([, hash]) => hash)).size).toBe(1);
});

test.each([true, false])(
  'Chromium gives the same bytes, with isolation headers: %s',
  async (isolated) => {
    expect(await hashesInChromium(isolated)).toEqual({ isolated, hashes: expected });
  },
  120_000,
);

async function hashesInChromium(isolated: boolean): Promise<unknown> {
  const server = createServer((request, response) => {
    if (isolated) {
      response.setHeader('cross-origin-opener-policy', 'same-origin');
      response.setHeader('cross-origin-embedder-policy', 'require-corp');
    }
    if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
    else if (request.url === '/model') response.end(xml);
    else response.setHeader('content-type', 'text/html').end('<script type="module" src="/page.js"></script>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch({ executablePath: findProgram('chromium'), args: browserArgs });
  try {
    const page = await browser.newPage();
    return await new Promise((resolve, reject) => {
      page.on('pageerror', reject);
      page
        .exposeFunction('report', resolve)
        .then(() => page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
        .catch(reject);
    });
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

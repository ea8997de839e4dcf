// needs: a browser
/** Pages of the documentation that compute something, in Chromium. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleProgram } from '../../scripts/docs/programs.mjs';
import { browserArgs, findProgram } from '../../scripts/programs.mjs';
import { startSearch } from '../../src/env.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** SwiftShader in place of a GPU. */
const args = [
  ...browserArgs.filter((argument) => argument !== '--disable-gpu'),
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
];
let browser: Browser;
let server: Server;

beforeAll(async () => {
  const files = new Map<string, Uint8Array>();
  for (const page of ['measure', 'train'] as const) {
    files.set(`/${page}.js`, await bundleProgram(root, page));
    // pictures a tenth as wide, because the CPU renders them
    files.set(
      `/${page}.html`,
      Buffer.from(readFileSync(`${root}/docs/${page}.html`, 'utf8').replaceAll('"960"', '"96"')),
    );
  }
  server = createServer(({ url = '' }, response) => {
    const path = url.split('?')[0];
    const file = files.get(path);
    response.writeHead(file ? 200 : 404, { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html' });
    response.end(file);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  browser = await chromium.launch({ executablePath: findProgram('chromium'), args });
}, 180_000);

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

/** A page when one of its elements reports that it is done or has failed; and the text of that element. */
async function opened(address: string, selector: string) {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${address}`);
  const output = page.locator(selector, { hasText: /done|failed/ });
  await output.waitFor({ timeout: 150_000 });
  return { page, text: (await output.textContent()) ?? '' };
}

test('a page measures the agreement of a device with the f64 engine', async ({ skip }) => {
  const { text } = await opened('measure.html?case=swing&worlds=3&steps=20', '#output');
  if (/WebGPU is not available/.test(text)) skip(text);
  expect(text).toContain('done');
  const worst = Number(/after a step:\s+\w+ ([^\s;]+);/.exec(text)?.[1]);
  expect(worst).toBeGreaterThan(0);
  expect(worst).toBeLessThan(1e-5);
  expect(text).toContain('20 steps of 3 worlds: 3 finite');
}, 180_000);

test('a policy learns in a page as it does in Node, and the curve shows it', async () => {
  const query = 'env=InvertedPendulum-v5&seed=1&directions=6&top=3&threads=1&iterations=4&steps=60';
  const { page, text } = await opened(`train.html?${query}`, '#status');
  const options = { seed: 1, directions: 6, top: 3, threads: 0 };
  const search = await startSearch('InvertedPendulum-v5', options, { max_episode_steps: 60 });
  const iterations = [];
  for (let k = 0; k < 4; k++) iterations.push(await search.iterate());
  search.close();
  const { steps, return: reached } = iterations[3];
  expect(text).toBe(`iteration 4, ${steps} actions: return ${reached.toFixed(1)}, done`);
  expect(reached).toBeGreaterThan(iterations[0].return);
  const drawn = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('#curve');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return pixels.some((value) => value > 0);
  });
  expect(drawn).toBe(true);
}, 180_000);

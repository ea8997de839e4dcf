/** The page on which readers measure their own device (docs/measure.html), in Chromium. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBrowser } from '../../scripts/browsers.mjs';
import { measureScript } from '../../scripts/docs/measurePage.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** SwiftShader stands for a graphics processor. */
const args = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-unsafe-swiftshader',
];

test('a page measures how far a device agrees with the f64 engine', async ({ skip }) => {
  const text = await measured('case=swing&worlds=3&steps=20');
  if (/no WebGPU, or no adapter/.test(text)) skip(text);
  expect(text).toContain('done');
  const worst = Number(/is \w+ (\S+) of scale/.exec(text)?.[1]);
  expect(worst).toBeGreaterThan(0);
  expect(worst).toBeLessThan(1e-5);
  expect(text).toContain('20 steps of 3 worlds: 3 finite');
}, 180_000);

/** What the page prints. */
async function measured(query: string): Promise<string> {
  const script = await measureScript(root);
  const html = readFileSync(`${root}/docs/measure.html`);
  const server = createServer(({ url }, response) => {
    if (url === '/measure.js') response.setHeader('content-type', 'text/javascript').end(script);
    else response.setHeader('content-type', 'text/html').end(html);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch({ executablePath: findBrowser('chromium'), args });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/measure.html?${query}`);
    const output = page.locator('#output', { hasText: /done|failed/ });
    await output.waitFor({ timeout: 150_000 });
    return (await output.textContent()) ?? '';
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

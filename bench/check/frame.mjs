// Engine time per frame of the humanoid in the viewer, in Chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { browserArgs, findProgram } from '../../scripts/programs.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SAMPLES = 50;

/** @type {import('../kit/checks.mjs').Check} */
export const frameCheck = {
  name: 'the engine per frame of the humanoid in the viewer, 60 Hz, steps of 2 ms',
  unit: ' ms',
  atMost: 2,
  measure: frameMs,
};

async function frameMs() {
  const server = spawn(process.execPath, [`${root}dist/cli.js`, 'view', '--no-open', `${root}examples/humanoid.xml`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const browser = await chromium.launch({ executablePath: findProgram('chromium'), args: browserArgs });
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 480 }, deviceScaleFactor: 0.5 });
    await page.goto(`${await address(server)}&show=no-shadow,no-reflection`);
    return await leastFrameMs(page);
  } finally {
    await browser.close();
    server.kill('SIGINT');
    await ended;
  }
}

/** The URL that the server prints. @param {import('node:child_process').ChildProcess} server @returns {Promise<string>} */
async function address(server) {
  let printed = '';
  for await (const text of server.stdout ?? []) {
    printed += text;
    const [url] = /http:\/\/\S+(?=\s)/.exec(printed) ?? [];
    if (url) return url;
  }
  throw new Error(`tenon view exited without printing its URL: ${printed}`);
}

/** @param {import('playwright-core').Page} page @returns {Promise<number>} minimum of many samples */
async function leastFrameMs(page) {
  await page.waitForFunction('globalThis.tenon?.sim?.frameMs > 0', undefined, { timeout: 120_000 });
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < SAMPLES; k++) {
    await page.waitForTimeout(100);
    least = Math.min(least, await page.evaluate('globalThis.tenon.sim.frameMs'));
  }
  return least;
}

// needs: a browser
/** The same bits everywhere: the trajectories in Node, Chromium and Firefox, compiled and plain, have one hash. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { browserArgs, findProgram } from '../../scripts/programs.mjs';
import { esbuildPlugin } from '../../scripts/wasm/plugin.mjs';
import { trajectoryHash } from './hash.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const steps = 50;
const models = Object.fromEntries(
  readdirSync(`${root}/examples`)
    .filter((name) => name.endsWith('.xml'))
    .map((name) => [name, readFileSync(`${root}/examples/${name}`, 'utf8')]),
);
let script: Uint8Array;
let expected: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['test/browsers/page.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    mainFields: ['module', 'main'],
    target: 'es2022',
    plugins: [esbuildPlugin()],
  });
  script = outputFiles[0].contents;
  expected = await trajectoryHash(models, 'js', steps);
}, 240_000);

test('in Node both engines give the same hash', async () => {
  expect(await trajectoryHash(models, 'wasm', steps)).toBe(expected);
});

test('Chromium gives the same hash, in both engines', async () => {
  const chromium = findProgram('chromium');
  const hashes = await hashesFrom((profile, url) =>
    spawn(
      chromium,
      [
        '--headless',
        ...browserArgs,
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--user-data-dir=${profile}`,
        url,
      ],
      { detached: true },
    ),
  );
  expect(hashes).toEqual({ wasm: expected, js: expected });
}, 240_000);

test('Firefox gives the same hash, in both engines', async () => {
  const firefox = findProgram('firefox');
  const hashes = await hashesFrom((profile, url) =>
    spawn(firefox, ['--headless', '--no-remote', '--profile', profile, url], {
      detached: true,
      env: { ...process.env, HOME: profile, MOZ_DISABLE_AUTO_SAFE_MODE: '1' },
    }),
  );
  expect(hashes).toEqual({ wasm: expected, js: expected });
}, 240_000);

/** Serves the page, opens it in a browser, and waits for its message. */
async function hashesFrom(open: (profile: string, url: string) => ChildProcess): Promise<unknown> {
  const profile = mkdtempSync(join(tmpdir(), 'tenon-browser-'));
  let browser: ChildProcess | undefined;
  const server = createServer();
  try {
    return await new Promise((resolve, reject) => {
      server.on('request', (request, response) => {
        if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
        else if (request.url === '/models') response.end(JSON.stringify({ models, steps }));
        else if (request.url === '/result') {
          let body = '';
          request.on('data', (chunk) => {
            body += chunk;
          });
          request.on('end', () => {
            response.end();
            resolve(JSON.parse(body));
          });
        } else response.setHeader('content-type', 'text/html').end('<script type="module" src="/page.js"></script>');
      });
      server.listen(0, '127.0.0.1', () => {
        browser = open(profile, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
        browser.on('error', reject);
      });
    });
  } finally {
    if (browser) await end(browser);
    server.closeAllConnections();
    server.close();
    removeFolder(profile);
  }
}

/** Kills a browser with all its processes. */
async function end(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null || browser.pid === undefined) return;
  const ended = new Promise((done) => browser.once('exit', done));
  if (process.platform === 'win32') browser.kill('SIGKILL');
  else process.kill(-browser.pid, 'SIGKILL');
  await ended;
}

/** A killed browser may still be writing; the remaining temporary files do no harm. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  } catch (error) {
    console.warn(`${folder} was not removed: ${(error as Error).message}`);
  }
}

// needs: the package
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readLink } from '../inputs/link.ts';
import { type Serving, serve } from './serve.ts';

let serving: Serving | undefined;
let folder = '';

afterEach(async () => {
  await serving?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A viewer, a model with a file next to it, and a file outside that must not be served. */
async function serveModel(): Promise<{ url: URL; model: string }> {
  folder = mkdtempSync(join(tmpdir(), 'tenon-serve-'));
  for (const name of ['viewer', 'robots/meshes']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'viewer/index.html'), '<html lang="en"></html>');
  writeFileSync(join(folder, 'robots/arm.xml'), '<mujoco/>');
  writeFileSync(join(folder, 'robots/meshes/a.obj'), 'v');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'robots/link.txt'));
  serving = await serve({ viewer: join(folder, 'viewer'), model: join(folder, 'robots/arm.xml') });
  const url = new URL(serving.url);
  return { url, model: decodeURI(url.hash.replace('#model=', '')) };
}

test('the page, the model and the files next to it are served', async () => {
  const { url, model } = await serveModel();
  expect(await (await fetch(url.origin)).text()).toContain('data-live="yes"');
  expect(await (await fetch(url.origin + model)).text()).toBe('<mujoco/>');
  expect((await fetch(url.origin + model.replace('arm.xml', 'meshes/a.obj'))).status).toBe(200);
});

test('files shared with the package are served from next to the viewer', async () => {
  const { url } = await serveModel();
  mkdirSync(join(folder, 'shared'));
  writeFileSync(join(folder, 'shared/module.js'), 'engine');
  expect(await (await fetch(`${url.origin}/shared/module.js`)).text()).toBe('engine');
  expect((await fetch(`${url.origin}/shared/..%2fsecret.txt`)).status).toBe(404);
});

test('files outside the folder are not served, nor through links, nor to other hosts', async () => {
  const { url, model } = await serveModel();
  const dir = model.replace('arm.xml', '');
  expect((await fetch(`${url.origin}${dir}%2e%2e%2fsecret.txt`)).status).toBe(404);
  expect((await fetch(`${url.origin}${dir}link.txt`)).status).toBe(404);
  expect((await fetch(`${url.origin}/..%2fsecret.txt`)).status).toBe(404);
  expect((await fetch(url.origin, { method: 'POST' })).status).toBe(405);
  const status = await new Promise((done) => {
    request({ port: url.port, host: '127.0.0.1', headers: { host: 'evil.example' } }, (r) => done(r.statusCode)).end();
  });
  expect(status).toBe(403);
});

test('the page is notified when a file of the model changes', async () => {
  const { url } = await serveModel();
  const response = await fetch(`${url.origin}/live`);
  const reader = response.body!.getReader();
  await reader.read();
  writeFileSync(join(folder, 'robots/arm.xml'), '<mujoco model="new"/>');
  const { value } = await reader.read();
  expect(new TextDecoder().decode(value)).toContain('event: change');
});

test('a path with reserved URL characters is served unchanged', async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenon-serve-'));
  const odd = join(folder, 'c++ & more');
  for (const path of [join(folder, 'viewer'), odd]) mkdirSync(path);
  writeFileSync(join(folder, 'viewer/index.html'), '<html lang="en"></html>');
  writeFileSync(join(odd, 'arm 1.xml'), '<mujoco/>');
  serving = await serve({ viewer: join(folder, 'viewer'), model: join(odd, 'arm 1.xml') });
  const { origin, hash } = new URL(serving.url);
  const { model } = readLink(hash);
  expect(model).toContain('/c++ & more/arm 1.xml');
  expect((await fetch(origin + model)).status).toBe(200);
});

/** Status of a request with headers that `fetch` does not allow. */
function statusOf(url: URL, path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const ask = request({ port: url.port, host: '127.0.0.1', path, headers }, (r) => done(r.resume().statusCode));
    ask.on('error', fail).end();
  });
}

test('hidden files, and files above the folder of the model, are not served, even in the current folder', async () => {
  const { url, model } = await serveModel();
  writeFileSync(join(folder, 'robots/.env'), 'secret');
  expect((await fetch(url.origin + model.replace('arm.xml', '.env'))).status).toBe(404);
  expect((await fetch(url.origin + model.replace('robots/arm.xml', 'secret.txt'))).status).toBe(404);
});

test('files that the model names outside its folder are served', async () => {
  const { model } = await serveModel();
  await serving?.close();
  writeFileSync(join(folder, 'robots/arm.xml'), '<mujoco><asset><mesh file="../part.obj"/></asset></mujoco>');
  writeFileSync(join(folder, 'part.obj'), 'v');
  serving = await serve({ viewer: join(folder, 'viewer'), model: join(folder, 'robots/arm.xml') });
  const { origin } = new URL(serving.url);
  expect((await fetch(origin + model.replace('robots/arm.xml', 'part.obj'))).status).toBe(200);
  expect((await fetch(origin + model.replace('robots/arm.xml', 'secret.txt'))).status).toBe(404);
});

test('pages of other origins can neither fetch nor embed', async () => {
  const { url, model } = await serveModel();
  for (const site of ['cross-site', 'same-site'])
    expect(await statusOf(url, model, { host: url.host, 'sec-fetch-site': site })).toBe(403);
  expect(await statusOf(url, model, { host: url.host, 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect((await fetch(url.origin + model)).headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

test('a page that has disappeared is 404, and the server keeps running', async () => {
  const { url, model } = await serveModel();
  rmSync(join(folder, 'viewer/index.html'));
  expect((await fetch(url.origin)).status).toBe(404);
  expect((await fetch(url.origin + model)).status).toBe(200);
});

test('500 aborted downloads of a file that appears and disappears leave no file open', async () => {
  const { url, model } = await serveModel();
  const path = join(folder, 'robots/big.bin');
  const large = new Uint8Array(4 << 20);
  writeFileSync(path, large);
  const openFiles = () => readdirSync('/proc/self/fd').length;
  await fetch(url.origin + model);
  const before = openFiles();
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 50 }, (_, k) => breakOff(url, model.replace('arm.xml', 'big.bin'), k)));
    if (round % 2 === 0) rmSync(path);
    else writeFileSync(path, large);
  }
  expect((await fetch(url.origin + model)).status).toBe(200);
  await expect.poll(() => openFiles() - before, { timeout: 60_000 }).toBeLessThan(20);
}, 120_000);

/** Request a file and disconnect immediately, after the headers, or after the first bytes. */
function breakOff(url: URL, path: string, k: number): Promise<void> {
  return new Promise((done) => {
    const ask = request({ port: url.port, host: '127.0.0.1', path, agent: false });
    ask.on('error', () => {}).on('close', () => done());
    ask.on('response', (response) => {
      if (k % 3 === 1) ask.destroy();
      else
        response
          .on('error', () => {})
          .once('data', () => ask.destroy())
          .once('end', () => ask.destroy());
    });
    ask.end(k % 3 === 0 ? () => ask.destroy() : undefined);
  });
}

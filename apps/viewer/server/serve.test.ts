import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readLink } from '../load/link.ts';
import { type Serving, serve } from './serve.ts';

let serving: Serving | undefined;
let folder = '';

afterEach(async () => {
  await serving?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A viewer, a model with a file beside it, and a file outside that nobody may see. */
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

test('the page, the model and the files beside it are served', async () => {
  const { url, model } = await serveModel();
  expect(await (await fetch(url.origin)).text()).toContain('data-live="yes"');
  expect(await (await fetch(url.origin + model)).text()).toBe('<mujoco/>');
  expect((await fetch(url.origin + model.replace('arm.xml', 'meshes/a.obj'))).status).toBe(200);
});

test('files outside of the folder are not served, nor through links, nor to other hosts', async () => {
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

test('the page is told when a file of the model changes', async () => {
  const { url } = await serveModel();
  const response = await fetch(`${url.origin}/live`);
  const reader = response.body!.getReader();
  await reader.read();
  writeFileSync(join(folder, 'robots/arm.xml'), '<mujoco model="new"/>');
  const { value } = await reader.read();
  expect(new TextDecoder().decode(value)).toContain('event: change');
});

test('a path with signs that mean something in addresses arrives as it is', async () => {
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

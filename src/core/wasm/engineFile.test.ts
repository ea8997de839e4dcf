// needs: the compiled engine
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readModule } from './engineFile.ts';
import { base64 } from './module.gen.js';
import type { ModuleFile } from './moduleFile.ts';

// the eight bytes of an empty module represent the file
const file = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const text = new Uint8Array(Buffer.from(base64, 'base64'));

const isFile = ({ bytes }: ModuleFile) => Buffer.compare(bytes, file) === 0;
const isText = ({ bytes }: ModuleFile) => Buffer.compare(bytes, text) === 0;

test('the engine is read from the file next to its program, or from the string if there is no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-'));
  const here = pathToFileURL(join(folder, 'engine.js')).href;
  expect(isText(await readModule(here))).toBe(true);
  writeFileSync(join(folder, 'engine.wasm'), file);
  expect(isFile(await readModule(here))).toBe(true);
  rmSync(folder, { recursive: true });
});

/** Result of a page whose server responds like this. */
async function served(answer: RequestListener): Promise<ModuleFile> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  try {
    return await readModule(`http://127.0.0.1:${port}/shared/engine.js`);
  } finally {
    server.close();
  }
}

test('a page fetches the file, and uses the string if that fails or returns something else', async () => {
  expect(isFile(await served((request, answer) => answer.end(request.url === '/shared/engine.wasm' ? file : '')))).toBe(
    true,
  );
  expect(isText(await served((_, answer) => answer.writeHead(404).end(file)))).toBe(true);
  expect(isText(await served((_, answer) => answer.end('<!doctype html>')))).toBe(true);
  expect(isText(await served((request) => request.socket.destroy()))).toBe(true);
});

test('a module with the right content type is compiled while it is received; compiling the bytes reports a broken one', async () => {
  const answering = (type: string, bytes: Uint8Array) =>
    served((_, answer) => answer.setHeader('Content-Type', type).end(bytes));
  const stated = await answering('application/wasm', file);
  expect(isFile(stated)).toBe(true);
  expect(await stated.module).toBeInstanceOf(WebAssembly.Module);
  expect((await answering('application/octet-stream', file)).module).toBe(undefined);
  const broken = await answering(
    'application/wasm',
    file.map((byte, k) => (k === 4 ? 9 : byte)),
  );
  expect(await broken.module).toBe(undefined);
  expect(broken.bytes[4]).toBe(9);
});

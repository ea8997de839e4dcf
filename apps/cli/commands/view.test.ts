// needs: the package
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildViewer } from '../../../scripts/viewer.mjs';
import { main } from '../main.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenon-view-'));
const model = join(folder, 'ball.xml');
let printed = '';

beforeAll(() => buildViewer().then(() => writeFileSync(model, '<mujoco model="ball"/>')), 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  printed = '';
  const print = (text: unknown) => {
    printed += `${text}\n`;
  };
  vi.spyOn(console, 'log').mockImplementation(print);
  vi.spyOn(console, 'error').mockImplementation(print);
});

test('view serves the model and the page until it is stopped', async () => {
  const exit = main(['view', '--no-open', model]);
  await vi.waitFor(() => expect(printed).toContain('http://localhost:'), { timeout: 60_000 });
  const url = new URL(/http:\S+/.exec(printed)![0]);
  expect(await (await fetch(url.origin)).text()).toContain('<canvas');
  expect(await (await fetch(url.origin + decodeURI(url.hash.replace('#model=', '')))).text()).toContain('ball');
  process.emit('SIGINT');
  expect(await exit).toBe(0);
  await expect(fetch(url.origin)).rejects.toThrow();
});

test('a missing file, a folder, and a port in use are one-line errors', async () => {
  expect(await main(['view', '--no-open', join(folder, 'none.xml')])).toBe(1);
  expect(printed).toContain('no such file');
  expect(await main(['view', '--no-open', folder])).toBe(1);
  expect(printed).toContain('is a folder');
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  expect(await main(['view', '--no-open', '--port', String(port), model])).toBe(1);
  expect(printed).toContain(`port ${port} is in use`);
  other.close();
});

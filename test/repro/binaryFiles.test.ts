// needs: the compiled engine
/** A binary model is loaded like text: from disk or from files in memory, within its folder. It was rejected as malformed XML. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Data, loadModel, MjcfError, modelFiles, modelToBinary, step } from '../../src/index.ts';
import { readMain } from '../../src/load/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenon-binary-'));
const path = join(folder, 'models/humanoid.mjb');
const text = new URL('../../examples/humanoid.xml', import.meta.url);
let bytes: Uint8Array;

beforeAll(async () => {
  bytes = await modelToBinary(await loadModel(text));
  mkdirSync(join(folder, 'models'));
  writeFileSync(path, bytes);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('its steps have the same bits as those of the original text', async () => {
  const [given, made] = [await loadModel(path), await loadModel(text)];
  const [a, b] = [new Data(given), new Data(made)];
  step(given, a, 50);
  step(made, b, 50);
  expect(a.qpos).toEqual(b.qpos);
});

test('it may have a URL, and be among files in memory', async () => {
  const read: string[] = [];
  const progress = (_: string, file: string) => read.push(file);
  const { nv } = await loadModel(text);
  expect((await loadModel(pathToFileURL(path))).nv).toBe(nv);
  expect((await loadModel('b/MODEL.MJB', { files: { 'a/../b/model.mjb': bytes }, progress })).nv).toBe(nv);
  expect(read).toEqual(['b/MODEL.MJB']);
});

test('it is read within limits, and only inside the folder', async () => {
  await expect(loadModel(path, { root: join(folder, 'other') })).rejects.toThrow(/outside the folder/);
  await expect(loadModel(path, { root: join(folder, 'models') })).resolves.toBeDefined();
  await expect(loadModel(path, { limits: { fileBytes: 1000 } })).rejects.toThrow(/fileBytes/);
  await expect(loadModel(join(folder, 'none.mjb'))).rejects.toThrow(MjcfError);
});

test('it consists of one file', async () => {
  expect(await modelFiles(path)).toEqual([path]);
});

test('from the web it is requested once, and a missing file is reported by name', async () => {
  const asked: string[] = [];
  const fetchFile = async (name: string) => {
    asked.push(name);
    return name === 'models/a.mjb' ? bytes : undefined;
  };
  expect(await readMain('models/a.mjb', {}, fetchFile)).toBe(bytes);
  await expect(readMain('models/b.mjb', {}, fetchFile)).rejects.toThrow("models/b.mjb cannot read file 'models/b.mjb'");
  await expect(readMain('models/a.mjb', { root: 'other' }, fetchFile)).rejects.toThrow(/outside the folder/);
  expect(asked).toEqual(['models/a.mjb', 'models/b.mjb']);
});

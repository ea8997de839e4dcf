// needs: the compiled engine
/** `root` confines a model to a folder, however its files are named; special files are not read. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadModel, MjcfError, modelFromXml } from '../../src/index.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tenon-root-')));
const inside = (name: string) => join(folder, 'models', name);
const including = (file: string) => `<mujoco><include file="${file}"/></mujoco>`;

beforeAll(() => {
  mkdirSync(join(folder, 'models'));
  for (const path of [join(folder, 'secret.xml'), inside('part.xml')]) writeFileSync(path, '<mujoco><size/></mujoco>');
  symlinkSync(join(folder, 'secret.xml'), inside('link.xml'));
  symlinkSync(folder, inside('up'));
  for (const file of ['link.xml', 'up/secret.xml', '../secret.xml', 'part.xml', 'pipe'])
    writeFileSync(inside(`names ${file.replaceAll('/', ' ')}`), including(file));
  execFileSync('mkfifo', [inside('pipe')]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (name: string, root?: string) => loadModel(inside(name), { root });

test.each(['link.xml', 'up/secret.xml', '../secret.xml'])('%s is outside the folder and is rejected', async (file) => {
  const name = `names ${file.replaceAll('/', ' ')}`;
  await expect(load(name, join(folder, 'models'))).rejects.toThrow(/:1:18 <include> file: .*outside the folder/);
  await expect(load(name)).resolves.toBeDefined();
});

test('the model itself must be in the folder, after resolving links', async () => {
  await expect(loadModel(join(folder, 'secret.xml'), { root: join(folder, 'models') })).rejects.toThrow(
    /outside the folder/,
  );
  await expect(load('link.xml', join(folder, 'models'))).rejects.toThrow(/outside the folder/);
  expect(() => modelFromXml('<mujoco/>', { file: 'b/m.xml', root: 'a' })).toThrow(MjcfError);
});

test('a folder may be relative, absolute, have a trailing slash, or be the root', async () => {
  const models = join(folder, 'models');
  for (const root of [models, `${models}/`, relative('.', models), folder, '/']) {
    await expect(load('names part.xml', root), root).resolves.toBeDefined();
    await expect(loadModel(relative('.', inside('names part.xml')), { root }), root).resolves.toBeDefined();
  }
});

test('pipes and devices, which have no end, are not read', async () => {
  await expect(load('names pipe')).rejects.toThrow(/pipe' is not a regular file/);
  await expect(loadModel('/dev/zero')).rejects.toThrow(/not a regular file/);
  await expect(loadModel(inside('part.xml'), { limits: { fileBytes: 10 } })).rejects.toThrow(/raise limits.fileBytes/);
});

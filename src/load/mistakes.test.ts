// needs: the compiled engine
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MjcfError } from '../formats/xml/error.ts';
import { type LoadOptions, loadModel, modelFromXml, prepare } from './load.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenon-mistakes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Mistakes of three stages: an attribute, a reference, a mass. */
const wrong = `<mujoco>
  <worldbody>
    <body name="a"><joint name="hinge"/><geom size="x"/></body>
    <body name="b"><freejoint/></body>
  </worldbody>
  <actuator>
    <motor joint="hnge"/>
  </actuator>
</mujoco>`;

const js = { engine: 'js' } as const;
const mistakes = async (load: () => unknown): Promise<string[]> => {
  const error = await Promise.resolve()
    .then(load)
    .then(
      () => undefined,
      (found: unknown) => found,
    );
  if (!(error instanceof MjcfError)) throw error;
  expect(error.message.split('\n')).toHaveLength(error.diagnostics.length);
  return error.diagnostics.map(({ line, tag }) => `${line} ${tag}`);
};

test('modelFromXml and loadModel find the mistakes of every stage, the same ones', async () => {
  await prepare(js);
  const path = join(folder, 'wrong.xml');
  writeFileSync(path, wrong);
  const found = await mistakes(() => modelFromXml(wrong, js));
  expect(found).toEqual(['3 geom', '7 motor', '4 body']);
  expect(await mistakes(() => loadModel(path, js))).toEqual(found);
  expect(await mistakes(() => loadModel('mem.xml', { ...js, files: { 'mem.xml': wrong } }))).toEqual(found);
  expect(await mistakes(() => modelFromXml(wrong, { ...js, file: 'wrong.xml' }))).toEqual(found);
});

test('mistakes in included files are found, and options of the caller are not changed', async () => {
  const files = new Map([
    ['main.xml', '<mujoco><include file="part.xml"/><actuator><motor joint="none"/></actuator></mujoco>'],
    ['part.xml', '<mujoco><worldbody><body><joint/><geom size="x"/></body></worldbody></mujoco>'],
  ]);
  const options: LoadOptions = { ...js, files };
  expect(await mistakes(() => loadModel('main.xml', options))).toEqual(['1 geom', '1 motor']);
  expect(await mistakes(() => modelFromXml(files.get('main.xml')!, options))).toEqual(['1 geom', '1 motor']);
  expect(files.get('part.xml')).toContain('size="x"');
});

test('errors of loadModel and modelFromXml suggest each other', async () => {
  await expect(loadModel(' <mujoco/>')).rejects.toThrow(
    'expected a path or a URL, found the text of a model. Fix: await prepare(), then modelFromXml(text)',
  );
  expect(() => modelFromXml('models/humanoid.xml', js)).toThrow(
    "modelFromXml: expected the text of a model, found a path. Fix: await loadModel('models/humanoid.xml')",
  );
});

test('a misspelled file name suggests a similar one, except with a root folder', async () => {
  const path = join(folder, 'wrnog.xml');
  await expect(loadModel(path, js)).rejects.toThrow(
    `there is no such file. Did you mean '${join(folder, 'wrong.xml')}'?`,
  );
  await expect(loadModel(path, { ...js, root: folder })).rejects.toThrow(/there is no such file$/);
  await expect(loadModel(join(folder, 'else', 'x.xml'), js)).rejects.toThrow(/there is no such file$/);
});

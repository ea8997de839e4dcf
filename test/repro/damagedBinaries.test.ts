// needs: the compiled engine
/** A binary model with inconsistent integers is rejected by the name of its file and field, by every loading function. It was accepted: a
 *  step looped forever in a cycle of parents, and wrote into another Model on the same heap. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyDamage, type BinaryFile, binaryFile } from '../../scripts/torture/index.mjs';
import { modelSizes, modelTable } from '../../src/core/model/fields/index.ts';
import { loadModel, MjcfError, modelFromBinary, modelFromXml, modelToBinary, prepare } from '../../src/index.ts';
import load from '../../src/mujoco.ts';
import { loadSource } from '../../src/view/viewer/source/source.ts';

const chain = `<mujoco><worldbody><body><joint/><geom size=".1"/><body pos="1 0 0"><joint/><geom size=".1"/></body></body>
  <body pos="0 1 0"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;
const cloth = `<mujoco><worldbody><flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" mass="1" radius=".01">
  <edge equality="true"/></flexcomp></worldbody></mujoco>`;
const tables = { modelSizes, modelTable };
const folder = mkdtempSync(join(tmpdir(), 'tenon-damaged-'));
const path = join(folder, 'damaged.mjb');
let files: Record<'chain' | 'cloth', BinaryFile>;

beforeAll(async () => {
  await prepare();
  const bytes = async (xml: string) => modelToBinary(modelFromXml(xml));
  files = {
    chain: binaryFile('chain', await bytes(chain), tables),
    cloth: binaryFile('cloth', await bytes(cloth), tables),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const withValue = (file: BinaryFile, field: string, at: number, value: number): Uint8Array =>
  applyDamage(file, [{ kind: 'set', field, at, value }], tables);

test.each([
  ['chain', 'dof_parentid', 1, 1],
  ['chain', 'body_parentid', 2, 2],
  ['chain', 'tree_dofadr', 1, 1],
  ['chain', 'bvh_child', 0, 0],
  ['chain', 'mapM2D', 0, 200_000],
  ['chain', 'M_colind', 0, 7],
  ['cloth', 'flex_interp', 0, 200_000],
  ['cloth', 'flex_edge', 3, 200_000],
  ['cloth', 'bvh_child', 0, 0],
] as const)('%s: %s[%i] = %i is rejected by name', async (name, field, at, value) => {
  await expect(modelFromBinary(withValue(files[name], field, at, value))).rejects.toThrow(
    `mjb: ${field}[${at}]: expected `,
  );
});

describe('each way in', () => {
  const words = /dof_parentid\[1\]: expected 0, .*, found 1/;
  let bytes: Uint8Array;

  beforeAll(() => {
    bytes = withValue(files.chain, 'dof_parentid', 1, 1);
    writeFileSync(path, bytes);
  });

  test('a path, and a file in memory', async () => {
    await expect(loadModel(path)).rejects.toThrow(words);
    await expect(loadModel(path)).rejects.toThrow(path);
    await expect(loadModel('b.mjb', { files: { 'b.mjb': bytes } })).rejects.toThrow(MjcfError);
    await expect(loadModel('b.mjb', { files: { 'b.mjb': bytes } })).rejects.toThrow(/b\.mjb .*dof_parentid\[1\]/);
  });

  test('the viewer', async () => {
    const source = { kind: 'files', files: new Map([['b.mjb', bytes]]), main: 'b.mjb' } as const;
    await expect(loadSource(source)).rejects.toThrow(/b\.mjb.*dof_parentid\[1\]/);
  });

  test('the drop-in API', async () => {
    const mj = await load({ engine: 'js' });
    const vfs = new mj.MjVFS();
    vfs.addBuffer('model.mjb', bytes);
    expect(() => mj.MjModel.mj_loadModel('model.mjb', vfs)).toThrow(/mjb: model\.mjb: dof_parentid\[1\]: expected 0/);
    expect(() => mj.MjModel.mj_loadModel(path, new mj.MjVFS())).toThrow(words);
  });
});

test('a file that requests too much memory is rejected by the name of the size, before allocation', async () => {
  const large = applyDamage(files.chain, [{ kind: 'size', field: 'nuserdata', at: 0, value: 1e9 }], tables);
  await expect(modelFromBinary(large)).rejects.toThrow(/nuserdata: .* exceeds the limit of 1073741824/);
  await expect(modelFromBinary(files.chain.bytes, { limits: { modelBytes: 1000 } })).rejects.toThrow(
    /limits\.modelBytes/,
  );
  await expect(modelFromBinary(files.chain.bytes, { limits: { modelBytes: 1e6 } })).resolves.toBeDefined();
});

test('a wrong argument type is rejected by its kind', async () => {
  await expect(modelFromBinary('text' as unknown as Uint8Array)).rejects.toThrow(
    'modelFromBinary: expected a Uint8Array',
  );
  await expect(modelFromBinary(new Uint8Array(3))).rejects.toThrow('the file has only 3 bytes');
});

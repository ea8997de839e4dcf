// needs: the compiled engine
/** Output of `tenon convert`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { loadModel, modelFromBinary } from '../../../src/index.ts';
import { encodePng } from '../../../test/support/pngEncode.ts';
import { main } from '../main.ts';
import { terminal } from '../testing/terminal.ts';

const { arm, folder, put, said } = terminal();

test('convert prints what it has written', async () => {
  const flat = join(folder, 'flat.xml');
  expect(await main(['convert', arm, '-o', flat])).toBe(0);
  expect(said.err).toBe(`wrote ${flat}, ${readFileSync(flat, 'utf8').trimEnd().split('\n').length} lines\n`);
});

test('convert writes a flat model that loads again', async () => {
  const flat = join(folder, 'flat.xml');
  expect(await main(['convert', arm, '-o', flat])).toBe(0);
  expect(await main(['info', '--json', flat])).toBe(0);
  expect(JSON.parse(said.out).sizes['sensor values (nsensordata)']).toBe(1);
});

test('convert writes a binary file of the model, and reports it', async () => {
  const binary = join(folder, 'arm.mjb');
  expect(await main(['convert', arm, '-o', binary])).toBe(0);
  expect(said.err).toMatch(/^wrote .*arm\.mjb, \d+ KB\n$/);
  const copy = await modelFromBinary(readFileSync(binary));
  const model = await loadModel(arm);
  for (const field of ['qpos0', 'body_mass', 'geom_size', 'key_qpos'] as const)
    expect(copy[field]).toEqual(model[field]);
  await expect(modelFromBinary(readFileSync(binary).subarray(0, 999))).rejects.toThrow('Failed to load from mjb');
});

test('commands accept a binary model, and reject what it cannot provide', async () => {
  const binary = join(folder, 'again.mjb');
  expect(await main(['convert', arm, '-o', binary])).toBe(0);
  expect(await main(['info', '--json', binary])).toBe(0);
  expect(JSON.parse(said.out).sizes['sensor values (nsensordata)']).toBe(1);
  expect(await main(['convert', binary])).toBe(1);
  expect(said.err).toContain('again.mjb a binary model has no MJCF text');
});

test('convert writes an archive with all files, which loads again', async () => {
  mkdirSync(join(folder, 'robot/shapes'), { recursive: true });
  put('robot/shapes/a.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n');
  const text = (file: string) =>
    `<mujoco><asset><mesh name="m" file="${file}"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`;
  const model = put('robot/scene.xml', text('shapes/a.obj'));
  const archive = join(folder, 'scene.mjz');
  expect(await main(['convert', model, '-o', archive]), said.err).toBe(0);
  expect(await main(['info', '--json', archive]), said.err).toBe(0);
  expect((await loadModel(archive)).mesh_vert).toEqual((await loadModel(model)).mesh_vert);
  expect(await main(['convert', archive, '-o', join(folder, 'again.mjz')])).toBe(1);
  expect(said.err).toContain('scene.mjz');
  put('outside.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n');
  expect(await main(['convert', put('robot/out.xml', text('../outside.obj')), '-o', archive])).toBe(1);
  expect(said.err).toContain('outside.obj');
  expect(said.err).toContain('outside the folder of the model');
});

test('an invalid binary model is reported by name', async () => {
  const file = put('text.mjb', '<mujoco/>');
  expect(await main(['info', file])).toBe(1);
  expect(said.err).toContain(`${file} Failed to load from mjb: the file has only 9 bytes`);
});

test.each(['', 'other/deep', '..'])("convert to folder '%s' keeps meshes, textures and height fields", async (to) => {
  for (const name of ['put/models/shapes', 'put/pictures', 'put/models/other/deep'])
    mkdirSync(join(folder, name), { recursive: true });
  const picture = encodePng({ width: 2, height: 1, depth: 8, color: 2, sample: (x, _, k) => 3 * x + k + 1 });
  put('put/models/shapes/a.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n');
  writeFileSync(join(folder, 'put/pictures/h.bin'), new Uint8Array(new Int32Array([2, 2, 0, 1065353216, 0, 0]).buffer));
  writeFileSync(join(folder, 'put/pictures/t.png'), picture);
  const model = put(
    'put/models/scene.xml',
    `<mujoco><compiler meshdir="shapes"/><asset><mesh name="a" file="a.obj"/><hfield name="h" file="../../pictures/h.bin"
    size="1 1 1 1"/><texture name="t" type="2d" file="../pictures/t.png"/></asset>
    <worldbody><geom type="hfield" hfield="h"/><body><freejoint/><geom type="mesh" mesh="a"/></body></worldbody></mujoco>`,
  );
  const flat = join(folder, 'put/models', to, 'flat.xml');
  // as an absolute path, and relative to the working directory
  for (const asPath of [(path: string) => path, (path: string) => relative('.', path)]) {
    expect(await main(['convert', asPath(model), '--output', asPath(flat)]), said.err).toBe(0);
    const [before, after] = [await loadModel(model), await loadModel(flat)];
    for (const field of ['mesh_vert', 'hfield_data', 'tex_data'] as const) {
      expect(before[field].length).toBeGreaterThan(0);
      expect(after[field]).toEqual(before[field]);
    }
    rmSync(flat);
  }
});

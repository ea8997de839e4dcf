// needs: the compiled engine
/** Models in archives, as MuJoCo's .mjz files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesOfZip } from '../formats/bytes/zip.ts';
import { zipOf } from '../formats/bytes/zipWrite.ts';
import { flattenMjcf, type LoadOptions, loadModel, modelFiles } from '../index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenon-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TETRAHEDRON = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n';
const ball = (radius: number) => `<mujoco><worldbody><geom size="${radius}"/></worldbody></mujoco>`;
const mesh = `<mujoco><compiler meshdir="shapes"/><asset><mesh name="m" file="a.obj"/></asset>
  <include file="parts/ball.xml"/><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`;

function put(name: string, files: Record<string, string>): string {
  const encoder = new TextEncoder();
  const path = join(folder, name);
  writeFileSync(path, zipOf(new Map(Object.entries(files).map(([file, text]) => [file, encoder.encode(text)]))));
  return path;
}

test.each(['a.mjz', 'a.zip', 'A.MJZ'])('%s has everything that the model refers to', async (name) => {
  const path = put(name, { 'model.xml': mesh, 'shapes/a.obj': TETRAHEDRON, 'parts/ball.xml': ball(2) });
  const model = await loadModel(path, { root: folder });
  expect([model.nmesh, model.ngeom, model.geom_size[0]]).toEqual([1, 2, 2]);
  expect(await modelFiles(path)).toEqual([path]);
});

test.each<[string, Record<string, string>, number]>([
  ['model.xml first', { 'b.xml': ball(1), 'model.xml': ball(2), 'a.xml': ball(3) }, 2],
  ['then the name of the archive', { 'a.xml': ball(1), 'b.xml': ball(2), 'sub/model.xml': ball(3) }, 2],
  ['then the only text at the top', { 'other.xml': ball(2), 'sub/model.xml': ball(3), 'readme.txt': '' }, 2],
])('the model of an archive is %s', async (_, files, radius) => {
  expect((await loadModel(put('b.mjz', files))).geom_size[0]).toBe(radius);
});

test.each<[string, Record<string, string>, RegExp, LoadOptions]>([
  [
    'two models',
    { 'a.xml': ball(1), 'c.xml': ball(2) },
    /d\.mjz.*expected model\.xml, d\.xml.* found 'a\.xml', 'c\.xml'/,
    {},
  ],
  ['no text', { 'readme.txt': '' }, /d\.mjz.*found no \.xml or \.urdf/, {}],
  ['a mistake in its text', { 'model.xml': '<mujoco><geom/></mujoco>' }, /d\.mjz\/model\.xml:1:9/, {}],
  ['a file that is missing', { 'model.xml': mesh, 'parts/ball.xml': ball(1) }, /shapes\/a\.obj/, {}],
  ['a file that is outside', { 'model.xml': '<mujoco><include file="../outside.xml"/></mujoco>' }, /outside\.xml/, {}],
  [
    'a file that is too large',
    { 'model.xml': ball(1), 'x.bin': 'x'.repeat(300) },
    /raise limits\.fileBytes/,
    { limits: { fileBytes: 299 } },
  ],
])('an archive with %s is rejected', async (_, files, message, options) => {
  writeFileSync(join(folder, 'outside.xml'), ball(1));
  const path = put('d.mjz', files);
  await expect(loadModel(path, options.limits ? { ...options, files: {} } : options)).rejects.toThrow(message);
});

test('a file that is not an archive is rejected by name', async () => {
  const path = join(folder, 'e.mjz');
  writeFileSync(path, '<mujoco/>');
  await expect(loadModel(path)).rejects.toThrow(/e\.mjz.*no directory/);
});

test('an archive is flattened unless its model needs other files', async () => {
  expect(await flattenMjcf(put('f.mjz', { 'model.xml': ball(3) }))).toContain('size="3 0 0"');
  const path = put('g.mjz', { 'model.xml': mesh, 'shapes/a.obj': TETRAHEDRON, 'parts/ball.xml': ball(2) });
  await expect(flattenMjcf(path)).rejects.toThrow(/g\.mjz.*refers to files of the archive.*Unpack/);
});

test('a written archive has its files by path', async () => {
  const files = new Map([
    ['model.xml', new TextEncoder().encode(ball(1))],
    ['größe/ü.obj', new Uint8Array(70_000).fill(7)],
    ['empty', new Uint8Array(0)],
  ]);
  expect(await filesOfZip(zipOf(files))).toEqual(files);
});

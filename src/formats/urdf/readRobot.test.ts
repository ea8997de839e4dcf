// needs: the compiled engine
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { flattenMjcf, loadModel, modelFiles, modelFromXml, ObjType, objectNames, prepare } from '../../index.ts';
import load from '../../mujoco.ts';

const folder = mkdtempSync(join(tmpdir(), 'urdf-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const OBJ = 'v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
const robot = (mesh: string) => `<robot name="r"><link name="base"/><link name="arm"><collision><geometry>
  <mesh filename="${mesh}"/></geometry></collision></link>
  <joint name="j" type="revolute"><parent link="base"/><child link="arm"/></joint></robot>`;

// must be the first test: nothing has loaded the reader yet
test('a URDF file is loaded without preparation', async () => {
  put('ws/robot/meshes/m.obj', OBJ);
  const model = await loadModel(put('ws/robot/urdf/plain.urdf', robot('../meshes/m.obj')));
  expect(objectNames(model, ObjType.JOINT)).toEqual(['j']);
});

test.each([
  'package://robot/meshes/m.obj',
  'package://other/meshes/m.obj',
  'model://robot/meshes/m.obj',
  `file://${folder}/ws/robot/meshes/m.obj`,
])('a mesh at %s is found around the model', async (address) => {
  put('ws/other/meshes/m.obj', OBJ);
  const file = put('ws/robot/urdf/address.urdf', robot(address));
  const model = await loadModel(file);
  expect(model.nmesh).toBe(1);
  expect((await modelFiles(file)).map((path) => path.slice(folder.length))).toEqual([
    '/ws/robot/urdf/address.urdf',
    `/ws/${address.includes('other') ? 'other' : 'robot'}/meshes/m.obj`,
  ]);
});

test('a URL is not followed out of the root', async () => {
  const file = put('ws/robot/urdf/out.urdf', robot('package://other/meshes/m.obj'));
  await expect(loadModel(file, { root: join(folder, 'ws/robot') })).rejects.toThrow(
    'out.urdf:2:9 <mesh> filename: no such file',
  );
});

test('files in memory are found by their URL', async () => {
  await prepare();
  const address = 'package://any/m.obj';
  expect(modelFromXml(robot(address), { files: { [address]: OBJ } }).nmesh).toBe(1);
});

test('a robot can be attached to an MJCF model', async () => {
  put('ws/scene/arm.urdf', robot('package://robot/meshes/m.obj').replace('"base"/>', '"base"/>'));
  const scene = put(
    'ws/scene/scene.xml',
    `<mujoco><asset><model name="arm" file="arm.urdf"/></asset>
      <worldbody><frame pos="0 0 1"><attach model="arm" body="base" prefix="left_"/></frame></worldbody></mujoco>`,
  );
  expect(objectNames(await loadModel(scene), ObjType.BODY)).toEqual(['world', 'left_base', 'left_arm']);
});

test('a robot saved as MJCF gives the same model', async () => {
  const file = put('ws/robot/urdf/flat.urdf', robot('../meshes/m.obj'));
  const flat = put('ws/robot/urdf/flat.xml', await flattenMjcf(file));
  expect([...(await loadModel(flat)).body_mass]).toEqual([...(await loadModel(file)).body_mass]);
});

test('the drop-in API accepts URDF like MJCF', async () => {
  const mujoco = await load();
  const model = mujoco.MjModel.from_xml_string(
    robot('m.obj').replace('<mesh filename="m.obj"/>', '<sphere radius="1"/>'),
  );
  expect([model.nbody, model.njnt]).toEqual([2, 1]);
});

test.each([
  [1000, undefined],
  [2500, /<link> bodies are nested too deeply. Expected at most 2000 levels/],
])('a chain of %i links is loaded, or rejected with a message', (count, message) => {
  const shape = '<collision><geometry><sphere radius=".1"/></geometry></collision>';
  const links = Array.from({ length: count }, (_, i) => `<link name="l${i}">${shape}</link>`);
  const joints = links
    .slice(1)
    .map((_, i) => `<joint name="j${i}" type="fixed"><parent link="l${i}"/><child link="l${i + 1}"/></joint>`);
  const settings = '<mujoco><compiler fusestatic="false"/></mujoco>';
  const load = () => modelFromXml(`<robot>${settings}${links.join('')}${joints.join('')}</robot>`);
  if (message) expect(load).toThrow(message);
  else expect(load().nbody).toBe(count + 1);
});

// needs: the compiled engine
/** glTF files: accepted by the official validator, and loaded by three.js with the poses of the `Data`. */
import validator from 'gltf-validator';
import { AnimationMixer, type Group, type Object3D, Quaternion, Texture, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { beforeAll, expect, test } from 'vitest';
import { Data, forward, loadModel, type Model, modelFromXml, prepare, step } from '../../index.ts';
import { recordGlb } from './record.ts';

beforeAll(() => prepare());

/** The control of all actuators. */
const CTRL = 0.4;

async function glbOf(m: Model, d: Data, states = 1, stride = 20): Promise<Uint8Array<ArrayBuffer>> {
  d.ctrl.fill(CTRL);
  const glb = await recordGlb(m, d);
  for (let k = 0; k < states; k++) {
    if (k > 0) step(m, d, stride);
    forward(m, d);
    glb.add();
  }
  return glb.bytes();
}

/** Errors and warnings of the official validator. */
async function problems(bytes: Uint8Array): Promise<string[]> {
  const { issues } = await validator.validateBytes(bytes);
  return issues.messages.filter(({ severity }) => severity <= 1).map(({ code, pointer }) => `${code} ${pointer}`);
}

/** Pictures need a browser: they are replaced. */
function loadScene(bytes: Uint8Array<ArrayBuffer>) {
  const loader = new GLTFLoader();
  loader.register(() => ({ name: 'pictures', loadTexture: async () => new Texture() }));
  return loader.parseAsync(bytes.buffer, '');
}

/** Largest difference between the poses of bodies in a scene and in a `Data`: meters, and sine of half the angle. */
function difference(scene: Group, m: Model, d: Data): number {
  scene.updateMatrixWorld(true);
  const root = scene.children[0];
  const [position, rotation, size] = [new Vector3(), new Quaternion(), new Vector3()];
  let worst = 0;
  for (let b = 1; b < m.nbody; b++) {
    const node = nodeOfBody(root, m.body(b).name);
    // relative to the root, which turns z into y
    root.matrixWorld.clone().invert().multiply(node.matrixWorld).decompose(position, rotation, size);
    const [w, x, y, z] = d.xquat.subarray(4 * b, 4 * b + 4);
    const [px, py, pz] = d.xpos.subarray(3 * b, 3 * b + 3);
    const away = position.distanceTo(new Vector3(px, py, pz));
    const turned = rotation.invert().multiply(new Quaternion(x, y, z, w));
    worst = Math.max(worst, away, Math.hypot(turned.x, turned.y, turned.z));
  }
  return worst;
}

/** The loader removes spaces from names. */
function nodeOfBody(root: Object3D, name: string): Object3D {
  const found = root.getObjectByName(name.replaceAll(' ', '_'));
  if (!found) throw new Error(`no node '${name}'`);
  return found;
}

const shapes = `<mujoco><asset>
  <texture name="t" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="8" height="8"/>
  <texture name="c" type="cube" builtin="flat" rgb1="1 0 0" width="8" height="8"/>
  <material name="floor" texture="t" texrepeat="4 4"/><material name="cube" texture="c"/><material name="lamp" emission="1" rgba="1 1 0 1"/>
  <mesh name="w" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/>
  <hfield name="h" nrow="3" ncol="4" size="1 1 .5 .1" elevation="0 1 0 1 1 0 1 0 0 1 0 1"/></asset>
  <worldbody><camera name="eye" pos="0 -3 1" xyaxes="1 0 0 0 0 1"/><geom type="plane" size="2 2 .1" material="floor"/>
  <geom type="hfield" hfield="h" pos="4 0 0" material="floor"/>
  <body name="one" pos="0 0 1"><freejoint/><geom size=".1"/><geom type="capsule" size=".1 .3" rgba="1 0 0 .5"/>
  <geom type="box" size=".1 .2 .3" material="cube"/><geom type="cylinder" size=".1 .2" material="lamp"/>
  <geom type="ellipsoid" size=".1 .2 .3"/><geom type="mesh" mesh="w" euler="10 20 30"/><geom size="1" group="3"/>
  <body name="two" pos="1 0 0" euler="0 90 0"><joint type="ball"/><geom size=".2" pos="0 0 .1"/></body></body></worldbody></mujoco>`;

test('the validator has no complaint about a scene with every kind of shape', async () => {
  const m = modelFromXml(shapes);
  expect(await problems(await glbOf(m, new Data(m)))).toEqual([]);
});

test('the validator notices damage', async () => {
  const m = modelFromXml(shapes);
  const bytes = await glbOf(m, new Data(m));
  const at = Buffer.from(bytes).indexOf('"POSITION":');
  bytes.set(new TextEncoder().encode('"POSITIOM":'), at);
  expect(await problems(bytes)).not.toEqual([]);
});

test('an empty model is a valid file', async () => {
  const m = modelFromXml('<mujoco/>');
  expect(await problems(await glbOf(m, new Data(m)))).toEqual([]);
});

test.each(['examples/humanoid.xml', 'examples/arm_gripper.xml'])(
  'the motion of %s is valid, and three.js shows the poses of the Data at every time',
  async (path) => {
    const m = await loadModel(path);
    const d = new Data(m);
    const bytes = await glbOf(m, d, 26, 20);
    expect(await problems(bytes)).toEqual([]);
    const { scene, animations } = await loadScene(bytes);
    expect(animations).toHaveLength(1);
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(animations[0]).play();
    const again = new Data(m);
    forward(m, again);
    // a clip repeats after its last row
    for (const row of [0, 7, 24]) {
      mixer.setTime(20 * row * m.opt.timestep);
      const state = new Data(m);
      state.ctrl.fill(CTRL);
      step(m, state, 20 * row);
      forward(m, state);
      expect(difference(scene, m, state)).toBeLessThan(2e-4);
    }
    // the poses move
    expect(difference(scene, m, again)).toBeGreaterThan(0.01);
  },
);

interface Description {
  nodes: { name: string; mesh?: number; camera?: number; scale?: number[]; children?: number[] }[];
  meshes: { primitives: { attributes: Record<string, number>; material: number }[] }[];
  materials: {
    alphaMode?: string;
    emissiveFactor?: number[];
    pbrMetallicRoughness: { baseColorFactor: number[]; baseColorTexture?: { index: number } };
  }[];
  images: unknown[];
  animations?: unknown[];
}

test('geoms have sizes, colors in linear light and textures; hidden groups are omitted', async () => {
  const m = modelFromXml(shapes);
  const bytes = await glbOf(m, new Data(m));
  const length = new DataView(bytes.buffer).getUint32(12, true);
  const file = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))) as Description;
  const geoms = file.nodes.filter(({ mesh }) => mesh !== undefined);
  expect(geoms.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9].map((g) => `geom ${g}`));
  expect(geoms.map(({ scale }) => scale)).toEqual([
    [1, 1, 1],
    [1, 1, 1],
    [0.1, 0.1, 0.1],
    [0.1, 0.1, 0.1],
    [0.1, 0.2, 0.3],
    [0.1, 0.1, 0.2],
    [0.1, 0.2, 0.3],
    [1, 1, 1],
    [0.2, 0.2, 0.2],
  ]);
  const materialOf = (k: number) => file.materials[file.meshes[geoms[k].mesh!].primitives[0].material];
  const hasCoordinates = (k: number) => 'TEXCOORD_0' in file.meshes[geoms[k].mesh!].primitives[0].attributes;
  // one picture, for ground and terrain; the cube texture has no counterpart
  expect(file.images).toHaveLength(1);
  expect([0, 1, 4].map((k) => materialOf(k).pbrMetallicRoughness.baseColorTexture?.index)).toEqual([0, 0, undefined]);
  expect([0, 1, 4].map(hasCoordinates)).toEqual([true, true, false]);
  expect(materialOf(3)).toMatchObject({
    alphaMode: 'BLEND',
    pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 0.5] },
  });
  expect(materialOf(5).emissiveFactor).toEqual([1, 1, 0]);
  // 0.5 as a display color is 0.214 in linear light
  expect(materialOf(2).pbrMetallicRoughness.baseColorFactor[0]).toBeCloseTo(0.214, 3);
  // spheres of different bodies share their triangles
  const positions = [2, 8].map((k) => file.meshes[geoms[k].mesh!].primitives[0].attributes['POSITION']);
  expect(positions[0]).toBe(positions[1]);
  expect(file.nodes.filter(({ camera }) => camera === 0).map(({ name }) => name)).toEqual(['eye']);
  expect(file.animations).toBe(undefined);
});

test('a state that is not later, or not finite, is an error, and so is a file without states', async () => {
  const m = modelFromXml(shapes);
  const d = new Data(m);
  forward(m, d);
  const glb = await recordGlb(m, d);
  expect(() => glb.bytes()).toThrow('recordGlb: no state to write. Call add() first');
  glb.add();
  expect(() => glb.add()).toThrow('recordGlb: expected a time later than 0 s, found 0 s');
  d.time = 1;
  d.xpos[3] = Number.NaN;
  expect(() => glb.add()).toThrow('recordGlb: the pose of body one is not finite');
});

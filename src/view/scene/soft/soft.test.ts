// needs: the compiled engine
/** Flexes and skins as three.js objects, without rendering. */
import { type InstancedMesh, type LineSegments, Mesh, type Object3D, Raycaster, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { Data, forward, type Model, modelFromXml, prepare } from '../../../index.ts';
import { ModelScene } from '../modelScene.ts';
import { maxLayers } from './flexTriangles.ts';

await prepare();

function makeScene(xml: string): { m: Model; d: Data; scene: ModelScene } {
  const m = modelFromXml(xml);
  const d = new Data(m);
  forward(m, d);
  const scene = new ModelScene(m);
  scene.update(d);
  return { m, d, scene };
}

function named(scene: ModelScene, name: string): Mesh {
  const object = scene.object.getObjectByName(name);
  if (!(object instanceof Mesh)) throw new Error(`'${name}': expected a mesh, found ${object?.type}`);
  return object;
}

const flexcomp = (attributes: string) =>
  `<mujoco><worldbody><flexcomp name="soft" ${attributes}><contact selfcollide="none"/></flexcomp></worldbody></mujoco>`;
const sheet = flexcomp('type="grid" count="4 3 1" spacing=".1 .1 .1" dim="2" radius=".01"');
const block = flexcomp('type="grid" count="5 5 5" spacing=".1 .1 .1" dim="3" radius=".01"');

test('the points of a sheet are the vertices of the Data, and follow them', () => {
  const { d, scene } = makeScene(sheet);
  const position = named(scene, 'soft').geometry.getAttribute('position');
  expect(position.count).toBe(12);
  const positions = () =>
    Array.from({ length: 12 }, (_, k) => new Vector3().fromBufferAttribute(position, k).toArray());
  const key = (p: ArrayLike<number>) => Array.from(p, (x) => x.toFixed(4)).join();
  const expected = () => Array.from({ length: 12 }, (_, v) => key(d.flexvert_xpos.subarray(3 * v, 3 * v + 3))).sort();
  expect(positions().map(key).sort()).toEqual(expected());
  d.flexvert_xpos[2] = 0.25;
  scene.update(d);
  expect(positions().map(key).sort()).toEqual(expected());
});

test('a flat sheet has the same normal everywhere, and is two-sided', () => {
  const { scene } = makeScene(sheet);
  const mesh = named(scene, 'soft');
  const normal = mesh.geometry.getAttribute('normal');
  for (let k = 0; k < normal.count; k++) expect(Math.abs(normal.getZ(k))).toBeCloseTo(1, 6);
  const down = new Raycaster(new Vector3(0.01, 0.02, 1), new Vector3(0, 0, -1));
  const up = new Raycaster(new Vector3(0.01, 0.02, -1), new Vector3(0, 0, 1));
  for (const ray of [down, up]) expect(ray.intersectObject(mesh).length).toBeGreaterThan(0);
});

test('the surface of a volume is one radius outside its vertices', () => {
  const { scene } = makeScene(block);
  const position = named(scene, 'soft').geometry.getAttribute('position');
  const reach = Math.max(...Array.from({ length: position.count }, (_, k) => Math.abs(position.getX(k))));
  // faces are oriented along x, edges and corners also along y and z
  expect(reach).toBeCloseTo(0.21, 4);
});

test('the layers of a volume together contain all its elements', () => {
  const { m, d, scene } = makeScene(block);
  const layers = maxLayers(m);
  expect(layers).toBeGreaterThan(1);
  let faces = 0;
  for (let layer = 1; layer <= layers; layer++) {
    scene.settings.layer = layer;
    scene.update(d);
    faces += named(scene, 'soft').geometry.getIndex()!.count / 3;
  }
  expect(faces).toBe(4 * m.flex_elemnum[0]!);
});

test('a vertex with two texture coordinates becomes two points', () => {
  const { scene } = makeScene(`<mujoco><asset><texture name="t" type="2d" builtin="checker" width="8" height="8"/>
    <material name="m" texture="t"/></asset><worldbody><body name="a"/><body name="b" pos="1 0 0"/><body name="c" pos="0 1 0"/>
    <body name="d" pos="1 1 0"/></worldbody><deformable><flex name="soft" dim="2" material="m" body="a b c d"
    vertex="0 0 0 0 0 0 0 0 0 0 0 0" element="0 1 2 1 3 2" texcoord="0 0 1 0 0 1 .5 .5 1 1" elemtexcoord="0 1 2 3 4 2"/></deformable></mujoco>`);
  const { geometry } = named(scene, 'soft');
  const uv = geometry.getAttribute('uv');
  const corner = (k: number) => [uv.getX(geometry.getIndex()!.getX(k)), uv.getY(geometry.getIndex()!.getX(k))];
  expect(geometry.getAttribute('position').count).toBe(5);
  expect([corner(1), corner(3), corner(2), corner(5)]).toEqual([
    [1, 0],
    [0.5, 0.5],
    [0, 1],
    [0, 1],
  ]);
});

test('a rope is a rod per element and a ball per vertex', () => {
  const { scene } = makeScene(flexcomp('type="grid" count="6 1 1" spacing=".1 .1 .1" dim="1" radius=".01"'));
  const parts = scene.object.getObjectByName('soft')!.children as InstancedMesh[];
  expect(parts.map(({ count }) => count).sort()).toEqual([5, 6]);
});

test('edges, flexes and skins are shown on request, by group', () => {
  const { m, d, scene } = makeScene(sheet);
  const mesh = named(scene, 'soft');
  const lines: Object3D[] = [];
  scene.object.traverse((object) => {
    if ((object as LineSegments).isLineSegments && object.parent === mesh.parent) lines.push(object);
  });
  expect([mesh.visible, lines.map(({ visible }) => visible)]).toEqual([true, [false]]);
  scene.settings.flags.flex = false;
  scene.settings.flags.flexEdge = true;
  scene.update(d);
  expect([mesh.visible, lines.map(({ visible }) => visible)]).toEqual([false, [true]]);
  expect((lines[0] as LineSegments).geometry.getAttribute('position').count).toBe(2 * m.nflexedge);
  scene.settings.groups.flex[0] = false;
  scene.update(d);
  expect(lines[0]!.visible).toBe(false);
});

test('grabbing a flex selects the body of the nearest vertex', () => {
  const { m, d, scene } = makeScene(sheet);
  const ray = new Raycaster(new Vector3(0.14, 0.09, 1), new Vector3(0, 0, -1));
  const [hit] = ray.intersectObjects(scene.flexes.pickable);
  const { body } = scene.flexes.hit(d, hit!)!;
  expect(Array.from(d.xpos.subarray(3 * body, 3 * body + 2))).toEqual([0.15000000000000002, 0.1]);
  expect(m.flex_vertbodyid).toContain(body);
});

test('vertices of a skin follow their bones by weight', () => {
  const { m, d, scene } =
    makeScene(`<mujoco><worldbody><body name="a"><joint name="x" type="slide" axis="0 0 1"/><geom size=".1"/></body>
    <body name="b" pos="1 0 0"><geom size=".1"/></body></worldbody><deformable><skin name="soft" vertex="0 0 0 1 0 0 .5 1 0" face="0 1 2">
    <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 2" vertweight="1 .5"/>
    <bone body="b" bindpos="1 0 0" bindquat="1 0 0 0" vertid="1 2" vertweight="1 .5"/></skin></deformable></mujoco>`);
  d.qpos[0] = 0.4;
  forward(m, d);
  scene.update(d);
  const position = named(scene, 'soft').geometry.getAttribute('position');
  const heights = [0, 1, 2].map((k) => position.getZ(k));
  expect(heights.map((z) => Number(z.toFixed(6)))).toEqual([0.4, 0, 0.2]);
  const shown = () => {
    scene.update(d);
    return named(scene, 'soft').visible;
  };
  scene.settings.groups.skin[0] = false;
  expect(shown()).toBe(false);
  scene.settings.groups.skin[0] = true;
  expect(shown()).toBe(true);
  scene.settings.flags.skin = false;
  expect(shown()).toBe(false);
});

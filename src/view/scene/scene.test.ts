// needs: the compiled engine
/** Models as three.js objects, without rendering. */
import {
  GreaterDepth,
  InstancedMesh,
  LessEqualDepth,
  type LineSegments,
  type Material,
  Matrix4,
  type Mesh,
  type MeshStandardMaterial,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { Data, forward, type Model, modelFromXml, prepare } from '../../index.ts';
import { ModelScene } from './modelScene.ts';

await prepare();

function makeScene(xml: string, options = {}): { m: Model; d: Data; scene: ModelScene } {
  const m = modelFromXml(xml);
  const d = new Data(m);
  forward(m, d);
  const scene = new ModelScene(m, options);
  scene.update(d);
  return { m, d, scene };
}

/** Visible objects: each is a draw call in each pass. */
function drawn(scene: ModelScene): Mesh[] {
  const meshes: Mesh[] = [];
  scene.object.traverse((object) => {
    const mesh = object as Mesh;
    if (mesh.isMesh && mesh.visible && !(mesh instanceof InstancedMesh && mesh.count === 0)) meshes.push(mesh);
  });
  return meshes;
}

const crowd = `<mujoco><worldbody><geom type="plane" size="5 5 1"/>${Array.from(
  { length: 22 },
  (_, k) =>
    `<body pos="${k} 0 2"><freejoint/><geom size=".1"/>${Array.from(
      { length: 12 },
      (_, j) => `<geom type="capsule" size=".0${j + 1} .${j + 1}" pos="0 0 -.${j + 1}" rgba="${0.05 * j} .5 .5 1"/>`,
    ).join('')}</body>`,
).join('')}</worldbody></mujoco>`;

test('22 bodies with 13 geoms of 12 aspect ratios need four draw calls', () => {
  const { scene } = makeScene(crowd, { instanced: true });
  // the plane, balls, tubes, caps
  expect(drawn(scene)).toHaveLength(4);
  const { scene: plain } = makeScene(crowd);
  expect(drawn(plain)).toHaveLength(1 + 22 * 13);
});

test('a capsule made of parts fills the same space as a single mesh', () => {
  const xml = `<mujoco><worldbody><geom name="c" type="capsule" size=".1 .4" pos="1 2 3" euler="20 30 40"/></worldbody></mujoco>`;
  const box = (scene: ModelScene) => {
    const [low, high] = [new Vector3(9, 9, 9), new Vector3(-9, -9, -9)];
    for (const mesh of drawn(scene)) {
      const count = mesh instanceof InstancedMesh ? mesh.count : 1;
      for (let k = 0; k < count; k++) {
        const matrix = mesh.matrix.clone();
        if (mesh instanceof InstancedMesh) mesh.getMatrixAt(k, matrix);
        const position = mesh.geometry.getAttribute('position');
        for (let i = 0; i < position.count; i++) {
          const point = new Vector3().fromBufferAttribute(position, i).applyMatrix4(matrix);
          low.min(point);
          high.max(point);
        }
      }
    }
    return [...low, ...high].map((x) => Number(x.toFixed(2)));
  };
  expect(box(makeScene(xml, { instanced: true }).scene)).toEqual(box(makeScene(xml).scene));
});

test('parts are not inside out', () => {
  const { scene } = makeScene(crowd, { instanced: true });
  for (const mesh of drawn(scene) as InstancedMesh[]) {
    if (!mesh.isInstancedMesh) continue;
    for (let k = 0; k < mesh.count; k++) {
      const matrix = new Matrix4();
      mesh.getMatrixAt(k, matrix);
      expect(matrix.determinant()).toBeGreaterThan(0);
    }
  }
});

test('a geom that becomes transparent gets its own mesh, and returns to its batch', () => {
  const { d, scene } = makeScene(crowd, { instanced: true });
  scene.settings.flags.transparent = true;
  scene.update(d);
  expect(drawn(scene)).toHaveLength(1 + 22 * 13);
  scene.settings.flags.transparent = false;
  scene.update(d);
  expect(drawn(scene)).toHaveLength(4);
});

test('groups and static bodies are hidden on request', () => {
  const { d, scene } = makeScene(crowd, { instanced: true });
  scene.settings.flags.staticBody = false;
  scene.update(d);
  expect(drawn(scene)).toHaveLength(3);
  scene.settings.groups.geom[0] = false;
  scene.update(d);
  expect(drawn(scene)).toHaveLength(0);
});

test('bounding boxes are one object, around geoms at the leaves of the tree', () => {
  const { m, d, scene } = makeScene(
    `<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3"/><geom size=".1" pos="1 0 0"/></body>
    <body pos="0 5 0"><freejoint/><geom type="box" size=".1 .2 .3" euler="0 0 90"/></body></worldbody></mujoco>`,
  );
  const wires = scene.object.children.find((child) => (child as LineSegments).isLineSegments) as LineSegments;
  const corners = () => {
    const at = wires.geometry.getAttribute('position');
    const count = wires.visible ? wires.geometry.drawRange.count : 0;
    return Array.from({ length: count }, (_, i) => new Vector3().fromBufferAttribute(at, i));
  };
  expect(corners()).toHaveLength(0);
  scene.settings.flags.bodyBoxes = true;
  scene.update(d);
  // one around the two geoms of the first body, one around the only geom of the second
  expect(corners()).toHaveLength(2 * 24);
  scene.settings.depth = 1;
  scene.update(d);
  expect(corners()).toHaveLength(3 * 24);
  const last = corners().slice(-24);
  expect(Math.max(...last.map(({ x }) => x))).toBeCloseTo(0.2, 6);
  expect(Math.max(...last.map(({ y }) => y))).toBeCloseTo(5.1, 6);
  expect(m.nbvh).toBeGreaterThanOrEqual(4);
});

test('the physical look uses the roughness and metalness of the model, or derives them from its highlights', () => {
  const { scene } = makeScene(
    `<mujoco><asset><material name="steel" roughness="0.3" metallic="0.9"/><material name="dull" specular="0" shininess="0"/>
    <material name="shiny" specular="1" shininess="1"/></asset><worldbody><geom name="a" size="1" material="steel"/>
    <geom name="b" size="1" material="dull"/><geom name="c" size="1" material="shiny"/></worldbody></mujoco>`,
    { look: 'physical' },
  );
  const [steel, dull, shiny] = ['a', 'b', 'c'].map((name) => scene.mesh(name).material as MeshStandardMaterial);
  expect([steel.roughness, steel.metalness].map((x) => Number(x.toFixed(3)))).toEqual([0.3, 0.9]);
  expect(dull.roughness).toBe(1);
  expect(shiny.roughness).toBeLessThan(0.4);
  expect(shiny.metalness).toBe(0);
});

test('a contact force is drawn again where a body hides it', () => {
  const { m, d, scene } = makeScene(`<mujoco><worldbody><geom type="plane" size="1 1 .1"/>
    <body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>`);
  const arrows = () => drawn(scene).filter((mesh) => mesh instanceof InstancedMesh) as InstancedMesh[];
  expect(arrows()).toHaveLength(0);
  scene.settings.flags.contactForce = true;
  forward(m, d);
  scene.update(d);
  const depths = arrows().map(({ material, count }) => [(material as Material).depthFunc, count]);
  // an arrow, however short, is longer than wide
  for (const mesh of arrows()) {
    const e = new Matrix4();
    mesh.getMatrixAt(0, e);
    const [wide, , long] = new Vector3().setFromMatrixScale(e).toArray();
    expect(long!).toBeGreaterThan(wide!);
  }
  // rod and tip of four arrows, in front and behind
  expect(depths).toEqual([LessEqualDepth, LessEqualDepth, GreaterDepth, GreaterDepth].map((depth) => [depth, 4]));
});

import { Data, forward, modelFromXml, prepare, step } from 'tenon';
import { ModelScene } from 'tenon/three';
import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { ball, isColored } from './ball.mjs';

await prepare();
const model = modelFromXml(ball);
const data = new Data(model);
const scene = new Scene();
const robot = new ModelScene(model, { headlight: true });
scene.add(robot.object);
forward(model, data);
robot.update(data);
const mesh = robot.mesh('ball');
const before = mesh.matrix.elements[14];
for (let k = 0; k < 50; k++) step(model, data);
robot.update(data);
let lights = 0;
scene.traverse((object) => {
  if (object.isLight) lights++;
});

const many = new ModelScene(model, { instanced: true });
many.update(data);
const instanced = new Set();
many.object.traverse((object) => {
  if (object.isMesh && object.visible && object.count > 0) instanced.add(object.isInstancedMesh && 'InstancedMesh');
});

const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setSize(160, 120);
const camera = new PerspectiveCamera(45, 4 / 3, 0.1, 50);
camera.position.set(0, -2, 2);
camera.up.set(0, 0, 1);
camera.lookAt(0, 0, 0.3);
robot.update(data, { camera });
renderer.render(scene, camera);
const colored = await isColored(renderer.domElement);
report({
  name: mesh.name,
  falls: mesh.matrix.elements[14] < before,
  lights,
  color: Number(mesh.material.color.g.toFixed(3)),
  instanced: [...instanced],
  colored,
});

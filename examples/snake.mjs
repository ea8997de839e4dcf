// A snake of n links that swims by bending in a wave: node examples/snake.mjs
import { Data, prepare, step } from 'tenon';
import { Spec } from 'tenon/spec';

/** @param {number} links */
function snake(links) {
  const spec = new Spec({ name: `snake of ${links} links` });
  // a viscous fluid, and no gravity
  spec.option.set({ timestep: 0.005, density: 1000, viscosity: 0.01, integrator: 'implicitfast' });
  spec.option.flag.gravity = 'disable';
  spec.default.add('geom', { type: 'capsule', fromto: [0, 0, 0, -0.1, 0, 0], size: [0.02], fluidshape: 'ellipsoid' });
  let link = spec.worldbody.add('body', { name: 'head', pos: [0, 0, 0.1] });
  link.add('freejoint');
  link.add('geom', { rgba: [0.9, 0.4, 0.2, 1] });
  for (let i = 1; i < links; i++) {
    link = link.add('body', { name: `link${i}`, pos: [-0.1, 0, 0] });
    const joint = link.add('joint', { name: `bend${i}`, axis: [0, 0, 1], range: [-60, 60], damping: [0.01] });
    link.add('geom', { rgba: [0.3, 0.6 + (0.3 * i) / links, 0.3, 1] });
    spec.actuator.add('position', { name: `muscle${i}`, joint, kp: 1 });
  }
  return spec;
}

await prepare();
const links = 12;
const model = snake(links).compile();
const data = new Data(model);
const start = data.qpos[0];
while (data.time < 5) {
  data.ctrl = data.ctrl.map((_, i) => 0.6 * Math.sin(6 * data.time - (4 * Math.PI * i) / links));
  step(model, data);
}
console.log(`after ${data.time.toFixed(1)} s the head is ${(data.qpos[0] - start).toFixed(2)} m ahead`);

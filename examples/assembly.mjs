// A robot assembled from two files, on computed terrain: node examples/assembly.mjs
import { Data, prepare, step } from 'tenon';
import { Spec } from 'tenon/spec';

/** Hills as a grid of n x n heights between 0 and 1.
 *  @param {number} n */
function hills(n) {
  /** @param {number} x @param {number} y */
  const height = (x, y) => 0.5 + 0.25 * (Math.sin(0.7 * x) * Math.cos(0.5 * y) + Math.sin(0.3 * (x + y)));
  return Float32Array.from({ length: n * n }, (_, i) => height(i % n, Math.floor(i / n)));
}

await prepare();
const walker = await Spec.load('examples/quadruped.xml');
const arm = await Spec.load('examples/arm_gripper.xml');

// attaches the arm to the back of the walker, with all its actuators and sensors
const back = walker.find('body', 'trunk').add('frame', { pos: [0, 0, 0.045] });
walker.attach(arm.find('body', 'base'), { to: back, prefix: 'arm_' });

// replaces the ground by hills
walker.find('geom', 'floor').delete();
walker.asset.add('hfield', { name: 'hills', nrow: 40, ncol: 40, size: [6, 6, 0.4, 0.1], elevation: hills(40) });
walker.worldbody.add('geom', { name: 'ground', type: 'hfield', hfield: 'hills', pos: [0, 0, -0.6] });

const model = walker.compile();
const data = new Data(model);
while (data.time < 1) step(model, data);
console.log(`${model.nbody} bodies, ${model.nu} actuators, ${data.ncon} contacts after ${data.time.toFixed(1)} s`);

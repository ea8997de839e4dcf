// Random scenes, each from its own seed: a table with boxes, balls and cylinders on it: node examples/scenes.mjs
import { Data, prepare, step } from 'tenon';
import { Spec } from 'tenon/spec';

/** Random numbers in [0, 1) from a seed.
 *  @param {number} seed */
function random(seed) {
  let state = Math.imul(seed, 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const SHAPES = /** @type {const} */ (['box', 'sphere', 'cylinder']);

/** @param {number} seed */
function scene(seed) {
  const next = random(seed);
  const spec = new Spec({ name: `scene ${seed}` });
  spec.worldbody.add('light', { pos: [0, 0, 3], type: 'directional' });
  spec.worldbody.add('geom', { name: 'table', type: 'box', size: [0.6, 0.4, 0.02], rgba: [0.6, 0.5, 0.4, 1] });
  const count = 3 + Math.floor(8 * next());
  for (let i = 0; i < count; i++) {
    const pos = [next() - 0.5, 0.6 * (next() - 0.5), 0.1 + 0.1 * i];
    const body = spec.worldbody.add('body', { name: `thing${i}`, pos, euler: [360 * next(), 0, 360 * next()] });
    body.add('freejoint');
    const size = [0.02 + 0.03 * next(), 0.02 + 0.03 * next(), 0.02 + 0.03 * next()];
    const type = SHAPES[Math.floor(SHAPES.length * next())];
    body.add('geom', { type, size, rgba: [next(), next(), next(), 1], friction: [0.5 + next(), 0.005, 0.0001] });
  }
  return spec.compile();
}

await prepare();
for (let seed = 1; seed <= 5; seed++) {
  const model = scene(seed);
  const data = new Data(model);
  while (data.time < 2) step(model, data);
  let onTable = 0;
  for (let i = 1; i < model.nbody; i++) if (data.body(i).xpos[2] > 0) onTable++;
  console.log(`scene ${seed}: ${onTable} of ${model.nbody - 1} objects stay on the table`);
}

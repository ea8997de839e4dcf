// Somebody has pushed a box about and written down, with noise, where it was: that is the pale box. The other one is pushed in the same way,
// with the mass and the friction that are believed in. After each second the gradient of what is between the two (`rolloutGradient`, back over
// 200 steps with their contacts) makes them better, until both move alike. The sensors show what is believed, and what that took.
import type { Model } from 'tenon';
import type { Control, Tenon } from 'tenon/viewer';
import { descend } from '../../identification/minimize.mjs';
import { identification, push, steps } from '../../identification/push.mjs';

/** Steps from one second of pushing to the next, and rounds of the search in between. */
const [PAUSE, ROUNDS] = [60, 2];

export function controller(model: Model, tenon: Tenon): Control {
  const { seen, start, value, decodeParameters, setParameters } = identification(tenon, model);
  let error = 0;
  let took = 0;
  const timed = (x: Float64Array, gradient: Float64Array) => {
    const from = performance.now();
    error = value(x, gradient);
    took = performance.now() - from;
    return error;
  };
  const search = descend(start, timed);
  let believed = start;
  // what the user sensors show
  model.callbacks = {
    sensor: (_, { sensordata }) => sensordata.set([...Object.values(decodeParameters(believed)), error, took]),
  };
  return (data) => {
    const k = Math.round(data.time / model.opt.timestep) % (steps + PAUSE);
    if (k === 0) {
      for (let r = 0; r < ROUNDS && data.time > 0; r++) believed = search.next().value ?? believed;
      setParameters(decodeParameters(believed));
      data.qpos.fill(0);
      data.qvel.fill(0);
    }
    const at = Math.min(k, steps);
    data.mocap_pos.set(seen.subarray(2 * at, 2 * at + 2));
    data.ctrl.set(k < steps ? push(k) : [0, 0]);
  };
}

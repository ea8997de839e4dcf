// A box was pushed and its positions were recorded with noise: that is the pale box. The other box is pushed in the same way, with the
// current estimates of mass and friction. Each second the gradient of the difference between the two (`rolloutGradient`, back over 200
// steps with their contacts) improves the estimates, until both boxes move alike. The sensors show the estimates and the computing time.
import type { Model } from 'tenon';
import type { Control, Tenon } from 'tenon/viewer';
import { descend } from '../../identification/minimize.mjs';
import { identification, push, steps } from '../../identification/push.mjs';

/** Steps per second of pushing, and optimization rounds in between. */
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
  // values of the user sensors
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

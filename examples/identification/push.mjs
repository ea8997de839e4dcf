// Mass and friction of a box from a noisy record of its motion. This file imports nothing, so that a page or a worker can run it with its
// own engine: `tenon` is that engine, such as `import * as tenon from 'tenon'`.

export const steps = 200;

/** Values that generate the record, and initial values of the identification. */
export const truth = { mass: 1.7, friction: 0.28 };
const guess = { mass: 1, friction: 0.5 };

/** Forces on the box at step k, along x and y. @param {number} k */
export const push = (k) => [9 * Math.sin(0.062 * k), 9 * Math.sin(0.05 * (2 * k + 1))];

/** The box of a model. Its first joints are two slides along the floor, with motors; the body and the geom have that name.
 *  @param {typeof import('tenon')} tenon @param {import('tenon').Model} model */
export function identification(tenon, model, noise = 0.002) {
  const [body, geom] = [model.body('box').id, model.geom('box').id];
  const data = new tenon.Data(model);
  const controls = Float64Array.from({ length: 2 * steps }, (_, k) => push(k >> 1)[k % 2]);
  setParameters(truth);
  const seen = record();
  const parameters = /** @type {const} */ ([
    { field: 'body_mass', index: body },
    { field: 'geom_friction', index: 3 * geom },
  ]);
  setParameters(guess);
  return { seen, start: logarithms(guess), value, decodeParameters, setParameters };

  /** @param {{ mass: number, friction: number }} values */
  function setParameters({ mass, friction }) {
    model.body_mass[body] = mass;
    model.geom_friction[3 * geom] = friction;
    tenon.setConst(model);
  }

  /** Noisy positions at every time, the same in every run. */
  function record() {
    const d = new tenon.Data(model);
    const seen = new Float64Array(2 * (steps + 1));
    let seed = 1;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 31 - 1;
    };
    for (let k = 0; k <= steps; k++) {
      for (let i = 0; i < 2; i++) seen[2 * k + i] = d.qpos[i] + noise * random();
      if (k === steps) break;
      d.ctrl.set(controls.subarray(2 * k, 2 * k + 2));
      tenon.step(model, d);
    }
    return seen;
  }

  /** Distance of the rollout with these parameters from the record, and its gradient.
   *  @param {Float64Array} x @param {Float64Array} gradient */
  function value(x, gradient) {
    setParameters(decodeParameters(x));
    const result = tenon.rolloutGradient(model, data, { steps, controls, cost, parameters, constants: tenon.setConst });
    for (let i = 0; i < 2; i++) gradient[i] = result.parameters[i] * Math.exp(x[i]);
    return result.cost;
  }

  /** Half the sum of squared differences between record and rollout.
   *  @type {import('tenon').RolloutCost} */
  function cost(d, k, gradient) {
    let sum = 0;
    for (let i = 0; i < 2; i++) {
      const apart = d.qpos[i] - seen[2 * k + i];
      sum += 0.5 * apart * apart;
      gradient.state[i] = apart;
    }
    return sum;
  }
}

/** Logarithms keep both positive and on the same scale. @param {{ mass: number, friction: number }} values */
function logarithms({ mass, friction }) {
  return Float64Array.of(Math.log(mass), Math.log(friction));
}

/** @param {Float64Array} x */
function decodeParameters(x) {
  return { mass: Math.exp(x[0]), friction: Math.exp(x[1]) };
}

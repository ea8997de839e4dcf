// Mass and friction of a box from a noisy record of how it was pushed about: node examples/identification/identify.mjs
import { pathToFileURL } from 'node:url';
import { Data, modelFromXml, prepare, rolloutGradient, setConst, step } from 'tenon';
import { minimize } from './minimize.mjs';

const xml = `
<mujoco>
  <option timestep="0.005" cone="elliptic"/>
  <worldbody>
    <geom type="plane" size="5 5 0.1" friction="0.01"/>
    <body name="box" pos="0 0 0.05">
      <joint name="x" type="slide" axis="1 0 0"/>
      <joint name="y" type="slide" axis="0 1 0"/>
      <joint name="z" type="slide" axis="0 0 1"/>
      <geom name="box" type="box" size="0.1 0.1 0.05" mass="1" friction="0.5"/>
    </body>
  </worldbody>
  <actuator><motor joint="x"/><motor joint="y"/></actuator>
</mujoco>`;

const steps = 200;

/** What the record was made with, and what identification begins with. */
const truth = { mass: 1.7, friction: 0.28 };
const guess = { mass: 1, friction: 0.5 };

/** @param {{ noise?: number, report?: (text: string) => void }} [options] */
export async function identify({ noise = 0.002, report = () => {} } = {}) {
  await prepare();
  const model = modelFromXml(xml);
  const data = new Data(model);
  const controls = Float64Array.from({ length: steps * 2 }, (_, k) => 9 * Math.sin((k % 2 ? 0.05 : 0.031) * k));
  setParameters(model, truth);
  const seen = record(model, data, controls, noise);
  const parameters = /** @type {const} */ ([
    { field: 'body_mass', index: 1 },
    { field: 'geom_friction', index: 3 },
  ]);
  // logarithms, so that both stay positive and count alike
  const start = Float64Array.of(Math.log(guess.mass), Math.log(guess.friction));
  const found = minimize(start, (x, gradient) => {
    setParameters(model, { mass: Math.exp(x[0]), friction: Math.exp(x[1]) });
    const result = rolloutGradient(model, data, { steps, controls, cost, parameters, constants: setConst });
    for (let i = 0; i < 2; i++) gradient[i] = result.parameters[i] * Math.exp(x[i]);
    report(
      `mass ${Math.exp(x[0]).toFixed(4)}, friction ${Math.exp(x[1]).toFixed(4)}: error ${result.cost.toExponential(3)}`,
    );
    return result.cost;
  });
  return { mass: Math.exp(found[0]), friction: Math.exp(found[1]), truth };

  /** Half the squares of what the record has and the rollout has not.
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

/** @param {import('tenon').Model} model @param {{ mass: number, friction: number }} values */
function setParameters(model, { mass, friction }) {
  model.body_mass[1] = mass;
  model.geom_friction[3] = friction;
  setConst(model);
}

/** Positions at every time, with noise: the same in every run.
 *  @param {import('tenon').Model} model @param {Data} data @param {Float64Array} controls @param {number} noise */
function record(model, data, controls, noise) {
  const d = new Data(model);
  d.qpos.set(data.qpos);
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
    step(model, d);
  }
  return seen;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { mass, friction } = await identify({ report: console.log });
  console.log(
    `mass ${mass.toFixed(4)} (made with ${truth.mass}), friction ${friction.toFixed(4)} (made with ${truth.friction})`,
  );
}

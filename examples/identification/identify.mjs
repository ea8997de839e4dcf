// Mass and friction of a box from a noisy record of its motion: node examples/identification/identify.mjs
import { pathToFileURL } from 'node:url';
import * as tenon from 'tenon';
import { minimize } from './minimize.mjs';
import { identification, truth } from './push.mjs';

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

/** @param {{ noise?: number, report?: (text: string) => void }} [options] */
export async function identify({ noise = 0.002, report = () => {} } = {}) {
  await tenon.prepare();
  const { start, value, decodeParameters } = identification(tenon, tenon.modelFromXml(xml), noise);
  const found = minimize(start, (x, gradient) => {
    const error = value(x, gradient);
    const { mass, friction } = decodeParameters(x);
    report(`mass ${mass.toFixed(4)}, friction ${friction.toFixed(4)}: error ${error.toExponential(3)}`);
    return error;
  });
  return { ...decodeParameters(found), truth };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { mass, friction } = await identify({ report: console.log });
  console.log(
    `mass ${mass.toFixed(4)} (true: ${truth.mass}), friction ${friction.toFixed(4)} (true: ${truth.friction})`,
  );
}

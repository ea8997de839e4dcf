// needs: the compiled engine
/** Keyframes of a model with replicated bodies: actuators outside the replicated part keep their values. */
import { expect, test } from 'vitest';
import { modelFromXml } from '../../src/index.ts';
import { oracleModel } from '../support/oracle/oracle.ts';

const copies = (joint: string) =>
  `<replicate count="3" offset="1 0 0"><body><joint name="${joint}"/><geom size=".1"/></body></replicate>`;
const model = (bodies: string, actuators: string, keys: string) =>
  `<mujoco><worldbody>${bodies}<body><joint name="j"/><geom size=".1"/></body></worldbody>
   <actuator>${actuators}</actuator><keyframe>${keys}</keyframe></mujoco>`;
const integrator = (joint: string) => `<general joint="${joint}" dyntype="integrator"/>`;

test.each([
  ['of a motor outside the copies', model(copies('r'), '<motor joint="j"/>', '<key ctrl="2"/>')],
  [
    'of motors outside and inside the copies',
    model(copies('r'), '<motor joint="r"/><motor joint="j"/>', '<key ctrl="2 3"/>'),
  ],
  ['of activations', model(copies('r'), integrator('r') + integrator('j'), '<key ctrl="2 3" act="5 6"/>')],
  [
    'of which some have positions',
    model(copies('r'), '<motor joint="j"/>', '<key name="a" ctrl="2"/><key name="b" qpos="1"/>'),
  ],
  ['of two replicates', model(copies('r') + copies('q'), '<motor joint="q"/><motor joint="j"/>', '<key ctrl="2 4"/>')],
  [
    'of copies of copies',
    model(
      `<replicate count="2">${copies('r')}</replicate>`,
      '<motor joint="r"/><motor joint="j"/>',
      '<key ctrl="2 4"/>',
    ),
  ],
])("keyframes %s are MuJoCo's", (_, xml) => {
  const [ours, theirs] = [modelFromXml(xml), oracleModel(xml)];
  for (const field of ['key_time', 'key_qpos', 'key_qvel', 'key_act', 'key_ctrl'] as const) {
    expect([...ours[field]], field).toEqual([...theirs[field]]);
  }
  expect([...ours.key_ctrl].some((ctrl) => ctrl !== 0)).toBe(true);
});

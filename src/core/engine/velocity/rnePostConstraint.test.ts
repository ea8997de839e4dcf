/** Forces between bodies after the solver: torques of welds and forces of spatial tendons. */
import { expect, test } from 'vitest';
import { fieldError, mujoco, pairFromXml, random } from '../../../../test/support/oracle/oracle.ts';
import { forward } from '../forward.ts';
import { rnePostConstraint } from './rnePostConstraint.ts';

/** Differences of the external and joint forces in a random state, after forward dynamics in both engines. */
function compareForces(xml: string, control = 0): { error: number; largest: number } {
  const pair = pairFromXml(xml);
  const { m, d, theirs } = pair;
  const next = random(3);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.5 * next();
  for (let j = 0; j < m.njnt; j++) {
    if (m.jnt_type[j] !== 0) continue;
    const q = m.jnt_qposadr[j] + 3;
    for (let k = 0; k < 4; k++) d.qpos[q + k] += 0.4 * next();
    const norm = Math.hypot(...d.qpos.subarray(q, q + 4));
    for (let k = 0; k < 4; k++) d.qpos[q + k] /= norm;
  }
  d.ctrl.fill(control);
  theirs.d.qpos.set(d.qpos);
  theirs.d.qvel.set(d.qvel);
  theirs.d.ctrl.set(d.ctrl);
  mujoco.mj_forward(theirs.m, theirs.d);
  mujoco.mj_rnePostConstraint(theirs.m, theirs.d);
  forward(m, d);
  rnePostConstraint(m, d);
  const names = ['cfrc_ext', 'cfrc_int', 'cacc', 'sensordata'];
  return {
    error: Math.max(...names.map((name) => fieldError(pair, name))),
    largest: Math.max(...d.cfrc_ext.map(Math.abs)),
  };
}

const box = (name: string, pos: string, inside: string) =>
  `<body name="${name}" pos="${pos}"><freejoint/><geom size=".1 .2 .15" type="box"/>${inside}</body>`;
const still = '<option gravity="0 0 0"><flag contact="disable"/></option>';

test.each([
  '<weld body1="a" body2="b" torquescale="1.7"/>',
  '<weld body1="a" body2="b" torquescale=".6" relpose=".1 .2 .3 .8 .3 .2 .1" anchor=".1 .05 .2"/>',
  '<weld body1="a" torquescale=".8"/>',
  '<weld site1="sa" site2="sb" torquescale="2"/>',
  '<weld site1="sb" site2="sw"/>',
])('the torque of %s is that of its rows', (weld) => {
  const { error, largest } = compareForces(`<mujoco>${still}<worldbody><site name="sw" pos=".1 .1 .1" euler="30 20 10"/>
    ${box('a', '.3 .2 .1', '<site name="sa" pos=".1 .02 .03" euler="20 30 10"/>')}
    ${box('b', '1 .1 .3', '<site name="sb" pos=".05 .02 .1" euler="-10 30 50"/>')}</worldbody>
    <equality>${weld}</equality><sensor><force site="sb"/><torque site="sb"/></sensor></mujoco>`);
  expect(error).toBeLessThan(1e-9);
  expect(largest).toBeGreaterThan(10);
});

/** A tendon from the world over a box, around a ball and to another box, with a branch beyond a pulley. */
const rope = (
  attributes: string,
  rest = '',
  option = still,
) => `<mujoco>${option}<worldbody><site name="w" pos="0 0 1"/>
  ${box('a', '.5 .1 .4', '<site name="a1" pos=".1 .02 .03"/><site name="a2" pos="-.1 .06 .03"/>')}
  <body name="c" pos="1 .1 .5"><freejoint/><geom name="ball" size=".12"/><site name="side" pos="0 0 .3"/></body>
  ${box('b', '1.6 .1 .6', '<site name="b1" pos=".05 .02 .1"/>')}</worldbody>
  <tendon><spatial name="t" ${attributes}><site site="w"/><site site="a1"/><site site="a2"/><geom geom="ball" sidesite="side"/>
    <site site="b1"/><pulley divisor="2"/><site site="a2"/><site site="b1"/></spatial>
    <spatial name="u"><site site="a1"/><site site="b1"/></spatial></tendon>${rest}
  <sensor><force site="b1"/><torque site="b1"/></sensor></mujoco>`;
const actuated = '<actuator><motor tendon="t" gear="3"/><motor tendon="t" gear="-.5"/></actuator>';

test.each([
  ['a spring', rope('stiffness="100" springlength="1"')],
  ['a spring that is slack, and a polynomial', rope('stiffness="10 20 30" springlength="0 .5"')],
  ['a damper', rope('damping="10 2"')],
  ['disabled springs', rope('stiffness="100" damping="50"', '', '<option><flag spring="disable"/></option>')],
  ['disabled dampers', rope('stiffness="100" damping="1"', '', '<option><flag damper="disable"/></option>')],
  ['motors', rope('', actuated)],
  ['motors within the range of the tendon', rope('actuatorfrclimited="true" actuatorfrcrange="-1 1"', actuated)],
  ['the upper limit', rope('limited="true" range="0 1"')],
  ['the lower limit', rope('limited="true" range="3 4"')],
  ['both limits, within their margins', rope('limited="true" range="1 3" margin="2"')],
  ['friction loss', rope('frictionloss="3"')],
  ['an equality', rope('', '<equality><tendon tendon1="t" tendon2="u" polycoef=".1 .5 .2 .3 .1"/></equality>')],
  [
    'the second side of an equality',
    rope('', '<equality><tendon tendon1="u" tendon2="t" polycoef=".1 .5"/></equality>'),
  ],
  ['an equality of one tendon', rope('', '<equality><tendon tendon1="t" polycoef=".1"/></equality>')],
])('a spatial tendon transmits the force of %s to its bodies', (_, xml) => {
  const { error, largest } = compareForces(xml, 2);
  expect(error).toBeLessThan(1e-9);
  expect(largest).toBeGreaterThan(1);
});

test('the armature of a spatial tendon acts on its bodies', () => {
  const xml = `<mujoco>${still}<worldbody><site name="w" pos="0 0 1"/>${box('a', '.5 .1 .4', '<site name="a1" pos=".1 .02 .03"/>')}
    ${box('b', '1.6 .1 .6', '<site name="b1" pos=".05 .02 .1"/>')}</worldbody><tendon><spatial name="t" armature="20" stiffness="100"
    springlength="0"><site site="w"/><site site="a1"/><site site="b1"/></spatial></tendon><sensor><force site="b1"/></sensor></mujoco>`;
  const { error, largest } = compareForces(xml);
  expect(error).toBeLessThan(1e-9);
  expect(largest).toBeGreaterThan(1);
});

import { expect, test } from 'vitest';
import { copyFieldsFromOracle, mujoco, oracleField, pairFromXml } from '../../../../../test/support/oracle/oracle.ts';
import { rangefinder } from './rangefinder.ts';

const all = 'dist dir origin point normal depth';

test('rangefinders at sites and cameras of every kind match MuJoCo', () => {
  const pair = pairFromXml(`<mujoco>
    <asset><mesh name="m" vertex="0 0 0  0.3 0 0  0 0.3 0  0 0 0.4  0.2 0.2 0.3"/></asset>
    <worldbody>
      <geom type="plane" size="3 3 1"/>
      <geom type="cylinder" size="0.3 0.2" pos="0.8 0.4 0.2" euler="20 0 0"/>
      <body pos="0 0 1"><freejoint/>
        <geom size="0.1"/>
        <site name="down" euler="170 10 0"/><site name="up" pos="0.3 0 0"/>
        <camera name="fovy" euler="30 10 0" fovy="70" resolution="7 5"/>
        <camera name="lens" euler="0 20 5" pos="0.1 0 0" sensorsize="0.02 0.015" focal="0.018 0.02" principal="0.001 -0.001" resolution="6 4"/>
        <camera name="ortho" euler="20 0 0" projection="orthographic" fovy="1.5" resolution="5 6"/>
      </body>
      <body pos="0.2 -0.3 0.3" euler="10 40 0"><freejoint/><geom type="box" size="0.2 0.1 0.15"/><geom type="capsule" size="0.05 0.2" pos="0 0 0.3"/></body>
      <body pos="-0.4 0.2 0.3" euler="0 30 30"><freejoint/><geom type="mesh" mesh="m"/><geom type="ellipsoid" size="0.1 0.2 0.1" pos="0.4 0.2 0"/></body>
    </worldbody>
    <sensor>
      <rangefinder site="down"/><rangefinder site="down" data="${all}"/><rangefinder site="up" data="${all}"/>
      ${['fovy', 'lens', 'ortho'].map((c) => `<rangefinder camera="${c}" data="${all}"/><rangefinder camera="${c}" data="depth"/>`).join('')}
    </sensor></mujoco>`);
  const { m, d, theirs } = pair;
  mujoco.mj_forward(theirs.m, theirs.d);
  copyFieldsFromOracle(pair, ['xipos', 'geom_xpos', 'geom_xmat', 'site_xpos', 'site_xmat', 'cam_xpos', 'cam_xmat']);
  for (let i = 0; i < m.nsensor; i++) rangefinder(m, d, i, d.sensordata, m.sensor_adr[i]);
  const expected = oracleField(pair, 'sensordata');
  let hits = 0;
  for (let k = 0; k < m.nsensordata; k++) {
    expect(d.sensordata[k], `${k}`).toBeCloseTo(expected[k], 10);
    if (expected[k] > 0) hits++;
  }
  expect(hits).toBeGreaterThan(300);
});

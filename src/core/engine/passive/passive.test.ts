import { test } from 'vitest';
import { expectSameForward } from '../../../../test/support/oracle/compare.ts';

const off = '<flag constraint="disable" energy="enable"/>';

test('springs and dampers of every joint type and of tendons, with polynomials, match MuJoCo', () => {
  expectSameForward(`<mujoco><option>${off}</option><worldbody>
    <body pos="0 0 1"><freejoint name="f"/><geom size=".1"/></body>
    <body pos="1 0 1"><joint type="free" stiffness="3 .5 .2" damping=".1"/><geom size=".1 .2 .3" type="box"/>
      <body pos="0 0 .5">
        <joint type="ball" stiffness="2 1 1" damping=".3 .1 .2"/><geom type="capsule" size=".05" fromto="0 0 0 0 0 .4"/>
        <body pos="0 0 .5">
          <joint axis="0 1 1" stiffness="2 -.5 .3" springref="20" damping=".2 .4 .1" armature=".1"/>
          <joint type="slide" axis="1 0 0" stiffness="5" damping="1"/><geom size=".1"/><site name="s" pos="0 .1 .1"/>
        </body></body></body>
    <body pos="2 0 1"><joint name="h" axis="0 1 0"/><geom size=".1" pos="0 0 -.3"/><site name="t" pos=".1 0 0"/>
      <body pos="0 0 -.6"><joint name="k" axis="0 1 0" damping=".1"/><geom size=".1" pos="0 0 -.3"/></body></body>
  </worldbody>
  <tendon>
    <fixed stiffness="3 1 2" damping=".5 .2 .1" springlength=".05 .1">
      <joint joint="h" coef="1"/><joint joint="k" coef="-2"/></fixed>
    <spatial stiffness="2" damping=".3"><site site="s"/><site site="t"/></spatial>
  </tendon></mujoco>`);
});

test('actuators add their damping, times the square of the gear, to joints and tendons', () => {
  expectSameForward(`<mujoco><option>${off}</option><worldbody>
    <body><joint name="a" axis="0 1 0" damping=".1"/><geom size=".1" pos=".5 0 0"/>
      <body pos="1 0 0"><joint name="b" axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body></body></worldbody>
    <tendon><fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="2"/></fixed></tendon>
    <actuator><motor joint="a" gear="3" damping=".2 .1 .05" armature=".1"/>
      <motor joint="b" gear="2" damping=".1"/><motor joint="b" gear="-1" damping="0 .3"/>
      <motor tendon="t" damping=".4"/></actuator></mujoco>`);
});

test('gravity compensation, passive and through actuators, matches MuJoCo', () => {
  expectSameForward(`<mujoco><option>${off}</option><worldbody>
    <body gravcomp=".7">
      <joint axis="0 1 0" actuatorgravcomp="true" actuatorfrcrange="-2 2" name="a"/><geom size=".1" pos=".5 0 0"/>
      <body pos="1 0 0" gravcomp="1.2"><joint axis="0 1 0" name="b"/><geom size=".1" pos=".5 0 0"/></body></body>
    </worldbody><actuator><motor joint="a"/><motor joint="b"/></actuator></mujoco>`);
});

test('fluid forces on boxes and ellipsoids in wind match MuJoCo', () => {
  expectSameForward(`<mujoco><option density="1.2" viscosity=".5" wind="1 -2 .3">${off}</option><worldbody>
    <body pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3"/>
      <body pos=".5 0 0"><joint axis="0 1 0"/><geom type="capsule" size=".05 .2"/></body></body>
    <body pos="1 0 1"><freejoint/>
      <geom type="ellipsoid" size=".1 .2 .3" fluidshape="ellipsoid" fluidcoef=".5 .25 1.5 1 1"/>
      <body pos=".5 0 0"><joint axis="0 1 0"/>
        <geom type="capsule" size=".05 .2" fluidshape="ellipsoid"/>
        <geom type="cylinder" size=".05 .2" fluidshape="ellipsoid"/><geom size=".1"/></body></body>
  </worldbody></mujoco>`);
});

test('without springs or dampers the other passive forces remain; without both there are none', () => {
  for (const flags of ['spring="disable"', 'damper="disable"', 'spring="disable" damper="disable"']) {
    expectSameForward(`<mujoco><option viscosity="1"><flag constraint="disable" ${flags}/></option><worldbody>
      <body gravcomp="1"><joint axis="0 1 0" stiffness="2" damping="1" springref="10"/><geom size=".1" pos=".5 0 0"/>
      </body></worldbody></mujoco>`);
  }
});

/** The model of `Reacher-v5`. */
import { light } from './scene.ts';

/** A border around the arm, without collisions. */
const fence = [
  '-0.3 -0.3 0.01 0.3 -0.3 0.01',
  '0.3 -0.3 0.01 0.3 0.3 0.01',
  '-0.3 0.3 0.01 0.3 0.3 0.01',
  '-0.3 -0.3 0.01 -0.3 0.3 0.01',
]
  .map((ends) => `<geom class="seen" type="capsule" fromto="${ends}" size="0.02" rgba="0.8 0.4 0.5 1"/>`)
  .join('');

export const reacherXml = `
<mujoco model="reacher">
  <compiler angle="radian" inertiafromgeom="true"/>
  <option timestep="0.01" integrator="RK4"/>
  <default>
    <joint axis="0 0 1" armature="1" damping="1"/>
    <geom contype="0" friction="1 0.1 0.1" rgba="0.1 0.4 0.6 1"/>
    <motor gear="200" ctrllimited="true" ctrlrange="-1 1"/>
    <default class="seen">
      <geom conaffinity="0"/>
    </default>
    <default class="target">
      <joint type="slide" armature="0" damping="0" limited="true" range="-0.27 0.27"/>
    </default>
  </default>
  <worldbody>
    ${light}
    <geom name="ground" class="seen" type="plane" size="1 1 10" rgba="0.85 0.85 0.85 1"/>
    ${fence}
    <geom name="root" class="seen" type="cylinder" fromto="0 0 0 0 0 0.02" size="0.011" rgba="0.8 0.4 0.5 1"/>
    <body name="body0" pos="0 0 0.01">
      <joint name="joint0"/>
      <geom type="capsule" fromto="0 0 0 0.1 0 0" size="0.01"/>
      <body name="body1" pos="0.1 0 0">
        <joint name="joint1" limited="true" range="-3 3"/>
        <geom type="capsule" fromto="0 0 0 0.1 0 0" size="0.01"/>
        <body name="fingertip" pos="0.11 0 0">
          <geom type="sphere" size="0.01" rgba="0.1 0.7 0.6 1"/>
        </body>
      </body>
    </body>
    <body name="target" pos="0.1 -0.1 0.01">
      <joint name="target_x" class="target" axis="1 0 0" ref="0.1"/>
      <joint name="target_y" class="target" axis="0 1 0" ref="-0.1"/>
      <geom class="seen" type="sphere" size="0.009" rgba="0.85 0.2 0.2 1"/>
    </body>
  </worldbody>
  <actuator>
    <motor joint="joint0"/>
    <motor joint="joint1"/>
  </actuator>
</mujoco>`;

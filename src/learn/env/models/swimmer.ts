/** The model of `Swimmer-v5`. */
import { assets, light } from './scene.ts';

export const swimmerXml = `
<mujoco model="swimmer">
  <compiler inertiafromgeom="true"/>
  <option timestep="0.01" integrator="RK4" density="4000" viscosity="0.1"/>
  <default>
    <joint axis="0 0 1" armature="0.1"/>
    <geom type="capsule" size="0.1" condim="1" contype="0" conaffinity="0" material="skin"/>
    <motor gear="150" ctrllimited="true" ctrlrange="-1 1"/>
  </default>${assets}
  <worldbody>
    ${light}
    <geom name="floor" type="plane" pos="0 0 -0.1" size="40 40 0.1" condim="3" material="grid"/>
    <body name="torso">
      <joint name="slider1" type="slide" axis="1 0 0"/>
      <joint name="slider2" type="slide" axis="0 1 0"/>
      <joint name="free_body_rot"/>
      <geom fromto="1.5 0 0 0.5 0 0"/>
      <body name="mid" pos="0.5 0 0">
        <joint name="motor1_rot" limited="true" range="-100 100"/>
        <geom fromto="0 0 0 -1 0 0"/>
        <body name="back" pos="-1 0 0">
          <joint name="motor2_rot" limited="true" range="-100 100"/>
          <geom fromto="0 0 0 -1 0 0"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="motor1_rot"/>
    <motor joint="motor2_rot"/>
  </actuator>
</mujoco>`;

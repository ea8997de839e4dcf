/** The models of `InvertedPendulum-v5` and `InvertedDoublePendulum-v5`. */
import { light } from './scene.ts';

/** Rail and cart are along x; their quaternion is rounded, as published. */
const ALONG = 'quat="0.707 0 0.707 0"';

export const pendulumXml = `
<mujoco model="inverted pendulum">
  <compiler inertiafromgeom="true"/>
  <option timestep="0.02" integrator="RK4"/>
  <default>
    <joint damping="1" limited="true"/>
    <geom type="capsule" contype="0" friction="1 0.1 0.1" rgba="0.7 0.6 0.2 1"/>
  </default>
  <worldbody>
    ${light}
    <geom name="rail" ${ALONG} size="0.02 1" rgba="0.3 0.35 0.6 1"/>
    <body name="cart">
      <joint name="slider" type="slide" axis="1 0 0" range="-1 1"/>
      <geom ${ALONG} size="0.1 0.1"/>
      <body name="pole">
        <joint name="hinge" axis="0 1 0" range="-90 90"/>
        <geom fromto="0 0 0 0.001 0 0.6" size="0.049" rgba="0.1 0.6 0.65 1"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="slide" joint="slider" gear="100" ctrllimited="true" ctrlrange="-3 3"/>
  </actuator>
</mujoco>`;

export const doublePendulumXml = `
<mujoco model="inverted double pendulum">
  <compiler inertiafromgeom="true"/>
  <option timestep="0.01" integrator="RK4" gravity="1e-5 0 -9.81"/>
  <default>
    <joint damping="0.05"/>
    <geom type="capsule" contype="0" friction="1 0.1 0.1" rgba="0.7 0.6 0.2 1"/>
  </default>
  <worldbody>
    ${light}
    <geom name="floor" type="plane" pos="0 0 -3" size="40 40 40" rgba="0.7 0.8 0.7 1"/>
    <geom name="rail" ${ALONG} size="0.02 1" rgba="0.3 0.35 0.6 1"/>
    <body name="cart">
      <joint name="slider" type="slide" axis="1 0 0" limited="true" range="-1 1" margin="0.01"/>
      <geom ${ALONG} size="0.1 0.1"/>
      <body name="pole">
        <joint name="hinge" axis="0 1 0"/>
        <geom fromto="0 0 0 0 0 0.6" size="0.045" rgba="0.1 0.6 0.65 1"/>
        <body name="pole2" pos="0 0 0.6">
          <joint name="hinge2" axis="0 1 0"/>
          <geom fromto="0 0 0 0 0 0.6" size="0.045" rgba="0.1 0.6 0.65 1"/>
          <site name="tip" pos="0 0 0.6" size="0.01"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="slide" joint="slider" gear="500" ctrllimited="true" ctrlrange="-1 1"/>
  </actuator>
</mujoco>`;

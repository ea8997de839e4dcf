import { light } from './scene.ts';

/**
 * A four-joint arm with a gripper, a cube on a table, and a target. The fingers collide with the cube, the cube with
 * the table.
 */
export const armXml = `
<mujoco model="pick and place">
  <compiler angle="radian"/>
  <option timestep="0.004" integrator="implicitfast" cone="elliptic" impratio="10"/>
  <default>
    <joint damping="1" armature="0.1" axis="0 1 0"/>
    <geom contype="0" conaffinity="0" rgba="0.85 0.86 0.88 1"/>
    <position kp="200" dampratio="1" inheritrange="1" forcerange="-100 100"/>
    <default class="finger">
      <joint type="slide" range="0 0.04" damping="5" armature="0.05"/>
      <geom type="box" size="0.012 0.008 0.035" contype="1" conaffinity="1" condim="4" friction="1.5 0.02 0.001"
        rgba="0.25 0.27 0.3 1"/>
      <position kp="400" forcerange="-20 20"/>
    </default>
  </default>
  <worldbody>
    ${light}
    <geom name="table" type="plane" size="1 1 0.1" contype="1" conaffinity="1" rgba="0.45 0.5 0.55 1"/>
    <body name="turntable">
      <joint name="turn" axis="0 0 1" range="-2.9 2.9"/>
      <geom type="cylinder" fromto="0 0 0 0 0 0.15" size="0.07" rgba="0.3 0.32 0.36 1"/>
      <body name="upper arm" pos="0 0 0.18">
        <joint name="shoulder" range="-1 1.9"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.32" size="0.04"/>
        <body name="lower arm" pos="0 0 0.32">
          <joint name="elbow" range="-0.2 2.8"/>
          <geom type="capsule" fromto="0 0 0 0 0 0.26" size="0.033"/>
          <body name="hand" pos="0 0 0.28">
            <joint name="wrist" range="-1.8 1.8" armature="0.03"/>
            <geom type="box" size="0.03 0.06 0.02" rgba="0.3 0.32 0.36 1"/>
            <site name="grip" pos="0 0 0.08" size="0.008"/>
            <body name="left finger" pos="0 0.012 0.05" childclass="finger">
              <joint name="left"/>
              <geom/>
            </body>
            <body name="right finger" pos="0 -0.012 0.05" childclass="finger">
              <joint name="right" axis="0 -1 0"/>
              <geom/>
            </body>
          </body>
        </body>
      </body>
    </body>
    <body name="cube" pos="0.4 0 0.025">
      <freejoint name="cube"/>
      <geom type="box" size="0.02 0.02 0.025" mass="0.1" contype="1" conaffinity="1" condim="4" friction="1 0.02 0.001"
        rgba="0.85 0.35 0.25 1"/>
    </body>
    <body name="goal" mocap="true" pos="0.4 0.2 0.025">
      <geom type="box" size="0.021 0.021 0.026" rgba="0.3 0.7 0.35 0.35"/>
    </body>
  </worldbody>
  <equality>
    <joint joint1="left" joint2="right"/>
  </equality>
  <actuator>
    <position name="turn" joint="turn"/>
    <position name="shoulder" joint="shoulder"/>
    <position name="elbow" joint="elbow"/>
    <position name="wrist" joint="wrist" kp="80"/>
    <position name="grip" class="finger" joint="left"/>
  </actuator>
</mujoco>`;

/** The model of `Pusher-v5`. */
import { light } from './scene.ts';

const joints = [
  'r_shoulder_pan_joint',
  'r_shoulder_lift_joint',
  'r_upper_arm_roll_joint',
  'r_elbow_flex_joint',
  'r_forearm_roll_joint',
  'r_wrist_flex_joint',
  'r_wrist_roll_joint',
];

export const pusherXml = `
<mujoco model="pusher">
  <compiler angle="radian" inertiafromgeom="true"/>
  <option timestep="0.01" gravity="0 0 0" iterations="20"/>
  <default>
    <joint axis="0 1 0" armature="0.04" damping="0.1" limited="true"/>
    <geom type="capsule" density="300" friction="0.8 0.1 0.1" margin="0.002" condim="1" contype="0" conaffinity="0"
      rgba="0.6 0.6 0.6 1"/>
    <motor ctrllimited="true" ctrlrange="-2 2"/>
    <default class="plane">
      <joint type="slide" range="-10.3213 10.3" damping="0.5"/>
    </default>
    <default class="fork">
      <geom size="0.02" contype="1" conaffinity="1"/>
    </default>
  </default>
  <worldbody>
    ${light}
    <geom name="table" type="plane" pos="0 0.5 -0.325" size="1 1 0.1" contype="1" conaffinity="1" rgba="0.5 0.5 0.5 1"/>
    <body name="r_shoulder_pan_link" pos="0 -0.6 0">
      <joint name="r_shoulder_pan_joint" axis="0 0 1" range="-2.2854 1.714602" damping="1"/>
      <geom type="sphere" pos="-0.06 0.05 0.2" size="0.05"/>
      <geom type="sphere" pos="0.06 0.05 0.2" size="0.05"/>
      <geom type="sphere" pos="-0.06 0.09 0.2" size="0.03" rgba="0.1 0.1 0.1 1"/>
      <geom type="sphere" pos="0.06 0.09 0.2" size="0.03" rgba="0.1 0.1 0.1 1"/>
      <geom fromto="0 0 -0.4 0 0 0.2" size="0.1"/>
      <body name="r_shoulder_lift_link" pos="0.1 0 0">
        <joint name="r_shoulder_lift_joint" range="-0.5236 1.3963" damping="1"/>
        <geom fromto="0 -0.1 0 0 0.1 0" size="0.1"/>
        <body name="r_upper_arm_roll_link">
          <joint name="r_upper_arm_roll_joint" axis="1 0 0" range="-1.5 1.7"/>
          <geom fromto="-0.1 0 0 0.1 0 0" size="0.02"/>
          <body name="r_upper_arm_link">
            <geom fromto="0 0 0 0.4 0 0" size="0.06"/>
            <body name="r_elbow_flex_link" pos="0.4 0 0">
              <joint name="r_elbow_flex_joint" range="-2.3213 0"/>
              <geom fromto="0 -0.02 0 0 0.02 0" size="0.06"/>
              <body name="r_forearm_roll_link">
                <joint name="r_forearm_roll_joint" axis="1 0 0" range="-1.5 1.5"/>
                <geom fromto="-0.1 0 0 0.1 0 0" size="0.02"/>
                <body name="r_forearm_link">
                  <geom fromto="0 0 0 0.291 0 0" size="0.05"/>
                  <body name="r_wrist_flex_link" pos="0.321 0 0">
                    <joint name="r_wrist_flex_joint" range="-1.094 0"/>
                    <geom fromto="0 -0.02 0 0 0.02 0" size="0.01"/>
                    <body name="r_wrist_roll_link">
                      <joint name="r_wrist_roll_joint" axis="1 0 0" range="-1.5 1.5"/>
                      <geom class="fork" fromto="0 -0.1 0 0 0.1 0"/>
                      <geom class="fork" fromto="0 -0.1 0 0.1 -0.1 0"/>
                      <geom class="fork" fromto="0 0.1 0 0.1 0.1 0"/>
                      <body name="tips_arm">
                        <geom type="sphere" pos="0.1 -0.1 0" size="0.01"/>
                        <geom type="sphere" pos="0.1 0.1 0" size="0.01"/>
                      </body>
                    </body>
                  </body>
                </body>
              </body>
            </body>
          </body>
        </body>
      </body>
    </body>
    <body name="object" pos="0.45 -0.05 -0.275">
      <joint name="obj_slidey" class="plane" axis="0 1 0"/>
      <joint name="obj_slidex" class="plane" axis="1 0 0"/>
      <geom type="cylinder" size="0.05 0.05" density="0.01" contype="1" rgba="0.95 0.95 0.95 1"/>
    </body>
    <body name="goal" pos="0.45 -0.05 -0.323">
      <joint name="goal_slidey" class="plane" axis="0 1 0"/>
      <joint name="goal_slidex" class="plane" axis="1 0 0"/>
      <geom type="cylinder" size="0.08 0.001" density="0.00001" rgba="0.9 0.2 0.2 1"/>
    </body>
  </worldbody>
  <actuator>${joints.map((joint) => `<motor joint="${joint}"/>`).join('')}</actuator>
</mujoco>`;

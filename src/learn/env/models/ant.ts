/** The model of `Ant-v5`. */
import { assets, light } from './scene.ts';

/** A leg of three capsules that points to a corner of the torso; the last two have joints. */
function leg(name: string, k: number, [x, y]: [number, number], ankle: { axis: string; range: string }): string {
  return `
      <body name="${name}">
        <geom fromto="0 0 0 ${0.2 * x} ${0.2 * y} 0"/>
        <body name="aux_${k}" pos="${0.2 * x} ${0.2 * y} 0">
          <joint name="hip_${k}" axis="0 0 1" range="-30 30"/>
          <geom fromto="0 0 0 ${0.2 * x} ${0.2 * y} 0"/>
          <body pos="${0.2 * x} ${0.2 * y} 0">
            <joint name="ankle_${k}" axis="${ankle.axis}" range="${ankle.range}"/>
            <geom fromto="0 0 0 ${0.4 * x} ${0.4 * y} 0"/>
          </body>
        </body>
      </body>`;
}

const motors = [4, 1, 2, 3].flatMap((k) => [`hip_${k}`, `ankle_${k}`]).map((joint) => `<motor joint="${joint}"/>`);

export const antXml = `
<mujoco model="ant">
  <compiler inertiafromgeom="true"/>
  <option timestep="0.01" integrator="RK4"/>
  <default>
    <joint armature="1" damping="1" limited="true"/>
    <geom type="capsule" size="0.08" density="5" friction="1 0.5 0.5" margin="0.01" conaffinity="0" material="skin"/>
    <motor gear="150" ctrllimited="true" ctrlrange="-1 1"/>
  </default>${assets}
  <worldbody>
    ${light}
    <geom name="floor" type="plane" size="40 40 40" conaffinity="1" material="grid"/>
    <body name="torso" pos="0 0 0.75">
      <freejoint name="root"/>
      <geom type="sphere" size="0.25"/>${leg('front_left_leg', 1, [1, 1], { axis: '-1 1 0', range: '30 70' })}
      ${leg('front_right_leg', 2, [-1, 1], { axis: '1 1 0', range: '-70 -30' })}
      ${leg('back_leg', 3, [-1, -1], { axis: '-1 1 0', range: '-70 -30' })}
      ${leg('right_back_leg', 4, [1, -1], { axis: '1 1 0', range: '30 70' })}
    </body>
  </worldbody>
  <actuator>${motors.join('')}</actuator>
</mujoco>`;

/** The model of `Walker2d-v5`. */
import { legXml, planarRoot, rootClass } from './leg.ts';
import { assets, light } from './scene.ts';

const foot = { length: '0.2', halfLength: '0.1', friction: '1.9' };
const joints = ['', '_left'].flatMap((side) => [`thigh${side}`, `leg${side}`, `foot${side}`]);

export const walker2dXml = `
<mujoco model="walker2d">
  <compiler inertiafromgeom="true"/>
  <option timestep="0.002" integrator="RK4"/>
  <default>
    <joint axis="0 -1 0" armature="0.01" damping="0.1" limited="true"/>
    <geom type="capsule" conaffinity="0" friction="0.9 0.1 0.1" material="skin"/>
    <motor gear="100" ctrllimited="true" ctrlrange="-1 1"/>
    ${rootClass}
  </default>${assets}
  <worldbody>
    ${light}
    <geom name="floor" type="plane" size="40 40 40" conaffinity="1" friction="0.7" material="grid"/>
    <body name="torso" pos="0 0 1.25">${planarRoot}
      ${legXml('', foot, '0.1')}
      ${legXml('_left', foot, '0.1')}
    </body>
  </worldbody>
  <actuator>${joints.map((name) => `<motor joint="${name}_joint"/>`).join('')}</actuator>
</mujoco>`;

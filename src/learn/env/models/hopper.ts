/** The model of `Hopper-v5`. */
import { legXml, planarRoot, rootClass } from './leg.ts';
import { assets, light } from './scene.ts';

export const hopperXml = `
<mujoco model="hopper">
  <compiler inertiafromgeom="true"/>
  <option timestep="0.002" integrator="RK4"/>
  <default>
    <joint axis="0 -1 0" armature="1" damping="1" limited="true"/>
    <geom type="capsule" condim="1" margin="0.001" friction="0.9" solimp="0.8 0.8 0.01" material="skin"/>
    <motor gear="200" ctrllimited="true" ctrlrange="-1 1"/>
    ${rootClass}
  </default>${assets}
  <worldbody>
    ${light}
    <geom name="floor" type="plane" size="20 20 0.125" condim="3" friction="1" material="grid"/>
    <body name="torso" pos="0 0 1.25">${planarRoot}
      ${legXml('', { length: '0.13', halfLength: '0.195', friction: '2' }, '0.065')}
    </body>
  </worldbody>
  <actuator>
    <motor joint="thigh_joint"/>
    <motor joint="leg_joint"/>
    <motor joint="foot_joint"/>
  </actuator>
</mujoco>`;

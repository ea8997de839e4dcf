// Two arms with seven joints each on one torso, with a table and a post between them.

const sides = { left: 1, right: -1 };

/** Minimum distance of the campaign `ik`, in meters. */
export const MIN_DISTANCE = 0.01;

export const dualArm = `<mujoco model="dual arm">
  <compiler angle="radian" autolimits="true"/>
  <default><geom type="capsule" size="0.045"/><joint range="-2.7 2.7" damping="1"/></default>
  <worldbody>
    <geom name="table" type="box" size="0.3 0.7 0.02" pos="0.6 0 0.3"/>
    <geom name="post" type="cylinder" size="0.04 0.2" pos="0.5 0 0.52"/>
    <geom name="floor" type="plane" size="3 3 1"/>
    <body name="torso" pos="0 0 0.3">
      <geom name="torso" type="box" size="0.08 0.1 0.25" pos="0 0 0.25"/>
      <geom name="head" type="sphere" size="0.09" pos="0 0 0.66"/>
      ${Object.entries(sides)
        .map(([side, s]) => arm(side, s))
        .join('')}
    </body>
  </worldbody>
  <keyframe><key name="home" qpos="0 -0.4 0 1 0 0.2 0  0 -0.4 0 1 0 0.2 0"/></keyframe>
</mujoco>`;

/** @param {string} side @param {number} s */
function arm(side, s) {
  return `
      <body name="${side} shoulder" pos="0 ${0.2 * s} 0.42">
        <joint name="${side} 1" axis="0 0 1" range="-1.8 1.8"/>
        <geom name="${side} shoulder" size="0.06" fromto="0 0 0 0 ${0.02 * s} 0"/>
        <body name="${side} upper">
          <joint name="${side} 2" axis="0 1 0" range="-1.5 2.2"/><joint name="${side} 3" axis="1 0 0"/>
          <geom name="${side} upper" fromto="0.12 0 0 0.28 0 0"/>
          <body name="${side} fore" pos="0.36 0 0">
            <joint name="${side} 4" axis="0 1 0" range="-0.1 2.4"/><joint name="${side} 5" axis="1 0 0"/>
            <geom name="${side} fore" size="0.04" fromto="0.1 0 0 0.22 0 0"/>
            <body name="${side} hand" pos="0.3 0 0">
              <joint name="${side} 6" axis="0 1 0" range="-1.6 1.6"/><joint name="${side} 7" axis="1 0 0"/>
              <geom name="${side} palm" type="box" size="0.05 0.04 0.02" pos="0.1 0 0"/>
              <geom name="${side} finger" type="ellipsoid" size="0.05 0.012 0.02" pos="0.19 0.03 0"/>
              <site name="${side} tool" pos="0.2 0 0"/>
            </body>
          </body>
        </body>
      </body>`;
}

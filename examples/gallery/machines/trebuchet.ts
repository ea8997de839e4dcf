// A trebuchet: a counterweight of 400 kg, a long arm, a sling that releases when it points in the right direction, and a wall at the other
// end of the field. The hook is an equality constraint that the program disables.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

const [ROWS, COLUMNS, FAR] = [5, 6, 27.5];

const brick = (row: number, column: number) => {
  const [w, h] = [0.5, 0.3];
  const y = (column - COLUMNS / 2 + (row % 2 ? 0.5 : 0)) * 2 * w;
  return `<body pos="${FAR} ${y.toFixed(3)} ${(h + row * 2 * h).toFixed(3)}"><freejoint/><geom type="box" size="0.35 ${w * 0.99} ${h}" density="40" material="stone ${(row + column) % 3}"/></body>`;
};

export function model(): string {
  const bricks = Array.from({ length: ROWS * COLUMNS }, (_, k) => brick(Math.floor(k / COLUMNS), k % COLUMNS));
  const beam = (from: string, to: string, size = 0.09) =>
    `<geom type="capsule" fromto="${from} ${to}" size="${size}" material="wood"/>`;
  const sides = [-0.6, 0.6].map(
    (y) => beam(`-1.6 ${y} 0.1`, `1.6 ${y} 0.1`) + beam(`-1.2 ${y} 0.1`, `0 ${y} 3`) + beam(`1.2 ${y} 0.1`, `0 ${y} 3`),
  );
  return `
<mujoco model="trebuchet">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.004" integrator="implicitfast">
    <flag sleep="enable"/>
  </option>
  <visual>
    <headlight ambient="0.42 0.42 0.42" diffuse="0.3 0.3 0.28" specular="0.05 0.05 0.05"/>
    <rgba haze="0.86 0.88 0.8 1"/>
    <quality shadowsize="8192"/>
    <map shadowscale="0.9"/>
  </visual>
  <statistic center="12 0 2" extent="18"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.9 0.92 0.85" rgb2="0.42 0.6 0.8" width="256" height="256"/>
    <texture name="meadow" type="2d" builtin="checker" rgb1="0.5 0.58 0.3" rgb2="0.54 0.62 0.33" width="128" height="128"/>
    <texture name="grain" type="2d" builtin="gradient" rgb1="0.55 0.36 0.2" rgb2="0.4 0.25 0.13" width="64" height="64"/>
    <material name="meadow" texture="meadow" texrepeat="0.25 0.25" texuniform="true" specular="0"/>
    <material name="wood" texture="grain" specular="0.1"/>
    <material name="iron" rgba="0.25 0.25 0.28 1" specular="0.6"/>
    <material name="stone 0" rgba="0.72 0.68 0.6 1"/>
    <material name="stone 1" rgba="0.64 0.6 0.54 1"/>
    <material name="stone 2" rgba="0.78 0.74 0.67 1"/>
    <material name="shot" rgba="0.85 0.3 0.2 1" specular="0.6"/>
  </asset>
  <default><geom friction="0.8 0.01 0.005"/></default>
  <worldbody>
    <light type="directional" pos="5 -5 20" dir="0.35 0.5 -1" diffuse="0.65 0.62 0.55"/>
    <camera name="hero" pos="-6.2 -15.1 3.9" xyaxes="0.78 -0.626 0 0.113 0.141 0.983" fovy="48"/>
    <camera name="wall" pos="20 -9 4" xyaxes="0.77 0.64 0 -0.2 0.24 0.95"/>
    <camera name="follow" mode="targetbody" target="shot" pos="8 -14 6" fovy="40"/>
    <geom name="field" type="plane" size="0 0 1" material="meadow"/>
    <geom type="box" size="2.2 0.35 0.03" pos="-2.6 0 0.2" material="wood"/>
    ${sides.join('')}
    ${beam('-1.6 -0.6 0.1', '-1.6 0.6 0.1')}${beam('1.6 -0.6 0.1', '1.6 0.6 0.1')}
    <geom type="cylinder" fromto="0 -0.7 3 0 0.7 3" size="0.06" material="iron"/>
    <body name="arm" pos="0 0 3" euler="0 -0.62 0">
      <joint name="axle" axis="0 1 0" damping="5"/>
      <geom type="capsule" fromto="1.1 0 0 -3.6 0 0" size="0.08" mass="45" material="wood" contype="0" conaffinity="0"/>
      <site name="tip" pos="-3.6 0 0" size="0.05"/>
      <body name="weight" pos="1.1 0 0">
        <joint name="weight" axis="0 1 0" damping="20"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.05" mass="5" material="iron" contype="0" conaffinity="0"/>
        <geom type="box" size="0.38 0.42 0.38" pos="0 0 -0.85" mass="400" material="iron" contype="0" conaffinity="0"/>
      </body>
    </body>
    <body name="shot" pos="-0.6 0 0.4">
      <freejoint name="shot"/>
      <geom name="shot" type="sphere" size="0.17" mass="9" material="shot" condim="6" friction="0.6 0.02 0.02"/>
      <site name="shot" size="0.02"/>
    </body>
    ${bricks.join('')}
  </worldbody>
  <tendon>
    <spatial name="sling" range="0 2.55" width="0.025" rgba="0.9 0.85 0.7 1" solreflimit="0.01 1">
      <site site="tip"/><site site="shot"/>
    </spatial>
  </tendon>
</mujoco>`;
}

export function controller(model: Model): Control {
  const sling = 0;
  model.tendon_range[2 * sling + 1] = 2.55;
  let flying = false;
  return (data) => {
    if (flying) return;
    const [tip, shot] = [data.site('tip').xpos, data.site('shot').xpos];
    // the ring slips off the hook when the sling swings past the arm's end
    if (shot[2] > 4.5 && shot[0] - tip[0] > 0.36) {
      flying = true;
      model.tendon_range[2 * sling + 1] = 1e3;
      model.tendon_rgba[4 * sling + 3] = 0;
    }
  };
}

// Sixteen pendulums, each slightly shorter than the one before: in a minute the first swings 40 times, the next 41, and so on. They drift
// apart into waves and are in phase again at the end of the minute.

const COUNT = 16;
const MINUTE = 60;
const GRAVITY = 9.81;
/** Initial amplitude. */
const AMPLITUDE = 0.4;
const RADIUS = 0.035;

/** Distance from the pivot to the center of a ball that swings n times in a minute. Period 2 pi sqrt(l / g) (1 + a²/16 + 11 a⁴/3072),
 *  amplitude a: large swings take longer. A ball is not a point mass: l = L + 2 r² / (5 L). */
function lengthFor(swings: number): number {
  const large = 1 + AMPLITUDE ** 2 / 16 + (11 * AMPLITUDE ** 4) / 3072;
  const l = GRAVITY * (MINUTE / (swings * 2 * Math.PI * large)) ** 2;
  return (l + Math.sqrt(l * l - 1.6 * RADIUS ** 2)) / 2;
}

function hue(t: number): string {
  const part = (shift: number) => (0.5 + 0.45 * Math.cos(2 * Math.PI * (t + shift))).toFixed(3);
  return `${part(0)} ${part(0.67)} ${part(0.33)}`;
}

function pendulum(k: number): string {
  const length = lengthFor(40 + k);
  const y = 0.09 * (k - (COUNT - 1) / 2);
  return `
    <body name="pendulum ${k}" pos="0 ${y} 1">
      <joint name="hinge ${k}" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 ${-length}" size="0.003" mass="0" rgba="0.8 0.8 0.85 1"/>
      <geom type="sphere" size="${RADIUS}" pos="0 0 ${-length}" mass="1" material="ball" rgba="${hue(k / COUNT)} 1"/>
    </body>`;
}

export function model(): string {
  const pendulums = Array.from({ length: COUNT }, (_, k) => pendulum(k));
  return `
<mujoco model="pendulum waves">
  <compiler angle="radian"/>
  <option timestep="0.002" integrator="RK4">
    <flag contact="disable"/>
  </option>
  <visual>
    <headlight ambient="0.3 0.3 0.35" diffuse="0.25 0.25 0.3" specular="0 0 0"/>
    <rgba haze="0.05 0.04 0.1 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.16 0.12 0.3" rgb2="0.02 0.02 0.05" width="256" height="256"/>
    <material name="ball" specular="0.9" shininess="0.9"/>
    <material name="floor" rgba="0.09 0.08 0.15 1" reflectance="0.35"/>
    <material name="wood" rgba="0.35 0.2 0.12 1" specular="0.3"/>
  </asset>
  <worldbody>
    <light pos="1.5 -1.5 2.5" dir="-0.5 0.5 -1" diffuse="0.8 0.75 0.7" specular="0.5 0.5 0.5"/>
    <camera name="hero" pos="1.45 -1.05 1.12" xyaxes="0.6 0.8 0 -0.26 0.19 0.95" fovy="45"/>
    <camera name="along" pos="0.05 -1.9 0.9" xyaxes="1 0 0 0 0.12 0.99"/>
    <geom type="plane" size="0 0 1" pos="0 0 0.2" material="floor"/>
    <geom type="box" size="0.03 0.78 0.02" pos="0 0 1.02" material="wood"/>
    <geom type="box" size="0.03 0.02 0.41" pos="0 0.8 0.63" material="wood"/>
    <geom type="box" size="0.03 0.02 0.41" pos="0 -0.8 0.63" material="wood"/>
    ${pendulums.join('')}
  </worldbody>
  <keyframe>
    <key name="drawn aside" qpos="${Array(COUNT).fill(AMPLITUDE).join(' ')}"/>
  </keyframe>
</mujoco>`;
}

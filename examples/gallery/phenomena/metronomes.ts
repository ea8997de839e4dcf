// Metronomes on a rolling board. Each has its own rate and phase; the board couples them, and after a while they synchronize (Pantaleone
// 2002).
import type { Control } from 'tenon/viewer';

const COUNT = 7;
const colors = [
  '0.93 0.36 0.3',
  '0.97 0.6 0.25',
  '0.98 0.8 0.3',
  '0.5 0.72 0.36',
  '0.28 0.62 0.62',
  '0.32 0.45 0.75',
  '0.55 0.36 0.65',
];

/** Strength of the drive, and the amplitude (radians) at which it neither drives nor brakes. */
const [DRIVE, SWING] = [0.006, 0.3];

const metronome = (k: number) => {
  const x = 0.13 * (k - (COUNT - 1) / 2);
  // the positions of their weights differ slightly
  const length = 0.098 + 0.0006 * ((k * 5) % COUNT);
  return `
    <body name="metronome ${k}" pos="${x} 0 0.075">
      <geom type="box" size="0.04 0.03 0.035" pos="0 0.035 0.035" material="case" rgba="${colors[k]} 1" mass="0.05"/>
      <geom type="box" size="0.03 0.025 0.035" pos="0 0.035 0.1" material="case" rgba="${colors[k]} 1" mass="0.02"/>
      <body name="rod ${k}" pos="0 -0.005 0.12">
        <joint name="rod ${k}" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0.07 0 0 ${-length}" size="0.003" material="steel" mass="0.002"/>
        <geom type="cylinder" fromto="0 -0.01 ${-length} 0 0.01 ${-length}" size="0.014" material="brass" mass="0.12"/>
        <geom type="box" size="0.008 0.004 0.006" pos="0 0 0.055" material="brass" mass="0.002"/>
      </body>
    </body>`;
};

export function model(): string {
  const start = Array.from({ length: COUNT }, (_, k) => 0.4 * Math.cos(2.4 * k + 0.5));
  return `
<mujoco model="metronomes">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.002" integrator="RK4"><flag contact="disable"/></option>
  <visual>
    <headlight ambient="0.4 0.4 0.38" diffuse="0.32 0.32 0.3" specular="0.1 0.1 0.1"/>
    <rgba haze="0.85 0.88 0.8 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0 0 0.1" extent="0.9"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.9 0.92 0.85" rgb2="0.55 0.65 0.55" width="256" height="256"/>
    <material name="table" rgba="0.82 0.84 0.76 1" reflectance="0.08"/>
    <material name="board" rgba="0.45 0.3 0.2 1" specular="0.3"/>
    <material name="case" specular="0.4" shininess="0.4"/>
    <material name="brass" rgba="0.9 0.72 0.35 1" specular="1" shininess="0.8"/>
    <material name="steel" rgba="0.85 0.86 0.88 1" specular="1" shininess="0.8"/>
  </asset>
  <worldbody>
    <light pos="-0.4 -0.9 1.4" dir="0.25 0.6 -1" cutoff="70" exponent="3" diffuse="0.7 0.68 0.64"/>
    <camera name="hero" pos="0.3 -1.02 0.4" xyaxes="0.96 0.28 0 -0.083 0.285 0.955" fovy="42"/>
    <geom type="plane" size="0 0 1" material="table"/>
    <geom type="cylinder" fromto="-0.3 -0.12 0.03 -0.3 0.12 0.03" size="0.03" material="steel"/>
    <geom type="cylinder" fromto="0.3 -0.12 0.03 0.3 0.12 0.03" size="0.03" material="steel"/>
    <body name="board" pos="0 0 0">
      <joint name="board" type="slide" axis="1 0 0" damping="0.01"/>
      <geom type="box" size="0.5 0.09 0.0075" pos="0 0.02 0.0675" material="board" mass="1.2"/>
      ${Array.from({ length: COUNT }, (_, k) => metronome(k)).join('')}
    </body>
  </worldbody>
  <actuator>${start.map((_, k) => `<motor name="clockwork ${k}" joint="rod ${k}"/>`).join('')}</actuator>
  <keyframe><key name="out of step" qpos="0 ${start.join(' ')}"/></keyframe>
</mujoco>`;
}

export function controller(): Control {
  return (data) => {
    for (let k = 0; k < COUNT; k++) {
      const [angle, speed] = [data.qpos[1 + k], data.qvel[1 + k]];
      // van der Pol: drives small swings, brakes large ones
      data.ctrl[k] = DRIVE * (1 - (angle / SWING) ** 2) * speed;
    }
  };
}

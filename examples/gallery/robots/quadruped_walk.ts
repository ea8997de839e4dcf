// A dog that trots in a circle. Diagonal legs swing together; the swinging feet are lifted. The heading error makes the strides of one side
// longer than those of the other.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

/** Strides per second, amplitude of a stride and lift of a foot in radians of hip and knee. */
const [RATE, REACH, LIFT] = [2.2, 0.26, 0.75];
/** Hip and knee angles while standing. */
const [HIP, KNEE] = [0.75, -1.5];
/** Turning rate in radians per second. */
const TURN = 0.25;

const legs = [
  { name: 'front left', x: 0.19, side: 1, pair: 1 },
  { name: 'front right', x: 0.19, side: -1, pair: -1 },
  { name: 'rear left', x: -0.19, side: 1, pair: -1 },
  { name: 'rear right', x: -0.19, side: -1, pair: 1 },
];

const leg = ({ name, x, side }: (typeof legs)[number]) => `
  <body name="${name} shoulder" pos="${x} ${0.06 * side} 0" childclass="leg">
    <joint name="${name} abduct" axis="1 0 0" range="-0.6 0.6"/>
    <geom type="cylinder" fromto="-0.035 ${0.02 * side} 0 0.035 ${0.02 * side} 0" size="0.036" material="dark"/>
    <body name="${name} thigh" pos="0 ${0.06 * side} 0">
      <joint name="${name} hip" axis="0 1 0" range="-1 2"/>
      <geom type="cylinder" fromto="0 ${-0.015 * side} 0 0 ${0.03 * side} 0" size="0.042" material="shell" mass="0.1"/>
      <geom type="capsule" fromto="0 0 -0.02 0 0 -0.18" size="0.024" material="shell"/>
      <body name="${name} shank" pos="0 0 -0.19">
        <joint name="${name} knee" axis="0 1 0" range="-2.6 -0.3"/>
        <geom type="capsule" fromto="0 0 0 0.012 0 -0.09" size="0.016" material="dark"/>
        <geom type="capsule" fromto="0.012 0 -0.09 0 0 -0.18" size="0.012" material="dark"/>
        <geom name="${name} foot" type="sphere" size="0.024" pos="0 0 -0.19" material="sole" condim="6" friction="1 0.02 0.01" priority="1"/>
      </body>
    </body>
  </body>`;

export function model(): string {
  const motors = legs.flatMap(({ name }) => ['abduct', 'hip', 'knee'].map((joint) => `${name} ${joint}`));
  const stance = legs.map(() => `0 ${HIP} ${KNEE}`).join(' ');
  return `
<mujoco model="trotting dog">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.002" cone="elliptic" impratio="20" integrator="implicitfast"/>
  <visual>
    <headlight ambient="0.38 0.4 0.42" diffuse="0.3 0.3 0.3" specular="0.1 0.1 0.1"/>
    <rgba haze="0.75 0.87 0.95 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0 0 0.25" extent="1.2"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.78 0.9 0.98" rgb2="0.28 0.52 0.82" width="256" height="256"/>
    <texture name="lawn" type="2d" builtin="checker" rgb1="0.36 0.58 0.27" rgb2="0.41 0.63 0.3" width="256" height="256"/>
    <material name="lawn" texture="lawn" texrepeat="1 1" texuniform="true" specular="0"/>
    <material name="shell" rgba="1 0.8 0.15 1" specular="0.6" shininess="0.6"/>
    <material name="dark" rgba="0.13 0.14 0.16 1" specular="0.6" shininess="0.5"/>
    <material name="sole" rgba="0.25 0.25 0.27 1"/>
    <material name="eye" rgba="0.3 0.9 1 1" emission="1"/>
  </asset>
  <default>
    <geom friction="0.8 0.02 0.01" contype="0"/>
    <default class="leg">
      <joint damping="0.3" armature="0.01" frictionloss="0.1"/>
      <geom density="900"/>
      <position kp="70" dampratio="1" forcerange="-40 40" inheritrange="1"/>
    </default>
  </default>
  <worldbody>
    <light type="directional" pos="-1 -1 3" dir="0.35 0.45 -1" mode="trackcom" diffuse="0.65 0.63 0.58"/>
    <camera name="hero" mode="trackcom" pos="0.9 -0.9 0.58" xyaxes="0.707 0.707 0 -0.17 0.17 0.97" fovy="42"/>
    <camera name="side" mode="trackcom" pos="0 -1.4 0.3" xyaxes="1 0 0 0 0.15 0.99"/>
    <geom name="lawn" type="plane" size="0 0 1" material="lawn" contype="1"/>
    <body name="trunk" pos="0 0 0.33">
      <freejoint name="root"/>
      <geom type="box" size="0.2 0.055 0.04" mass="5" material="shell"/>
      <geom type="capsule" fromto="-0.17 0 0.035 0.17 0 0.035" size="0.05" mass="0.3" material="dark"/>
      <geom type="box" size="0.035 0.045 0.035" pos="0.24 0 0.02" mass="0.4" material="dark"/>
      <geom type="sphere" size="0.014" pos="0.275 0.022 0.03" mass="0.01" material="eye"/>
      <geom type="sphere" size="0.014" pos="0.275 -0.022 0.03" mass="0.01" material="eye"/>
      <geom type="capsule" fromto="-0.2 0 0.03 -0.3 0 0.11" size="0.01" mass="0.02" material="dark"/>
      ${legs.map(leg).join('')}
    </body>
  </worldbody>
  <actuator>${motors.map((name) => `<position name="${name}" joint="${name}" class="leg"/>`).join('')}</actuator>
  <keyframe>
    <key name="stand" qpos="0 0 0.305 1 0 0 0 ${stance}" ctrl="${stance}"/>
  </keyframe>
</mujoco>`;
}

export function controller(model: Model): Control {
  const trunk = model.body('trunk').id;
  const motor = legs.map(({ name }) => ['abduct', 'hip', 'knee'].map((joint) => model.actuator(`${name} ${joint}`).id));
  return (data) => {
    const mat = data.xmat.subarray(9 * trunk, 9 * trunk + 9);
    const wanted = TURN * data.time;
    const error = Math.atan2(Math.sin(wanted), Math.cos(wanted)) - Math.atan2(mat[3], mat[0]);
    const turn = Math.max(-0.8, Math.min(0.8, 1.5 * Math.atan2(Math.sin(error), Math.cos(error))));
    const ease = Math.min(1, data.time);
    const phase = 2 * Math.PI * RATE * data.time;
    legs.forEach(({ side, pair }, k) => {
      const [abduct, hip, knee] = motor[k];
      data.ctrl[abduct] = 0.15 * mat[7];
      data.ctrl[hip] = HIP - ease * REACH * (1 - side * turn) * pair * Math.sin(phase);
      data.ctrl[knee] = KNEE - ease * LIFT * Math.max(0, pair * Math.cos(phase));
    });
  };
}

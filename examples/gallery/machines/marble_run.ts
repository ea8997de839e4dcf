// Marbles on six tracks, one below the other. At the end a hidden lift takes them up again: the program moves each marble that has reached
// the end back to the start.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

const MARBLES = 14;
const RADIUS = 0.016;
const TRACKS = 6;
/** Slope of a track, half its length, vertical distance between tracks. */
const [SLOPE, HALF, DROP] = [0.13, 0.36, 0.135];
const TOP = 0.16 + TRACKS * DROP;

const colors = [
  '0.95 0.25 0.3',
  '0.98 0.6 0.15',
  '0.98 0.85 0.2',
  '0.3 0.75 0.4',
  '0.2 0.6 0.95',
  '0.6 0.4 0.9',
  '0.98 0.98 1',
];

/** A trough of three planks that slopes to one side; a wall at its end deflects the marbles down into the next. */
function track(k: number): string {
  const side = k % 2 === 0 ? 1 : -1;
  const z = TOP - 0.1 - k * DROP;
  const plank = (y: number, up: number, roll: number) =>
    `<geom type="box" size="${HALF} 0.022 0.004" pos="0 ${y} ${up}" euler="${roll} 0 0" material="track ${k % 3}"/>`;
  return `
    <body pos="${-0.06 * side} 0 ${z}" euler="0 ${SLOPE * side} 0">
      ${plank(0, 0, 0)}${plank(0.036, 0.016, 0.9)}${plank(-0.036, 0.016, -0.9)}
    </body>
    <geom type="box" size="0.005 0.055 0.075" pos="${side * (HALF + 0.02)} 0 ${z - 0.02}" material="glass"/>
    <geom type="cylinder" size="0.008 ${z / 2}" pos="${-side * 0.2} 0.07 ${z / 2}" material="post"/>`;
}

const marble = (k: number) => `
  <body name="marble ${k}" pos="${-0.36 + 0.002 * k} 0 ${TOP + 0.1 + 0.06 * k}">
    <freejoint/>
    <geom type="sphere" size="${RADIUS}" mass="0.02" material="marble" rgba="${colors[k % colors.length]} 1" condim="4" friction="0.6 0.001 0.00001"/>
  </body>`;

export function model(): string {
  return `
<mujoco model="marble run">
  <compiler angle="radian"/>
  <option timestep="0.002" cone="elliptic" integrator="implicitfast"/>
  <visual>
    <headlight ambient="0.42 0.42 0.45" diffuse="0.3 0.3 0.3" specular="0.1 0.1 0.1"/>
    <rgba haze="0.8 0.85 0.98 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0 0 0.5" extent="1.2"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.88 0.92 1" rgb2="0.5 0.55 0.85" width="256" height="256"/>
    <material name="floor" rgba="0.78 0.82 0.95 1" reflectance="0.1"/>
    <material name="track 0" rgba="0.98 0.72 0.42 1" specular="0.3"/>
    <material name="track 1" rgba="0.95 0.6 0.55 1" specular="0.3"/>
    <material name="track 2" rgba="0.6 0.78 0.6 1" specular="0.3"/>
    <material name="post" rgba="0.45 0.3 0.25 1"/>
    <material name="glass" rgba="0.7 0.85 1 0.35" specular="0.9" shininess="0.9"/>
    <material name="marble" specular="1" shininess="0.95"/>
  </asset>
  <default><geom solref="0.008 0.6" friction="0.6 0.001 0.00001"/></default>
  <worldbody>
    <light type="directional" pos="-0.4 -1.2 2" dir="0.25 0.6 -1" diffuse="0.65 0.63 0.6"/>
    <camera name="hero" pos="0.8 -1.36 1.08" xyaxes="0.874 0.486 0 -0.14 0.252 0.957" fovy="44"/>
    <geom name="floor" type="plane" size="0 0 1" material="floor"/>
    <geom type="box" size="0.06 0.05 0.004" pos="-0.36 0 ${TOP - 0.02}" euler="0 0.35 0" material="track 0"/>
    <geom type="box" size="0.004 0.05 0.12" pos="-0.43 0 ${TOP + 0.06}" material="glass"/>
    <geom type="box" size="0.07 0.004 0.12" pos="-0.37 0.05 ${TOP + 0.06}" material="glass"/>
    <geom type="box" size="0.07 0.004 0.12" pos="-0.37 -0.05 ${TOP + 0.06}" material="glass"/>
    ${Array.from({ length: TRACKS }, (_, k) => track(k)).join('')}
    ${Array.from({ length: MARBLES }, (_, k) => marble(k)).join('')}
  </worldbody>
</mujoco>`;
}

export function controller(model: Model): Control {
  const marbles = Array.from({ length: MARBLES }, (_, k) => {
    const joint = model.body_jntadr[model.body(`marble ${k}`).id];
    return { pos: model.jnt_qposadr[joint], vel: model.jnt_dofadr[joint] };
  });
  return (data) => {
    for (const { pos, vel } of marbles) {
      if (data.qpos[pos + 2] > 0.03) continue;
      data.qpos.set([-0.37, 0, TOP + 0.16, 1, 0, 0, 0], pos);
      data.qvel.fill(0, vel, vel + 6);
    }
  };
}

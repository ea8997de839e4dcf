// A buggy with springs and four driven wheels on hills. It steers toward one flag after another.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

const GRID = 90;
/** Half the width of the terrain, and the height of its hills. */
const [LAND, HIGH] = [14, 1.5];

/** Height of the terrain between 0 and 1; flat where the car starts. */
function height(x: number, y: number): number {
  const hills =
    0.5 +
    0.22 * Math.sin(0.55 * x + 0.4) * Math.cos(0.5 * y) +
    0.16 * Math.sin(0.9 * y + 0.3 * x) +
    0.08 * Math.sin(1.7 * x - 1.1 * y) +
    0.025 * Math.sin(4.1 * x) * Math.sin(3.7 * y);
  const flat = Math.exp(-(x * x + y * y) / 4);
  return Math.max(0, Math.min(1, hills * (1 - flat) + 0.5 * flat));
}

const flags = Array.from({ length: 6 }, (_, k) => {
  const angle = (k * Math.PI) / 3 + 0.5;
  return { x: 7.5 * Math.cos(angle), y: 6.5 * Math.sin(angle) };
});

const wheel = (name: string, x: number, y: number, steers: boolean) => `
  <body name="${name}" pos="${x} ${y} -0.06">
    <joint name="${name} spring" type="slide" axis="0 0 1" range="-0.14 0.12" stiffness="1400" damping="110" springref="0.06"/>
    ${steers ? `<joint name="${name} steer" axis="0 0 1" range="-0.6 0.6" damping="2" armature="0.02"/>` : ''}
    <geom type="capsule" fromto="0 0 0 0 ${-0.6 * y} 0.04" size="0.02" mass="0.3" material="metal" contype="0" conaffinity="0"/>
    <body name="${name} tyre">
      <joint name="${name} roll" axis="0 1 0" damping="0.02" armature="0.01"/>
      <geom type="ellipsoid" size="0.19 0.09 0.19" mass="1.5" material="tyre" condim="4" friction="1.3 0.02 0.001"/>
      <geom type="cylinder" fromto="0 ${-0.0915} 0 0 ${0.0915} 0" size="0.08" mass="0.2" material="rim" contype="0" conaffinity="0"/>
      <geom type="box" size="0.07 0.094 0.015" mass="0.05" material="metal" contype="0" conaffinity="0"/>
    </body>
  </body>`;

const wheels = [
  { name: 'front left', x: 0.42, y: 0.32, steers: true },
  { name: 'front right', x: 0.42, y: -0.32, steers: true },
  { name: 'rear left', x: -0.4, y: 0.32, steers: false },
  { name: 'rear right', x: -0.4, y: -0.32, steers: false },
];

export function model(): string {
  const at = (k: number) => (2 * k) / (GRID - 1) - 1;
  const land = Array.from({ length: GRID * GRID }, (_, k) =>
    height(LAND * at(k % GRID), LAND * at(Math.floor(k / GRID))).toFixed(3),
  );
  const posts = flags.map(({ x, y }, k) => {
    const z = HIGH * height(x, y);
    return `<geom type="capsule" fromto="${x} ${y} ${z - 0.2} ${x} ${y} ${z + 1.6}" size="0.03" material="metal" contype="0" conaffinity="0"/><geom type="box" size="0.3 0.01 0.18" pos="${x + 0.3} ${y} ${z + 1.4}" material="flag ${k % 2}" contype="0" conaffinity="0"/>`;
  });
  return `
<mujoco model="buggy">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.004" integrator="implicitfast" cone="elliptic" impratio="5"/>
  <visual>
    <headlight ambient="0.42 0.4 0.38" diffuse="0.28 0.28 0.26" specular="0.05 0.05 0.05"/>
    <rgba haze="0.95 0.85 0.75 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0 0 0.8" extent="5"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.98 0.9 0.8" rgb2="0.35 0.6 0.85" width="256" height="256"/>
    <texture name="dunes" type="2d" builtin="checker" rgb1="0.85 0.62 0.4" rgb2="0.8 0.57 0.36" width="256" height="256"/>
    <hfield name="land" nrow="${GRID}" ncol="${GRID}" size="${LAND} ${LAND} ${HIGH} 0.5" elevation="${land.join(' ')}"/>
    <material name="dunes" texture="dunes" texrepeat="14 14" specular="0"/>
    <material name="paint" rgba="0.1 0.55 0.62 1" specular="0.8" shininess="0.8"/>
    <material name="cage" rgba="0.95 0.95 0.92 1" specular="0.6"/>
    <material name="tyre" rgba="0.13 0.13 0.14 1"/>
    <material name="rim" rgba="0.95 0.8 0.3 1" specular="0.9"/>
    <material name="metal" rgba="0.6 0.6 0.63 1" specular="0.8"/>
    <material name="flag 0" rgba="0.9 0.2 0.2 1"/>
    <material name="flag 1" rgba="0.98 0.95 0.9 1"/>
    <material name="lamp" rgba="1 0.95 0.7 1" emission="0.8"/>
  </asset>
  <worldbody>
    <light type="directional" pos="0 0 6" dir="0.45 0.35 -1" mode="trackcom" diffuse="0.62 0.58 0.5"/>
    <camera name="hero" mode="trackcom" pos="-1.9 -2.7 2.55" xyaxes="0.818 -0.575 0 0.24 0.342 0.908" fovy="48"/>
    <camera name="above" pos="0 -16 11" xyaxes="1 0 0 0 0.56 0.83"/>
    <geom name="land" type="hfield" hfield="land" material="dunes"/>
    ${posts.join('')}
    <body name="car" pos="0 0 1.15">
      <freejoint name="root"/>
      <geom type="box" size="0.5 0.17 0.06" mass="14" material="paint"/>
      <geom type="ellipsoid" size="0.3 0.19 0.1" pos="0.32 0 0.06" mass="1" material="paint"/>
      <geom type="capsule" fromto="0.12 0.15 0.06 -0.05 0.14 0.36" size="0.018" mass="0.2" material="cage"/>
      <geom type="capsule" fromto="0.12 -0.15 0.06 -0.05 -0.14 0.36" size="0.018" mass="0.2" material="cage"/>
      <geom type="capsule" fromto="-0.05 0.14 0.36 -0.3 0.14 0.36" size="0.018" mass="0.2" material="cage"/>
      <geom type="capsule" fromto="-0.05 -0.14 0.36 -0.3 -0.14 0.36" size="0.018" mass="0.2" material="cage"/>
      <geom type="capsule" fromto="-0.05 0.14 0.36 -0.05 -0.14 0.36" size="0.018" mass="0.2" material="cage"/>
      <geom type="capsule" fromto="-0.3 0.14 0.36 -0.45 0.15 0.06" size="0.018" mass="0.2" material="cage"/>
      <geom type="capsule" fromto="-0.3 -0.14 0.36 -0.45 -0.15 0.06" size="0.018" mass="0.2" material="cage"/>
      <geom type="sphere" size="0.045" pos="0.56 0.11 0.07" mass="0.05" material="lamp"/>
      <geom type="sphere" size="0.045" pos="0.56 -0.11 0.07" mass="0.05" material="lamp"/>
      ${wheels.map(({ name, x, y, steers }) => wheel(name, x, y, steers)).join('')}
    </body>
  </worldbody>
  <actuator>
    <position name="left" joint="front left steer" kp="60" kv="3"/>
    <position name="right" joint="front right steer" kp="60" kv="3"/>
    ${wheels.map(({ name }) => `<velocity name="${name}" joint="${name} roll" kv="1.6" forcerange="-14 14"/>`).join('')}
  </actuator>
</mujoco>`;
}

export function controller(model: Model): Control {
  const car = model.body('car').id;
  let next = 0;
  return (data) => {
    const [x, y] = data.qpos;
    const flag = flags[next % flags.length];
    if (Math.hypot(flag.x - x, flag.y - y) < 1.3) next++;
    const mat = data.xmat.subarray(9 * car, 9 * car + 9);
    const error = Math.atan2(flag.y - y, flag.x - x) - Math.atan2(mat[3], mat[0]);
    const turn = Math.max(-0.5, Math.min(0.5, 1.2 * Math.atan2(Math.sin(error), Math.cos(error))));
    data.ctrl[0] = turn;
    data.ctrl[1] = turn;
    // slower in curves
    data.ctrl.fill(13 - 9 * Math.abs(turn), 2, 6);
  };
}

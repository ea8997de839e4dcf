// Six hundred dominoes on a rail, each on a hinge at its foot. All of them sleep until their neighbor falls on them, and sleep again once
// they have fallen: the engine computes only the few that are falling. Sleeping dominoes are drawn darker.

const COUNT = 600;
/** Half sizes: thickness, width, height; spacing; angle at which they have fallen, in radians. */
const [T, W, H, GAP, FALL] = [0.006, 0.02, 0.042, 0.04, 1.12];

interface Place {
  x: number;
  y: number;
  /** Direction in which it falls. */
  along: number;
}

/** Archimedes' spiral r = a + b angle, sampled in steps of equal length from the outside in. */
function places(): Place[] {
  const [inner, pitch] = [0.2, 0.075 / (2 * Math.PI)];
  const found: Place[] = [];
  for (let k = 0, angle = 8.4 * 2 * Math.PI; k < COUNT; k++) {
    const r = inner + pitch * angle;
    found.push({ x: r * Math.cos(angle), y: r * Math.sin(angle), along: angle - Math.PI / 2 - pitch / r });
    angle -= GAP / Math.hypot(r, pitch);
  }
  return found;
}

function color(t: number): string {
  const mix = (a: number, b: number) => (a + (b - a) * t).toFixed(3);
  return t < 0.5
    ? `${mix(1, 0.9)} ${mix(0.75, 0.1)} ${mix(0.2, 0.5)} 1`
    : `${mix(1.55, 0.25)} ${mix(-0.05, 0.3)} ${mix(0.2, 0.8)} 1`;
}

const domino = ({ x, y, along }: Place, k: number) => `
    <body name="domino ${k}" pos="${x.toFixed(5)} ${y.toFixed(5)} ${H}" euler="0 0 ${along.toFixed(5)}" ${k > 0 ? 'sleep="init"' : ''}>
      <joint axis="0 1 0" pos="${T} 0 ${-H}" range="0 ${FALL}"/>
      <geom type="box" size="${T} ${W} ${H}" material="domino" rgba="${color(k / COUNT)}"/>
    </body>`;

export function model(): string {
  return `
<mujoco model="dominoes">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.004" sleep_tolerance="0.002">
    <flag sleep="enable"/>
  </option>
  <visual>
    <headlight ambient="0.42 0.4 0.42" diffuse="0.3 0.3 0.3" specular="0.1 0.1 0.1"/>
    <rgba haze="0.96 0.93 0.9 1"/>
    <quality shadowsize="8192"/>
  </visual>
  <statistic center="0 0 0" extent="1.3"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.97 0.94 0.9" rgb2="0.8 0.72 0.72" width="256" height="256"/>
    <material name="domino" specular="0.5" shininess="0.6"/>
    <material name="table" rgba="0.96 0.93 0.88 1" reflectance="0.06"/>
  </asset>
  <default>
    <joint damping="0.00002" solimplimit="0.95 0.99 0.01"/>
    <geom condim="1" density="700" contype="1" conaffinity="1"/>
  </default>
  <worldbody>
    <light type="directional" pos="-1 -1 2" dir="0.5 0.35 -1" diffuse="0.6 0.58 0.55"/>
    <camera name="hero" pos="0.95 -1.29 0.98" xyaxes="0.804 0.594 0 -0.303 0.41 0.86" fovy="42"/>
    <camera name="top" pos="0 0 2.2" xyaxes="1 0 0 0 1 0"/>
    <geom name="table" type="plane" size="0 0 1" pos="0 0 -0.001" material="table" contype="0" conaffinity="0"/>
    ${places().map(domino).join('')}
  </worldbody>
  <keyframe>
    <key name="pushed" qvel="7 ${Array(COUNT - 1)
      .fill(0)
      .join(' ')}"/>
  </keyframe>
</mujoco>`;
}

// Six struts that do not touch each other, held in shape by 24 cables. It rolls by tipping over its edges, when some of the cables are
// shortened.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

/** Half the length of a strut, and its distance from the center. */
const [L, R] = [0.42, 0.21];
/** Seconds between two decisions, and by how much a cable is shortened. */
const [BEAT, DRAW] = [0.5, 0.62];

interface Strut {
  axis: number;
  at: number[];
}

/** Two struts along each axis, as in an icosahedron. */
const struts: Strut[] = [0, 1, 2].flatMap((axis) =>
  [-1, 1].map((sign) => ({ axis, at: [0, 1, 2].map((i) => (i === (axis + 1) % 3 ? sign * R : 0)) })),
);

const ends = struts.flatMap(({ axis, at }, k) =>
  [-1, 1].map((sign) => ({ strut: k, sign, pos: at.map((x, i) => x + (i === axis ? sign * L : 0)) })),
);

/** Cables join neighboring ends: four each. */
const cables = ends.flatMap((a, i) =>
  ends.slice(i + 1).flatMap((b, k) => {
    const far = Math.hypot(...a.pos.map((x, c) => x - b.pos[c]));
    return struts[a.strut].axis !== struts[b.strut].axis && far < 1.25 * L
      ? [{ from: i, to: i + 1 + k, length: far }]
      : [];
  }),
);

const colors = ['0.95 0.3 0.35', '0.2 0.65 0.85', '1 0.75 0.2'];

function strut({ axis, at }: Strut, k: number): string {
  const line = [-1, 1].map((sign) => [0, 1, 2].map((i) => (i === axis ? sign * L : 0)).join(' '));
  const sites = [2 * k, 2 * k + 1].map(
    (e, i) =>
      `<site name="end ${e}" pos="${line[i]}" size="0.02"/><geom type="sphere" size="0.03" pos="${line[i]}" mass="0.05" material="cap"/>`,
  );
  return `<body name="strut ${k}" pos="${at[0]} ${at[1]} ${at[2] + 0.75}"><freejoint/><geom type="capsule" fromto="${line.join(' ')}" size="0.018" mass="0.3" material="strut" rgba="${colors[axis]} 1"/>${sites.join('')}</body>`;
}

export function model(): string {
  const tendons = cables.map(
    ({ from, to }, k) =>
      `<spatial name="cable ${k}" width="0.005" rgba="0.9 0.9 0.95 1" damping="6"><site site="end ${from}"/><site site="end ${to}"/></spatial>`,
  );
  const motors = cables.map(
    ({ length }, k) =>
      `<position name="cable ${k}" tendon="cable ${k}" kp="420" ctrlrange="0 ${length.toFixed(3)}" forcerange="-400 0"/>`,
  );
  return `
<mujoco model="tensegrity">
  <option timestep="0.002" integrator="implicitfast" cone="elliptic"/>
  <visual>
    <headlight ambient="0.38 0.38 0.42" diffuse="0.3 0.3 0.3" specular="0.1 0.1 0.1"/>
    <rgba haze="0.25 0.2 0.35 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0 0 0.4" extent="1.6"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.38 0.3 0.5" rgb2="0.1 0.08 0.18" width="256" height="256"/>
    <texture name="floor" type="2d" builtin="checker" rgb1="0.2 0.17 0.3" rgb2="0.24 0.2 0.35" mark="edge" markrgb="0.35 0.3 0.5" width="256" height="256"/>
    <material name="floor" texture="floor" texrepeat="2 2" texuniform="true" reflectance="0.15"/>
    <material name="strut" specular="0.8" shininess="0.8"/>
    <material name="cap" rgba="0.95 0.95 0.98 1" specular="0.8"/>
  </asset>
  <worldbody>
    <light type="directional" pos="-1 -1 4" dir="0.3 0.4 -1" mode="trackcom" diffuse="0.7 0.68 0.65"/>
    <camera name="hero" mode="trackcom" pos="1.5 -1.6 1.3" xyaxes="0.73 0.684 0 -0.2 0.215 0.956" fovy="42"/>
    <geom name="floor" type="plane" size="0 0 1" material="floor" friction="1 0.01 0.001"/>
    ${struts.map(strut).join('')}
  </worldbody>
  <contact>${struts.flatMap((_, i) => struts.slice(i + 1).map((__, k) => `<exclude body1="strut ${i}" body2="strut ${i + 1 + k}"/>`)).join('')}</contact>
  <tendon>${tendons.join('')}</tendon>
  <actuator>${motors.join('')}</actuator>
</mujoco>`;
}

export function controller(model: Model): Control {
  const site = ends.map((_, e) => 3 * model.site(`end ${e}`).id);
  return (data) => {
    const at = (e: number, i: number) => data.site_xpos[site[e] + i];
    const low = Math.min(...ends.map((_, e) => at(e, 2)));
    const middle = [0, 1].map((i) => ends.reduce((sum, _, e) => sum + at(e, i), 0) / ends.length);
    // target direction: along a large circle
    const way = [Math.cos(0.08 * data.time), Math.sin(0.08 * data.time)];
    const pull = data.time > 2 && Math.floor(data.time / BEAT) % 2 === 0;
    cables.forEach(({ from, to, length }, k) => {
      const x = (at(from, 0) + at(to, 0)) / 2 - middle[0];
      const y = (at(from, 1) + at(to, 1)) / 2 - middle[1];
      const z = (at(from, 2) + at(to, 2)) / 2 - low;
      // cables near the ground on the far side are shortened, which shrinks the base on that side
      const chosen = pull && z < 0.25 && x * way[0] + y * way[1] > 0.02;
      data.ctrl[k] = length * (chosen ? DRAW : 0.9);
    });
  };
}

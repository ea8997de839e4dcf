// A bridge of planks between two cliffs, each tied to the next at two corners, and three barrels that cross it one after the other, pushed
// by an invisible force.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

const PLANKS = 22;
/** Distance between planks; half sizes of a plank. */
const [STEP, LONG, WIDE, THICK] = [0.2, 0.08, 0.5, 0.025];
const SPAN = PLANKS * STEP;

function plank(k: number): string {
  const x = -SPAN / 2 + (k + 0.5) * STEP;
  const posts = [-1, 1].map(
    (s) =>
      `<geom type="capsule" fromto="0 ${s * (WIDE - 0.03)} 0 0 ${s * (WIDE - 0.03)} 0.35" size="0.012" mass="0.1" material="rope" contype="0" conaffinity="0"/><site name="rail ${k} ${s}" pos="0 ${s * (WIDE - 0.03)} 0.35" size="0.015" material="rope"/>`,
  );
  const corners = [-1, 1].flatMap((s) =>
    [-1, 1].map(
      (e) =>
        `<site name="corner ${k} ${s} ${e}" pos="${e * STEP * 0.5} ${s * (WIDE - 0.06)} 0" size="0.01" rgba="0 0 0 0"/>`,
    ),
  );
  return `<body name="plank ${k}" pos="${x.toFixed(3)} 0 2"><freejoint/><geom type="box" size="${LONG} ${WIDE} ${THICK}" mass="4" material="plank ${k % 2}"/>${posts.join('')}${corners.join('')}</body>`;
}

export function model(): string {
  const ties = Array.from({ length: PLANKS - 1 }, (_, k) =>
    [-1, 1]
      .map((s) => `<connect site1="corner ${k} ${s} 1" site2="corner ${k + 1} ${s} -1" solref="0.01 1"/>`)
      .join(''),
  );
  const ends = [-1, 1].map(
    (s) =>
      `<connect site1="corner 0 ${s} -1" site2="left ${s}" solref="0.01 1"/><connect site1="corner ${PLANKS - 1} ${s} 1" site2="right ${s}" solref="0.01 1"/>`,
  );
  const rails = [-1, 1].map(
    (s) =>
      `<spatial width="0.012" rgba="0.75 0.6 0.4 1"><site site="left rail ${s}"/>${Array.from({ length: PLANKS }, (_, k) => `<site site="rail ${k} ${s}"/>`).join('')}<site site="right rail ${s}"/></spatial>`,
  );
  const barrel = (k: number) =>
    `<body name="barrel ${k}" pos="${-SPAN / 2 - 0.5 - 0.75 * k} 0 2.35"><freejoint/><geom type="cylinder" size="0.22 0.3" euler="1.5708 0 0" mass="9" material="barrel" friction="0.9 0.01 0.0005" condim="4"/><geom type="cylinder" size="0.225 0.03" pos="0 0.2 0" euler="1.5708 0 0" mass="0.1" material="hoop" contype="0" conaffinity="0"/><geom type="cylinder" size="0.225 0.03" pos="0 -0.2 0" euler="1.5708 0 0" mass="0.1" material="hoop" contype="0" conaffinity="0"/></body>`;
  const cliff = (side: string, s: number) => `
    <geom type="box" size="1.6 1.6 1" pos="${s * (SPAN / 2 + 1.6)} 0 1" material="rock"/>
    <geom type="box" size="1.55 1.55 0.03" pos="${s * (SPAN / 2 + 1.65)} 0 2" material="grass" contype="0" conaffinity="0"/>
    ${[-1, 1].map((e) => `<geom type="cylinder" size="0.05 0.3" pos="${s * (SPAN / 2 + 0.06)} ${e * (WIDE - 0.03)} 2.2" material="post" contype="0" conaffinity="0"/><site name="${side} ${e}" pos="${(s * SPAN) / 2} ${e * (WIDE - 0.06)} 2" size="0.01"/><site name="${side} rail ${e}" pos="${s * (SPAN / 2 + 0.06)} ${e * (WIDE - 0.03)} 2.45" size="0.02"/>`).join('')}`;
  return `
<mujoco model="rope bridge">
  <compiler angle="radian"/>
  <option timestep="0.003" integrator="implicitfast"/>
  <visual>
    <headlight ambient="0.42 0.42 0.42" diffuse="0.3 0.3 0.3" specular="0.05 0.05 0.05"/>
    <rgba haze="0.72 0.85 0.85 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0 0 1.6" extent="4.5"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.82 0.93 0.92" rgb2="0.3 0.58 0.72" width="256" height="256"/>
    <texture name="rock" type="2d" builtin="gradient" rgb1="0.5 0.45 0.42" rgb2="0.35 0.3 0.3" width="64" height="64"/>
    <material name="rock" texture="rock" specular="0"/>
    <material name="grass" rgba="0.42 0.62 0.32 1"/>
    <material name="water" rgba="0.15 0.4 0.5 1" reflectance="0.35"/>
    <material name="plank 0" rgba="0.68 0.48 0.3 1"/>
    <material name="plank 1" rgba="0.6 0.42 0.26 1"/>
    <material name="rope" rgba="0.8 0.66 0.45 1"/>
    <material name="post" rgba="0.42 0.28 0.18 1"/>
    <material name="barrel" rgba="0.72 0.3 0.2 1" specular="0.3"/>
    <material name="hoop" rgba="0.25 0.25 0.28 1" specular="0.7"/>
  </asset>
  <worldbody>
    <light type="directional" pos="0 -2 6" dir="0.3 0.5 -1" diffuse="0.62 0.6 0.55"/>
    <camera name="hero" pos="2.6 -4.6 3.3" xyaxes="0.87 0.493 0 -0.15 0.265 0.953" fovy="48"/>
    <geom name="water" type="plane" size="0 0 1" material="water"/>
    ${cliff('left', -1)}${cliff('right', 1)}
    ${Array.from({ length: PLANKS }, (_, k) => plank(k)).join('')}
    ${[0, 1, 2].map(barrel).join('')}
  </worldbody>
  <contact>${Array.from({ length: PLANKS - 1 }, (_, k) => `<exclude body1="plank ${k}" body2="plank ${k + 1}"/>`).join('')}</contact>
  <equality>${ties.join('')}${ends.join('')}</equality>
  <tendon>${rails.join('')}</tendon>
</mujoco>`;
}

export function controller(model: Model): Control {
  const barrels = [0, 1, 2].map((k) => {
    const joint = model.body_jntadr[model.body(`barrel ${k}`).id];
    return { pos: model.jnt_qposadr[joint], vel: model.jnt_dofadr[joint] };
  });
  return (data) => {
    barrels.forEach(({ pos, vel }, k) => {
      const x = data.qpos[pos];
      // they start one after the other; nothing slows them downhill
      const pushed = data.time > 2 * k && (x < -SPAN / 2 + 0.1 || x > 0);
      data.qfrc_applied[vel] = pushed ? 60 * Math.max(0, 0.9 - data.qvel[vel]) : 0;
      data.qfrc_applied[vel + 1] = -20 * data.qpos[pos + 1] - 10 * data.qvel[vel + 1];
      // a barrel that has crossed starts again
      if (x < SPAN / 2 + 2.4 && data.qpos[pos + 2] > 0.5) return;
      data.qpos.set([-SPAN / 2 - 2.2, 0, 2.35, 1, 0, 0, 0], pos);
      data.qvel.fill(0, vel, vel + 6);
    });
  };
}

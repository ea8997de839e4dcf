// Two legs on a bicycle: eight muscles, no motor. Each muscle is excited in the part of the crank's rotation where it helps; a flywheel
// carries the legs through the dead points.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

/** Lengths of thigh, shank and crank; positions of hip and crank in the plane of a leg. */
const [THIGH, SHANK, CRANK] = [0.43, 0.43, 0.15];
const [HIP, AXLE] = [
  { x: 0, z: 0.98 },
  { x: 0.22, z: 0.32 },
];

type Point = [x: number, z: number];
/** Sites of a muscle on pelvis, thigh or shank, from its origin to its insertion, and the crank angle (degrees from the top) at which it
 *  pulls most. */
const muscles: Record<string, { path: [bone: string, at: Point][]; best: number; force: number }> = {
  gluteus: {
    path: [
      ['pelvis', [-0.1, 0.04]],
      ['thigh', [-0.05, -0.2]],
    ],
    best: 75,
    force: 1300,
  },
  iliacus: {
    path: [
      ['pelvis', [0.08, 0.06]],
      ['thigh', [0.045, -0.16]],
    ],
    best: 275,
    force: 700,
  },
  vastus: {
    path: [
      ['thigh', [0.05, -0.12]],
      ['thigh', [0.062, -0.4]],
      ['shank', [0.05, -0.06]],
    ],
    best: 45,
    force: 1400,
  },
  hamstring: {
    path: [
      ['thigh', [-0.045, -0.14]],
      ['shank', [-0.05, -0.1]],
    ],
    best: 205,
    force: 700,
  },
};

/** Angles of hip and knee for a crank angle: the law of cosines in the triangle of thigh, shank and hip-to-pedal distance. */
function legAngles(crank: number): { hip: number; knee: number } {
  const dx = AXLE.x + CRANK * Math.sin(crank) - HIP.x;
  const dz = AXLE.z + CRANK * Math.cos(crank) - HIP.z;
  const far = Math.hypot(dx, dz);
  const bend = Math.acos((THIGH ** 2 + SHANK ** 2 - far ** 2) / (2 * THIGH * SHANK));
  const lift = Math.acos((THIGH ** 2 + far ** 2 - SHANK ** 2) / (2 * THIGH * far));
  return { hip: -(Math.atan2(dx, -dz) + lift), knee: Math.PI - bend };
}

/** Position of a point of a bone for these angles. */
function place(bone: string, [x, z]: Point, { hip, knee }: { hip: number; knee: number }): Point {
  const turn = (a: number, [u, w]: Point): Point => [
    u * Math.cos(a) + w * Math.sin(a),
    w * Math.cos(a) - u * Math.sin(a),
  ];
  if (bone === 'pelvis') return [x, z];
  if (bone === 'thigh') return turn(hip, [x, z]);
  const [u, w] = turn(knee, [x, z]);
  return turn(hip, [u, w - THIGH]);
}

/** Minimum and maximum length of a muscle over a rotation, with a margin. */
function lengthRange(name: string): string {
  const lengths = Array.from({ length: 72 }, (_, k) => {
    const points = muscles[name].path.map(([bone, at]) => place(bone, at, legAngles((k * Math.PI) / 36)));
    return points.slice(1).reduce((sum, [x, z], i) => sum + Math.hypot(x - points[i][0], z - points[i][1]), 0);
  });
  const [low, high] = [Math.min(...lengths), Math.max(...lengths)];
  const room = 0.25 * (high - low);
  return `${low - room} ${high + room}`;
}

const sites = (side: string, bone: string) =>
  Object.entries(muscles).flatMap(([name, { path }]) =>
    path.map(([on, [x, z]], k) =>
      on === bone ? `<site name="${side} ${name} ${k}" pos="${x} 0 ${z}" size="0.012" rgba="0.9 0.85 0.8 1"/>` : '',
    ),
  );

const leg = (side: string, y: number) => `
  <body name="${side} pelvis" pos="${HIP.x} ${y} ${HIP.z}">
    ${sites(side, 'pelvis').join('')}
    <body name="${side} thigh">
      <joint name="${side} hip" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 ${-THIGH}" size="0.026" mass="7" material="bone"/>
      <geom type="sphere" size="0.045" mass="0.5" material="bone"/>
      ${sites(side, 'thigh').join('')}
      <body name="${side} shank" pos="0 0 ${-THIGH}">
        <joint name="${side} knee" axis="0 1 0" damping="0.5"/>
        <geom type="sphere" size="0.04" mass="0.3" material="bone"/>
        <geom type="capsule" fromto="0 0 0 0 0 ${-SHANK}" size="0.02" mass="3" material="bone"/>
        <geom type="capsule" fromto="-0.06 0 ${-SHANK + 0.02} 0.14 0 ${-SHANK - 0.01}" size="0.022" mass="0.8" material="shoe"/>
        <site name="${side} foot" pos="0 0 ${-SHANK}"/>
        ${sites(side, 'shank').join('')}
      </body>
    </body>
  </body>`;

const tendon = (side: string, name: string) => `
  <spatial name="${side} ${name}" width="0.018" rgba="0.75 0.12 0.12 1">
    ${muscles[name].path.map((_, k) => `<site site="${side} ${name} ${k}"/>`).join('')}
  </spatial>`;

export function model(): string {
  const [right, left] = [legAngles(0), legAngles(Math.PI)];
  const each = (make: (side: string, name: string) => string) =>
    ['right', 'left'].flatMap((side) => Object.keys(muscles).map((name) => make(side, name))).join('');
  const spoke = (k: number) => {
    const [s, c] = [Math.sin((k * Math.PI) / 6), Math.cos((k * Math.PI) / 6)];
    return `<geom type="capsule" fromto="0 0 0 ${0.3 * s} 0 ${0.3 * c}" size="0.003" mass="0.01" material="steel"/>
      <geom type="capsule" fromto="${0.3 * s} 0 ${0.3 * c} ${0.3 * Math.sin(((k + 1) * Math.PI) / 6)} 0 ${0.3 * Math.cos(((k + 1) * Math.PI) / 6)}" size="0.012" mass="0.3" material="dark"/>`;
  };
  return `
<mujoco model="muscles on a bicycle">
  <compiler angle="radian"/>
  <option timestep="0.002" integrator="implicitfast">
    <flag contact="disable"/>
  </option>
  <visual>
    <headlight ambient="0.4 0.4 0.4" diffuse="0.35 0.35 0.35" specular="0.1 0.1 0.1"/>
    <rgba haze="0.82 0.9 0.86 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0.1 0 0.6" extent="1.4"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.85 0.93 0.9" rgb2="0.45 0.62 0.6" width="256" height="256"/>
    <material name="floor" rgba="0.78 0.86 0.8 1" reflectance="0.08"/>
    <material name="bone" rgba="0.96 0.92 0.83 1" specular="0.4"/>
    <material name="shoe" rgba="0.15 0.2 0.3 1"/>
    <material name="steel" rgba="0.8 0.82 0.85 1" specular="1" shininess="0.8"/>
    <material name="dark" rgba="0.14 0.16 0.2 1" specular="0.5"/>
    <material name="frame" rgba="0.98 0.75 0.2 1" specular="0.7" shininess="0.7"/>
  </asset>
  <worldbody>
    <light type="directional" pos="0.5 -1.5 2.6" dir="-0.15 0.6 -1" diffuse="0.7 0.68 0.65"/>
    <camera name="hero" pos="1.47 -1.65 0.92" xyaxes="0.82 0.573 0 -0.12 0.171 0.978" fovy="40"/>
    <geom type="plane" size="0 0 1" material="floor"/>
    <geom type="capsule" fromto="-0.02 0 0.93 0.22 0 0.32" size="0.02" material="frame"/>
    <geom type="capsule" fromto="0.22 0 0.32 0.6 0 0.75" size="0.02" material="frame"/>
    <geom type="capsule" fromto="0.04 0 0.78 0.6 0 0.75" size="0.018" material="frame"/>
    <geom type="capsule" fromto="0.6 0 0.75 0.62 0 1.05" size="0.016" material="frame"/>
    <geom type="capsule" fromto="0.62 -0.2 1.05 0.62 0.2 1.05" size="0.014" material="dark"/>
    <geom type="capsule" fromto="0.22 0 0.32 -0.2 0 0.03" size="0.018" material="frame"/>
    <geom type="capsule" fromto="0.22 0 0.32 0.65 0 0.03" size="0.018" material="frame"/>
    <geom type="capsule" fromto="-0.2 -0.2 0.02 -0.2 0.2 0.02" size="0.02" material="dark"/>
    <geom type="capsule" fromto="0.65 -0.2 0.02 0.65 0.2 0.02" size="0.02" material="dark"/>
    <geom type="ellipsoid" size="0.14 0.1 0.035" pos="-0.04 0 0.95" material="dark"/>
    <geom type="ellipsoid" size="0.1 0.15 0.09" pos="0 0 1.02" material="bone"/>
    <body name="crank" pos="${AXLE.x} 0 ${AXLE.z}">
      <joint name="crank" axis="0 1 0" damping="1.6" armature="0.3"/>
      <geom type="cylinder" size="0.02 0.11" euler="1.5708 0 0" mass="0.5" material="steel"/>
      <geom type="capsule" fromto="0 -0.11 0 0 -0.11 ${CRANK}" size="0.012" mass="0.3" material="steel"/>
      <geom type="capsule" fromto="0 0.11 0 0 0.11 ${-CRANK}" size="0.012" mass="0.3" material="steel"/>
      <geom type="box" size="0.045 0.035 0.01" pos="0 -0.14 ${CRANK}" mass="0.1" material="dark"/>
      <geom type="box" size="0.045 0.035 0.01" pos="0 0.14 ${-CRANK}" mass="0.1" material="dark"/>
      ${Array.from({ length: 12 }, (_, k) => spoke(k)).join('')}
      <site name="right pedal" pos="0 -0.13 ${CRANK}"/>
      <site name="left pedal" pos="0 0.13 ${-CRANK}"/>
    </body>
    ${leg('right', -0.13)}
    ${leg('left', 0.13)}
  </worldbody>
  <equality>
    <connect site1="right foot" site2="right pedal" solref="0.01 1"/>
    <connect site1="left foot" site2="left pedal" solref="0.01 1"/>
  </equality>
  <tendon>${each(tendon)}</tendon>
  <actuator>${each((side, name) => `<muscle name="${side} ${name}" tendon="${side} ${name}" force="${muscles[name].force}" lengthrange="${lengthRange(name)}"/>`)}</actuator>
  <sensor><jointvel name="cadence" joint="crank"/></sensor>
  <keyframe>
    <key name="top" qpos="0 ${right.hip} ${right.knee} ${left.hip} ${left.knee}" qvel="3 0 0 0 0"/>
  </keyframe>
</mujoco>`;
}

export function controller(model: Model): Control {
  const crank = model.jnt_qposadr[model.joint('crank').id];
  const pulls = Object.entries(muscles).flatMap(([name, { best }]) => [
    { id: model.actuator(`right ${name}`).id, at: (best * Math.PI) / 180 },
    { id: model.actuator(`left ${name}`).id, at: (best * Math.PI) / 180 + Math.PI },
  ]);
  return (data) => {
    for (const { id, at } of pulls) data.ctrl[id] = Math.max(0, Math.cos(data.qpos[crank] - at)) ** 2;
  };
}

// A drone with four rotors flies a course of gates in gusty wind. Drag acts on its body (MuJoCo's ellipsoid model of fluid forces); the
// controller tilts it so that its thrust points along the required acceleration.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

const gates = Array.from({ length: 8 }, (_, k) => {
  const angle = (k * Math.PI) / 4;
  return { x: 3 * Math.cos(angle), y: 2 * Math.sin(angle), z: 1.4 + 0.5 * Math.sin(2 * angle), angle };
});

function gate({ x, y, z, angle }: (typeof gates)[number], k: number): string {
  const along = Math.atan2(2 * Math.cos(angle), -3 * Math.sin(angle));
  const bars = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => {
    const point = (j: number) =>
      `0 ${0.5 * Math.cos((j * Math.PI) / 4 + 0.39)} ${0.5 * Math.sin((j * Math.PI) / 4 + 0.39)}`;
    return `<geom type="capsule" fromto="${point(i)} ${point(i + 1)}" size="0.03" material="gate ${k % 2}"/>`;
  });
  return `<body pos="${x} ${y} ${z}" euler="0 0 ${along}">${bars.join('')}<geom type="cylinder" fromto="0 0 -0.5 0 0 ${-z}" size="0.015" material="pole"/></body>`;
}

const rotor = (name: string, x: number, y: number, spin: number) => `
  <geom type="capsule" fromto="0 0 0 ${x} ${y} 0.02" size="0.012" material="shell" mass="0.02" fluidshape="none"/>
  <geom type="cylinder" size="0.018 0.02" pos="${x} ${y} 0.025" material="dark" mass="0.03"/>
  <site name="${name}" pos="${x} ${y} 0.05"/>
  <body name="${name}" pos="${x} ${y} 0.05">
    <joint name="${name}" axis="0 0 ${spin}" damping="0.00002"/>
    <geom type="ellipsoid" size="0.1 0.012 0.003" material="blade" mass="0.004"/>
  </body>`;

const rotors = [
  { name: 'front left', x: 0.14, y: 0.14, spin: 1 },
  { name: 'rear left', x: -0.14, y: 0.14, spin: -1 },
  { name: 'rear right', x: -0.14, y: -0.14, spin: 1 },
  { name: 'front right', x: 0.14, y: -0.14, spin: -1 },
];

export function model(): string {
  return `
<mujoco model="drone">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.002" integrator="implicitfast" density="1.2" viscosity="0.00002" wind="0 0 0"/>
  <visual>
    <headlight ambient="0.42 0.4 0.45" diffuse="0.3 0.3 0.3" specular="0.1 0.1 0.1"/>
    <rgba haze="0.98 0.82 0.7 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0 0 1" extent="4"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="1 0.85 0.7" rgb2="0.35 0.45 0.8" width="256" height="256"/>
    <texture name="sand" type="2d" builtin="checker" rgb1="0.82 0.66 0.5" rgb2="0.85 0.7 0.54" width="128" height="128"/>
    <material name="sand" texture="sand" texrepeat="0.5 0.5" texuniform="true" specular="0"/>
    <material name="shell" rgba="0.95 0.95 0.97 1" specular="0.7" shininess="0.7"/>
    <material name="dark" rgba="0.15 0.15 0.18 1" specular="0.5"/>
    <material name="blade" rgba="0.2 0.2 0.25 0.7"/>
    <material name="gate 0" rgba="0.95 0.25 0.35 1" emission="0.25"/>
    <material name="gate 1" rgba="0.2 0.55 0.95 1" emission="0.25"/>
    <material name="pole" rgba="0.5 0.42 0.38 1"/>
    <material name="lamp" rgba="0.3 1 0.5 1" emission="1"/>
  </asset>
  <default><geom contype="0" conaffinity="0"/></default>
  <worldbody>
    <light type="directional" pos="0 0 5" dir="0.4 0.5 -1" diffuse="0.6 0.55 0.5"/>
    <camera name="hero" mode="targetbody" target="drone" pos="1.2 -5.2 2.6" fovy="30"/>
    <camera name="chase" mode="trackcom" pos="-1.2 -0.9 0.7" xyaxes="0.6 -0.8 0 0.34 0.26 0.9" fovy="60"/>
    <geom name="ground" type="plane" size="0 0 1" material="sand" contype="1" conaffinity="1"/>
    ${gates.map(gate).join('')}
    <body name="drone" pos="3 0 1.4">
      <freejoint name="root"/>
      <geom name="hull" type="ellipsoid" size="0.09 0.06 0.035" material="shell" mass="0.45" fluidshape="ellipsoid" contype="1" conaffinity="1"/>
      <geom type="box" size="0.05 0.03 0.015" pos="0 0 -0.035" material="dark" mass="0.2"/>
      <geom type="sphere" size="0.015" pos="0.085 0 0" material="lamp" mass="0.005"/>
      ${rotors.map(({ name, x, y, spin }) => rotor(name, x, y, spin)).join('')}
    </body>
  </worldbody>
  <actuator>
    ${rotors.map(({ name, spin }) => `<motor name="${name}" site="${name}" gear="0 0 1 0 0 ${-0.02 * spin}" ctrlrange="0 8"/>`).join('')}
    ${rotors.map(({ name }) => `<velocity name="${name} spin" joint="${name}" kv="0.0002"/>`).join('')}
  </actuator>
  <keyframe><key name="flying" qpos="3 0 1.4 1 0 0 0 0 0 0 0" ctrl="2.2 2.2 2.2 2.2 60 60 60 60"/></keyframe>
</mujoco>`;
}

/** The course: an oval through the gates, its velocity and acceleration. */
function course(t: number) {
  const w = 0.75;
  const [s, c, s2, c2] = [Math.sin(w * t), Math.cos(w * t), Math.sin(2 * w * t), Math.cos(2 * w * t)];
  return {
    pos: [3 * c, 2 * s, 1.4 + 0.5 * s2],
    vel: [-3 * w * s, 2 * w * c, w * c2],
    acc: [-3 * w * w * c, -2 * w * w * s, -2 * w * w * s2],
  };
}

export function controller(model: Model): Control {
  const body = model.body('drone').id;
  const mass = model.body_subtreemass[body];
  const [ix, iy, iz] = model.body_inertia.subarray(3 * body, 3 * body + 3);
  return (data) => {
    model.opt.wind.set([1.5 * Math.sin(0.7 * data.time), 1.2 * Math.sin(1.3 * data.time + 1), 0]);
    const want = course(data.time);
    const R = data.xmat.subarray(9 * body, 9 * body + 9);
    // force = m (a + kp e + kd e' + g): its length is the thrust, its direction the tilt
    const force = [0, 1, 2].map((i) => {
      const pull = want.acc[i] + 6 * (want.pos[i] - data.qpos[i]) + 4 * (want.vel[i] - data.qvel[i]);
      return mass * (pull + (i === 2 ? 9.81 : 0));
    });
    const size = Math.hypot(...force);
    const up = force.map((f) => f / size);
    const heading = Math.atan2(want.vel[1], want.vel[0]);
    const side = unit(cross(up, [Math.cos(heading), Math.sin(heading), 0]));
    const ahead = cross(side, up);
    const thrust = force[0] * R[2] + force[1] * R[5] + force[2] * R[8];
    // rotation from the actual axes to the target axes, in the frame of the body: half the sum of cross products
    const axes = [ahead, side, up];
    const turn = [0, 0, 0];
    axes.forEach((axis, k) => {
      const has = [R[k], R[3 + k], R[6 + k]];
      cross(has, axis).forEach((x, i) => {
        turn[i] += 0.5 * x;
      });
    });
    const local = [0, 1, 2].map((k) => turn[0] * R[k] + turn[1] * R[3 + k] + turn[2] * R[6 + k]);
    const torque = local.map((e, i) => [3 * ix, 3 * iy, 3 * iz][i] * (150 * e - 22 * data.qvel[3 + i]));
    rotors.forEach(({ x, y, spin }, k) => {
      data.ctrl[k] =
        thrust / 4 +
        (torque[0] * Math.sign(y)) / (4 * 0.14) -
        (torque[1] * Math.sign(x)) / (4 * 0.14) -
        (torque[2] * spin) / (4 * 0.02);
      data.ctrl[4 + k] = 60;
    });
  };
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: number[]): number[] {
  const size = Math.hypot(...a);
  return a.map((x) => x / size);
}

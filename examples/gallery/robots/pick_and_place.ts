// An arm that moves cubes from one tray to the other and back. The targets of its fingers are a list of positions; the joint angles come
// from inverse kinematics: damped least squares on the Jacobian of the grip.
import type { Data, Model } from 'tenon';
import type { Control, Tenon } from 'tenon/viewer';

const HALF = 0.025;
/** Angles of the arm at the start, in its order. */
const READY = [0, 0.35, 1.2, 1.6, 0];
const colors = ['0.95 0.35 0.3', '0.98 0.72 0.2', '0.25 0.7 0.5', '0.3 0.5 0.9'];
/** Centers of the slots for cubes: those of the first tray, then those of the second. */
const places = [1, -1].flatMap((side) =>
  [0, 1, 2, 3].map((k) => [0.42 + 0.1 * (k % 2), side * (0.2 + 0.1 * (k >> 1))] as const),
);

const tray = (side: number) => `
  <body name="tray ${side}" pos="0.47 ${0.25 * side} 0">
    <geom type="box" size="0.12 0.12 0.004" pos="0 0 0.004" material="tray"/>
    <geom type="box" size="0.12 0.005 0.015" pos="0 0.12 0.015" material="tray"/>
    <geom type="box" size="0.12 0.005 0.015" pos="0 -0.12 0.015" material="tray"/>
    <geom type="box" size="0.005 0.12 0.015" pos="0.12 0 0.015" material="tray"/>
    <geom type="box" size="0.005 0.12 0.015" pos="-0.12 0 0.015" material="tray"/>
  </body>`;

const cubePosition = (k: number) => `${places[k][0]} ${places[k][1]} ${0.008 + HALF}`;

const cube = (k: number) => `
  <body name="cube ${k}" pos="${cubePosition(k)}">
    <freejoint/>
    <geom type="box" size="${HALF} ${HALF} ${HALF}" mass="0.06" material="cube" rgba="${colors[k]} 1" condim="4" friction="1 0.02 0.001"/>
  </body>`;

const finger = (name: string, s: number) => `
  <body name="${name} finger" pos="0 ${0.05 * s} 0.06">
    <joint name="${name} finger" type="slide" axis="0 ${-s} 0" range="0 0.045" damping="8" armature="0.05"/>
    <geom type="box" size="0.012 0.008 0.032" pos="0 0 0.028" material="dark" mass="0.05" contype="1" conaffinity="1" condim="4" friction="1.5 0.05 0.001" solref="0.01 1"/>
  </body>`;

export function model(): string {
  return `
<mujoco model="pick and place">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.002" integrator="implicitfast" cone="elliptic" impratio="10"/>
  <visual>
    <headlight ambient="0.4 0.4 0.42" diffuse="0.3 0.3 0.3" specular="0.1 0.1 0.1"/>
    <rgba haze="0.88 0.92 0.96 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0.3 0 0.25" extent="1.1"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.93 0.96 0.98" rgb2="0.62 0.72 0.82" width="256" height="256"/>
    <material name="bench" rgba="0.84 0.88 0.92 1" reflectance="0.12"/>
    <material name="tray" rgba="0.5 0.58 0.66 1" specular="0.3"/>
    <material name="cube" specular="0.4" shininess="0.5"/>
    <material name="white" rgba="0.97 0.97 0.98 1" specular="0.6" shininess="0.6"/>
    <material name="joint" rgba="0.1 0.62 0.72 1" specular="0.6" shininess="0.6"/>
    <material name="dark" rgba="0.2 0.22 0.26 1" specular="0.5"/>
  </asset>
  <default>
    <joint damping="4" armature="0.15"/>
    <default class="arm"><geom contype="0" conaffinity="0"/><position kp="900" dampratio="1" inheritrange="1"/></default>
  </default>
  <worldbody>
    <light pos="0.2 -1 2.4" dir="0.05 0.4 -1" diffuse="0.65 0.63 0.6"/>
    <camera name="hero" pos="1.54 -0.75 0.77" xyaxes="0.54 0.84 0 -0.32 0.206 0.925" fovy="36"/>
    <geom name="bench" type="plane" size="0 0 1" material="bench"/>
    ${tray(1)}${tray(-1)}
    ${colors.map((_, k) => cube(k)).join('')}
    <body name="base" childclass="arm">
      <geom type="cylinder" size="0.085 0.03" pos="0 0 0.03" material="dark"/>
      <body name="turret" pos="0 0 0.06">
        <joint name="turn" axis="0 0 1" range="-2.8 2.8"/>
        <geom type="cylinder" size="0.065 0.06" pos="0 0 0.06" material="white" mass="2"/>
        <body name="upper arm" pos="0 0 0.14">
          <joint name="shoulder" axis="0 1 0" range="-1 2"/>
          <geom type="cylinder" fromto="0 -0.067 0 0 0.067 0" size="0.055" material="joint" mass="1"/>
          <geom type="capsule" fromto="0 0 0.04 0 0 0.3" size="0.045" material="white" mass="1.5"/>
          <body name="forearm" pos="0 0 0.34">
            <joint name="elbow" axis="0 1 0" range="-0.2 2.6"/>
            <geom type="cylinder" fromto="0 -0.055 0 0 0.055 0" size="0.045" material="joint" mass="0.7"/>
            <geom type="capsule" fromto="0 0 0.04 0 0 0.27" size="0.036" material="white" mass="1"/>
            <body name="wrist" pos="0 0 0.31">
              <joint name="wrist" axis="0 1 0" range="-1 2.6"/>
              <geom type="cylinder" fromto="0 -0.045 0 0 0.045 0" size="0.036" material="joint" mass="0.4"/>
              <body name="hand" pos="0 0 0.05">
                <joint name="twist" axis="0 0 1" range="-3 3" armature="0.02" damping="1"/>
                <geom type="cylinder" size="0.03 0.025" pos="0 0 0.01" material="white" mass="0.2"/>
                <geom type="box" size="0.02 0.065 0.012" pos="0 0 0.045" material="dark" mass="0.2"/>
                ${finger('left', 1)}${finger('right', -1)}
                <site name="grip" pos="0 0 0.1" size="0.005" rgba="0 0 0 0"/>
              </body>
            </body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    ${['turn', 'shoulder', 'elbow', 'wrist', 'twist'].map((name) => `<position name="${name}" joint="${name}" class="arm"/>`).join('')}
    <position name="left finger" joint="left finger" kp="600" dampratio="1" ctrlrange="0 0.045" forcerange="-25 25"/>
    <position name="right finger" joint="right finger" kp="600" dampratio="1" ctrlrange="0 0.045" forcerange="-25 25"/>
  </actuator>
  <keyframe>
    <key name="ready" qpos="${colors.map((_, k) => `${cubePosition(k)} 1 0 0 0`).join(' ')} ${READY.join(' ')} 0 0"/>
  </keyframe>
</mujoco>`;
}

/** Motion of the hand for one cube: seconds, position (0: pick, 1: place), height, and whether the fingers are closed. */
const moves = [
  { seconds: 1.0, where: 0, high: 0.2, hold: false },
  { seconds: 0.7, where: 0, high: 0.03, hold: false },
  { seconds: 0.4, where: 0, high: 0.03, hold: true },
  { seconds: 0.6, where: 0, high: 0.2, hold: true },
  { seconds: 1.2, where: 1, high: 0.2, hold: true },
  { seconds: 0.8, where: 1, high: 0.034, hold: true },
  { seconds: 0.3, where: 1, high: 0.034, hold: false },
  { seconds: 0.5, where: 1, high: 0.2, hold: false },
];
const CYCLE = moves.reduce((sum, { seconds }) => sum + seconds, 0);

/** Progress of the work at a time: which cube, and its target. */
function roundAt(time: number): { cube: number; to: readonly [number, number]; since: number } {
  const round = Math.floor(time / CYCLE);
  const [cube, back] = [round % 4, Math.floor(round / 4) % 2 === 1];
  return { cube, to: places[cube + (back ? 0 : 4)], since: round * CYCLE };
}

/** Target of the grip at a time of a round, and whether its fingers are closed. */
function wanted(seconds: number, start: number[], from: readonly number[], to: readonly number[]) {
  let left = seconds;
  let k = 0;
  while (k < moves.length - 1 && left > moves[k].seconds) left -= moves[k++].seconds;
  const at = ({ where, high }: (typeof moves)[number]) => [...(where === 0 ? from : to), high];
  const before = k > 0 ? at(moves[k - 1]) : start;
  const t = Math.min(1, left / moves[k].seconds);
  // smooth at both ends
  const s = t * t * (3 - 2 * t);
  return { pos: at(moves[k]).map((x, i) => before[i] + s * (x - before[i])), hold: moves[k].hold };
}

export function controller(model: Model, tenon: Tenon): Control {
  const grip = model.site('grip').id;
  const arm = ['turn', 'shoulder', 'elbow', 'wrist', 'twist'].map((name) => model.joint(name).id);
  const dofs = arm.map((joint) => model.jnt_dofadr[joint]);
  const motors = ['turn', 'shoulder', 'elbow', 'wrist', 'twist'].map((name) => model.actuator(name).id);
  const target = Float64Array.from(READY);
  const [jacp, jacr] = [new Float64Array(3 * model.nv), new Float64Array(3 * model.nv)];
  let began = -1;
  let [start, from] = [
    [0.45, 0, 0.3],
    [0, 0],
  ];
  return (data) => {
    const { cube, to, since } = roundAt(data.time);
    if (since !== began) {
      // a real robot would use a camera
      const seen = data.body(`cube ${cube}`).xpos;
      from = [seen[0], seen[1]];
      if (since > 0) start = [...data.site('grip').xpos];
      began = since;
    }
    const { pos, hold } = wanted(data.time - since, start, from, to);
    improve(model, data, tenon, { grip, dofs, arm, target, pos, jacp, jacr });
    motors.forEach((id, k) => {
      data.ctrl[id] = target[k];
    });
    const fingers = hold ? 0.032 : 0.005;
    data.ctrl[model.actuator('left finger').id] = fingers;
    data.ctrl[model.actuator('right finger').id] = fingers;
  };
}

interface Reach {
  grip: number;
  arm: number[];
  dofs: number[];
  target: Float64Array;
  pos: number[];
  jacp: Float64Array;
  jacr: Float64Array;
}

/** Fraction of the error that is corrected per step. */
const GAIN = 0.06;

/** One step of damped least squares: dq = J' (J J' + d² I)^-1 e, with e the position error of the grip and the rotation that makes it point
 *  down, with its fingers along y. */
function improve(model: Model, data: Data, tenon: Tenon, { grip, dofs, arm, target, pos, jacp, jacr }: Reach): void {
  const mat = data.site_xmat.subarray(9 * grip, 9 * grip + 9);
  const at = data.site_xpos.subarray(3 * grip, 3 * grip + 3);
  // target: z of the hand along -z of the world, y along its y; cross products are rotations
  const zAxis = [mat[2], mat[5], mat[8]];
  const yAxis = [mat[1], mat[4], mat[7]];
  const cross = (a: number[], b: number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const [cz, cy] = [cross(zAxis, [0, 0, -1]), cross(yAxis, [0, 1, 0])];
  const error = [0, 1, 2].map((i) => pos[i] - at[i]).concat([0, 1, 2].map((i) => 0.3 * (cz[i] + cy[i])));
  tenon.jacSite(model, data, jacp, jacr, grip);
  const J = [0, 1, 2]
    .map((r) => dofs.map((i) => jacp[r * model.nv + i]))
    .concat([0, 1, 2].map((r) => dofs.map((i) => 0.3 * jacr[r * model.nv + i])));
  const A = J.map((a) => J.map((b) => a.reduce((sum, x, k) => sum + x * b[k], 0)));
  A.forEach((row, k) => {
    row[k] += 1e-3;
  });
  const y = solve(A, error);
  target.forEach((q, k) => {
    const step = J.reduce((sum, row, r) => sum + row[k] * y[r], 0);
    const [low, high] = model.jnt_range.subarray(2 * arm[k], 2 * arm[k] + 2);
    target[k] = Math.max(low, Math.min(high, q + GAIN * step));
  });
}

/** Gaussian elimination for a symmetric positive definite matrix. */
function solve(A: number[][], b: number[]): number[] {
  const n = b.length;
  const [a, x] = [A.map((row) => [...row]), [...b]];
  for (let c = 0; c < n; c++)
    for (let r = c + 1; r < n; r++) {
      const f = a[r][c] / a[c][c];
      for (let k = c; k < n; k++) a[r][k] -= f * a[c][k];
      x[r] -= f * x[c];
    }
  for (let c = n - 1; c >= 0; c--) {
    for (let k = c + 1; k < n; k++) x[c] -= a[c][k] * x[k];
    x[c] /= a[c][c];
  }
  return x;
}

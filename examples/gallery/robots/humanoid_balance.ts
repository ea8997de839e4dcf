// A humanoid that stands on one leg while balls are thrown at it. Nothing is trained: at the start a linear-quadratic regulator is computed
// from the derivatives of a step (Riccati's equation, by doubling), and it is the only controller.
import type { Data, Model } from 'tenon';
import type { Control, Tenon } from 'tenon/viewer';

const limb = (side: string, s: number) => `
  <body name="${side} upper arm" pos="0 ${0.18 * s} 0.09">
    <joint name="${side} shoulder pitch" axis="0 1 0" range="-1.6 1.6"/>
    <joint name="${side} shoulder roll" axis="${s} 0 0" range="-0.3 2"/>
    <geom type="capsule" fromto="0 ${0.01 * s} 0 0 ${0.03 * s} -0.24" size="0.037" material="suit"/>
    <body name="${side} forearm" pos="0 ${0.03 * s} -0.28">
      <joint name="${side} elbow" axis="0 -1 0" range="0 2.3"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.2" size="0.03" material="skin"/>
      <geom type="sphere" size="0.038" pos="0 0 -0.25" material="skin"/>
    </body>
  </body>`;

const leg = (side: string, s: number) => `
  <body name="${side} thigh" pos="0 ${0.09 * s} -0.04">
    <joint name="${side} hip roll" axis="${s} 0 0" range="-0.4 0.9"/>
    <joint name="${side} hip yaw" axis="0 0 ${s}" range="-0.8 0.8"/>
    <joint name="${side} hip pitch" axis="0 1 0" range="-2 0.6"/>
    <geom type="capsule" fromto="0 0 0 0 0 -0.36" size="0.056" material="trousers"/>
    <body name="${side} shank" pos="0 0 -0.41">
      <joint name="${side} knee" axis="0 1 0" range="0 2.6"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.33" size="0.044" material="trousers"/>
      <body name="${side} foot" pos="0 0 -0.4">
        <joint name="${side} ankle pitch" axis="0 1 0" range="-0.8 0.8"/>
        <joint name="${side} ankle roll" axis="1 0 0" range="-0.6 0.6"/>
        <geom type="capsule" fromto="-0.07 ${0.025 * s} -0.03 0.14 ${0.045 * s} -0.03" size="0.027" material="shoe"/>
        <geom type="capsule" fromto="-0.07 ${-0.025 * s} -0.03 0.14 ${-0.035 * s} -0.03" size="0.027" material="shoe"/>
        <site name="${side} sole" pos="0.035 0 -0.05"/>
      </body>
    </body>
  </body>`;

/** In the order of the model. */
const joints = [
  ...['right', 'left'].flatMap((side) => ['shoulder pitch', 'shoulder roll', 'elbow'].map((name) => `${side} ${name}`)),
  'waist yaw',
  'waist pitch',
  'waist roll',
  ...['right', 'left'].flatMap((side) =>
    ['hip roll', 'hip yaw', 'hip pitch', 'knee', 'ankle pitch', 'ankle roll'].map((name) => `${side} ${name}`),
  ),
];

/** Standing on the left leg, with the right leg raised. */
const pose: Record<string, number> = {
  'left hip pitch': -0.16,
  'left knee': 0.3,
  'left ankle pitch': -0.14,
  'left hip roll': -0.11,
  'left ankle roll': 0.11,
  'right hip pitch': -1.0,
  'right knee': 1.4,
  'right shoulder roll': 0.9,
  'left shoulder roll': 0.9,
  'right elbow': 0.5,
  'left elbow': 0.5,
};

/** Motor limits in newton meters. */
const strengths = { ankle: 90, knee: 160, hip: 160, waist: 120, shoulder: 50, elbow: 40 };

function strength(joint: string): number {
  return Object.entries(strengths).find(([part]) => joint.includes(part))![1];
}

export function model(): string {
  return `
<mujoco model="standing on one leg">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.005" integrator="implicitfast"/>
  <visual>
    <headlight ambient="0.35 0.33 0.36" diffuse="0.3 0.3 0.3" specular="0.1 0.1 0.1"/>
    <rgba haze="0.9 0.78 0.8 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0 0 0.9" extent="2"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.98 0.85 0.82" rgb2="0.45 0.4 0.65" width="256" height="256"/>
    <texture name="mat" type="2d" builtin="checker" rgb1="0.62 0.36 0.42" rgb2="0.66 0.4 0.46" mark="edge" markrgb="0.75 0.5 0.55" width="256" height="256"/>
    <material name="mat" texture="mat" texrepeat="1 1" texuniform="true" reflectance="0.05"/>
    <material name="skin" rgba="0.93 0.76 0.65 1" specular="0.3"/>
    <material name="suit" rgba="0.98 0.97 0.94 1" specular="0.3"/>
    <material name="trousers" rgba="0.18 0.24 0.45 1" specular="0.2"/>
    <material name="shoe" rgba="0.95 0.35 0.25 1" specular="0.5"/>
    <material name="ball" rgba="1 0.85 0.25 1" specular="0.8" shininess="0.8"/>
  </asset>
  <default>
    <joint damping="1" armature="0.02"/>
    <geom density="1000" friction="1 0.02 0.002"/>
  </default>
  <worldbody>
    <light pos="1.5 -2 4" dir="-0.35 0.5 -1" diffuse="0.75 0.7 0.65"/>
    <camera name="hero" pos="2.5 -2.3 1.35" xyaxes="0.677 0.736 0 -0.108 0.099 0.989" fovy="34"/>
    <geom name="floor" type="plane" size="0 0 1" material="mat"/>
    <body name="torso" pos="0 0 1.2">
      <freejoint name="root"/>
      <geom type="capsule" fromto="0 -0.08 0.08 0 0.08 0.08" size="0.085" material="suit"/>
      <geom type="capsule" fromto="0 -0.06 -0.04 0 0.06 -0.04" size="0.08" material="suit"/>
      <geom type="capsule" fromto="0 0 0.13 0 0 0.2" size="0.04" material="skin"/>
      <geom type="sphere" size="0.1" pos="0.01 0 0.3" material="skin"/>
      <geom type="ellipsoid" size="0.105 0.105 0.07" pos="-0.01 0 0.345" material="trousers" mass="0.1"/>
      ${limb('right', -1)}
      ${limb('left', 1)}
      <body name="pelvis" pos="0 0 -0.25">
        <joint name="waist yaw" axis="0 0 1" pos="0 0 0.1" range="-0.8 0.8"/>
        <joint name="waist pitch" axis="0 1 0" pos="0 0 0.1" range="-1 0.5"/>
        <joint name="waist roll" axis="1 0 0" pos="0 0 0.1" range="-0.6 0.6"/>
        <geom type="capsule" fromto="0 -0.06 0 0 0.06 0" size="0.085" material="trousers"/>
        <geom type="capsule" fromto="0 -0.04 0.09 0 0.04 0.09" size="0.075" material="suit"/>
        ${leg('right', -1)}
        ${leg('left', 1)}
      </body>
    </body>
    <body name="ball" pos="2 -2 0.07">
      <freejoint name="ball"/>
      <geom name="ball" type="sphere" size="0.07" mass="0.5" material="ball"/>
    </body>
  </worldbody>
  <contact><exclude body1="torso" body2="pelvis"/></contact>
  <actuator>${joints.map((joint) => `<motor name="${joint}" joint="${joint}" gear="${strength(joint)}" ctrlrange="-1 1"/>`).join('')}</actuator>
  <keyframe>
    <key name="one leg" qpos="0 0 1.142 1 0 0 0 ${joints.map((joint) => pose[joint] ?? 0).join(' ')} 2 -2 0.07 1 0 0 0"/>
  </keyframe>
</mujoco>`;
}

export function controller(model: Model, tenon: Tenon): Control {
  const { qpos, ctrl, gain, nv } = regulator(model, tenon);
  const [x, dq] = [new Float64Array(2 * nv), new Float64Array(model.nv)];
  const ball = model.jnt_qposadr[model.joint('ball').id];
  const speed = model.jnt_dofadr[model.joint('ball').id];
  let thrown = 0;
  return (data) => {
    if (data.time > 3 * (thrown + 1)) throwBall(data, ball, speed, ++thrown);
    tenon.differentiatePos(model, dq, 1, qpos, data.qpos);
    for (let i = 0; i < nv; i++) {
      x[i] = dq[i];
      x[nv + i] = data.qvel[i];
    }
    // u = u0 - K x
    for (let u = 0; u < model.nu; u++) {
      let sum = ctrl[u];
      for (let i = 0; i < 2 * nv; i++) sum -= gain[u * 2 * nv + i] * x[i];
      data.ctrl[u] = Math.max(-1, Math.min(1, sum));
    }
  };
}

/** From a point around it to the chest. */
function throwBall(data: Data, ball: number, speed: number, count: number): void {
  const angle = 2.4 * count;
  const [x, y] = [1.6 * Math.cos(angle), 1.6 * Math.sin(angle)];
  data.qpos.set([x, y, 1.2, 1, 0, 0, 0], ball);
  data.qvel.set([-x / 0.4, -y / 0.4, 0.5 * 9.81 * 0.4, 0, 0, 0], speed);
}

/** Pose, controls that hold it, and gain of the regulator. */
function regulator(model: Model, tenon: Tenon) {
  const data = new tenon.Data(model);
  tenon.resetDataKeyframe(model, data, 0);
  const nv = 6 + joints.length;
  standAtRest(model, data, tenon);
  const qpos = data.qpos.slice();
  const ctrl = holdingControls(model, data);
  data.ctrl.set(ctrl);
  const { A, B } = tenon.transitionFD(model, data, { centered: true });
  // the ball is not part of the regulator's state
  const [n, N] = [2 * nv, 2 * model.nv];
  const whole = (k: number) => (k < nv ? k : model.nv + k - nv);
  const a = new Float64Array(n * n).map((_, k) => A[whole(Math.floor(k / n)) * N + whole(k % n)]);
  const b = new Float64Array(n * model.nu).map(
    (_, k) => B[whole(Math.floor(k / model.nu)) * model.nu + (k % model.nu)],
  );
  return { qpos, ctrl, nv, gain: lqr(a, b, cost(model, data, tenon, nv), n, model.nu) };
}

/** The height at which the floor carries the weight: contacts are soft. */
function standAtRest(model: Model, data: Data, tenon: Tenon): void {
  tenon.forward(model, data);
  const from = data.qpos[2] - data.site('left sole').xpos[2];
  let [low, high] = [from - 0.03, from + 0.02];
  for (let k = 0; k < 40; k++) {
    data.qpos[2] = (low + high) / 2;
    data.qacc.fill(0);
    tenon.inverse(model, data);
    if (data.qfrc_inverse[2] > 0) high = data.qpos[2];
    else low = data.qpos[2];
  }
}

function holdingControls(model: Model, data: Data): Float64Array {
  const ctrl = new Float64Array(model.nu);
  for (let u = 0; u < model.nu; u++) ctrl[u] = data.qfrc_inverse[6 + u] / model.actuator_gear[6 * u];
  return ctrl;
}

/** Q: the center of mass over the foot first, then the pose; arms and the free leg may move. */
function cost(model: Model, data: Data, tenon: Tenon, nv: number): Float64Array {
  const n = 2 * nv;
  const [com, foot] = [new Float64Array(3 * model.nv), new Float64Array(3 * model.nv)];
  tenon.jacSubtreeCom(model, data, com, model.body('torso').id);
  tenon.jacSite(model, data, foot, undefined, model.site('left sole').id);
  const q = new Float64Array(n * n);
  for (let i = 0; i < nv; i++)
    for (let j = 0; j < nv; j++)
      for (let r = 0; r < 3; r++) {
        const row = r * model.nv;
        q[i * n + j] += 1000 * (com[row + i] - foot[row + i]) * (com[row + j] - foot[row + j]);
      }
  for (let i = 0; i < nv; i++) {
    const joint = i < 6 ? '' : joints[i - 6];
    q[i * n + i] += i < 3 ? 0 : i < 6 ? 5 : /left (hip|knee|ankle)/.test(joint) || /waist/.test(joint) ? 3 : 0.5;
    q[(nv + i) * n + nv + i] += i < 6 ? 0 : 0.01;
  }
  return q;
}

/** Gain of the regulator for x' = A x + B u and cost x'Qx + u'u. Riccati's equation by doubling (Chu, Fan, Lin 2005):
 *  W = (I + G H)^-1, A <- A W A, G <- G + A W G A', H <- H + A' H W A; H becomes the solution. */
function lqr(a0: Float64Array, b: Float64Array, q: Float64Array, n: number, m: number): Float64Array {
  let [a, g, h] = [a0, multiply(b, transpose(b, n, m), n, m, n), q];
  for (let k = 0; k < 25; k++) {
    const w = inverse(addIdentity(multiply(g, h, n, n, n), n), n);
    const aw = multiply(a, w, n, n, n);
    const at = transpose(a, n, n);
    const gNext = add(g, multiply(multiply(aw, g, n, n, n), at, n, n, n));
    h = add(h, multiply(multiply(at, h, n, n, n), multiply(w, a, n, n, n), n, n, n));
    a = multiply(aw, a, n, n, n);
    g = gNext;
  }
  // K = (I + B' H B)^-1 B' H A
  const bth = multiply(transpose(b, n, m), h, m, n, n);
  const s = inverse(addIdentity(multiply(bth, b, m, n, m), m), m);
  return multiply(s, multiply(bth, a0, m, n, n), m, m, n);
}

function multiply(a: Float64Array, b: Float64Array, n: number, m: number, p: number): Float64Array {
  const c = new Float64Array(n * p);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < m; k++) {
      const x = a[i * m + k];
      if (x !== 0) for (let j = 0; j < p; j++) c[i * p + j] += x * b[k * p + j];
    }
  return c;
}

const add = (a: Float64Array, b: Float64Array) => a.map((x, k) => x + b[k]);
const addIdentity = (a: Float64Array, n: number) => a.map((x, k) => (k % (n + 1) === 0 ? x + 1 : x));

function transpose(a: Float64Array, n: number, m: number): Float64Array {
  return new Float64Array(n * m).map((_, k) => a[(k % n) * m + Math.floor(k / n)]);
}

/** Gauss-Jordan elimination with pivoting. */
function inverse(matrix: Float64Array, n: number): Float64Array {
  const a = matrix.slice();
  const inv = addIdentity(new Float64Array(n * n), n);
  const swap = (x: Float64Array, i: number, j: number) => {
    for (let k = 0; k < n; k++) [x[i * n + k], x[j * n + k]] = [x[j * n + k], x[i * n + k]];
  };
  for (let c = 0; c < n; c++) {
    let best = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(a[r * n + c]) > Math.abs(a[best * n + c])) best = r;
    swap(a, c, best);
    swap(inv, c, best);
    const scale = 1 / a[c * n + c];
    for (let k = 0; k < n; k++) {
      a[c * n + k] *= scale;
      inv[c * n + k] *= scale;
    }
    for (let r = 0; r < n; r++) {
      const factor = r === c ? 0 : a[r * n + c];
      if (factor !== 0)
        for (let k = 0; k < n; k++) {
          a[r * n + k] -= factor * a[c * n + k];
          inv[r * n + k] -= factor * inv[c * n + k];
        }
    }
  }
  return inv;
}

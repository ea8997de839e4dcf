// A cube whose faces turn. Each of its 26 pieces is on a ball joint at the center, and a spring holds it at its target orientation. A move
// changes the targets of nine pieces. The cube scrambles itself, and solves itself by reversing the moves.
import type { Control } from 'tenon/viewer';

const SIZE = 0.05;
/** Seconds of a turn and of the pause after it; moves before they are reversed. */
const [TURN, PAUSE, MOVES] = [0.45, 0.12, 14];
/** Stiffness and damping of a piece. */
const [KP, KD] = [6, 0.09];

const faces = [
  { axis: 0, sign: 1, color: '0.85 0.12 0.15' },
  { axis: 0, sign: -1, color: '1 0.5 0.05' },
  { axis: 1, sign: 1, color: '0.1 0.6 0.25' },
  { axis: 1, sign: -1, color: '0.1 0.3 0.8' },
  { axis: 2, sign: 1, color: '0.97 0.97 0.95' },
  { axis: 2, sign: -1, color: '1 0.85 0.1' },
];

const cells = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])));
const pieces = cells.filter((cell) => cell.some((c) => c !== 0));

function piece(cell: number[], k: number): string {
  const at = cell.map((c) => c * SIZE);
  const stickers = faces
    .filter(({ axis, sign }) => cell[axis] === sign)
    .map(({ axis, sign, color }) => {
      const pos = at.map((x, i) => (i === axis ? x + sign * 0.485 * SIZE : x));
      const size = [0, 1, 2].map((i) => (i === axis ? 0.02 : 0.4) * SIZE);
      return `<geom type="box" size="${size.join(' ')}" pos="${pos.join(' ')}" material="sticker" rgba="${color} 1" mass="0.001"/>`;
    });
  return `
    <body name="piece ${k}">
      <joint type="ball" armature="0.0002"/>
      <geom type="box" size="${0.48 * SIZE} ${0.48 * SIZE} ${0.48 * SIZE}" pos="${at.join(' ')}" material="plastic" mass="0.03"/>
      ${stickers.join('')}
    </body>`;
}

export function model(): string {
  return `
<mujoco model="cube that turns">
  <option timestep="0.004" gravity="0 0 0" integrator="implicitfast">
    <flag contact="disable"/>
  </option>
  <visual>
    <headlight ambient="0.4 0.4 0.42" diffuse="0.3 0.3 0.3" specular="0.2 0.2 0.2"/>
    <rgba haze="0.2 0.22 0.3 1"/>
    <quality shadowsize="4096"/>
    <map znear="0.02"/>
  </visual>
  <statistic center="0 0 0" extent="0.35"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.3 0.34 0.46" rgb2="0.07 0.08 0.13" width="256" height="256"/>
    <material name="floor" rgba="0.16 0.18 0.25 1" reflectance="0.3"/>
    <material name="plastic" rgba="0.06 0.06 0.07 1" specular="0.7" shininess="0.7"/>
    <material name="sticker" specular="0.5" shininess="0.6"/>
  </asset>
  <worldbody>
    <light pos="0.3 -0.4 0.8" dir="-0.35 0.45 -1" diffuse="0.75 0.73 0.7"/>
    <camera name="hero" pos="0.24 -0.3 0.22" xyaxes="0.78 0.625 0 -0.31 0.387 0.868" fovy="42"/>
    <geom type="plane" size="0 0 1" pos="0 0 -0.12" material="floor"/>
    <body name="cube" euler="0 0 8">${pieces.map(piece).join('')}</body>
  </worldbody>
</mujoco>`;
}

type Quat = [number, number, number, number];

function multiply([a, b, c, d]: Quat, [e, f, g, h]: Quat): Quat {
  return [
    a * e - b * f - c * g - d * h,
    a * f + b * e + c * h - d * g,
    a * g - b * h + c * e + d * f,
    a * h + b * g - c * f + d * e,
  ];
}

function about(axis: number, angle: number): Quat {
  const q: Quat = [Math.cos(angle / 2), 0, 0, 0];
  q[1 + axis] = Math.sin(angle / 2);
  return q;
}

/** Position of a cell after a turn. */
function rotate(q: Quat, [x, y, z]: number[]): number[] {
  const [, ...v] = multiply(multiply(q, [0, x, y, z]), [q[0], -q[1], -q[2], -q[3]]);
  return v.map(Math.round);
}

/** Moves that scramble, then the same in reverse. The same ones in every run. */
function moves(): { axis: number; sign: number; way: number }[] {
  let seed = 7;
  const next = (n: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 16) % n;
  };
  const there = Array.from({ length: MOVES }, () => ({ axis: next(3), sign: next(2) * 2 - 1, way: next(2) * 2 - 1 }));
  return [...there, ...[...there].reverse().map((move) => ({ ...move, way: -move.way }))];
}

export function controller(): Control {
  const list = moves();
  const turned: Quat[] = pieces.map(() => [1, 0, 0, 0]);
  let done = 0;
  return (data) => {
    const now = Math.floor(data.time / (TURN + PAUSE));
    const t = Math.min(1, (data.time - now * (TURN + PAUSE)) / TURN);
    const { axis, sign, way } = list[now % list.length];
    if (now > done) {
      const last = list[done % list.length];
      pieces.forEach((cell, k) => {
        if (rotate(turned[k], cell)[last.axis] === last.sign)
          turned[k] = multiply(about(last.axis, (last.way * Math.PI) / 2), turned[k]);
      });
      done = now;
    }
    const part = about(axis, (way * t * t * (3 - 2 * t) * Math.PI) / 2);
    pieces.forEach((cell, k) => {
      const turns = rotate(turned[k], cell)[axis] === sign;
      hold(data, k, turns ? multiply(part, turned[k]) : turned[k]);
    });
  };
}

/** A spring that turns a piece to its target: torque = kp (target - actual) - kd speed, in the frame of the piece. */
function hold(data: Parameters<Control>[0], k: number, wanted: Quat): void {
  const [w, x, y, z] = data.qpos.subarray(4 * k, 4 * k + 4);
  const [e, ...v] = multiply([w, -x, -y, -z], wanted);
  const scale = 2 * Math.sign(e || 1);
  for (let i = 0; i < 3; i++) data.qfrc_applied[3 * k + i] = KP * scale * v[i] - KD * data.qvel[3 * k + i];
}

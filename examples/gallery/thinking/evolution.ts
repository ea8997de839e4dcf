// Sixty-four carts, each with a pole to balance and a controller of four parameters. Each is in a world of its own: one Model, sixty-four
// `Data` objects. Every four seconds the worst controllers are replaced by mutated copies of the best. After some generations all of them
// balance.
import type { Data, Model } from 'tenon';
import type { Control, Tenon } from 'tenon/viewer';

const SIDE = 8;
const WORLDS = SIDE * SIDE;
const [LIFE, BEST] = [4, 8];
const [X, Y] = [0.8, 0.6];

/** One world. */
const WORLD = `
<mujoco>
  <option timestep="0.01" integrator="implicitfast"/>
  <worldbody>
    <body name="cart">
      <joint name="slide" type="slide" axis="1 0 0" damping="0.2"/>
      <geom type="box" size="0.1 0.05 0.03" mass="0.5"/>
      <body name="pole">
        <joint axis="0 1 0" damping="0.002"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.4" size="0.012" mass="0.1"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="slide"/></actuator>
</mujoco>`;

const place = (k: number) => [((k % SIDE) - (SIDE - 1) / 2) * X, (Math.floor(k / SIDE) - (SIDE - 1) / 2) * Y];

function hue(k: number): string {
  const part = (shift: number) => (0.6 + 0.35 * Math.cos(2 * Math.PI * (k / WORLDS + shift))).toFixed(3);
  return `${part(0)} ${part(0.67)} ${part(0.33)} 1`;
}

/** The visible bodies, moved to the poses of the worlds. */
export function model(): string {
  const carts = Array.from({ length: WORLDS }, (_, k) => {
    const [x, y] = place(k);
    return `
    <geom type="box" size="${0.47 * X} 0.012 0.008" pos="${x} ${y} 0.008" material="rail"/>
    <body name="cart ${k}" mocap="true" pos="${x} ${y} 0.05"><geom type="box" size="0.09 0.05 0.03" material="cart"/></body>
    <body name="pole ${k}" mocap="true" pos="${x} ${y} 0.08"><geom type="capsule" fromto="0 0 0 0 0 0.4" size="0.014" material="pole" rgba="${hue(k)}"/><geom type="sphere" size="0.03" pos="0 0 0.4" material="pole" rgba="${hue(k)}"/></body>`;
  });
  return `
<mujoco model="evolution">
  <option timestep="0.01"/>
  <visual>
    <headlight ambient="0.4 0.4 0.45" diffuse="0.3 0.3 0.3" specular="0.1 0.1 0.1"/>
    <rgba haze="0.1 0.12 0.2 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0 0 0.2" extent="4"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.18 0.2 0.32" rgb2="0.04 0.05 0.1" width="256" height="256"/>
    <material name="floor" rgba="0.11 0.13 0.2 1" reflectance="0.2"/>
    <material name="rail" rgba="0.35 0.38 0.48 1"/>
    <material name="cart" rgba="0.9 0.9 0.93 1" specular="0.5"/>
    <material name="pole" specular="0.6" emission="0.15"/>
  </asset>
  <default><geom contype="0" conaffinity="0"/></default>
  <worldbody>
    <light type="directional" pos="0 0 4" dir="0.3 0.4 -1" diffuse="0.6 0.6 0.6"/>
    <camera name="hero" pos="4.3 -5.8 4.1" xyaxes="0.8 0.6 0 -0.28 0.373 0.884" fovy="42"/>
    <geom type="plane" size="0 0 1" material="floor"/>
    ${carts.join('')}
  </worldbody>
</mujoco>`;
}

interface Life {
  data: Data;
  gains: number[];
  score: number;
  lost: boolean;
}

export function controller(_model: Model, tenon: Tenon): Control {
  const world = tenon.modelFromXml(WORLD);
  const random = numbers(3);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const lives: Life[] = Array.from({ length: WORLDS }, () => ({
    data: new tenon.Data(world),
    gains: [2 * normal(), 12 * normal(), 2 * normal(), 3 * normal()],
    score: 0,
    lost: false,
  }));
  let generation = -1;
  return (shown) => {
    const now = Math.floor(shown.time / LIFE);
    if (now !== generation) {
      // mutations become smaller from generation to generation
      if (generation >= 0) breed(lives, 1 / (1 + 0.4 * generation), random, normal);
      for (const life of lives) begin(life, world, tenon, normal);
      generation = now;
    }
    lives.forEach((life, k) => {
      live(life, world, tenon);
      show(shown, life.data, k);
    });
  };
}

function begin(life: Life, world: Model, tenon: Tenon, normal: () => number): void {
  tenon.resetData(world, life.data);
  life.data.qpos[1] = 0.12 * normal();
  life.data.qvel[1] = 0.1 * normal();
  life.score = 0;
  life.lost = false;
}

/** One step of a world. A cart whose pole has fallen, or that has left the rail, gets no further points. */
function live(life: Life, world: Model, tenon: Tenon): void {
  const { qpos, qvel, ctrl } = life.data;
  const [x, angle] = qpos;
  life.lost ||= Math.abs(x) > 0.3 || Math.abs(angle) > 1;
  const push = life.gains[0] * x + life.gains[1] * angle + life.gains[2] * qvel[0] + life.gains[3] * qvel[1];
  ctrl[0] = life.lost ? -20 * qvel[0] : Math.max(-15, Math.min(15, push));
  if (!life.lost) life.score += 1 - Math.abs(angle) - Math.abs(x);
  tenon.step(world, life.data);
  qpos[0] = Math.max(-0.33, Math.min(0.33, qpos[0]));
}

/** The best are kept; the others are replaced by mutated copies of them. */
function breed(lives: Life[], change: number, random: () => number, normal: () => number): void {
  const order = [...lives].sort((a, b) => b.score - a.score);
  for (const life of order.slice(BEST)) {
    const parent = order[Math.floor(BEST * random())];
    life.gains = parent.gains.map((gain) => gain + change * (0.15 * Math.abs(gain) + 0.3) * normal());
  }
}

function show(shown: Data, { qpos }: Data, k: number): void {
  const [x, y] = place(k);
  shown.mocap_pos.set([x + qpos[0], y, 0.05, x + qpos[0], y, 0.08], 6 * k);
  shown.mocap_quat.set([1, 0, 0, 0, Math.cos(qpos[1] / 2), 0, Math.sin(qpos[1] / 2), 0], 8 * k);
}

/** Random numbers in [0, 1), the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

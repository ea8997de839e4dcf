/** Two geoms in contact, for tests of moving contacts. */

import type { Data } from '../../../src/core/model/data.ts';
import { modelFromXml } from '../../../src/load/load.ts';

/** Shapes with closed forms between each other. */
export const shapes = {
  sphere: 'size=".2"',
  capsule: 'type="capsule" size=".1 .25"',
  box: 'type="box" size=".15 .2 .25"',
};

/** Other shapes, as attributes of their geoms. */
export const egg = 'type="ellipsoid" size=".2 .15 .25"';
export const pot = 'type="cylinder" size=".15 .2"';
export const rock = 'type="mesh" mesh="rock"';
export const brick = 'type="mesh" mesh="brick"';
export const slab = 'type="mesh" mesh="slab"';
export const roof = 'type="mesh" mesh="roof"';
export const keel = 'type="mesh" mesh="keel"';
export const ground = 'type="hfield" hfield="ground"';

/** Pairs whose contacts come from GJK and EPA, with closed forms of their exact nearest points, and the margin of their geoms. */
export const convexPairs: [string, string, number][] = [
  [shapes.sphere, egg, 0],
  [shapes.capsule, egg, 0],
  [egg, egg, 0],
  [egg, pot, 0],
  [egg, shapes.box, 0],
  [shapes.capsule, pot, 0],
  [pot, pot, 0],
  [pot, shapes.box, 0],
  [shapes.sphere, rock, 0],
  [shapes.capsule, rock, 0],
  [egg, rock, 0],
  [pot, rock, 0],
  [egg, rock, 0.02],
];

const corners = (x: number, y: number, z: number) =>
  [-x, x].flatMap((a) => [-y, y].flatMap((b) => [-z, z].map((c) => `${a} ${b} ${c}`))).join(' ');

/** A model of two free bodies, or of one above a height field. */
export const twoFree = (one: string, two: string, engine: 'wasm' | 'js' = 'wasm') =>
  modelFromXml(
    `<mujoco><option ccd_tolerance="1e-13"/>
  <asset><mesh name="rock" vertex=".2 0 -.1  -.1 .18 -.12  -.12 -.15 -.1  .05 .02 .25  .15 .12 .1  -.2 .05 .12  .02 -.2 .13"/>
  <mesh name="brick" vertex="${corners(0.15, 0.2, 0.25)}"/><mesh name="slab" vertex="${corners(0.25, 0.1, 0.25)}"/>
  <mesh name="roof" vertex=".2 0 .25 -.2 0 .25 .2 .15 -.2 .2 -.15 -.2 -.2 .15 -.2 -.2 -.15 -.2"/>
  <mesh name="keel" vertex=".2 0 -.25 -.2 0 -.25 .2 .15 .2 .2 -.15 .2 -.2 .15 .2 -.2 -.15 .2"/>
  <hfield name="ground" nrow="6" ncol="5" size=".5 .6 .2 .3" elevation="0 1 2 1 0  1 3 1 2 1  2 0 4 1 0  1 2 1 3 2  0 2 3 1 1  1 0 2 2 0"/></asset>
  <worldbody>${one === ground ? `<geom ${one}/><body><freejoint/>` : `<body><freejoint/><geom ${one}/></body><body><freejoint/>`}<geom ${two}/>
  </body></worldbody></mujoco>`,
    { engine },
  );

/** Pseudo-random numbers in [-1, 1). */
const noise = (k: number) => 2 * Math.abs((Math.sin(12.9898 * (k + 1)) * 43758.5453) % 1) - 1;

/** Places the second geom near the first; with `flat`, on top of it and nearly aligned. */
export function place(d: Data, seed: number, flat: boolean): void {
  for (let k = 0; k < d.qpos.length; k++) d.qpos[k] = noise(100 * seed + k) * (k % 7 < 3 ? 0.25 : 1);
  if (!flat) return;
  for (const k of [0, 7]) for (let c = 3; c < 7; c++) d.qpos[k + c] = c === 3 ? 1 : 0.03 * d.qpos[k + c];
  for (let c = 0; c < 3; c++) d.qpos[c] *= 0.1;
  d.qpos[9] = d.qpos[2] + 0.48;
}

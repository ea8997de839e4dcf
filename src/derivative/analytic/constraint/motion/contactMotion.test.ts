import { expect, test } from 'vitest';
import { forward } from '../../../../engine/forward.ts';
import { modelFromXml, prepare } from '../../../../load.ts';
import { mulQuat, rotVecQuat } from '../../../../math/quat.ts';
import { Data } from '../../../../model/data.ts';
import type { Model } from '../../../../model/model.ts';
import { transition } from '../../../transition.ts';
import { maxRelativeError } from '../../../validate.ts';
import { contactMotionAt, MOTION, workspaceSize } from '../../layout.ts';
import { CLOSED, closedMotion, contactMotion } from './contactMotion.ts';
import { frame } from './nearestMotion.ts';
import { pairMotion } from './pairMotion.ts';
import { kinds, surfaces } from './patch.ts';

await prepare();

const shapes = {
  sphere: 'size=".2"',
  capsule: 'type="capsule" size=".1 .25"',
  box: 'type="box" size=".15 .2 .25"',
};

const egg = 'type="ellipsoid" size=".2 .15 .25"';
const pot = 'type="cylinder" size=".15 .2"';
const rock = 'type="mesh" mesh="rock"';
const brick = 'type="mesh" mesh="brick"';
const slab = 'type="mesh" mesh="slab"';
const roof = 'type="mesh" mesh="roof"';
const keel = 'type="mesh" mesh="keel"';
const ground = 'type="hfield" hfield="ground"';

const corners = (x: number, y: number, z: number) =>
  [-x, x].flatMap((a) => [-y, y].flatMap((b) => [-z, z].map((c) => `${a} ${b} ${c}`))).join(' ');

const twoFree = (one: string, two: string) =>
  modelFromXml(`<mujoco><option ccd_tolerance="1e-13"/>
  <asset><mesh name="rock" vertex=".2 0 -.1  -.1 .18 -.12  -.12 -.15 -.1  .05 .02 .25  .15 .12 .1  -.2 .05 .12  .02 -.2 .13"/>
  <mesh name="brick" vertex="${corners(0.15, 0.2, 0.25)}"/><mesh name="slab" vertex="${corners(0.25, 0.1, 0.25)}"/>
  <mesh name="roof" vertex=".2 0 .25 -.2 0 .25 .2 .15 -.2 .2 -.15 -.2 -.2 .15 -.2 -.2 -.15 -.2"/>
  <mesh name="keel" vertex=".2 0 -.25 -.2 0 -.25 .2 .15 .2 .2 -.15 .2 -.2 .15 .2 -.2 -.15 .2"/>
  <hfield name="ground" nrow="6" ncol="5" size=".5 .6 .2 .3" elevation="0 1 2 1 0  1 3 1 2 1  2 0 4 1 0  1 2 1 3 2  0 2 3 1 1  1 0 2 2 0"/></asset>
  <worldbody>${one === ground ? `<geom ${one}/><body><freejoint/>` : `<body><freejoint/><geom ${one}/></body><body><freejoint/>`}<geom ${two}/>
  </body></worldbody></mujoco>`);

/** Pseudo-random numbers in -1..1. */
const noise = (k: number) => 2 * Math.abs((Math.sin(12.9898 * (k + 1)) * 43758.5453) % 1) - 1;

/** Puts the second geom somewhere near the first; with `flat`, on top of it and nearly aligned. */
function place(d: Data, seed: number, flat: boolean): void {
  for (let k = 0; k < d.qpos.length; k++) d.qpos[k] = noise(100 * seed + k) * (k % 7 < 3 ? 0.25 : 1);
  if (!flat) return;
  for (const k of [0, 7]) for (let c = 3; c < 7; c++) d.qpos[k + c] = c === 3 ? 1 : 0.03 * d.qpos[k + c];
  for (let c = 0; c < 3; c++) d.qpos[c] *= 0.1;
  d.qpos[9] = d.qpos[2] + 0.48;
}

/** Compares the closed form with differences of the pair function; returns of how many contacts, and of which share of all. */
function compare(one: string, two: string, flat: boolean): { compared: number; share: number } {
  const m = twoFree(one, two);
  const d = new Data(m);
  const w = new Float64Array(workspaceSize(m));
  const at = contactMotionAt(m);
  let compared = 0;
  let found = 0;
  for (let seed = 0; seed < 150; seed++) {
    place(d, seed, flat);
    forward(m, d);
    const n = d.ncon;
    if (n === 0) continue;
    const [g1, g2] = d.contact_geom;
    w.fill(0);
    if (!pairMotion(m, d, w, 0, n, g1, g2)) continue;
    found += n;
    const wanted = w.slice(at, at + MOTION * n);
    w.fill(0);
    if (!closedMotion(m, d, w, 0, n, g1, g2, CLOSED)) continue;
    for (let k = 0; k < n; k++) {
      const scale = 1 + Math.max(...wanted.slice(MOTION * k, MOTION * (k + 1)).map(Math.abs));
      // near the border of a feature differences reach over it
      if (scale > 50) continue;
      // inside of a prism or a mesh EPA goes over what is round point by point
      if (one === ground && d.contact_dist[k] + m.geom_size[3 * g2] < 0.01) continue;
      if (
        two === rock &&
        (one === shapes.sphere || one === shapes.capsule) &&
        d.contact_dist[k] + m.geom_size[3 * g1] < 0.01
      )
        continue;
      let worst = 0;
      for (let e = MOTION * k; e < MOTION * (k + 1); e++) {
        // what turns about the normal is not told by the table
        if (e % 7 < 3) continue;
        worst = Math.max(worst, Math.abs(w[at + e] - wanted[e]) / scale);
      }
      for (let e = MOTION * k; e < MOTION * (k + 1); e += 7)
        worst = Math.max(worst, tilt(d, k, w, at + e, wanted, e) / scale);
      // normals of EPA are differences of points that are as far apart as the contact is deep
      const noise = 2e-10 / Math.abs(d.contact_dist[k]);
      expect.soft(worst, `${one} and ${two}, ${seed}, contact ${k} of ${n}`).toBeLessThan(1e-7 + noise);
      compared++;
    }
  }
  return { compared, share: compared / found };
}

test('a mesh on a plane: its vertices move as differences of the pair function say', () => {
  const m =
    modelFromXml(`<mujoco><asset><mesh name="rock" vertex=".2 0 -.1  -.1 .18 -.12  -.12 -.15 -.1  .05 .02 .25  .15 .12 .1"/></asset>
    <worldbody><geom type="plane" size="1 1 1" euler="10 20 0"/><body><freejoint/><geom ${rock}/></body></worldbody></mujoco>`);
  const d = new Data(m);
  d.qpos.set([0, 0, 0, 1, 0.1, 0.15, 0]);
  forward(m, d);
  const w = new Float64Array(workspaceSize(m));
  const at = contactMotionAt(m);
  expect(d.ncon).toBe(2);
  expect(pairMotion(m, d, w, 0, 2, 0, 1)).toBe(true);
  const wanted = w.slice(at, at + 2 * MOTION);
  expect(contactMotion(m, d, w, 0, 2)).toBe(true);
  for (let e = 0; e < 2 * MOTION; e++) expect(Math.abs(w[at + e] - wanted[e])).toBeLessThan(1e-9);
  expect(wanted.some((x) => Math.abs(x) > 0.9)).toBe(true);
});

test('an ellipsoid on a plane does so, too', () => {
  const m = modelFromXml(`<mujoco><worldbody><geom type="plane" size="1 1 1" euler="10 20 0"/>
    <body><freejoint/><geom ${egg}/></body></worldbody></mujoco>`);
  const d = new Data(m);
  d.qpos.set([0.1, 0, 0.1, 1, 0.3, 0.5, 0.2]);
  forward(m, d);
  const w = new Float64Array(workspaceSize(m));
  const at = contactMotionAt(m);
  expect(pairMotion(m, d, w, 0, 1, 0, 1)).toBe(true);
  const wanted = w.slice(at, at + MOTION);
  expect(contactMotion(m, d, w, 0, 1)).toBe(true);
  for (let e = 0; e < MOTION; e++) expect(Math.abs(w[at + e] - wanted[e])).toBeLessThan(1e-9);
  expect(closedMotion(m, d, new Float64Array(w.length), 0, 1, 0, 1, CLOSED)).toBe(false);
});

test.each([
  [3, [0.1, 0, 0.1, 1, 0.05, 0.1, 0.2]],
  [2, [0.1, 0, 0.05, 1, 0.98, 0.17, 0.1]],
])('%d points of the rims of a cylinder on a plane do', (n, pose) => {
  const m = modelFromXml(`<mujoco><worldbody><geom type="plane" size="1 1 1" euler="10 20 0"/>
    <body><freejoint/><geom ${pot}/></body></worldbody></mujoco>`);
  const d = new Data(m);
  d.qpos.set(pose);
  forward(m, d);
  const w = new Float64Array(workspaceSize(m));
  const at = contactMotionAt(m);
  expect(d.ncon).toBe(n);
  expect(pairMotion(m, d, w, 0, n, 0, 1)).toBe(true);
  const wanted = w.slice(at, at + n * MOTION);
  w.fill(0);
  expect(contactMotion(m, d, w, 0, n)).toBe(true);
  for (let e = 0; e < n * MOTION; e++) expect(Math.abs(w[at + e] - wanted[e])).toBeLessThan(1e-8);
});

test('an ellipsoid on a face of a box moves as on a plane: EPA goes over it point by point, which differences would see', () => {
  const [box, plane] = ['type="box" size="1 1.2 .2" pos="0 0 -.2"', 'type="plane" size="1 1 1"'].map((floor) => {
    const m =
      modelFromXml(`<mujoco><option cone="elliptic" ccd_tolerance="1e-12" ccd_iterations="500" tolerance="0" iterations="50"/>
      <worldbody><body euler="10 20 0"><geom ${floor}/></body>
      <body pos=".1 .2 .18" euler="30 40 50"><freejoint/><geom ${egg}/></body></worldbody></mujoco>`);
    const d = new Data(m);
    d.qvel.set([0.5, 0.2, -0.1, 1, 2, 3]);
    forward(m, d);
    expect(d.ncon).toBe(1);
    return transition(m, d).A;
  });
  expect(maxRelativeError(box, plane)).toBeLessThan(1e-6);
});

test('a motion that takes the contact away whichever way it goes matters only if a dof makes it', () => {
  const followed = (axis: string) => {
    const m = modelFromXml(`<mujoco><option gravity="0 0 0"/><worldbody><geom type="cylinder" size=".1 .2"/>
      <body pos="${0.2 - 1e-13} 0 0"><joint type="slide" axis="-1 0 0"/><joint type="slide" axis="${axis}"/><geom size=".1"/></body></worldbody></mujoco>`);
    const d = new Data(m);
    forward(m, d);
    return pairMotion(
      m,
      d,
      new Float64Array(workspaceSize(m)),
      0,
      1,
      ...(d.contact_geom as unknown as [number, number]),
    );
  };
  // along the cylinder, and around it
  expect(followed('0 0 1')).toBe(true);
  expect(followed('0 1 0')).toBe(false);
});

/** How far two rotations are apart across the normal. */
function tilt(d: Data, con: number, a: Float64Array, i: number, b: Float64Array, j: number): number {
  const n = d.contact_frame.slice(9 * con, 9 * con + 3);
  const apart = [0, 1, 2].map((k) => a[i + k] - b[j + k]);
  const along = apart[0] * n[0] + apart[1] * n[1] + apart[2] * n[2];
  return Math.max(...apart.map((x, k) => Math.abs(x - along * n[k])));
}

/** How many contacts, and which share of all, two shapes are to be compared at; the rest is at a border, or of a kind without a closed form. */
const convex: [string, string, number, number][] = [
  [shapes.sphere, rock, 40, 0.7],
  [shapes.capsule, rock, 15, 0.15],
  [shapes.box, rock, 100, 0.9],
  [rock, rock, 80, 0.9],
  [ground, shapes.sphere, 150, 0.7],
  [ground, shapes.capsule, 80, 0.05],
];

test.each(convex)('%s and %s: contacts of GJK and EPA do', (one, two, most, least) => {
  const { compared, share } = compare(one, two, false);
  expect(compared).toBeGreaterThan(most);
  expect(share).toBeGreaterThan(least);
});

test('a capsule along a face of a mesh: contacts that were found by turning both do', () => {
  const { compared, share } = compare('type="capsule" size=".24 .2" euler="90 0 0"', brick, true);
  expect(compared).toBeGreaterThan(200);
  expect(share).toBeGreaterThan(0.9);
});

test.each([
  [brick, slab],
  [shapes.box, slab],
  [brick, keel],
  [roof, slab],
])('%s and %s, one on the other: faces and edges that were clipped do', (one, two) => {
  const { compared, share } = compare(one, two, true);
  expect(compared).toBeGreaterThan(120);
  expect(share).toBeGreaterThan(0.9);
});

test('a ball over the side, a cap and the rim of a cylinder does', () => {
  const { compared, share } = compare(shapes.sphere, pot, false);
  expect(compared).toBeGreaterThan(40);
  expect(share).toBeGreaterThan(0.9);
});

/** What nearest points make of the contact that EPA has left: normal, point, distance. */
function nearest(m: Model, d: Data, w: Float64Array): number[] | undefined {
  forward(m, d);
  if (d.ncon !== 1 || !closedMotion(m, d, w, 0, 1, d.contact_geom[0], d.contact_geom[1], CLOSED)) return;
  const [p, q] = [surfaces.slice(0, 3), surfaces.slice(3)];
  const apart = [...q].map((x, k) => x - p[k]);
  const [x, y, z] = frame;
  return [x, y, z, ...[...q].map((v, k) => 0.5 * (v + p[k])), apart[0] * x + apart[1] * y + apart[2] * z];
}

/** The second body, moved along one of the six motions of a table; rotations are about the centre of its geom. */
function nudged(d: Data, start: Float64Array, centre: Float64Array, c: number, by: number): void {
  d.qpos.set(start);
  if (c < 3) d.qpos[7 + c] += by;
  else {
    const turn = new Float64Array([Math.cos(by / 2), 0, 0, 0]);
    turn[c - 2] = Math.sin(by / 2);
    mulQuat(d.qpos, 10, turn, 0, start, 10);
    const arm = start.slice(7, 10).map((x, k) => x - centre[k]);
    rotVecQuat(arm, 0, arm, 0, turn, 0);
    for (let k = 0; k < 3; k++) d.qpos[7 + k] = centre[k] + arm[k];
  }
}

/** Extrapolated differences of what `at` gives beside 0. */
function slopeOf(at: (by: number) => number[] | undefined): number[] | undefined {
  const eps = 1e-4;
  const [a, b, c, e] = [-eps, -eps / 2, eps / 2, eps].map(at);
  if (a && b && c && e) return a.map((_, k) => (8 * (c[k] - b[k]) - (e[k] - a[k])) / (6 * eps));
}

/** Differences the nearest points, whose equations, not whose slopes, Newton's method has solved; returns how many contacts were compared,
 *  which share of those that are single, and between which patches. */
function compareNearest(
  one: string,
  two: string,
  put = (d: Data, seed: number) => place(d, seed, false),
): { compared: number; share: number; found: Set<string> } {
  const m = twoFree(one, two);
  m.opt.ccd_iterations = 200;
  const d = new Data(m);
  const w = new Float64Array(workspaceSize(m));
  const at = contactMotionAt(m);
  const found = new Set<string>();
  let [single, compared] = [0, 0];
  for (let seed = 0; seed < 150; seed++) {
    put(d, seed);
    forward(m, d);
    const start = d.qpos.slice();
    const centre = d.geom_xpos.slice(3, 6);
    if (d.ncon !== 1) continue;
    single++;
    const here = nearest(m, d, w);
    if (!here) continue;
    const table = w.slice(at, at + MOTION);
    const touching = kinds.join('-');
    let worst = 0;
    for (let c = 0; c < 6; c++) {
      const slope = slopeOf((by) => {
        nudged(d, start, centre, c, by);
        const there = nearest(m, d, w);
        return kinds.join('-') === touching ? there : undefined;
      });
      const [rx, ry, rz] = table.slice(7 * c, 7 * c + 3);
      const [x, y, z] = here;
      const turned = [ry * z - rz * y, rz * x - rx * z, rx * y - ry * x];
      const wanted = [...turned, ...table.slice(7 * c + 3, 7 * c + 7)];
      const scale = 1 + Math.max(...wanted.map(Math.abs));
      // near a border, or hardly held
      if (!slope || scale > 20) worst = Number.NaN;
      else worst = Math.max(worst, ...slope.map((v, k) => Math.abs(v - wanted[k]) / scale));
    }
    if (Number.isNaN(worst)) continue;
    expect.soft(worst, `${one} and ${two}, ${seed}, ${touching}`).toBeLessThan(1e-7);
    found.add(touching);
    compared++;
  }
  return { compared, share: compared / single, found };
}

/** Ellipsoids and cylinders, each with patches that must have been met (features.ts); what is left is on a border, or about to slip off. */
const round: [string, string, string[]][] = [
  [shapes.sphere, egg, ['1-4']],
  [shapes.capsule, egg, ['1-4', '2-4']],
  [egg, egg, ['4-4']],
  [egg, pot, ['4-2', '4-3', '4-5']],
  [egg, shapes.box, ['4-1', '4-2', '4-3']],
  [shapes.capsule, pot, ['1-2', '1-3', '1-5', '2-2', '2-5']],
  [pot, pot, ['2-2', '2-5', '3-5', '5-2', '5-3', '5-5']],
  [pot, shapes.box, ['2-1', '2-2', '3-1', '5-2', '5-3']],
  [egg, rock, ['4-1', '4-2', '4-3']],
  [pot, rock, ['2-1', '2-2', '5-2', '5-3']],
];

test.each(round)('%s and %s: nearest points of patches move as their differences say', (one, two, kinds) => {
  const { compared, share, found } = compareNearest(one, two);
  expect(compared).toBeGreaterThan(50);
  expect(share).toBeGreaterThan(0.9);
  expect([...found]).toEqual(expect.arrayContaining(kinds));
});

test('an ellipsoid on a corner of a box, too', () => {
  const { compared, found } = compareNearest(egg, 'type="box" size=".1 .1 .1" euler="45 35.26 0"', (d, seed) => {
    place(d, seed, true);
    for (let c = 0; c < 3; c++) d.qpos[7 + c] = d.qpos[c];
    d.qpos[9] += 0.25 + 0.1 * Math.sqrt(3) - 0.04;
  });
  expect(compared).toBeGreaterThan(100);
  expect([...found]).toContain('4-1');
});

const pairs = Object.values(shapes).flatMap((one, k, all) => all.slice(k).map((two) => [one, two] as const));

test.each(pairs)('%s and %s: contacts move as differences of the pair function say', (one, two) => {
  const { compared, share } = compare(one, two, false);
  expect(compared).toBeGreaterThan(60);
  // the second contact of a capsule and a box is where its axis crosses the border of a face
  expect(share).toBeGreaterThan(one === shapes.capsule && two === shapes.box ? 0.6 : 0.95);
});

test('an ellipsoid on an edge, hardly away from the end of that, is on the edge', () => {
  const m =
    modelFromXml(`<mujoco><worldbody><geom type="ellipsoid" size=".05 .04 .03" pos=".0999 0 .129"/><body euler="45 0 0"><freejoint/>
    <geom type="box" size=".1 .0707106 .0707106"/></body></worldbody></mujoco>`);
  const d = new Data(m);
  forward(m, d);
  expect(d.ncon).toBe(1);
  const [g1, g2] = d.contact_geom;
  expect(closedMotion(m, d, new Float64Array(workspaceSize(m)), 0, 1, g1, g2, CLOSED)).toBe(true);
  expect(kinds.join('-')).toBe('4-2');
});

test.each(['1 0 0', '0 1 0', '0 0 1'])(
  'balls about one centre have no derivative along %s, nor along any axis',
  (axis) => {
    const m = modelFromXml(`<mujoco><worldbody><geom size=".2"/><body><joint type="slide" axis="${axis}"/>
    <geom size=".1"/></body></worldbody></mujoco>`);
    expect(() => transition(m, new Data(m))).toThrow('any nudge takes a contact away');
  },
);

test('nor have they for dofs that only turn them: their normal is an accident', () => {
  const m = modelFromXml(
    `<mujoco><worldbody><geom size=".2"/><body><joint/><geom size=".1"/></body></worldbody></mujoco>`,
  );
  expect(() => transition(m, new Data(m))).toThrow('any nudge takes a contact away');
});

test('nor have cylinders whose axes cross: they are as deep either way', () => {
  const m =
    modelFromXml(`<mujoco><worldbody><geom ${pot}/><body pos="0 .02 .01" euler="70 0 0"><joint type="slide" axis="1 0 0"/><geom ${pot}/>
    </body></worldbody></mujoco>`);
  const d = new Data(m);
  forward(m, d);
  expect(d.ncon).toBeGreaterThan(0);
  expect(() => transition(m, d)).toThrow('any nudge takes a contact away');
});

test('a box that lies on another, nearly aligned: corners, crossing edges and corners below', () => {
  const { compared, share } = compare(shapes.box, 'type="box" size=".25 .1 .25"', true);
  expect(compared).toBeGreaterThan(400);
  expect(share).toBeGreaterThan(0.95);
});

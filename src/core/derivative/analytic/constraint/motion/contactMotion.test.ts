// needs: the compiled engine
import { expect, test } from 'vitest';
import {
  brick,
  egg,
  ground,
  keel,
  place,
  pot,
  rock,
  roof,
  shapes,
  slab,
  twoFree,
} from '../../../../../../test/support/scenes/twoFree.ts';
import { modelFromXml, prepare } from '../../../../../load/load.ts';
import { patchKind } from '../../../../engine/collision/convex/exact/workspace.ts';
import { forward } from '../../../../engine/forward.ts';
import { Data } from '../../../../model/data.ts';
import { transition } from '../../../transition.ts';
import { maxRelativeError } from '../../../validate.ts';
import { contactMotionOffset, MOTION, workspaceSize } from '../../layout.ts';
import { closedMotion, contactMotion, MIN_DEPTH } from './contactMotion.ts';
import { pairMotion } from './pairMotion.ts';

await prepare();

/** Compares the closed form with differences of the pair function; returns the number and the fraction of compared
 *  contacts. */
function compare(one: string, two: string, flat: boolean): { compared: number; share: number } {
  const m = twoFree(one, two);
  const d = new Data(m);
  const w = new Float64Array(workspaceSize(m));
  const at = contactMotionOffset(m);
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
    if (!closedMotion(m, d, w, 0, n, g1, g2, MIN_DEPTH)) continue;
    for (let k = 0; k < n; k++) {
      const scale = 1 + Math.max(...wanted.slice(MOTION * k, MOTION * (k + 1)).map(Math.abs));
      // near the border of a feature, differences cross it
      if (scale > 50) continue;
      // inside a prism or a mesh, EPA approximates round surfaces by points
      if (one === ground && d.contact_dist[k] + m.geom_size[3 * g2] < 0.01) continue;
      if (
        two === rock &&
        (one === shapes.sphere || one === shapes.capsule) &&
        d.contact_dist[k] + m.geom_size[3 * g1] < 0.01
      )
        continue;
      let worst = 0;
      for (let e = MOTION * k; e < MOTION * (k + 1); e++) {
        // the table does not contain rotation about the normal
        if (e % 7 < 3) continue;
        worst = Math.max(worst, Math.abs(w[at + e] - wanted[e]) / scale);
      }
      for (let e = MOTION * k; e < MOTION * (k + 1); e += 7)
        worst = Math.max(worst, tilt(d, k, w, at + e, wanted, e) / scale);
      // normals of EPA are differences of points whose distance is the depth of the contact
      const noise = 2e-10 / Math.abs(d.contact_dist[k]);
      expect.soft(worst, `${one} and ${two}, ${seed}, contact ${k} of ${n}`).toBeLessThan(1e-7 + noise);
      compared++;
    }
  }
  return { compared, share: compared / found };
}

test('a mesh on a plane: its vertices move as differences of the pair function predict', () => {
  const m =
    modelFromXml(`<mujoco><asset><mesh name="rock" vertex=".2 0 -.1  -.1 .18 -.12  -.12 -.15 -.1  .05 .02 .25  .15 .12 .1"/></asset>
    <worldbody><geom type="plane" size="1 1 1" euler="10 20 0"/><body><freejoint/><geom ${rock}/></body></worldbody></mujoco>`);
  const d = new Data(m);
  d.qpos.set([0, 0, 0, 1, 0.1, 0.15, 0]);
  forward(m, d);
  const w = new Float64Array(workspaceSize(m));
  const at = contactMotionOffset(m);
  expect(d.ncon).toBe(2);
  expect(pairMotion(m, d, w, 0, 2, 0, 1)).toBe(true);
  const wanted = w.slice(at, at + 2 * MOTION);
  expect(contactMotion(m, d, w, 0, 2)).toBe(true);
  for (let e = 0; e < 2 * MOTION; e++) expect(Math.abs(w[at + e] - wanted[e])).toBeLessThan(1e-9);
  expect(wanted.some((x) => Math.abs(x) > 0.9)).toBe(true);
});

test('an ellipsoid on a plane: its contact moves as differences predict', () => {
  const m = modelFromXml(`<mujoco><worldbody><geom type="plane" size="1 1 1" euler="10 20 0"/>
    <body><freejoint/><geom ${egg}/></body></worldbody></mujoco>`);
  const d = new Data(m);
  d.qpos.set([0.1, 0, 0.1, 1, 0.3, 0.5, 0.2]);
  forward(m, d);
  const w = new Float64Array(workspaceSize(m));
  const at = contactMotionOffset(m);
  expect(pairMotion(m, d, w, 0, 1, 0, 1)).toBe(true);
  const wanted = w.slice(at, at + MOTION);
  expect(contactMotion(m, d, w, 0, 1)).toBe(true);
  for (let e = 0; e < MOTION; e++) expect(Math.abs(w[at + e] - wanted[e])).toBeLessThan(1e-9);
  expect(closedMotion(m, d, new Float64Array(w.length), 0, 1, 0, 1, MIN_DEPTH)).toBe(false);
});

test.each([
  [3, [0.1, 0, 0.1, 1, 0.05, 0.1, 0.2]],
  [2, [0.1, 0, 0.05, 1, 0.98, 0.17, 0.1]],
])('%d rim points of a cylinder on a plane move as differences predict', (n, pose) => {
  const m = modelFromXml(`<mujoco><worldbody><geom type="plane" size="1 1 1" euler="10 20 0"/>
    <body><freejoint/><geom ${pot}/></body></worldbody></mujoco>`);
  const d = new Data(m);
  d.qpos.set(pose);
  forward(m, d);
  const w = new Float64Array(workspaceSize(m));
  const at = contactMotionOffset(m);
  expect(d.ncon).toBe(n);
  expect(pairMotion(m, d, w, 0, n, 0, 1)).toBe(true);
  const wanted = w.slice(at, at + n * MOTION);
  w.fill(0);
  expect(contactMotion(m, d, w, 0, n)).toBe(true);
  for (let e = 0; e < n * MOTION; e++) expect(Math.abs(w[at + e] - wanted[e])).toBeLessThan(1e-8);
});

test('an ellipsoid on a box face moves as on a plane, because differences of EPA would see facets', () => {
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

test('a motion that opens the contact in both directions matters only if a dof causes it', () => {
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
  // along the cylinder, and about it
  expect(followed('0 0 1')).toBe(true);
  expect(followed('0 1 0')).toBe(false);
});

/** Difference of two rotations, perpendicular to the normal. */
function tilt(d: Data, con: number, a: Float64Array, i: number, b: Float64Array, j: number): number {
  const n = d.contact_frame.slice(9 * con, 9 * con + 3);
  const apart = [0, 1, 2].map((k) => a[i + k] - b[j + k]);
  const along = apart[0] * n[0] + apart[1] * n[1] + apart[2] * n[2];
  return Math.max(...apart.map((x, k) => Math.abs(x - along * n[k])));
}

/** Number and fraction of contacts of two shapes that must be compared; the rest is on a border, or has no closed
 *  form. */
const convex: [string, string, number, number][] = [
  [shapes.sphere, rock, 40, 0.7],
  [shapes.capsule, rock, 15, 0.15],
  [shapes.box, rock, 100, 0.9],
  [rock, rock, 80, 0.9],
  [ground, shapes.sphere, 150, 0.7],
  [ground, shapes.capsule, 80, 0.05],
];

test.each(convex)(
  '%s and %s: contacts of GJK and EPA move as differences predict',
  (one, two, minCompared, minShare) => {
    const { compared, share } = compare(one, two, false);
    expect(compared).toBeGreaterThan(minCompared);
    expect(share).toBeGreaterThan(minShare);
  },
);

test('a capsule along a mesh face: both contacts found by rotating move as differences predict', () => {
  const { compared, share } = compare('type="capsule" size=".24 .2" euler="90 0 0"', brick, true);
  expect(compared).toBeGreaterThan(200);
  expect(share).toBeGreaterThan(0.9);
});

test.each([
  [brick, slab],
  [shapes.box, slab],
  [brick, keel],
  [roof, slab],
])('%s and %s stacked: clipped faces and edges move as differences predict', (one, two) => {
  const { compared, share } = compare(one, two, true);
  expect(compared).toBeGreaterThan(120);
  expect(share).toBeGreaterThan(0.9);
});

test('a ball over the side, a cap and the rim of a cylinder moves as differences predict', () => {
  const { compared, share } = compare(shapes.sphere, pot, false);
  expect(compared).toBeGreaterThan(40);
  expect(share).toBeGreaterThan(0.9);
});

const pairs = Object.values(shapes).flatMap((one, k, all) => all.slice(k).map((two) => [one, two] as const));

test.each(pairs)('%s and %s: contacts move as differences of the pair function predict', (one, two) => {
  const { compared, share } = compare(one, two, false);
  expect(compared).toBeGreaterThan(60);
  // the second contact of a capsule and a box is where its axis crosses the border of a face
  expect(share).toBeGreaterThan(one === shapes.capsule && two === shapes.box ? 0.6 : 0.95);
});

test('an ellipsoid on an edge, close to its end, is on the edge', () => {
  const m =
    modelFromXml(`<mujoco><worldbody><geom type="ellipsoid" size=".05 .04 .03" pos=".0999 0 .129"/><body euler="45 0 0"><freejoint/>
    <geom type="box" size=".1 .0707106 .0707106"/></body></worldbody></mujoco>`);
  const d = new Data(m);
  forward(m, d);
  expect(d.ncon).toBe(1);
  const [g1, g2] = d.contact_geom;
  expect(closedMotion(m, d, new Float64Array(workspaceSize(m)), 0, 1, g1, g2, MIN_DEPTH)).toBe(true);
  expect(patchKind.join('-')).toBe('4-2');
});

test.each(['1 0 0', '0 1 0', '0 0 1'])('concentric balls have no derivative along %s or any other axis', (axis) => {
  const m = modelFromXml(`<mujoco><worldbody><geom size=".2"/><body><joint type="slide" axis="${axis}"/>
    <geom size=".1"/></body></worldbody></mujoco>`);
  expect(() => transition(m, new Data(m))).toThrow('jump under any perturbation');
});

test('nor for dofs that only rotate them: their normal is arbitrary', () => {
  const m = modelFromXml(
    `<mujoco><worldbody><geom size=".2"/><body><joint/><geom size=".1"/></body></worldbody></mujoco>`,
  );
  expect(() => transition(m, new Data(m))).toThrow('jump under any perturbation');
});

test('nor have cylinders whose axes cross: they are equally deep in both directions', () => {
  const m =
    modelFromXml(`<mujoco><worldbody><geom ${pot}/><body pos="0 .02 .01" euler="70 0 0"><joint type="slide" axis="1 0 0"/><geom ${pot}/>
    </body></worldbody></mujoco>`);
  const d = new Data(m);
  forward(m, d);
  expect(d.ncon).toBeGreaterThan(0);
  expect(() => transition(m, d)).toThrow('jump under any perturbation');
});

test('a box on another, nearly aligned: corners, crossing edges and corners below', () => {
  const { compared, share } = compare(shapes.box, 'type="box" size=".25 .1 .25"', true);
  expect(compared).toBeGreaterThan(400);
  expect(share).toBeGreaterThan(0.95);
});

/** Invariants of contacts of any pair of geoms, independent of the algorithm. */
import { expect, test } from 'vitest';
import { geomDistance } from '../../src/core/engine/collision/index.ts';
import { mulMatMat3, mulMatVec3 } from '../../src/core/math/mat3.ts';
import { quat2Mat } from '../../src/core/math/quat.ts';
import {
  makeModel,
  openScene,
  type PairKind,
  pairKinds,
  type Scene,
  setPose,
  VARIANTS,
} from '../conformance/collision/cases.ts';
import { collide, compareContacts } from '../conformance/collision/compare.ts';
import { compareNumbers } from '../support/oracle/difference.mjs';
import { mujoco, pairFromXml, random } from '../support/oracle/oracle.ts';

const pair = makeModel();
const { m, d } = pair;
const free = pairKinds.filter(({ type1 }) => type1 !== 'plane' && type1 !== 'hfield');

/** EPA stops when the error of the depth is below ccd_tolerance; position and normal have errors of about its square root. */
const accuracy = ({ closed }: PairKind) => (closed ? { dist: 1e-9, pos: 1e-9 } : { dist: 1e-5, pos: 4e-3 });

/** The deepest contact: distance, position, normal. */
function deepest(): { dist: number; pos: number[]; normal: number[] } {
  let best = 0;
  for (let i = 1; i < d.ncon; i++) if (d.contact_dist[i] < d.contact_dist[best]) best = i;
  return {
    dist: d.contact_dist[best],
    pos: Array.from(d.contact_pos.subarray(3 * best, 3 * best + 3)),
    normal: Array.from(d.contact_frame.subarray(9 * best, 9 * best + 3)),
  };
}

/** Whether every point of the first list has a partner in the second within `near`, with none left over. */
function samePoints(found: readonly number[][], expected: readonly number[][], near: number): boolean {
  const left = [...expected];
  for (const p of found) {
    const at = left.findIndex((q) => compareNumbers(p, q).error < near);
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

/** Positions of all contacts. */
const positions = (): number[][] =>
  Array.from({ length: d.ncon }, (_, i) => Array.from(d.contact_pos.subarray(3 * i, 3 * i + 3)));

/** Rotates a geom and its body about the origin and translates them. */
function move(g: number, R: Float64Array, shift: readonly number[]): void {
  const b = m.geom_bodyid[g];
  for (const [pos, mat, i] of [
    [d.geom_xpos, d.geom_xmat, g],
    [d.xipos, d.ximat, b],
  ] as const) {
    mulMatVec3(pos, 3 * i, R, 0, pos, 3 * i);
    for (let k = 0; k < 3; k++) pos[3 * i + k] += shift[k];
    mulMatMat3(mat, 9 * i, R, 0, mat, 9 * i);
  }
}

test.each(free)('moving both geoms of $name moves the contact', (kind) => {
  const R = new Float64Array(9);
  quat2Mat(R, 0, new Float64Array([0.5, 0.1, -0.7, 0.5].map((x) => x / Math.hypot(0.5, 0.1, 0.7, 0.5))), 0);
  const shift = [0.3, -2, 1];
  let compared = 0;
  for (let k = 0; k < 4; k++) {
    const scene = openScene(pair, kind, (3 * k) % VARIANTS);
    setPose(scene, 300 + k, 'shallow');
    collide(pair);
    if (d.ncon === 0) continue;
    const before = deepest();
    const moved = positions().map((p) => {
      const pos = new Float64Array(p);
      mulMatVec3(pos, 0, R, 0, pos, 0);
      return Array.from(pos, (x, c) => x + shift[c]);
    });
    move(scene.g1, R, shift);
    move(scene.g2, R, shift);
    collide(pair);
    const after = deepest();
    expect(Math.abs(after.dist - before.dist)).toBeLessThan(accuracy(kind).dist);
    if (kind.closed) expect(samePoints(positions(), moved, accuracy(kind).pos)).toBe(true);
    else if (moved.length === 1) expect(samePoints([after.pos], moved, accuracy(kind).pos)).toBe(true);
    compared++;
  }
  expect(compared).toBeGreaterThan(1);
});

test.each(free.filter(({ type1, type2 }) => type1 === type2))(
  'swapping the geoms of $name mirrors the contact',
  (kind) => {
    const swap = (scene: Scene) => {
      const { g1, g2 } = scene;
      const [b1, b2] = [m.geom_bodyid[g1], m.geom_bodyid[g2]];
      for (const [array, n, i, j] of [
        [d.geom_xpos, 3, g1, g2],
        [d.geom_xmat, 9, g1, g2],
        [d.xipos, 3, b1, b2],
        [d.ximat, 9, b1, b2],
        [m.geom_size, 3, g1, g2],
        [m.geom_aabb, 6, g1, g2],
        [m.geom_rbound, 1, g1, g2],
        [m.geom_dataid, 1, g1, g2],
      ] as const) {
        for (let k = 0; k < n; k++) {
          const x = array[n * i + k];
          array[n * i + k] = array[n * j + k];
          array[n * j + k] = x;
        }
      }
    };
    let compared = 0;
    for (let k = 0; k < 6; k++) {
      const scene = openScene(pair, kind, (2 * k) % VARIANTS);
      setPose(scene, 400 + k, 'shallow');
      collide(pair);
      const n = d.ncon;
      const before = deepest();
      swap(scene);
      collide(pair);
      const after = deepest();
      swap(scene);
      expect(d.ncon > 0).toBe(n > 0);
      if (n === 0) continue;
      compared++;
      expect(Math.abs(after.dist - before.dist)).toBeLessThan(accuracy(kind).dist);
      // any of several contacts may be the deepest
      if (n > 1 || d.ncon > 1) continue;
      for (let c = 0; c < 3; c++) {
        expect(Math.abs(after.pos[c] - before.pos[c])).toBeLessThan(accuracy(kind).pos);
        expect(Math.abs(after.normal[c] + before.normal[c])).toBeLessThan(10 * accuracy(kind).pos);
      }
    }
    expect(compared).toBeGreaterThan(2);
  },
);

test.each(free)('the distance of $name changes no faster than the geoms move', (kind) => {
  for (let k = 0; k < 2; k++) {
    const scene = openScene(pair, kind, (5 * k + 1) % VARIANTS);
    setPose(scene, 500 + k, 'touching');
    const { g1, g2 } = scene;
    const way = [0, 1, 2].map((c) => d.geom_xpos[3 * g2 + c] - d.geom_xpos[3 * g1 + c]);
    const length = Math.hypot(...way);
    const start = geomDistance(m, d, g1, g2, 2);
    let last = Number.NaN;
    for (let s = -0.05; s < 0.05; s += 0.0025) {
      for (let c = 0; c < 3; c++) d.geom_xpos[3 * g2 + c] += (0.0025 * way[c]) / length;
      const dist = geomDistance(m, d, g1, g2, 2);
      if (!Number.isNaN(last)) expect(Math.abs(dist - last)).toBeLessThan(0.0025 + 1e-4);
      last = dist;
    }
    expect(last).toBeGreaterThan(0);
    // separated by 0.1 along the line between them
    expect(last).toBeGreaterThan(start + 0.01);
  }
});

test('three hundred bodies of very different sizes have the same contact pairs as in MuJoCo', () => {
  const next = random(12);
  const bodies = Array.from({ length: 300 }, (_, k) => {
    const size = k % 50 === 0 ? 0.8 : 0.05 + 0.04 * next();
    const pos = [3 * next(), 2 * next(), k % 97 === 0 ? 200 * next() : next()].join(' ');
    const more = k % 9 === 0 ? `<geom size="0.05" pos="0.2 0 0"/>` : '';
    return `<body pos="${pos}" euler="${90 * next()} 0 ${90 * next()}"><freejoint/><geom type="${k % 3 ? 'sphere' : 'box'}" size="${size} ${size} ${size}"/>${more}</body>`;
  });
  const many = pairFromXml(`<mujoco><size memory="100M"/><worldbody><geom type="plane" size="0 0 1" pos="0 0 -1"/>
    <geom type="box" size="0.3 0.3 0.3"/>${bodies.join('')}</worldbody></mujoco>`);
  const { theirs } = many;
  mujoco.mj_kinematics(theirs.m, theirs.d);
  mujoco.mj_comPos(theirs.m, theirs.d);
  mujoco.mj_collision(theirs.m, theirs.d);
  for (const name of ['xipos', 'ximat', 'geom_xpos', 'geom_xmat'] as const)
    many.d[name].set(theirs.d[name] as Float64Array);
  collide(many);
  expect(many.d.ncon).toBeGreaterThan(100);
  expect(compareContacts(many)).toMatchObject({ error: expect.closeTo(0, 12) });
});

import { expect, test } from 'vitest';
import { expectNear, randomNumbers } from '../../../test/support/meshPair.ts';
import { oracleModel } from '../../../test/support/oracle/oracle.ts';
import { buildBvh } from './bvh.ts';

test.each([1, 2, 3, 8, 33])('the hierarchy of a body with %i geoms equals that of MuJoCo', (n) => {
  const random = randomNumbers(n);
  const geoms = Array.from({ length: n }, () => {
    const numbers = Array.from({ length: 10 }, () => random() - 0.5);
    return `<geom type="box" size="${0.1 + random()} 0.2 0.3" pos="${numbers.slice(0, 3).join(' ')}" quat="${numbers.slice(3, 7).join(' ')}"/>`;
  });
  const m = oracleModel(`<mujoco><worldbody><body><freejoint/>${geoms.join('')}</body></worldbody></mujoco>`);
  const id = Array.from({ length: n }, (_, i) => i);
  const leaf = { id, pos: m.geom_pos, quat: m.geom_quat, aabb: m.geom_aabb };
  const ours = buildBvh(leaf, m.body_ipos.subarray(3), m.body_iquat.subarray(4));
  expect(ours.nbvh).toBe(m.body_bvhnum[1]);
  expectNear(ours.aabb, m.bvh_aabb, 1e-12, 'bvh_aabb');
  expect(Array.from(ours.child)).toEqual(Array.from(m.bvh_child));
  expect(Array.from(ours.nodeid)).toEqual(Array.from(m.bvh_nodeid));
  expect(Array.from(ours.depth)).toEqual(Array.from(m.bvh_depth));
  m.delete();
});

test('every leaf is in the boxes of all its ancestors', () => {
  const random = randomNumbers(7);
  const n = 200;
  const pos = Float64Array.from({ length: 3 * n }, () => random());
  const aabb = Float64Array.from({ length: 6 * n }, (_, i) =>
    i % 6 < 3 ? pos[3 * Math.floor(i / 6) + (i % 6)] : 0.01,
  );
  const bvh = buildBvh({ id: Array.from({ length: n }, (_, i) => i), pos, aabb }, [0, 0, 0], [1, 0, 0, 0]);
  expect(bvh.nbvh).toBe(2 * n - 1);
  const seen = new Set<number>();
  const visit = (node: number, lo: number[], hi: number[]): void => {
    const box = (k: number): [number, number] => [
      bvh.aabb[6 * node + k] - bvh.aabb[6 * node + 3 + k],
      bvh.aabb[6 * node + k] + bvh.aabb[6 * node + 3 + k],
    ];
    for (let k = 0; k < 3; k++) {
      expect(box(k)[0]).toBeGreaterThanOrEqual(lo[k] - 1e-12);
      expect(box(k)[1]).toBeLessThanOrEqual(hi[k] + 1e-12);
    }
    if (bvh.nodeid[node] >= 0) seen.add(bvh.nodeid[node]);
    for (const child of bvh.child.subarray(2 * node, 2 * node + 2)) {
      if (child >= 0)
        visit(
          child,
          [0, 1, 2].map((k) => box(k)[0]),
          [0, 1, 2].map((k) => box(k)[1]),
        );
    }
  };
  visit(0, [-9, -9, -9], [9, 9, 9]);
  expect(seen.size).toBe(n);
});

test('no leaves produce no nodes', () => {
  expect(buildBvh({ id: [], pos: [], aabb: [] }, [0, 0, 0], [1, 0, 0, 0]).nbvh).toBe(0);
});

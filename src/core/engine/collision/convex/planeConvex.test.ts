/** Contacts of planes and convex meshes. */
import { expect, test } from 'vitest';
import { compareContacts } from '../../../../../test/conformance/collision/compare.ts';
import { mujoco, type Pair, pairFromXml, random } from '../../../../../test/support/oracle/oracle.ts';
import { forward } from '../../forward.ts';

const onPlane = (vertices: readonly (readonly number[])[], pose: string) =>
  pairFromXml(`<mujoco><asset><mesh name="m" vertex="${vertices.flat().join(' ')}" inertia="convex"/></asset><worldbody>
    <geom type="plane" size="5 5 .1"/><body ${pose}><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>`);
function forwardBoth({ m, d, theirs }: Pair): void {
  forward(m, d);
  mujoco.mj_forward(theirs.m, theirs.d);
}

const prism = (angles: readonly number[]) =>
  [0, 1].flatMap((z) => angles.map((a) => [Number(Math.cos(a).toFixed(5)), Number(Math.sin(a).toFixed(5)), z]));

test('the corners of a face that touch a plane are those that MuJoCo chooses', () => {
  const next = random(11);
  const counts: number[] = [];
  for (let k = 0; k < 66; k++) {
    const n = 3 + (k % 11);
    const angles = Array.from({ length: n }, (_, i) => (2 * Math.PI * (i + (k < 22 ? 0 : 0.4 * next()))) / n);
    const tilt = [0, 0.1, 2, 20][k % 4];
    const pair = onPlane(
      prism(angles.sort((a, b) => a - b)),
      `pos="0 0 ${-0.3 - 0.2 * next()}" euler="${tilt * next()} ${tilt * next()} ${180 * next()}"`,
    );
    forwardBoth(pair);
    const { error, ours, theirs } = compareContacts(pair);
    expect(error, `case ${k}: ${ours} and ${theirs} contacts`).toBeLessThan(1e-12);
    pair.theirs.d.delete();
    pair.theirs.m.delete();
    counts[ours] = (counts[ours] ?? 0) + 1;
  }
  expect(counts[3]).toBeGreaterThan(0);
  expect(counts[4]).toBeGreaterThan(20);
});

const cube = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);

test('a vertex inside a face that is found first is the only contact, as in MuJoCo', () => {
  const pair = onPlane([[0, 0, -1], ...cube], 'pos="0 0 .99"');
  forwardBoth(pair);
  expect(compareContacts(pair)).toMatchObject({ ours: 1, theirs: 1, error: 0 });
});

test('the deepest vertex of a round mesh touches, with corners of one face around it that touch too', () => {
  const vertices = Array.from({ length: 200 }, (_, i) => {
    const z = 1 - (2 * (i + 0.5)) / 200;
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(2.4 * i), r * Math.sin(2.4 * i), z].map((x) => Number(x.toFixed(5)));
  });
  for (const height of [0.9, 0.99, 0.999]) {
    const pair = onPlane(vertices, `pos="0 0 ${height}" euler="20 30 0"`);
    forwardBoth(pair);
    expect(compareContacts(pair).error).toBeLessThan(1e-12);
    expect(pair.d.ncon).toBe(height < 0.95 ? 3 : 1);
  }
});

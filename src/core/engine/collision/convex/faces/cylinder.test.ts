/** Contacts of cylinders with shapes that have faces. */
import { expect, test } from 'vitest';
import { compareContacts } from '../../../../../../test/conformance/collision/compare.ts';
import { mujoco, pairFromXml, random } from '../../../../../../test/support/oracle/oracle.ts';
import { forward } from '../../../forward.ts';

const box = 'type="box" size=".5 .5 .5"';
const cube = 'type="mesh" mesh="cube"';
const big = 'type="cylinder" size=".5 .5"';
const cylinder = 'type="cylinder" size=".3 .2"';

const on = (ground: string, geom: string) =>
  pairFromXml(`<mujoco><asset><mesh name="cube" vertex="-.5 -.5 -.5 .5 -.5 -.5 .5 .5 -.5 -.5 .5 -.5 -.5 -.5 .5 .5 -.5 .5 .5 .5 .5 -.5 .5 .5"/></asset>
    <worldbody><geom ${ground}/><body><freejoint/><geom ${geom}/></body></worldbody></mujoco>`);

test.each([
  ['a box', box, cylinder],
  ['a mesh', cube, cylinder],
  ['a larger cylinder', big, cylinder],
  ['a cylinder of the same size', cylinder, cylinder],
  ['a small box', 'type="box" size=".1 .1 .5"', cylinder],
  ['a cylinder, the box above it', big, 'type="box" size=".3 .2 .2"'],
])('a cylinder on %s touches where MuJoCo says so', (_, ground, geom) => {
  const pair = on(ground, geom);
  const { m, d, theirs } = pair;
  const height = m.geom_size[ground === cube ? 2 : m.geom_type[0] === 5 ? 1 : 2];
  const next = random(5);
  const counts: number[] = [];
  let same = 0;
  for (let k = 0; k < 120; k++) {
    // upright, nearly upright, leaning, nearly lying, lying; some upside down
    const lean = [0, 0.03, 0.12, Math.PI / 2 - 0.03, Math.PI / 2][k % 5] * (k % 2 ? 1 : -1);
    const turn = Math.PI * next();
    const [c, s] = [Math.cos(lean / 2), Math.sin(lean / 2)];
    const [a, b] = [Math.cos(turn / 2), Math.sin(turn / 2)];
    const q = [a * c, a * s, b * s, b * c];
    const extent = k % 5 < 3 ? m.geom_size[m.geom_type[1] === 5 ? 4 : 5] : m.geom_size[3];
    d.qpos.set([k % 7 ? 0.3 * next() : 0, k % 7 ? 0.3 * next() : 0, height + extent - 0.01, ...q]);
    theirs.d.qpos.set(d.qpos);
    mujoco.mj_forward(theirs.m, theirs.d);
    forward(m, d);
    const { error, ours } = compareContacts(pair);
    if (error < 1e-12) same++;
    counts[ours] = (counts[ours] ?? 0) + 1;
  }
  // corners of both polygons in one place: rounding decides with which of them the clipped polygon starts
  expect(same).toBeGreaterThanOrEqual(115);
  expect(counts[4]).toBeGreaterThan(15);
});

test('a margin disables clipping: contacts come from rotating the geoms', () => {
  const pair = on(`${box} margin=".02"`, `${cylinder} pos="0 0 .69"`);
  forward(pair.m, pair.d);
  mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
  expect(compareContacts(pair)).toMatchObject({ ours: 5, theirs: 5, error: 0 });
});

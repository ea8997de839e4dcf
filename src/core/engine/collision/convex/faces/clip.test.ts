import { expect, test } from 'vitest';
import { compareContacts } from '../../../../../../test/conformance/collision/compare.ts';
import { copyStateToOracle, mujoco, pairFromXml } from '../../../../../../test/support/oracle/oracle.ts';
import { forward } from '../../../forward.ts';

const ring = (n: number, z: number) =>
  Array.from({ length: n }, (_, k) => `${Math.cos((6.2832 * k) / n)} ${Math.sin((6.2832 * k) / n)} ${z}`).join(' ');

test('a cylinder touches a box at the corners that MuJoCo chooses, inside a face, over its border or over a corner', () => {
  const pair = pairFromXml(`<mujoco>
    <asset><mesh name="drum" vertex="${ring(41, 0)} ${ring(41, 1)}" scale=".2 .2 .1"/></asset>
    <worldbody>
      <geom type="box" size="1 1 .1" pos="0 0 -.1"/>
      <body><freejoint/><geom type="mesh" mesh="drum"/></body>
    </worldbody></mujoco>`);
  const { m, d, theirs } = pair;
  // center of the cylinder, and its tilt
  for (const [x, y, lean] of [
    [0, 0, 0],
    [0.3, -0.2, 0.002],
    [0.9, 0, 0],
    [0.9, 0.9, 0.001],
    [-1.1, 0.2, 0],
    [-1.1, 1.1, 0],
  ]) {
    d.qpos.set([x, y, -0.0005, Math.cos(lean), Math.sin(lean), 0, 0.3]);
    copyStateToOracle(pair);
    forward(m, d);
    mujoco.mj_forward(theirs.m, theirs.d);
    expect(d.ncon, `${x} ${y}`).toBe(4);
    expect(compareContacts(pair).error, `${x} ${y}`).toBeLessThan(1e-11);
  }
});

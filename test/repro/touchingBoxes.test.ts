import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { mujoco, pairFromXml } from '../support/oracle/oracle.ts';

/* Where boxes touch exactly, rounding along the axes of the sweep decides whether their pair is found; a sweep along the axes of the world
 *  gave other results than MuJoCo. */
test('boxes that touch exactly along an axis are in contact where they are in MuJoCo', () => {
  for (const at of [0, 0.1, -3.7, 1234.5]) {
    for (const axis of [0, 1, 2]) {
      const pos = (k: number) => [0, 1, 2].map((c) => (c === axis ? at + 0.2 * k : 0.3)).join(' ');
      const body = (k: number) => `<body pos="${pos(k)}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;
      const { m, d, theirs } = pairFromXml(`<mujoco><worldbody>${[0, 1, 2].map(body).join('')}</worldbody></mujoco>`);
      forward(m, d);
      mujoco.mj_forward(theirs.m, theirs.d);
      expect(d.ncon, `at ${at} along axis ${axis}`).toBe(theirs.d.ncon);
    }
  }
});

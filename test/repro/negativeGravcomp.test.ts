/** Negative gravity compensation: MuJoCo counts only bodies with positive compensation, and without any it compensates nothing. A model
 *  with `gravcomp="-1"` and no other fell twice as fast in Tenon as in MuJoCo. */
import { test } from 'vitest';
import { expectSameForward } from '../support/oracle/compare.ts';

const geom = '<geom size=".1" mass="1" pos=".5 0 0"/>';
const body = (gravcomp: number, joint: string, inside = '') =>
  `<body gravcomp="${gravcomp}">${joint}${geom}${inside}</body>`;
const slide = '<joint type="slide" axis="0 0 1"/>';
const hinge = '<joint axis="0 1 0"/>';
const actuated = '<joint name="j" axis="0 1 0" actuatorgravcomp="true"/>';
const motor = '<actuator><motor joint="j"/></actuator>';

test.each([
  ['a free body', body(-1, '<freejoint/>'), ''],
  ['a slide', body(-0.5, slide), ''],
  ['a parent', body(-1, hinge, body(0, slide)), ''],
  ['a child', body(0, hinge, body(-2, slide)), ''],
  ['a child without joint', body(0, slide, body(-1, '')), ''],
  ['a joint whose actuator compensates', body(-1, actuated), motor],
  ['a child of a body with a positive one', body(1, hinge, body(-1, slide)), ''],
  ['a body next to one with a positive one', body(-1, actuated) + body(1, '<freejoint/>'), motor],
])('negative gravity compensation of %s gives the forces of MuJoCo', (_, bodies, rest) => {
  expectSameForward(`<mujoco><option><flag constraint="disable"/></option>
    <worldbody>${bodies}</worldbody>${rest}</mujoco>`);
});

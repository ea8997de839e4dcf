import { expect, test } from 'vitest';
import { loadModelFromXml } from '../../../test/support/compileMjcf.ts';

const model = (equality: string) =>
  loadModelFromXml(`<mujoco><worldbody>
    <body name="a" pos="1 0 0"><freejoint/><geom name="ga" size=".1"/></body>
    <body name="b" pos="0 2 0" euler="0 0 90"><freejoint/><geom name="gb" size=".1" pos="0 0 2"/></body>
  </worldbody><equality>${equality}</equality></mujoco>`);

test('a connect stores its anchor in both bodies', () => {
  const data = model('<connect body1="a" body2="b" anchor="0 0 3"/>').eq_data;
  // world point (1, 0, 3) relative to a body at (0, 2, 0) rotated by 90 degrees
  [0, 0, 3, -2, -1, 3].forEach((x, k) => {
    expect(data[k]).toBeCloseTo(x, 12);
  });
});

test('a weld without relpose keeps the initial relative pose', () => {
  const data = model('<weld body1="a" body2="b"/>').eq_data;
  [-1, 2, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2, 1].forEach((x, k) => {
    expect(data[3 + k]).toBeCloseTo(x, 12);
  });
});

test('a missing distance is the distance at qpos0', () => {
  expect(model('<distance geom1="ga" geom2="gb"/>').eq_data[0]).toBeCloseTo(3, 12);
  expect(model('<distance geom1="ga" geom2="gb" distance="7"/>').eq_data[0]).toBe(7);
});

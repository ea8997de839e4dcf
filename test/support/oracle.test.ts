import { expect, test } from 'vitest';
import { fieldError, pairFromXml } from './oracle.ts';

const xml =
  `<mujoco><worldbody><body name="a"><freejoint/><geom size="1"/><body pos="0 0 2"><joint limited="true" range="-1 1"/>
  <geom type="box" size=".1 .2 .3"/></body></body></worldbody><actuator><motor joint="j" ctrllimited="true" ctrlrange="-1 1"/></actuator></mujoco>`.replace(
    '<joint limited',
    '<joint name="j" limited',
  );

test('a model copied from MuJoCo has its numbers, booleans included', () => {
  const pair = pairFromXml(xml);
  expect(pair.m.nv).toBe(7);
  expect([...pair.m.jnt_limited]).toEqual([0, 1]);
  expect([...pair.m.actuator_ctrllimited]).toEqual([1]);
  expect(pair.m.opt.timestep).toBe(0.002);
  expect(pair.m.opt.gravity[2]).toBe(-9.81);
  expect(pair.m.body_mass[2]).toBeCloseTo(1000 * 8 * 0.1 * 0.2 * 0.3, 9);
  expect(fieldError(pair, 'qpos')).toBe(0);
});

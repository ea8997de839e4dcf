import { expect, test } from 'vitest';
import { forward } from '../../../src/core/engine/forward.ts';
import { fieldError, mujoco, pairFromXml } from './oracle.ts';

const xml =
  `<mujoco><worldbody><body name="a"><freejoint/><geom size="1"/><body pos="0 0 2"><joint limited="true" range="-1 1"/>
  <geom type="box" size=".1 .2 .3"/></body></body></worldbody><actuator><motor joint="j" ctrllimited="true" ctrlrange="-1 1"/></actuator></mujoco>`.replace(
    '<joint limited',
    '<joint name="j" limited',
  );

test('a model copied from MuJoCo has its values, including booleans', () => {
  const pair = pairFromXml(xml);
  expect(pair.m.nv).toBe(7);
  expect([...pair.m.jnt_limited]).toEqual([0, 1]);
  expect([...pair.m.actuator_ctrllimited]).toEqual([1]);
  expect(pair.m.opt.timestep).toBe(0.002);
  expect(pair.m.opt.gravity[2]).toBe(-9.81);
  expect(pair.m.body_mass[2]).toBeCloseTo(1000 * 8 * 0.1 * 0.2 * 0.3, 9);
  expect(fieldError(pair, 'qpos')).toBe(0);
});

test('a NaN in a field of ours is an infinite error, at any index; arrays that grow are compared up to their used length', () => {
  const pair = pairFromXml(
    '<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  const { m, d, theirs } = pair;
  forward(m, d);
  mujoco.mj_forward(theirs.m, theirs.d);
  expect(d.contact_dist.length).toBeGreaterThan(theirs.d.ncon);
  expect(fieldError(pair, 'contact_pos')).toBeLessThan(1e-12);
  d.ncon = 0;
  expect(fieldError(pair, 'contact_pos')).toBe(Number.POSITIVE_INFINITY);
  d.qpos[0] = Number.NaN;
  expect(fieldError(pair, 'qpos')).toBe(Number.POSITIVE_INFINITY);
  expect(() => fieldError(pair, 'qposition')).toThrow(/qposition/);
});

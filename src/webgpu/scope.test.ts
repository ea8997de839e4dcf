import { describe, expect, test } from 'vitest';
import { Data, type Model, modelFromXml } from '../index.ts';
import { checkScope } from './scope.ts';
import { stagesOfStep } from './shader/stages.ts';

const model = (head: string, geom = '<geom size="0.1"/>', tail = ''): Model =>
  modelFromXml(
    `<mujoco>${head}<worldbody><geom type="plane" size="1 1 1"/><body name="b"><joint name="j"/>${geom}<site name="s"/></body></worldbody>${tail}</mujoco>`,
  );

describe('a model outside of the scope is refused by name', () => {
  test.each([
    ['an integrator other than Euler', model('<option integrator="RK4"/>')],
    ['fluid forces', model('<option density="1"/>')],
    ['sleeping', model('<option><flag sleep="enable"/></option>')],
    ['the PGS solver', model('<option solver="PGS"/>')],
    ['noslip iterations', model('<option noslip_iterations="3"/>')],
    ['geoms that may touch and are neither', model('', '<geom type="ellipsoid" size="0.1 0.1 0.2"/>')],
    ['a gain other than fixed', model('', undefined, '<actuator><muscle joint="j" lengthrange="0 1"/></actuator>')],
    ['sensors of rays', model('', undefined, '<sensor><rangefinder site="s"/></sensor>')],
  ])('%s', (words, m) => {
    expect(() => checkScope(m, new Data(m))).toThrow(words);
  });

  test('a geom of any shape may be there if it touches nothing', () => {
    const m = model('', '<geom type="ellipsoid" size="0.1 0.1 0.2" contype="0" conaffinity="0"/>');
    checkScope(m, new Data(m));
  });

  test('a cylinder may touch a plane, and no box', () => {
    const cylinder = '<geom type="cylinder" size="0.1 0.2"/>';
    const m = model('', cylinder);
    checkScope(m, new Data(m));
    const both = modelFromXml(
      `<mujoco><worldbody><geom type="box" size="1 1 1"/><body><joint/>${cylinder}</body></worldbody></mujoco>`,
    );
    expect(() => checkScope(both, new Data(both))).toThrow('a cylinder with a plane');
  });
});

test('a model without constraints has no kernels for them', () => {
  expect(stagesOfStep(model('<option><flag contact="disable"/></option>'))).toEqual([
    'check',
    'bodyPoses',
    'geomPoses',
    'centres',
    'inertia',
    'motion',
    'biasForces',
    'actuation',
    'solveStart',
    'integrate',
  ]);
});

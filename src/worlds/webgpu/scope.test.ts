// needs: the compiled engine
import { describe, expect, test } from 'vitest';
import { Data, type Model, modelFromXml } from '../../index.ts';
import { geomPairs } from './pairs.ts';
import { checkScope } from './scope.ts';
import { stagesOfStep } from './shader/stages.ts';
import { keyOf, unusedFunctions } from './shader/unused.ts';

const tetrahedron = '<asset><mesh name="t" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/></asset>';
const field = '<asset><hfield name="f" nrow="2" ncol="2" size="1 1 1 1"/></asset>';

const model = (head: string, geom = '<geom size="0.1"/>', tail = '', ground = ''): Model =>
  modelFromXml(
    `<mujoco>${head}<worldbody>${ground}<geom type="plane" size="1 1 1"/><body name="b"><joint name="j"/>${geom}<site name="s"/></body></worldbody>${tail}</mujoco>`,
  );

describe('an unsupported model is rejected with the name of the feature', () => {
  test.each([
    ['an integrator other than Euler', model('<option integrator="implicitspringdamper"/>')],
    ['an integrator other than Euler', model('<option integrator="discrete"/>')],
    ['sleeping', model('<option><flag sleep="enable"/></option>')],
    ['the PGS solver', model('<option solver="PGS"/>')],
    ['noslip iterations', model('<option noslip_iterations="3"/>')],
    ['signed distance fields that may touch', model(tetrahedron, '<geom type="sdf" mesh="t"/>')],
    [
      'height fields that may touch',
      model(field, '<geom type="sphere" size="1"/>', '', '<geom type="hfield" hfield="f"/>'),
    ],
    [
      'actuators with user-defined dynamics, gain or bias',
      model('', undefined, '<actuator><general joint="j" gaintype="user"/></actuator>'),
    ],
    ['sensors of rays', model('', undefined, '<sensor><rangefinder site="s"/></sensor>')],
  ])('%s', (words, m) => {
    expect(() => checkScope(m, new Data(m))).toThrow(words);
  });

  test('exact contacts of convex shapes', () => {
    const m = model('');
    m.opt.ccd_exact = 1;
    expect(() => checkScope(m, new Data(m))).toThrow('exact contacts of convex shapes (opt.ccd_exact)');
  });

  test('geoms of any shape are supported if they touch nothing', () => {
    const m = model(field, undefined, '', '<geom type="hfield" hfield="f" contype="0" conaffinity="0"/>');
    checkScope(m, new Data(m));
  });

  test('contacts between meshes, ellipsoids and cylinders are supported', () => {
    const m = modelFromXml(`<mujoco>${tetrahedron}<worldbody><geom type="mesh" mesh="t"/><body><joint/>
      <geom type="cylinder" size="0.1 0.2"/></body><body><joint/><geom type="ellipsoid" size="0.1 0.1 0.2"/></body></worldbody></mujoco>`);
    checkScope(m, new Data(m));
  });
});

describe('convex contact searches', () => {
  const isUnused = (m: Model) => (name: string) => unusedFunctions(m, [], geomPairs(m, new Data(m))).has(keyOf(name));
  const search = 'engine_collision_convex_convexConvex__convexConvex';

  test('are omitted from shaders if such shapes are visual only', () => {
    const m = model(
      tetrahedron,
      '<geom type="capsule" size="1 1"/><geom type="mesh" mesh="t" contype="0" conaffinity="0"/>',
    );
    expect(isUnused(m)(search)).toBe(true);
    expect(isUnused(m)('engine_collision_convex_planeConvex__planeConvex')).toBe(true);
    expect(isUnused(m)('engine_collision_pairs_planeCapsule__planeCapsule')).toBe(false);
  });

  test('are included, without unused shapes, if a mesh may touch a box', () => {
    const m = model(tetrahedron, '<geom type="mesh" mesh="t"/>', '', '<geom type="box" size="1 1 1"/>');
    expect(isUnused(m)(search)).toBe(false);
    expect(isUnused(m)('engine_collision_convex_support__meshVertex')).toBe(false);
    expect(isUnused(m)('engine_collision_convex_support__hullVertex')).toBe(true);
    expect(isUnused(m)('engine_collision_convex_support__ellipsoidSupport')).toBe(true);
  });
});

test('a model without constraints has no kernels for them', () => {
  expect(stagesOfStep(model('<option><flag contact="disable"/></option>'))).toEqual([
    'check',
    'bodyPoses',
    'geomPoses',
    'centers',
    'inertia',
    'motion',
    'biasForces',
    'actuation',
    'solveStart',
    'integrate',
  ]);
});

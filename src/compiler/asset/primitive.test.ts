import { expect, test } from 'vitest';
import { expectNear } from '../../../test/support/meshPair.ts';
import { oracleModel } from '../../../test/support/oracle/oracle.ts';
import { GeomType } from '../../core/model/enums.ts';
import { inlineMesh } from './mesh/formats/decode.ts';
import { processMesh } from './mesh/process.ts';
import { fitGeom, fluidCoefs, type GeomShape, geomAabb, geomInertia, geomRBound, geomVolume } from './primitive.ts';

const shapes: [string, number, number[]][] = [
  ['sphere', GeomType.SPHERE, [0.3, 0, 0]],
  ['capsule', GeomType.CAPSULE, [0.2, 0.7, 0]],
  ['cylinder', GeomType.CYLINDER, [0.4, 0.15, 0]],
  ['ellipsoid', GeomType.ELLIPSOID, [0.2, 0.5, 0.9]],
  ['box', GeomType.BOX, [0.1, 0.4, 0.6]],
];

test.each(shapes)('mass, inertia and bounds of a %s agree with MuJoCo, solid and hollow', (word, type, size) => {
  for (const shell of [false, true]) {
    const xml = `<mujoco><worldbody><body><freejoint/>
      <geom type="${word}" size="${size.filter((s) => s > 0).join(' ')}" shellinertia="${shell}"/></body></worldbody></mujoco>`;
    const m = oracleModel(xml);
    const g = { type, size, shell } as GeomShape;
    const mass = 1000 * geomVolume(g);
    // the body frame sorts the moments
    const order = (a: ArrayLike<number>): number[] => Array.from(a).sort((x, y) => x - y);
    expectNear([mass], [m.body_mass[1]], 1e-12, 'mass');
    expectNear(order(geomInertia(g, mass)), order(m.body_inertia.subarray(3)), 1e-11, 'inertia');
    expectNear([geomRBound(g)], m.geom_rbound, 1e-12, 'rbound');
    expectNear(geomAabb(g), m.geom_aabb, 1e-12, 'aabb');
    m.delete();
  }
});

test('planes and height fields have the same boxes as in MuJoCo', () => {
  const m = oracleModel(
    `<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 2 3 4"/></asset>
     <worldbody><geom type="plane" size="1 1 1"/><geom type="hfield" hfield="h"/></worldbody></mujoco>`,
  );
  const hfield = { type: GeomType.HFIELD, size: [1, 2, 3], hfieldSize: [1, 2, 3, 4] };
  expectNear(geomAabb({ type: GeomType.PLANE, size: [1, 1, 1] }), m.geom_aabb.subarray(0, 6), 1e-12, 'plane');
  expectNear(geomAabb(hfield), m.geom_aabb.subarray(6), 1e-12, 'hfield');
  expectNear([0, geomRBound(hfield)], m.geom_rbound, 1e-12, 'rbound');
  m.delete();
});

test.each(shapes)('fluid coefficients of a %s agree with MuJoCo', (word, type, size) => {
  const m = oracleModel(`<mujoco><worldbody><body><freejoint/><geom type="${word}" fluidshape="ellipsoid"
    size="${size.filter((s) => s > 0).join(' ')}" fluidcoef="0.5 0.25 1.5 1 1"/></body></worldbody></mujoco>`);
  expectNear(fluidCoefs({ type, size } as GeomShape, [0.5, 0.25, 1.5, 1, 1]), m.geom_fluid, 1e-12, 'geom_fluid');
  m.delete();
});

const corners = [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3, 1, 1, 1];

test.each(shapes)('a %s is fitted to a mesh as in MuJoCo, by inertia and by box', (word, type) => {
  const data = inlineMesh({ vert: corners });
  const options = { scale: [1, 1, 1], refpos: [0, 0, 0], refquat: [1, 0, 0, 0], inertia: 2, smoothnormal: false };
  const mesh = processMesh(data, { ...options, name: 'm', maxhullvert: -1, needhull: false, fromObj: false } as never);
  for (const fitaabb of [false, true]) {
    const m =
      oracleModel(`<mujoco><compiler fitaabb="${fitaabb}"/><asset><mesh name="m" vertex="${corners.join(' ')}"/></asset>
      <worldbody><body><freejoint/><geom type="${word}" mesh="m" fitscale="1.25"/></body></worldbody></mujoco>`);
    const { size } = fitGeom({ type, size: [0, 0, 0], mesh } as GeomShape, fitaabb, 1.25);
    expectNear(size, m.geom_size, 1e-9, `size, fitaabb ${fitaabb}`);
    m.delete();
  }
  expect(() => fitGeom({ type: GeomType.PLANE, size: [0, 0, 0], mesh }, false, 1)).toThrow(/invalid geom type/);
});

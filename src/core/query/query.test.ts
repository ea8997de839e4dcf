import { expect, test } from 'vitest';
import { makeModel, openScene, pairKinds, setPose } from '../../../test/conformance/collision/cases.ts';
import { copyFieldsFromOracle, mujoco, type Pair, pairFromXml, random } from '../../../test/support/oracle/oracle.ts';
import { geomDistance } from './geomDistance.ts';
import { multiRay, ray, rayGeom } from './ray.ts';

const scene = (): Pair => {
  const next = random(31);
  const heights = Array.from({ length: 80 }, () => (0.5 + 0.5 * next()).toFixed(3)).join(' ');
  const points = Array.from({ length: 90 }, () => (0.3 * next()).toFixed(4)).join(' ');
  const body = (geom: string, k: number) =>
    `<body pos="${next()} ${next()} ${0.5 + 0.5 * next()}" euler="${90 * next()} ${90 * next()} ${k}"><freejoint/>
      <geom pos="0.1 0 0.05" euler="20 0 30" ${geom}/></body>`;
  return pairFromXml(`<mujoco>
    <asset>
      <hfield name="h" nrow="8" ncol="10" size="1.5 1.2 0.4 0.1" elevation="${heights}"/>
      <mesh name="m" vertex="${points}"/>
      <material name="glass" rgba="1 1 1 0"/>
    </asset>
    <worldbody>
      <geom type="plane" size="2 0 1" pos="0 0 -1" euler="5 3 0"/>
      <geom type="hfield" hfield="h" pos="0 0 -0.6" euler="0 4 20" group="2"/>
      ${body('type="sphere" size="0.3"', 1)}
      ${body('type="capsule" size="0.15 0.3" group="1"', 2)}
      ${body('type="ellipsoid" size="0.2 0.3 0.4"', 3)}
      ${body('type="cylinder" size="0.2 0.3" group="3"', 4)}
      ${body('type="box" size="0.2 0.3 0.1" rgba="1 0 0 0"', 5)}
      ${body('type="box" size="0.2 0.3 0.25"', 6)}
      ${body('type="mesh" mesh="m"', 7)}
      ${body('type="mesh" mesh="m" material="glass"', 8)}
      <body pos="0.5 0.5 1.2"><freejoint/><geom size="0.1"/><geom type="box" size="0.3 0.02 0.02"/></body>
    </worldbody></mujoco>`);
};

function posed(): Pair {
  const pair = scene();
  mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
  copyFieldsFromOracle(pair, ['xipos', 'ximat', 'geom_xpos', 'geom_xmat']);
  return pair;
}

test('rays against every geom type have the hits, normals and filters of MuJoCo', () => {
  const { m, d, theirs } = posed();
  const next = random(77);
  const geom = new mujoco.IntBuffer(1);
  const normal = new mujoco.DoubleBuffer(3);
  let hits = 0;
  for (let k = 0; k < 1500; k++) {
    const pnt = [2 * next(), 2 * next(), 1 + 1.5 * next()];
    const vec = [next(), next(), next() - 0.5];
    const geomgroup = k % 3 === 0 ? null : [1, k & 1, (k >> 1) & 1, (k >> 2) & 1, 1, 1];
    const flgStatic = k % 5 !== 0;
    const bodyexclude = k % 7 === 0 ? 3 : -1;
    const dist = mujoco.mj_ray(
      theirs.m,
      theirs.d,
      pnt,
      vec,
      geomgroup as unknown as number[],
      flgStatic,
      bodyexclude,
      geom,
      normal,
    );
    const hit = ray(m, d, pnt, vec, { geomgroup, flgStatic, bodyexclude });
    expect(hit.geomid).toBe(geom.GetView()[0]);
    expect(hit.dist).toBeCloseTo(dist, 12);
    for (let c = 0; c < 3; c++) expect(hit.normal[c]).toBeCloseTo(normal.GetView()[c], 10);
    if (dist >= 0) hits++;
  }
  expect(hits).toBeGreaterThan(500);
});

test('many rays from one point match MuJoCo', () => {
  const { m, d, theirs } = posed();
  const next = random(78);
  const n = 400;
  const vec = Array.from({ length: 3 * n }, next);
  vec.fill(0, 30, 33);
  const pnt = [0.2, -0.1, 1.6];
  const geomid = new mujoco.IntBuffer(n);
  const dist = new mujoco.DoubleBuffer(n);
  const normal = new mujoco.DoubleBuffer(3 * n);
  mujoco.mj_multiRay(theirs.m, theirs.d, pnt, vec, null as unknown as number[], true, -1, geomid, dist, normal, n, 3);
  const out = { dist: new Float64Array(n), geomid: new Int32Array(n), normal: new Float64Array(3 * n) };
  multiRay(m, d, pnt, vec, out, {}, 3);
  for (let k = 0; k < n; k++) {
    expect(out.dist[k]).toBeCloseTo(dist.GetView()[k], 12);
    if (k === 10) continue; // a zero vector: MuJoCo does not change the geom
    expect(out.geomid[k]).toBe(geomid.GetView()[k]);
    for (let c = 0; c < 3; c++) expect(out.normal[3 * k + c]).toBeCloseTo(normal.GetView()[3 * k + c], 10);
  }
});

test('a ray at one geom ignores the others', () => {
  const { m, d } = posed();
  const center = Array.from(d.geom_xpos.subarray(6, 9));
  const hit = rayGeom(m, d, 2, [center[0], center[1], center[2] + 1], [0, 0, -1]);
  expect(hit.dist).toBeCloseTo(0.7, 12);
  expect(hit.geomid).toBe(2);
  expect(Array.from(hit.normal)).toEqual([0, 0, 1].map((x) => expect.closeTo(x, 12)));
});

test('a ray along the middle of a symmetric mesh hits one of its triangles', () => {
  const cube = '-1 -1 -1  1 -1 -1  -1 1 -1  1 1 -1  -1 -1 1  1 -1 1  -1 1 1  1 1 1';
  const pair = pairFromXml(`<mujoco><asset><mesh name="c" vertex="${cube}"/></asset>
    <worldbody><geom type="mesh" mesh="c"/></worldbody></mujoco>`);
  mujoco.mj_kinematics(pair.theirs.m, pair.theirs.d);
  copyFieldsFromOracle(pair, ['geom_xpos', 'geom_xmat']);
  expect(ray(pair.m, pair.d, [0, 0, 3], [0, 0, -1]).dist).toBeCloseTo(2, 12);
});

test('distances and nearest points of all pairs match MuJoCo', () => {
  const pair = makeModel();
  const { m, d, theirs } = pair;
  const theirFromto = new mujoco.DoubleBuffer(6);
  const fromto = new Float64Array(6);
  for (const kind of pairKinds) {
    for (let k = 0; k < 4; k++) {
      const { g1, g2 } = openScene(pair, kind, k);
      setPose({ ...kind, pair, g1, g2, size: 0.1 }, 50 + k, k < 3 ? 'apart' : 'shallow');
      const [a, b] = k & 1 ? [g1, g2] : [g2, g1];
      const distmax = k === 2 ? 1e-4 : 0.5;
      const dist = mujoco.mj_geomDistance(theirs.m, theirs.d, a, b, distmax, theirFromto);
      expect(geomDistance(m, d, a, b, distmax, fromto), kind.name).toBeCloseTo(dist, 6);
      const view = theirFromto.GetView();
      for (let c = 0; c < 6; c++) expect(fromto[c], `${kind.name} ${k}`).toBeCloseTo(view[c], 5);
    }
  }
});

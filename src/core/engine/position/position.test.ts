import { expect, test } from 'vitest';
import {
  copyFieldsFromOracle,
  copyStateToOracle,
  fieldError,
  mujoco,
  oracleField,
  type Pair,
  pairFromXml,
  random,
  randomState,
} from '../../../../test/support/oracle/oracle.ts';
import { jointZoo, tendonZoo, transmissionZoo } from '../../../../test/support/scenes/smoothModels.ts';
import { clearData } from '../../model/reset.ts';
import { updateSleep } from '../sleep/updateSleep.ts';
import { jac, jacBody, jacBodyCom, jacGeom, jacPointAxis, jacSite, jacSubtreeCom } from '../tree/jacobian.ts';
import { addM, addMDense, fullM, mulM, mulM2, solveM, solveM2, solveMAwake } from '../tree/solveM.ts';
import { angmomMat } from './angmomMat.ts';
import { camlight } from './camlight.ts';
import { comPos } from './comPos.ts';
import { factorM } from './inertia/factorM.ts';
import { makeM } from './inertia/massMatrix.ts';
import { kinematics, kinematics1 } from './kinematics.ts';
import { tendon } from './tendon/tendon.ts';
import { transmission } from './transmission/transmission.ts';

const next = random(5);
const vec = (n: number) => Float64Array.from({ length: n }, next);

const loaded = new Map<string, Pair>();

/** Runs the position stages in our engine and forward dynamics in MuJoCo, from the same random state. */
function both(xml: string, seed: number): Pair {
  const pair = loaded.get(xml) ?? pairFromXml(xml);
  loaded.set(xml, pair);
  if (seed === 0) clearData(pair.m, pair.d);
  else randomState(pair, seed, 0.2);
  for (let k = 0; k < pair.d.mocap_pos.length; k++) pair.d.mocap_pos[k] += 0.1 * next();
  for (let k = 0; k < pair.d.mocap_quat.length; k++) pair.d.mocap_quat[k] += 0.1 * next();
  copyStateToOracle(pair);
  mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
  const { m, d } = pair;
  kinematics(m, d);
  comPos(m, d);
  camlight(m, d);
  tendon(m, d);
  makeM(m, d);
  factorM(m, d);
  return pair;
}

function agree(pair: Pair, fields: string[], tol = 1e-12): void {
  for (const name of fields) expect(`${name} ${fieldError(pair, name) < tol}`).toBe(`${name} true`);
}

/** Result of a MuJoCo function that writes n numbers to a buffer. */
function oracle(n: number, call: (out: unknown) => void): Float64Array {
  const out = mujoco.DoubleBuffer.FromArray(new Array(n).fill(0));
  call(out);
  const values = Float64Array.from(out.GetView() as Float64Array);
  out.delete();
  return values;
}

function near(got: ArrayLike<number>, expected: ArrayLike<number>, tol = 1e-11): void {
  expect(got.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(Math.abs(got[i] - expected[i])).toBeLessThan(tol);
}

test('poses, centers of mass, motion axes, cameras and lights match MuJoCo', () => {
  for (const seed of [0, 1, 2, 3]) {
    agree(both(jointZoo, seed), [
      'xpos',
      'xquat',
      'xmat',
      'xipos',
      'ximat',
      'xanchor',
      'xaxis',
      'geom_xpos',
      'geom_xmat',
      'site_xpos',
      'site_xmat',
      'subtree_com',
      'cinert',
      'cdof',
      'cam_xpos',
      'cam_xmat',
      'light_xpos',
      'light_xdir',
    ]);
  }
});

test('the mass matrix and its factor match MuJoCo, with armature of joints, tendons and actuators', () => {
  for (const xml of [jointZoo, tendonZoo, transmissionZoo]) {
    for (const seed of [0, 4, 5]) agree(both(xml, seed), ['crb', 'M', 'qLD', 'qLDiagInv']);
  }
});

test('tendon lengths, paths and Jacobians match MuJoCo', () => {
  for (let seed = 0; seed < 12; seed++) {
    const pair = both(tendonZoo, seed);
    const n = pair.theirs.d.ten_wrapnum as unknown as Int32Array;
    const used = (pair.theirs.d.ten_wrapadr as unknown as Int32Array).at(-1)! + n.at(-1)!;
    agree(pair, ['ten_wrapadr', 'ten_wrapnum', 'ten_length'], 1e-11);
    agree(pair, ['ten_J'], 1e-10);
    near(
      pair.d.wrap_xpos.subarray(0, 3 * used),
      (oracleField(pair, 'wrap_xpos') as number[]).slice(0, 3 * used),
      1e-10,
    );
    near(pair.d.wrap_obj.subarray(0, used), (oracleField(pair, 'wrap_obj') as number[]).slice(0, used));
  }
});

test('tendons of the test take each kind of path', () => {
  const kinds = new Set<string>();
  for (let seed = 0; seed < 12; seed++) {
    const { d } = both(tendonZoo, seed);
    for (const [name, i] of [
      ['around', 3],
      ['sided', 4],
      ['inner', 5],
      ['oncyl', 6],
      ['incyl', 7],
      ['movingcyl', 8],
    ] as const) {
      const adr = d.ten_wrapadr[i];
      const wrapped = d.wrap_obj.subarray(adr, adr + d.ten_wrapnum[i]).some((g) => g >= 0);
      kinds.add(`${name} ${wrapped}`);
    }
  }
  for (const name of ['around', 'sided', 'inner', 'oncyl', 'incyl', 'movingcyl'])
    expect(kinds).toContain(`${name} true`);
  expect(kinds).toContain('around false');
});

test('lengths and moments of all transmissions match MuJoCo, adhesion with its contacts', () => {
  for (const cone of ['pyramidal', 'elliptic']) {
    for (const seed of [0, 6, 7]) {
      const pair = both(transmissionZoo.replace('<option ', `<option cone="${cone}" `), seed);
      copyFieldsFromOracle(pair, ['ncon', 'contact_pos', 'contact_frame', 'contact_geom', 'contact_exclude']);
      transmission(pair.m, pair.d);
      agree(pair, ['actuator_length', 'moment_rownnz', 'moment_rowadr']);
      const nnz = pair.d.moment_rowadr.at(-1)! + pair.d.moment_rownnz.at(-1)!;
      expect(nnz).toBeGreaterThan(40);
      near(pair.d.actuator_moment.subarray(0, nnz), (oracleField(pair, 'actuator_moment') as number[]).slice(0, nnz));
      near(pair.d.moment_colind.subarray(0, nnz), (oracleField(pair, 'moment_colind') as number[]).slice(0, nnz));
    }
  }
});

test('adhesion includes contacts in the gap', () => {
  const pair = both(transmissionZoo, 0);
  copyFieldsFromOracle(pair, ['ncon', 'contact_pos', 'contact_frame', 'contact_geom', 'contact_exclude']);
  transmission(pair.m, pair.d);
  expect([...pair.d.contact_exclude.subarray(0, pair.d.ncon)]).toContain(1);
  for (const row of [19, 20, 21]) expect(pair.d.moment_rownnz[row]).toBe(1);
  expect(pair.d.moment_rownnz[22]).toBe(0);
});

test('Jacobians of points, bodies, centers of mass, geoms, sites and axes match MuJoCo', () => {
  const { m, d, theirs } = both(jointZoo, 8);
  const { nv } = m;
  const jacp = new Float64Array(3 * nv);
  const jacr = new Float64Array(3 * nv);
  const check = (call: (p: unknown, r: unknown) => void) => {
    const r = mujoco.DoubleBuffer.FromArray(new Array(3 * nv).fill(0));
    near(
      jacp,
      oracle(3 * nv, (p) => call(p, r)),
    );
    near(jacr, r.GetView() as Float64Array);
    r.delete();
  };
  for (let body = 0; body < m.nbody; body++) {
    const point = vec(3);
    jac(m, d, jacp, 0, jacr, 0, point, 0, body);
    check((p, r) => mujoco.mj_jac(theirs.m, theirs.d, p, r, [...point], body));
    jacBody(m, d, jacp, 0, jacr, 0, body);
    check((p, r) => mujoco.mj_jacBody(theirs.m, theirs.d, p, r, body));
    jacBodyCom(m, d, jacp, 0, jacr, 0, body);
    check((p, r) => mujoco.mj_jacBodyCom(theirs.m, theirs.d, p, r, body));
    const axis = vec(3);
    jacPointAxis(m, d, jacp, jacr, point, axis, body);
    check((p, r) => mujoco.mj_jacPointAxis(theirs.m, theirs.d, p, r, [...point], [...axis], body));
    jacSubtreeCom(m, d, jacp, 0, body);
    near(
      jacp,
      oracle(3 * nv, (p) => mujoco.mj_jacSubtreeCom(theirs.m, theirs.d, p, body)),
    );
    angmomMat(m, d, jacp, 0, body);
    near(
      jacp,
      oracle(3 * nv, (p) => mujoco.mj_angmomMat(theirs.m, theirs.d, p, body)),
    );
  }
  for (let geom = 0; geom < m.ngeom; geom++) {
    jacGeom(m, d, jacp, 0, jacr, 0, geom);
    check((p, r) => mujoco.mj_jacGeom(theirs.m, theirs.d, p, r, geom));
  }
  for (let site = 0; site < m.nsite; site++) {
    jacSite(m, d, jacp, 0, jacr, 0, site);
    check((p, r) => mujoco.mj_jacSite(theirs.m, theirs.d, p, r, site));
  }
});

test('J qvel is the finite difference of positions', () => {
  const { m, d } = both(jointZoo, 9);
  const { nv } = m;
  const jacp = new Float64Array(3 * nv);
  const jacr = new Float64Array(3 * nv);
  const body = m.nbody - 1;
  jacBody(m, d, jacp, 0, jacr, 0, body);
  const before = d.xpos.slice(3 * body, 3 * body + 3);
  const v = new Float64Array(3);
  for (let c = 0; c < 3; c++) for (let k = 0; k < nv; k++) v[c] += jacp[c * nv + k] * d.qvel[k];
  // the last body has three slides, a ball and a slide: move the slides
  const h = 1e-6;
  const only = [nv - 7, nv - 6, nv - 5, nv - 1];
  const expected = new Float64Array(3);
  for (const k of only) for (let c = 0; c < 3; c++) expected[c] += jacp[c * nv + k] * d.qvel[k];
  for (const k of only) d.qpos[m.jnt_qposadr[m.dof_jntid[k]]] += h * d.qvel[k];
  kinematics(m, d);
  for (let c = 0; c < 3; c++) expect((d.xpos[3 * body + c] - before[c]) / h).toBeCloseTo(expected[c], 6);
});

test('products and solves with the mass matrix match MuJoCo and each other', () => {
  const { m, d, theirs } = both(tendonZoo, 10);
  const { nv } = m;
  const x = vec(2 * nv);
  const res = new Float64Array(2 * nv);
  mulM(m, d, res, 0, x, 0);
  near(
    res.subarray(0, nv),
    oracle(nv, (o) => mujoco.mj_mulM(theirs.m, theirs.d, o, [...x.subarray(0, nv)])),
  );
  mulM2(m, d, res, 0, x, 0);
  near(
    res.subarray(0, nv),
    oracle(nv, (o) => mujoco.mj_mulM2(theirs.m, theirs.d, o, [...x.subarray(0, nv)])),
  );
  for (const k of [0, 1]) mulM(m, d, res, k * nv, x, k * nv);
  const back = res.slice();
  solveM(m, d, back, 0, back, 0, 2);
  near(back, x);
  solveMAwake(m, d, res, 0, 2);
  near(res, x);
  const full = new Float64Array(nv * nv);
  fullM(m, d, full, 0);
  near(
    full,
    oracle(nv * nv, (o) => mujoco.mj_fullM(theirs.m, theirs.d, o)),
  );
  const half = new Float64Array(nv);
  solveM2(m, d, half, 0, x, 0, 1);
  solveM(m, d, res, 0, x, 0, 1);
  let energy = 0;
  let expected = 0;
  for (let i = 0; i < nv; i++) {
    energy += half[i] * half[i];
    expected += x[i] * res[i];
  }
  expect(energy).toBeCloseTo(expected, 9);
  const dst = d.M.slice();
  addM(m, d, dst, m.M_rownnz, m.M_rowadr, m.M_colind);
  near(
    dst,
    d.M.map((v) => 2 * v),
  );
  const dense = new Float64Array(nv * nv);
  addMDense(m, d, dense, 0);
  for (let i = 0; i < nv; i++)
    for (let j = 0; j < nv; j++) expect(dense[i * nv + j]).toBe(j <= i ? full[i * nv + j] : 0);
});

test('the mass matrix is positive definite in any configuration', () => {
  for (let seed = 1; seed < 6; seed++) {
    const { d } = both(jointZoo, seed);
    for (const inverse of d.qLDiagInv) expect(inverse).toBeGreaterThan(0);
  }
});

test('bodies of a sleeping tree do not change', () => {
  const pair = both(jointZoo, 1);
  const { m, d } = pair;
  const body = m.nbody - 1;
  const tree = m.body_treeid[body];
  d.tree_asleep[tree] = tree;
  updateSleep(m, d, 0);
  const kept = d.xpos.slice();
  d.xpos.fill(7);
  kinematics1(m, d);
  for (let i = 0; i < m.nbody; i++) {
    const expected = m.body_treeid[i] === tree ? [7, 7, 7] : [...kept.slice(3 * i, 3 * i + 3)];
    expect([...d.xpos.slice(3 * i, 3 * i + 3)]).toEqual(expected);
  }
});

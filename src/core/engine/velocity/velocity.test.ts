import { expect, test } from 'vitest';
import {
  copyFieldsFromOracle,
  copyStateFromOracle,
  copyStateToOracle,
  fieldError,
  mujoco,
  type Pair,
  pairFromXml,
  random,
  randomState,
} from '../../../../test/support/oracle/oracle.ts';
import {
  heldTogether,
  jointZoo,
  sleepers,
  tendonZoo,
  transmissionZoo,
} from '../../../../test/support/scenes/smoothModels.ts';
import { Data } from '../../model/data.ts';
import { clearData } from '../../model/reset.ts';
import { camlight } from '../position/camlight.ts';
import { comPos } from '../position/comPos.ts';
import { factorM } from '../position/inertia/factorM.ts';
import { makeM } from '../position/inertia/massMatrix.ts';
import { kinematics, kinematics1, kinematics2 } from '../position/kinematics.ts';
import { tendon } from '../position/tendon/tendon.ts';
import { transmission } from '../position/transmission/transmission.ts';
import { updateSleep } from '../sleep/updateSleep.ts';
import { solveM } from '../tree/solveM.ts';
import { comVel } from './comVel.ts';
import { energyPos, energyVel } from './energy.ts';
import { jacDot, pointMotion } from './pointMotion.ts';
import { bias, rne } from './rne.ts';
import { rnePostConstraint } from './rnePostConstraint.ts';
import { subtreeVel } from './subtreeVel.ts';
import { tendonDot } from './tendonBias.ts';
import { velocities } from './velocities.ts';

const next = random(6);

const loaded = new Map<string, Pair>();

/** Runs position and velocity stages in our engine and forward dynamics in MuJoCo, from the same random state. */
function both(xml: string, seed: number): Pair {
  const pair = loaded.get(xml) ?? pairFromXml(xml);
  loaded.set(xml, pair);
  if (seed === 0) clearData(pair.m, pair.d);
  else randomState(pair, seed, 0.2);
  copyStateToOracle(pair);
  mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
  stages(pair);
  return pair;
}

function stages({ m, d }: Pair, withKinematics = true): void {
  if (withKinematics) kinematics(m, d);
  comPos(m, d);
  tendon(m, d);
  makeM(m, d);
  factorM(m, d);
  transmission(m, d);
  velocities(m, d);
  comVel(m, d);
  bias(m, d);
}

function agree(pair: Pair, fields: string[], tol = 1e-11): void {
  for (const name of fields) expect(`${name} ${fieldError(pair, name) < tol}`).toBe(`${name} true`);
}

test('velocities of bodies, axes and tendons and the bias forces match MuJoCo', () => {
  for (const xml of [jointZoo, tendonZoo]) {
    for (const seed of [0, 1, 2, 3]) {
      agree(both(xml, seed), ['cvel', 'cdof_dot', 'ten_velocity', 'actuator_velocity', 'qfrc_bias']);
    }
  }
});

test('without actuation the velocities of actuators are zero', () => {
  const pair = both(tendonZoo.replace('<worldbody>', '<option><flag actuation="disable"/></option><worldbody>'), 4);
  agree(pair, ['actuator_velocity']);
  expect([...pair.d.actuator_velocity]).toEqual([0, 0, 0]);
});

test('rne with accelerations is M qacc plus the bias, without armature', () => {
  const pair = both(jointZoo, 5);
  const { m, d } = pair;
  for (let i = 0; i < m.nv; i++) d.qacc[i] = next();
  const force = new Float64Array(m.nv);
  rne(m, d, true, force, 0);
  for (let i = 0; i < m.nv; i++) force[i] += m.dof_armature[i] * d.qacc[i] - d.qfrc_bias[i];
  solveM(m, d, force, 0, force, 0, 1);
  for (let i = 0; i < m.nv; i++) expect(force[i]).toBeCloseTo(d.qacc[i], 9);
});

test('gravity can be disabled', () => {
  const off = jointZoo.replace('<option gravity="0.3 -0.2 -9.81"/>', '<option><flag gravity="disable"/></option>');
  const pair = both(off, 6);
  agree(pair, ['qfrc_bias']);
  rnePost(pair);
});

/** Copies the solver results of MuJoCo, then compares. */
function rnePost(pair: Pair): void {
  const { m, d, theirs } = pair;
  mujoco.mj_rnePostConstraint(theirs.m, theirs.d);
  copyFieldsFromOracle(pair, ['ncon', 'ne', 'qacc', 'contact_pos', 'contact_frame', 'contact_geom', 'contact_dim']);
  copyFieldsFromOracle(pair, ['contact_friction', 'contact_efc_address', 'contact_adhesion']);
  copyFieldsFromOracle(pair, ['efc_force', 'efc_id', 'efc_type']);
  rnePostConstraint(m, d);
  agree(pair, ['cacc', 'cfrc_ext', 'cfrc_int'], 1e-10);
}

test('accelerations and forces after the solver match MuJoCo: contacts, equalities, applied forces', () => {
  for (const cone of ['pyramidal', 'elliptic']) {
    for (const seed of [0, 7]) {
      const pair = pairFromXml(heldTogether.replace('<worldbody>', `<option cone="${cone}"/><worldbody>`));
      if (seed > 0) randomState(pair, seed, 0.02);
      for (let k = 6; k < 18; k++) pair.d.xfrc_applied[k] = next();
      copyStateToOracle(pair);
      mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
      stages(pair);
      rnePost(pair);
      expect(pair.d.ncon).toBeGreaterThan(0);
      expect(pair.d.ne).toBeGreaterThan(12);
    }
  }
});

test('velocities and angular momenta of subtrees match MuJoCo', () => {
  for (const seed of [8, 9]) {
    const pair = both(jointZoo, seed);
    mujoco.mj_subtreeVel(pair.theirs.m, pair.theirs.d);
    subtreeVel(pair.m, pair.d);
    agree(pair, ['subtree_linvel', 'subtree_angmom']);
  }
});

test('energies match MuJoCo, including springs of joints and tendons', () => {
  for (const xml of [jointZoo, tendonZoo, transmissionZoo]) {
    const pair = both(xml, 10);
    mujoco.mj_energyPos(pair.theirs.m, pair.theirs.d);
    mujoco.mj_energyVel(pair.theirs.m, pair.theirs.d);
    energyPos(pair.m, pair.d);
    energyVel(pair.m, pair.d);
    agree(pair, ['energy']);
    expect(pair.d.energy[1]).toBeGreaterThan(0);
  }
});

test('rates of Jacobians match MuJoCo and the motion of a point', () => {
  const { m, d, theirs } = both(jointZoo, 11);
  const { nv } = m;
  const jacp = new Float64Array(3 * nv);
  const jacr = new Float64Array(3 * nv);
  const motion = new Float64Array(6);
  for (let body = 1; body < m.nbody; body++) {
    const point = [next(), next(), next()];
    jacDot(m, d, jacp, 0, jacr, 0, Float64Array.from(point), 0, body);
    const p = mujoco.DoubleBuffer.FromArray(new Array(3 * nv).fill(0));
    const r = mujoco.DoubleBuffer.FromArray(new Array(3 * nv).fill(0));
    mujoco.mj_jacDot(theirs.m, theirs.d, p, r, point, body);
    for (const [ours, their] of [
      [jacp, p],
      [jacr, r],
    ] as const) {
      const expected = their.GetView() as Float64Array;
      for (let k = 0; k < 3 * nv; k++) expect(Math.abs(ours[k] - expected[k])).toBeLessThan(1e-12);
    }
    p.delete();
    r.delete();
    pointMotion(m, d, motion, 0, Float64Array.from(point), 0, body, d.qvel, 0);
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < nv; k++) sum += jacp[c * nv + k] * d.qvel[k];
      expect(motion[3 + c]).toBeCloseTo(sum, 11);
    }
  }
});

test('the rate of a tendon Jacobian times qvel matches finite differences', () => {
  const pair = both(tendonZoo, 12);
  const { m, d, theirs } = pair;
  for (const i of [0, 1, 2]) {
    const rate = tendonDot(m, d, i, d.qvel, 0);
    const h = 1e-6;
    const lengthRate = (sign: number) => {
      const q = mujoco.DoubleBuffer.FromArray([...d.qpos]);
      mujoco.mj_integratePos(theirs.m, q, [...d.qvel], sign * h);
      const other = { ...pair, d: new Data(m) };
      other.d.qpos.set(q.GetView() as Float64Array);
      other.d.qvel.set(d.qvel);
      q.delete();
      stages(other);
      return other.d.ten_velocity[i];
    };
    expect(rate).toBeCloseTo((lengthRate(1) - lengthRate(-1)) / (2 * h), 5);
  }
});

test('all stages skip sleeping trees as in MuJoCo', () => {
  const pair = pairFromXml(sleepers);
  const { m, d, theirs } = pair;
  for (let k = 0; k < 1500; k++) mujoco.mj_step(theirs.m, theirs.d);
  expect(theirs.d.ntree_awake).toBe(1);
  expect(theirs.d.nv_awake).toBe(2);
  copyStateFromOracle(pair);
  const counts = ['ntree_awake', 'nbody_awake', 'nparent_awake', 'nv_awake'];
  const kept = [
    ...[
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
    ],
    ...['subtree_com', 'cinert', 'cdof', 'crb', 'M', 'qLD', 'qLDiagInv', 'cvel', 'cdof_dot', 'qfrc_bias'],
    ...['cam_xpos', 'cam_xmat', 'light_xpos', 'light_xdir', 'ten_wrapadr', 'ten_wrapnum'],
  ];
  copyFieldsFromOracle(pair, [...kept, 'tree_asleep']);
  updateSleep(m, d, 0);
  // the pendulum keeps moving; a stage that wrote to a sleeping tree would change the copied values
  d.qpos[0] += 0.1;
  copyStateToOracle(pair);
  mujoco.mj_forward(theirs.m, theirs.d);
  mujoco.mj_subtreeVel(theirs.m, theirs.d);
  kinematics1(m, d);
  kinematics2(m, d);
  camlight(m, d);
  stages(pair, false);
  subtreeVel(m, d);
  agree(pair, [
    ...kept,
    'ten_length',
    'ten_J',
    'ten_velocity',
    'actuator_length',
    'actuator_velocity',
    'moment_rownnz',
  ]);
  agree(pair, [...counts, 'tree_awake', 'body_awake']);
});

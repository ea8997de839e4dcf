/** The integrator `discrete` as in MuJoCo 3.14.0: the metric, rows, forces, accelerations, inverse dynamics and steps. */
import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { inverse } from '../../src/core/engine/inverse.ts';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { Solver } from '../../src/core/model/enums.ts';
import { discreteModels } from '../models/discrete.ts';
import { mujocoNext, pairFromNext } from '../support/oracle/next.ts';
import { copyStateToOracle, fieldError, type Pair, random } from '../support/oracle/oracle.ts';
import '../support/plainEngine.ts';

const METRIC = ['efm_active', 'nefmT', 'nefmA', 'efm_c', 'efm_ca', 'efm_ck', 'efm_diag', 'efm_sdiag', 'qH'] as const;
const ROWS = ['nefc', 'nisland', 'efc_diagA', 'efc_KBIP', 'efc_R', 'efc_D', 'efc_vel', 'efc_aref'] as const;
const RESULTS = ['efc_force', 'qfrc_constraint', 'qacc', 'sensordata'] as const;

/** A pair in a random state near the reference. */
function load(xml: string, seed: number): Pair {
  const pair = pairFromNext(xml);
  const { m, d } = pair;
  const next = random(seed);
  for (let i = 0; i < m.nq; i++) d.qpos[i] = m.qpos0[i] + 0.1 * next();
  for (let i = 0; i < m.nv; i++) d.qvel[i] = next();
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = next();
  for (let i = 0; i < m.na; i++) d.act[i] = 0.5 + 0.4 * next();
  for (let i = 0; i < m.nv; i++) d.qfrc_applied[i] = next();
  copyStateToOracle(pair);
  return pair;
}

function release({ theirs }: Pair): void {
  theirs.d.delete();
  theirs.m.delete();
}

test.each(discreteModels)('%s: the metric, the rows and the accelerations', (_, xml) => {
  for (const seed of [1, 2]) {
    const pair = load(xml, seed);
    const { m, d, theirs } = pair;
    forward(m, d);
    mujocoNext.mj_forward(theirs.m, theirs.d);
    const dual = m.opt.solver === Solver.PGS;
    // PGS leaves the arrays of couplings as they are
    for (const field of METRIC)
      if (!(dual && field === 'efm_ca')) expect(fieldError(pair, field), field).toBeLessThan(1e-11);
    for (const field of ROWS) expect(fieldError(pair, field), field).toBeLessThan(1e-11);
    // MuJoCo solves for qacc_smooth to opt.tolerance
    for (const field of ['qacc_smooth', 'efc_b']) expect(fieldError(pair, field), field).toBeLessThan(1e-7);
    const tolerance = m.opt.solver === Solver.CG ? 1e-6 : 1e-8;
    for (const field of RESULTS) expect(fieldError(pair, field), field).toBeLessThan(tolerance);
    if (m.opt.solver !== Solver.CG) expect(fieldError(pair, 'solver_niter'), 'solver_niter').toBe(0);
    inverse(m, d);
    (theirs.d.qacc as Float64Array).set(d.qacc);
    mujocoNext.mj_inverse(theirs.m, theirs.d);
    expect(fieldError(pair, 'qfrc_inverse'), 'qfrc_inverse').toBeLessThan(1e-8);
    release(pair);
  }
});

test.each(discreteModels)('%s: steps from the same states, and a trajectory', (_, xml) => {
  const pair = load(xml, 5);
  const { m, d, theirs } = pair;
  const tolerance = m.opt.solver === Solver.CG ? 1e-6 : 1e-8;
  for (let k = 0; k < 20; k++) {
    copyStateToOracle(pair);
    (theirs.d.act as Float64Array).set(d.act);
    step(m, d);
    mujocoNext.mj_step(theirs.m, theirs.d);
    for (const field of ['qpos', 'qvel', 'act'])
      expect(fieldError(pair, field), `${field}, step ${k}`).toBeLessThan(tolerance);
  }
  for (let k = 0; k < 10; k++) {
    step(m, d);
    mujocoNext.mj_step(theirs.m, theirs.d);
  }
  expect(fieldError(pair, 'qpos'), 'qpos of the trajectory').toBeLessThan(10 * tolerance);
  release(pair);
});

test('the equation of the step holds: (M + h D + h^2 K) qacc = f - h K qvel + J^T f_c', () => {
  // one dof: M = 2, servo kp = 50, kv = 3, spring 7, damper 1
  const xml = `<mujoco><option integrator="discrete" timestep=".1" gravity="0 0 0"/><worldbody><body>
    <joint name="j" type="slide" stiffness="7" damping="1"/><geom size=".1" mass="2"/></body></worldbody>
    <actuator><position joint="j" kp="50" kv="3"/></actuator></mujoco>`;
  const { m, d } = pairFromNext(xml);
  d.qpos[0] = 0.3;
  d.qvel[0] = -0.4;
  d.ctrl[0] = 1;
  const q = d.qpos[0];
  const v = d.qvel[0];
  step(m, d);
  const force = 50 * (1 - q) - 3 * v - 7 * q - v;
  const qacc = (force - 0.1 * 57 * v) / (2 + 0.1 * 4 + 0.01 * 57);
  expect(d.qacc[0]).toBeCloseTo(qacc, 12);
  expect(d.qvel[0]).toBeCloseTo(v + 0.1 * qacc, 12);
});

test('a servo with a gain of 1e6 is stable at a step of 10 ms, as in MuJoCo, and reaches its target', () => {
  const xml = (integrator: string): string => `<mujoco><option integrator="${integrator}" timestep=".01"/><worldbody>
    <body><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/>
      <body pos=".5 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/></body></body>
    </worldbody><actuator><position joint="a" kp="1e6" kv="1e3"/><position joint="b" kp="1e6" kv="1e3"/></actuator></mujoco>`;
  const pair = pairFromNext(xml('discrete'));
  const { m, d, theirs } = pair;
  for (const data of [d, theirs.d]) (data.ctrl as Float64Array).set([0.5, -0.3]);
  for (let k = 0; k < 200; k++) {
    step(m, d);
    mujocoNext.mj_step(theirs.m, theirs.d);
  }
  expect(fieldError(pair, 'qpos')).toBeLessThan(1e-9);
  expect(Math.abs(d.qpos[0] - 0.5)).toBeLessThan(1e-4);
  expect(Math.abs(d.qpos[1] + 0.3)).toBeLessThan(1e-4);
  const explicit = pairFromNext(xml('implicitfast'));
  const b = explicit.d;
  b.ctrl.set([0.5, -0.3]);
  m.callbacks = { warning: () => {} };
  explicit.m.callbacks = { warning: () => {} };
  step(explicit.m, b, 200);
  expect(b.warning_number.reduce((sum, n) => sum + n)).toBeGreaterThan(0);
  release(pair);
  release(explicit);
});

test('a metric ends with its integrator', () => {
  const [pair, other] = [1, 2].map(() => load(discreteModels[2][1], 3));
  const { m, d } = pair;
  step(m, d);
  m.opt.integrator = 0;
  other.m.opt.integrator = 0;
  const fresh = new Data(other.m);
  fresh.time = d.time;
  for (const name of ['qpos', 'qvel', 'act', 'ctrl', 'qacc_warmstart', 'history', 'qfrc_applied'] as const)
    fresh[name].set(d[name]);
  forward(m, d);
  forward(other.m, fresh);
  expect(d.efm_active).toBe(0);
  expect([...d.qacc]).toEqual([...fresh.qacc]);
});

test('sleep without islands is refused', () => {
  const { m, d } = pairFromNext(discreteModels[0][1]);
  m.opt.enableflags |= 16;
  m.opt.disableflags |= 262144;
  expect(() => forward(m, d)).toThrow(/sleep needs islands. Enable the flag island/);
  expect(() => step(m, d)).toThrow(/sleep needs islands/);
  expect(() => inverse(m, d)).toThrow(/sleep needs islands/);
});

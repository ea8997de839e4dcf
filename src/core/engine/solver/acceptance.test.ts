/** User-level requirements of the solver: correctness, convergence, and failures that are reported with the best result
 *  so far. */
import { expect, test, vi } from 'vitest';
import { modelFromOracle, oracleModel } from '../../../../test/support/oracle/oracle.ts';
import { Data } from '../../model/data.ts';
import { ConstraintType, Disable, Enable, Solver, Warning } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { forward } from '../forward.ts';
import { step } from '../step.ts';
import { contactForce } from '../tree/contactForce.ts';

interface World {
  m: Model;
  d: Data;
}

function load(body: string, option = '', rest = ''): World {
  const theirs = oracleModel(`<mujoco><option ${option}/><worldbody>${body}</worldbody>${rest}</mujoco>`);
  const m = modelFromOracle(theirs);
  theirs.delete();
  return { m, d: new Data(m) };
}

function run({ m, d }: World, steps: number): void {
  for (let k = 0; k < steps; k++) step(m, d);
}

const plane = '<geom type="plane" size="5 5 1"/>';
const ball = (z: number, geom = '') => `<body pos="0 0 ${z}"><freejoint/><geom size=".1" mass="1" ${geom}/></body>`;
const finite = (a: Float64Array) => a.every(Number.isFinite);

/** Normal force of all contacts. */
function normalForce({ m, d }: World): number {
  const force = new Float64Array(6);
  let sum = 0;
  for (let i = 0; i < d.ncon; i++) {
    contactForce(m, d, i, force, 0);
    sum += force[0];
  }
  return sum;
}

test('correctness: accelerations of basic models are finite, and a free body falls with gravity', () => {
  const world = load(
    `${plane}${ball(1)}<body pos="1 0 1"><joint axis="0 1 0" frictionloss=".1"/><geom size=".1" pos=".3 0 0"/></body>`,
  );
  run(world, 50);
  expect(finite(world.d.qacc)).toBe(true);
  expect(world.d.qacc[2]).toBeCloseTo(-9.81, 9);
});

test('convergence: statistics of each iteration have improvement, gradient, slope and counts, and the gradient decreases', () => {
  const world = load(
    `${plane}${ball(0.09)}<body pos=".15 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
    'cone="elliptic"',
  );
  const { m, d } = world;
  d.qvel[0] = 1;
  forward(m, d);
  const n = d.solver_niter[0];
  expect(n).toBeGreaterThan(1);
  expect(n).toBeLessThan(20);
  expect(d.solver_gradient[n - 1]).toBeLessThan(d.solver_gradient[0]);
  for (let k = 0; k < n; k++) {
    expect(d.solver_improvement[k]).toBeGreaterThan(0);
    expect(d.solver_nactive[k]).toBeGreaterThan(0);
    expect(d.solver_neval[k]).toBeGreaterThan(1);
  }
  expect(d.solver_nnz[0]).toBe(144);
});

test('stiff contacts: a ball on solref 0.002 settles with bounded acceleration', () => {
  const world = load(`${plane}${ball(0.11, 'solref="0.002 1"')}`);
  let largest = 0;
  for (let k = 0; k < 500; k++) {
    step(world.m, world.d);
    largest = Math.max(largest, Math.abs(world.d.qacc[2]));
  }
  expect(largest).toBeLessThan(1000);
  expect(Math.abs(world.d.qvel[2])).toBeLessThan(1e-4);
  expect(normalForce(world)).toBeCloseTo(9.81, 3);
});

test.each([3, 4, 6])('elliptic cones: condim %i carries the weight and stays within its cone', (condim) => {
  const world = load(`${plane}${ball(0.1, `condim="${condim}" friction=".7 .05 .02"`)}`, 'cone="elliptic"');
  const { m, d } = world;
  d.qvel.set([0.5, 0, 0, 0, 0, 5]);
  run(world, 200);
  const force = new Float64Array(6);
  contactForce(m, d, 0, force, 0);
  let ratio = 0;
  for (let j = 1; j < condim; j++) ratio += (force[j] / d.contact_friction[j - 1]) ** 2;
  expect(ratio).toBeLessThanOrEqual(force[0] ** 2 * (1 + 1e-9));
  expect(normalForce(world)).toBeCloseTo(9.81, 1);
  run(world, 600);
  // spin is damped by torsional friction, rolling by rolling friction, and neither without
  expect(Math.abs(d.qvel[5]) < 0.1).toBe(condim > 3);
  expect(Math.hypot(d.qvel[0], d.qvel[1]) < 0.05).toBe(condim > 4);
});

test('unified constraints: limit, equality, friction loss and contact act together, qfrc_constraint = J^T f', () => {
  const world = load(
    `${plane}<body pos="0 0 .5"><joint name="a" axis="0 1 0" limited="true" range="-1 1" frictionloss=".2"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".05" contype="0" conaffinity="0"/>
     <body pos=".4 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/></body></body>
     <body name="c" pos="0 1 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body><body name="d" pos="0 1 .3"><freejoint/><geom size=".05" contype="0" conaffinity="0"/></body>`,
    'jacobian="dense"',
    '<equality><connect body1="c" body2="d" anchor="0 0 .2"/><joint joint1="b" polycoef="0.1 0 0 0 0"/></equality>',
  );
  const { m, d } = world;
  run(world, 30);
  forward(m, d);
  const types = new Set(d.efc_type.subarray(0, d.nefc));
  expect([...types].sort()).toEqual([
    ConstraintType.EQUALITY,
    ConstraintType.FRICTION_DOF,
    ConstraintType.LIMIT_JOINT,
    ConstraintType.CONTACT_PYRAMIDAL,
  ]);
  for (const type of types) {
    let largest = 0;
    for (let e = 0; e < d.nefc; e++) if (d.efc_type[e] === type) largest = Math.max(largest, Math.abs(d.efc_force[e]));
    expect(largest).toBeGreaterThan(1e-3);
  }
  for (let i = 0; i < m.nv; i++) {
    let sum = 0;
    for (let e = 0; e < d.nefc; e++) sum += d.efc_J[e * m.nv + i] * d.efc_force[e];
    expect(d.qfrc_constraint[i]).toBeCloseTo(sum, 8);
  }
});

test('failure is reported: too few iterations appear in the statistics, and the result is the best so far', () => {
  const world = load(
    `${plane}${ball(0.09)}<body pos=".15 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
    'cone="elliptic"',
  );
  const { m, d } = world;
  d.qvel[0] = 1;
  m.opt.iterations = 1;
  forward(m, d);
  expect(d.solver_niter[0]).toBe(1);
  expect(d.solver_gradient[0]).toBeGreaterThan(m.opt.tolerance);
  expect(d.solver_improvement[0]).toBeGreaterThan(m.opt.tolerance);
  expect(finite(d.qacc)).toBe(true);
});

test('failure is reported: a failed factorization names the joint, and the result is the best so far', () => {
  const link = (name: string) =>
    `<body name="${name}"><joint name="${name}" axis="0 0 1" frictionloss="1"/><geom size=".1" pos=".3 0 0"/></body>`;
  const { m, d } = load(
    link('sound') + link('broken'),
    '',
    '<equality><joint joint1="sound" joint2="broken"/></equality>',
  );
  const warning = vi.fn();
  m.callbacks = { warning };
  d.qfrc_applied.fill(0.5);
  // M has a negative pivot, but a positive trace; the rows are too soft to compensate'
  m.dof_armature.set([1e5, -1e4]);
  forward(m, d);
  forward(m, d);
  expect(d.nisland).toBe(1);
  expect(d.qLDiagInv[1]).toBeLessThan(0);
  expect(warning.mock.calls).toEqual([[expect.stringContaining("joint 'broken'"), m, d]]);
  expect([d.warning_number[Warning.INERTIA], d.warning_lastinfo[Warning.INERTIA]]).toEqual([2, 1]);
  expect(finite(d.qacc)).toBe(true);
});

test.each([
  ['second', [1.5e308, 1e308]],
  ['first', [1e308, 1.5e308]],
])('failure is reported: of dofs that are all sound, the %s is named: the one of least inertia', (name, armature) => {
  const link = (joint: string) =>
    `<body name="${joint}"><joint name="${joint}" axis="0 0 1" frictionloss="1"/><geom size=".1" pos=".3 0 0"/></body>`;
  const { m, d } = load(
    link('first') + link('second'),
    '',
    '<equality><joint joint1="first" joint2="second"/></equality>',
  );
  const warning = vi.fn();
  m.callbacks = { warning };
  // the sum of the inertia overflows
  m.dof_armature.set(armature);
  forward(m, d);
  expect(d.qLDiagInv.every((x) => x > 0)).toBe(true);
  expect(warning.mock.calls).toEqual([[expect.stringContaining(`joint '${name}'`), m, d]]);
  expect(finite(d.qacc)).toBe(true);
});

test.each(['Euler', 'implicit', 'implicitfast', 'RK4'])(
  'the Newton solver supports the integrator %s',
  (integrator) => {
    const world = load(`${plane}${ball(0.1)}`, `integrator="${integrator}"`);
    run(world, 300);
    expect(world.m.opt.solver).toBe(Solver.NEWTON);
    expect(world.d.qpos[2]).toBeCloseTo(0.1, 2);
    expect(world.d.solver_gradient[0]).toBeGreaterThan(0);
  },
);

test('default: a model without a solver attribute uses Newton', () => {
  expect(load(ball(1)).m.opt.solver).toBe(Solver.NEWTON);
});

test('energy: a damped pendulum loses energy, and never exceeds its initial energy when it hits a limit', () => {
  const swing = (limit: string) => {
    const { m, d } = load(
      `<body pos="0 0 1"><joint axis="0 1 0" damping=".1" ${limit}/><geom size=".05" pos=".4 0 0"/></body>`,
      'timestep="0.001"',
    );
    m.opt.enableflags |= Enable.ENERGY;
    d.qpos[0] = -0.8;
    const energies: number[] = [];
    for (let k = 0; k < 300; k++) {
      step(m, d);
      energies.push(d.energy[0] + d.energy[1]);
    }
    return energies;
  };
  const free = swing('');
  for (let k = 1; k < free.length; k++) expect(free[k]).toBeLessThan(free[k - 1] + 1e-5);
  const limited = swing('limited="true" range="-60 0"');
  expect(Math.max(...limited)).toBeLessThan(limited[0] + 1e-5);
  expect(limited.at(-1)).toBeLessThan(limited[0]);
});

test('warm start: kept after a step; Newton then needs fewer than half the iterations for a sliding box', () => {
  const iterations = (disable: number) => {
    const { m, d } = load(
      `${plane}<body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" friction=".3"/></body>`,
      'timestep="0.005" gravity="5 1 -9.81"',
    );
    m.opt.disableflags |= disable;
    expect(m.opt.solver).toBe(Solver.NEWTON);
    run({ m, d }, 60);
    let n = 0;
    for (let k = 0; k < 20; k++) {
      step(m, d);
      n += d.solver_niter[0];
    }
    expect(d.qacc_warmstart.some((x) => x !== 0)).toBe(true);
    return n;
  };
  expect(2 * iterations(0)).toBeLessThan(iterations(Disable.WARMSTART));
});

test('no regression: PGS and CG find the same accelerations as Newton', () => {
  const { m, d } = load(
    `${plane}${ball(0.095)}<body pos=".5 0 .098" euler="0 0 20"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
  );
  d.qvel.fill(0.3);
  forward(m, d);
  const newton = d.qacc.slice();
  m.opt.iterations = 5000;
  m.opt.tolerance = 1e-14;
  for (const solver of [Solver.CG, Solver.PGS]) {
    m.opt.solver = solver;
    d.qacc_warmstart.fill(0);
    forward(m, d);
    for (let i = 0; i < m.nv; i++) expect(d.qacc[i]).toBeCloseTo(newton[i], 3);
  }
});

test('no constraints: the acceleration equals the smooth acceleration bit for bit', () => {
  const { m, d } = load(ball(1));
  forward(m, d);
  expect(d.nefc).toBe(0);
  expect(d.qacc).toEqual(d.qacc_smooth);
  expect(d.qacc[2]).toBe(-9.81);
  expect(d.solver_niter[0]).toBe(0);
});

test('direct solref: stiffness and damping as specified, and a ball settles on them', () => {
  const world = load(`${plane}${ball(0.1, 'solref="-500 -10"')}`);
  run(world, 800);
  const { d } = world;
  const dmax = 0.95;
  expect(d.efc_KBIP[0]).toBeCloseTo(500 / dmax ** 2, 9);
  expect(d.efc_KBIP[1]).toBeCloseTo(10 / dmax, 9);
  expect(finite(d.qacc)).toBe(true);
  expect(Math.abs(d.qvel[2])).toBeLessThan(1e-2);
});

test('friction loss: a joint sticks below it and slides above it, and the row does not depend on its value', () => {
  const hinge = (loss: number) =>
    load(`<body><joint type="slide" axis="1 0 0" frictionloss="${loss}"/><geom size=".1" mass="1"/></body>`);
  const { m, d } = hinge(2);
  d.qfrc_applied[0] = 1.5;
  run({ m, d }, 500);
  expect(Math.abs(d.qvel[0])).toBeLessThan(0.02);
  expect(d.qfrc_constraint[0]).toBeCloseTo(-1.5, 1);
  d.qfrc_applied[0] = 3;
  run({ m, d }, 500);
  expect(d.qfrc_constraint[0]).toBeCloseTo(-2, 9);
  expect(d.qacc[0]).toBeCloseTo(1, 9);
  const other = hinge(7);
  forward(other.m, other.d);
  expect(other.d.efc_D[0]).toBe(d.efc_D[0]);
});

test('condim 1: a frictionless contact carries weight and slides', () => {
  const world = load(`<geom type="plane" size="5 5 1" condim="1"/>${ball(0.1, 'condim="1"')}`);
  world.d.qvel[0] = 1;
  run(world, 300);
  expect(world.d.efc_type[0]).toBe(ConstraintType.CONTACT_FRICTIONLESS);
  expect(world.d.nefc).toBe(1);
  expect(world.d.qvel[0]).toBeCloseTo(1, 9);
  expect(normalForce(world)).toBeCloseTo(9.81, 2);
});

test.each(['connect', 'weld'])('equalities of several rows: a %s carries the attached weight', (kind) => {
  const world = load(
    '<body name="a" pos="0 0 1"><freejoint/><geom size=".05" mass="1"/></body>',
    '',
    `<equality><${kind} body1="a" ${kind === 'connect' ? 'anchor=".1 0 0"' : ''}/></equality>`,
  );
  const { d } = world;
  run(world, 400);
  expect(d.ne).toBe(kind === 'connect' ? 3 : 6);
  for (let e = 0; e < d.ne; e++) expect(Math.abs(d.efc_pos[e])).toBeLessThan(2e-3);
  if (kind === 'weld') {
    expect(d.efc_force[2]).toBeCloseTo(9.81, 1);
    expect(d.qpos[2]).toBeCloseTo(1, 2);
  }
});

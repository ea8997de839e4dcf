// needs: the compiled engine
/** Stages process only awake trees, in both engines. A tree is compared with itself in a world where nothing sleeps: if no constraint
 *  connects it to other trees, all its values have the same bits there. */
import { expect } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { step } from '../../src/core/engine/step.ts';
import type { Data } from '../../src/core/model/data.ts';
import { Disable, Enable } from '../../src/core/model/enums.ts';
import type { Model } from '../../src/core/model/model.ts';
import { arm, awake, both, box, type Load, run, settle, stack, type World } from '../support/scenes/sleeping.ts';

type Reals = 'qpos' | 'qvel' | 'qacc' | 'qfrc_bias' | 'qfrc_passive' | 'qfrc_smooth' | 'qacc_smooth' | 'qLDiagInv';
type BodyReals = 'xpos' | 'cvel' | 'cinert' | 'crb' | 'xipos' | 'subtree_com';

/** Trees a, b, c of two hinges each; b sleeps, unless sleeping is disabled. */
function threeArms(load: Load): { some: World; none: World } {
  const some = load(arm('a', 0) + arm('b', 1, 'sleep="init"') + arm('c', 2));
  const { m } = some;
  const start = (d: Data) => {
    d.qpos.set([0.3, -0.4, 0, 0, 0.7, 1.1]);
    d.qvel.set([1, -2, 0, 0, 0.5, 3]);
  };
  start(some.d);
  const none = load(arm('a', 0) + arm('b', 1) + arm('c', 2), { flag: 'sleep="disable"' });
  start(none.d);
  forward(m, some.d);
  forward(none.m, none.d);
  expect(awake(some.d)).toEqual([1, 0, 1]);
  return { some, none };
}

const dofsOf = (m: Model, tree: number) =>
  Array.from({ length: m.tree_dofnum[tree] }, (_, k) => m.tree_dofadr[tree] + k);
const treeBodies = (m: Model, tree: number) =>
  Array.from({ length: m.tree_bodynum[tree] }, (_, k) => m.tree_bodyadr[tree] + k);
const dofValues = ({ m, d }: World, name: Reals, trees: number[]) =>
  trees.flatMap((t) => dofsOf(m, t).map((i) => d[name][i]));
const bodyValues = ({ m, d }: World, name: BodyReals, trees: number[]) =>
  trees.flatMap((t) =>
    treeBodies(m, t).flatMap((i) => [
      ...d[name].slice((i * d[name].length) / m.nbody).slice(0, d[name].length / m.nbody),
    ]),
  );
/** Rows of the mass matrix, or of its factor. */
const rows = ({ m, d }: World, name: 'M' | 'qLD', trees: number[]) =>
  trees.flatMap((t) => dofsOf(m, t).flatMap((i) => [...d[name].slice(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i])]));

const moving = stack('s', 0, 2).replace('0 0 0.3', '.05 0 .6') + arm('a', 1);

both('without the flag, index lists contain everything', (load) => {
  const { m, d } = load(moving, { flag: 'sleep="disable"' });
  run({ m, d }, 20);
  expect([...d.dof_awake_ind]).toEqual(Array.from({ length: m.nv }, (_, i) => i));
  expect([...d.body_awake_ind]).toEqual(Array.from({ length: m.nbody }, (_, i) => i));
});

both('a run with all trees awake is identical with and without the flag, byte for byte', (load) => {
  for (const integrator of ['Euler', 'implicitfast', 'implicit']) {
    const option = `integrator="${integrator}"`;
    const on = load(moving, { option });
    const off = load(moving, { option, flag: 'sleep="disable"' });
    for (const { d } of [on, off]) d.qvel.set([0.2, 0, 0, 0, 0.1, 0, 0, 0.3, 0, 0, 0, 0, 1, -1]);
    for (let k = 0; k < 60; k++) {
      // too short for anything to fall asleep
      for (const { d } of [on, off]) d.qvel[0] += 0.01;
      step(on.m, on.d);
      step(off.m, off.d);
      expect(on.d.ntree_awake).toBe(3);
    }
    for (const name of [
      'qpos',
      'qvel',
      'qacc',
      'qacc_warmstart',
      'M',
      'qLD',
      'cvel',
      'qfrc_bias',
      'subtree_com',
    ] as const)
      expect(on.d[name], name).toEqual(off.d[name]);
  }
});

both('velocities of awake bodies do not depend on sleeping trees', (load) => {
  const { some, none } = threeArms(load);
  expect(bodyValues(some, 'cvel', [0, 2])).toEqual(bodyValues(none, 'cvel', [0, 2]));
});

both('a sleeping body has no kinetic energy, and keeps its potential energy', (load) => {
  const world = load(box('a', '0 0 .1') + box('b', '1 0 .1'), { flag: 'sleep="enable" energy="enable"' });
  const { m, d } = world;
  settle(world);
  const [potential] = d.energy;
  expect(d.energy[1]).toBeLessThan(1e-6);
  step(m, d);
  expect(d.energy[0]).toBeCloseTo(potential, 9);
  expect(d.energy[1]).toBe(0);
  d.xfrc_applied[6] = 1e-9;
  forward(m, d);
  expect(d.energy[0]).toBeCloseTo(potential, 9);
});

both('positions and velocities of awake trees advance as if nothing slept', (load) => {
  const { some, none } = threeArms(load);
  run(some, 50);
  run(none, 50);
  expect(awake(some.d)).toEqual([1, 0, 1]);
  for (const name of ['qpos', 'qvel'] as const)
    expect(dofValues(some, name, [0, 2])).toEqual(dofValues(none, name, [0, 2]));
  expect(dofValues(some, 'qpos', [1])).toEqual([0, 0]);
});

both('bias forces of awake trees do not depend on sleeping trees', (load) => {
  const { some, none } = threeArms(load);
  expect(dofValues(some, 'qfrc_bias', [0, 2])).toEqual(dofValues(none, 'qfrc_bias', [0, 2]));
});

both('passive forces of awake trees do not depend on sleeping trees', (load) => {
  const sprung = (name: string, x: number, more = '') =>
    arm(name, x, more).replaceAll('axis="0 1 0"', 'axis="0 1 0" stiffness="3" damping=".2" springref="20"');
  const some = load(sprung('a', 0) + sprung('b', 1, 'sleep="init"'));
  const none = load(sprung('a', 0) + sprung('b', 1), { flag: 'sleep="disable"' });
  for (const { m, d } of [some, none]) {
    d.qvel.set([1, 2, 0, 0]);
    forward(m, d);
  }
  expect(awake(some.d)).toEqual([1, 0]);
  expect(dofValues(some, 'qfrc_passive', [0])).toEqual(dofValues(none, 'qfrc_passive', [0]));
  expect(some.d.qfrc_passive[0]).not.toBe(0);
});

both('every stage gives awake trees the values that they have where nothing sleeps', (load) => {
  const { some, none } = threeArms(load);
  for (const name of ['xpos', 'xipos', 'subtree_com', 'cinert', 'crb', 'cvel'] as const)
    expect(bodyValues(some, name, [0, 2]), name).toEqual(bodyValues(none, name, [0, 2]));
  for (const name of ['qfrc_bias', 'qfrc_passive', 'qfrc_smooth', 'qacc_smooth', 'qacc', 'qLDiagInv'] as const)
    expect(dofValues(some, name, [0, 2]), name).toEqual(dofValues(none, name, [0, 2]));
  // the center of mass of the world includes sleeping trees
  some.d.subtree_com.slice(0, 3).forEach((x, c) => {
    expect(x).toBeCloseTo(none.d.subtree_com[c], 12);
  });
});

both('the matrix A of the dual problem is the same with islands and without', (load) => {
  const { m, d } = load(stack('a', 0, 2) + box('b', '1 0 .1'), { option: 'solver="PGS"' });
  run({ m, d }, 5);
  const [A, b] = [d.efc_AR.slice(0, d.nefc ** 2), d.efc_b.slice(0, d.nefc)];
  expect(d.nisland).toBe(2);
  // from the same state again
  const again = load(stack('a', 0, 2) + box('b', '1 0 .1'), { option: 'solver="PGS"', flag: 'island="disable"' });
  again.d.qpos.set(d.qpos);
  again.d.qvel.set(d.qvel);
  forward(m, d);
  forward(again.m, again.d);
  expect(again.d.nisland).toBe(0);
  expect(A.length).toBeGreaterThan(0);
  expect(b.length).toBe(d.nefc);
  expect(again.d.efc_AR.slice(0, d.nefc ** 2)).toEqual(d.efc_AR.slice(0, d.nefc ** 2));
  expect(again.d.efc_b.slice(0, d.nefc)).toEqual(d.efc_b.slice(0, d.nefc));
});

both('two separate bodies on the floor have the same contact forces, solved separately or together', (load) => {
  const { m, d } = load(box('a', '0 0 .0999') + box('b', '1 0 .0995'), { option: 'tolerance="0" iterations="200"' });
  forward(m, d);
  const apart = d.efc_force.slice(0, d.nefc);
  expect(d.nisland).toBe(2);
  m.opt.disableflags |= Disable.ISLAND;
  forward(m, d);
  apart.forEach((f, e) => {
    expect(f).toBeCloseTo(d.efc_force[e], 6);
  });
});

both('the mass matrix of awake trees and its factor equal those of a world without sleep', (load) => {
  const { some, none } = threeArms(load);
  expect(rows(some, 'M', [0, 2])).toEqual(rows(none, 'M', [0, 2]));
  expect(rows(some, 'qLD', [0, 2])).toEqual(rows(none, 'qLD', [0, 2]));
  expect(dofValues(some, 'qLDiagInv', [0, 2])).toEqual(dofValues(none, 'qLDiagInv', [0, 2]));
});

both('mass matrix, factor and composite inertia of sleeping trees do not change', (load) => {
  const { some } = threeArms(load);
  const kept = [rows(some, 'M', [1]), rows(some, 'qLD', [1]), bodyValues(some, 'crb', [1])];
  run(some, 10);
  expect([rows(some, 'M', [1]), rows(some, 'qLD', [1]), bodyValues(some, 'crb', [1])]).toEqual(kept);
  expect(kept.flat().every((x) => Number.isFinite(x))).toBe(true);
  // nothing writes there: values written by the test are kept
  for (const i of dofsOf(some.m, 1)) some.d.M[some.m.M_rowadr[i]] = 42;
  step(some.m, some.d);
  expect(some.d.M[some.m.M_rowadr[dofsOf(some.m, 1)[0]]]).toBe(42);
});

both('a tree that wakes has the mass matrix and the factor of one that never slept', (load) => {
  const { some, none } = threeArms(load);
  some.d.qpos[2] = none.d.qpos[2] = 0.9;
  forward(some.m, some.d);
  forward(none.m, none.d);
  expect(awake(some.d)).toEqual([1, 1, 1]);
  for (const name of ['M', 'qLD'] as const) expect(some.d[name]).toEqual(none.d[name]);
  expect(some.d.qacc).toEqual(none.d.qacc);
});

both('the armature of awake trees is in their mass matrix', (load) => {
  const { some, none } = threeArms(load);
  none.m.dof_armature.fill(0);
  forward(none.m, none.d);
  const diagonal = ({ m, d }: World, i: number) => d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1];
  expect(diagonal(some, 0) - diagonal(none, 0)).toBeCloseTo(0.01, 12);
  expect(diagonal(some, 4) - diagonal(none, 4)).toBeCloseTo(0.01, 12);
});

both('with the middle one of three trees asleep, solving with the factor is right for the others', (load) => {
  const { some } = threeArms(load);
  const { m, d } = some;
  // M qacc_smooth = qfrc_smooth, tree by tree: two dofs each
  for (const t of [0, 2]) {
    const [i, j] = dofsOf(m, t);
    const [a, b, c] = [d.M[m.M_rowadr[i]], d.M[m.M_rowadr[j]], d.M[m.M_rowadr[j] + 1]];
    expect(a * d.qacc_smooth[i] + b * d.qacc_smooth[j]).toBeCloseTo(d.qfrc_smooth[i], 10);
    expect(b * d.qacc_smooth[i] + c * d.qacc_smooth[j]).toBeCloseTo(d.qfrc_smooth[j], 10);
  }
});

both('a chain of ten links next to a sleeping one has its whole mass matrix', (load) => {
  const chain = (name: string, x: number, more = '', n = 10): string =>
    Array.from({ length: n }).reduceRight<string>(
      (
        inner,
        _,
        k,
      ) => `<body name="${name}${k}" pos="${k ? 0.1 : x} 0 ${k ? 0 : 1}" ${k ? '' : more}><joint axis="0 1 0"/>
        <geom type="capsule" size=".01" fromto="0 0 0 .1 0 0" contype="0" conaffinity="0"/>${inner}</body>`,
      '',
    );
  const some = load(chain('s', 0, 'sleep="init"') + chain('m', 2));
  const none = load(chain('s', 0) + chain('m', 2), { flag: 'sleep="disable"' });
  for (const { m, d } of [some, none]) {
    for (let i = 10; i < 20; i++) d.qpos[i] = 0.2 * Math.sin(i);
    forward(m, d);
  }
  expect(awake(some.d)).toEqual([0, 1]);
  expect(rows(some, 'M', [1])).toHaveLength(55);
  expect(rows(some, 'M', [1])).toEqual(rows(none, 'M', [1]));
  expect(rows(some, 'qLD', [1])).toEqual(rows(none, 'qLD', [1]));
});

both('accelerations of awake trees do not depend on sleeping trees', (load) => {
  const { some, none } = threeArms(load);
  expect(dofValues(some, 'qacc', [0, 2])).toEqual(dofValues(none, 'qacc', [0, 2]));
});

both('the factor stays positive, step after step', (load) => {
  const { some } = threeArms(load);
  for (let k = 0; k < 30; k++) {
    step(some.m, some.d);
    expect(dofValues(some, 'qLDiagInv', [0, 1, 2]).every((x) => x > 0)).toBe(true);
  }
});

both('the flag can be enabled and disabled during a run', (load) => {
  const world = load(stack('a', 0, 2) + box('b', '1 0 .1'));
  const { m, d } = world;
  settle(world);
  m.opt.enableflags &= ~Enable.SLEEP;
  run(world, 20);
  expect(awake(d)).toEqual([1, 1, 1]);
  expect(d.nisland).toBe(2);
  m.opt.enableflags |= Enable.SLEEP;
  settle(world);
});

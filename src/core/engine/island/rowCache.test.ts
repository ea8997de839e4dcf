// needs: the compiled engine
import { expect, test } from 'vitest';
import { Data, type Model, modelFromXml, step } from '../../../index.ts';
import { BLOCK } from '../../model/block/block.ts';
import { Disable, JacobianType, Solver } from '../../model/enums.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';

/** Two rows of boxes on a floor, some of which tumble onto others, and a pendulum with a limit. */
const boxes = Array.from({ length: 18 }, (_, k) => {
  const [x, z] = [0.21 * (k % 9), k < 9 ? 0.1 : 0.302];
  return `<body pos="${x} 0 ${z}" euler="0 ${k === 13 ? 20 : 0} 0"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;
});
const scene = `<mujoco>
  <option timestep="0.004"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    ${boxes.join('\n')}
    <body pos="0 2 1"><joint axis="0 1 0" range="-10 10" damping=".01"/><geom size=".05" pos="0 0 -.4"/></body>
  </worldbody>
</mujoco>`;

/** State after 120 steps, and the number of steps that reused groups; `afresh`: the cache is cleared before each
 *  step. */
function tumble(m: Model, afresh: boolean): { state: number[]; kept: number } {
  const d = new Data(m);
  const work = d[BLOCK].work_sol_int;
  d.qvel[d.qvel.length - 1] = 2;
  let kept = 0;
  for (let k = 0; k < 120; k++) {
    m.opt.solver = k >= 40 && k < 60 ? Solver.CG : Solver.NEWTON;
    m.opt.jacobian = k >= 70 && k < 80 ? JacobianType.DENSE : JacobianType.SPARSE;
    m.opt.disableflags = k >= 90 && k < 95 ? Disable.ISLAND : 0;
    if (afresh) work[SolverIntSlot.CACHED_ROWS] = work[SolverIntSlot.CACHED_GROUPS] = 0;
    // two boxes are swapped: the same number of rows, on other dofs
    if (k === 100) for (let c = 0; c < 7; c++) [d.qpos[c], d.qpos[14 + c]] = [d.qpos[14 + c], d.qpos[c]];
    const before = work[SolverIntSlot.CACHED_ROWS];
    step(m, d);
    if (before > 0 && before === d.nefc && work[SolverIntSlot.CACHED_GROUPS] > 0) kept++;
  }
  return { state: [...d.qpos, ...d.qvel, ...d.efc_force.subarray(0, d.nefc)], kept };
}

test('cached structure of constraint rows does not change the results', () => {
  const m = modelFromXml(scene);
  const kept = tumble(m, false);
  const made = tumble(m, true);
  expect(kept.state).toEqual(made.state);
  expect(made.kept).toBe(0);
  expect(kept.kept).toBeGreaterThan(20);
});

const trio = `<mujoco>
  <worldbody>
    <body name="a" pos="0 0 0"><freejoint/><geom size=".1"/></body>
    <body name="b" pos=".5 0 0"><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/><geom size=".1" mass="3"/></body>
    <body name="c" pos="1 0 0"><freejoint/><geom size=".1" mass="2"/></body>
  </worldbody>
  <equality><connect body1="a" body2="b" anchor=".25 0 0"/></equality>
</mujoco>`;

test('moving an equality to another body takes effect immediately', () => {
  const swing = (afresh: boolean) => {
    const m = modelFromXml(trio);
    const d = new Data(m);
    for (let k = 0; k < 20; k++) {
      if (k === 10) m.eq_obj2id[0] = 3;
      if (afresh) d[BLOCK].work_sol_int[SolverIntSlot.CACHED_ROWS] = 0;
      step(m, d);
      expect(d.nefc).toBe(3);
      expect(d.tree_island[2] >= 0).toBe(k >= 10);
    }
    return [...d.qpos];
  };
  expect(swing(false)).toEqual(swing(true));
});

/** A cloth over a ball, with edges of constant length, or elastic. */
const cloth = (kind: string) => `<mujoco>
  <option timestep="0.002" jacobian="sparse"/>
  <worldbody>
    <geom size=".15" pos="0 0 -.2"/>
    <body name="b"><flexcomp name="f" type="grid" count="6 6 1" spacing=".06 .06 .06" dim="2" mass=".2" radius=".01">
      ${kind}<contact selfcollide="none" internal="false"/></flexcomp></body>
    <body pos="0 0 .2"><freejoint/><geom size=".03"/></body>
  </worldbody>
</mujoco>`;

/** State after 200 steps, numbers of island dofs on the way, and the number of steps that reused groups. */
function drape(m: Model, afresh: boolean, soften: boolean) {
  const d = new Data(m);
  const work = d[BLOCK].work_sol_int;
  const stiffness = m.flex_stiffness.slice();
  const dofs: number[] = [];
  let kept = 0;
  for (let k = 0; k < 200; k++) {
    if (soften && k === 150) m.flex_stiffness.fill(0);
    if (afresh) work[SolverIntSlot.CACHED_ROWS] = work[SolverIntSlot.CACHED_GROUPS] = 0;
    const before = work[SolverIntSlot.CACHED_GROUPS] > 0 ? d.nefc : 0;
    step(m, d);
    if (before > 0 && before === d.nefc && work[SolverIntSlot.CACHED_GROUPS] > 0) kept++;
    dofs.push(d.nidof);
  }
  m.flex_stiffness.set(stiffness);
  return { state: [...d.qpos, ...d.qvel, ...d.efc_force.subarray(0, d.nefc)], dofs, kept };
}

test('rows of flexes stay cached while they depend on the same dofs, without changing the results', () => {
  const m = modelFromXml(cloth('<edge equality="true"/>'));
  const kept = drape(m, false, false);
  const made = drape(m, true, false);
  expect(kept.state).toEqual(made.state);
  expect(kept.dofs).toEqual(made.dofs);
  expect(made.kept).toBe(0);
  expect(kept.kept).toBeGreaterThan(50);
});

test('trees that no longer touch a flex leave its island as soon as it is not stiff', () => {
  const m = modelFromXml(cloth('<elasticity young="1e4" poisson=".2" thickness=".01" elastic2d="stretch"/>'));
  const kept = drape(m, false, true);
  const made = drape(m, true, true);
  expect(kept.dofs).toEqual(made.dofs);
  expect(kept.state).toEqual(made.state);
  expect(kept.dofs[150]).toBeLessThan(kept.dofs[149]);
});

/** Two pendulums: an equality makes the angle of one the square of the other, and a tendon spans both. */
const pendulums = `<mujoco>
  <option jacobian="dense" timestep="0.01"/>
  <worldbody>
    <body pos="0 0 1"><joint name="a" axis="0 1 0"/><geom size=".05" pos=".3 0 0"/></body>
    <body pos="1 0 1"><joint name="b" axis="0 1 0"/><geom size=".05" pos="0 0 -.3"/></body>
  </worldbody>
  <tendon><fixed name="t" limited="true" range="-.01 .01"><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed></tendon>
  <equality><joint joint1="a" joint2="b" polycoef="0 0 1 0 0"/></equality>
</mujoco>`;

test('rows of two joints or of a tendon over two trees stay cached while their zero pattern is the same', () => {
  const m = modelFromXml(pendulums);
  const swing = (afresh: boolean) => {
    const d = new Data(m);
    const work = d[BLOCK].work_sol_int;
    const states: number[][] = [];
    let kept = 0;
    for (let k = 0; k < 60; k++) {
      if (afresh) work[SolverIntSlot.CACHED_ROWS] = work[SolverIntSlot.CACHED_GROUPS] = 0;
      // where the derivative of the square is zero, the first pendulum is decoupled
      if (k % 20 === 10) d.qpos[1] = 0;
      if (k % 20 === 12) d.qpos[1] = -0.3;
      const before = work[SolverIntSlot.CACHED_GROUPS] > 0 ? d.nefc : 0;
      step(m, d);
      if (before > 0 && before === d.nefc && work[SolverIntSlot.CACHED_GROUPS] > 0) kept++;
      states.push([d.nefc, d.nisland, d.nidof, ...d.qpos, ...d.qvel]);
    }
    return { states, kept };
  };
  const [kept, made] = [swing(false), swing(true)];
  expect(kept.states).toEqual(made.states);
  expect(new Set(kept.states.map(([, , dofs]) => dofs)).size).toBeGreaterThan(1);
  expect(made.kept).toBe(0);
  expect(kept.kept).toBeGreaterThan(20);
});

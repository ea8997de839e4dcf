import { expect, test } from 'vitest';
import { expectSameTrajectory } from '../../../test/support/oracle/compare.ts';
import { fieldError, mujoco, pairFromXml, randomState } from '../../../test/support/oracle/oracle.ts';
import { Enable } from '../model/enums.ts';
import { forward } from './forward.ts';
import { inverse } from './inverse.ts';
import { compareFwdInv } from './runtime/host/compareFwdInv.ts';
import { step, step1, step2 } from './step.ts';

const scene = `<worldbody><geom type="plane" size="5 5 .1"/>
    <body name="box" pos="0 0 .4" euler="10 20 0"><freejoint/><geom type="box" size=".1 .15 .2"/></body>
    <body pos="1 0 .6"><joint name="a" axis="0 1 0" damping=".1" range="-30 40" limited="true" frictionloss=".1"/>
      <geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/>
      <body pos=".4 0 0"><joint name="b" axis="0 1 0" stiffness="1"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/>
        <site name="tip" pos=".4 0 0"/></body></body>
  </worldbody>
  <equality><joint joint1="b" polycoef=".1 0 0 0 0"/></equality>
  <actuator><motor joint="a" gear="2"/><position joint="b" kp="3"/></actuator>
  <sensor><accelerometer site="tip"/><jointlimitpos joint="a"/><jointlimitfrc joint="a"/><force site="tip"/></sensor>`;

function model(option: string): string {
  return `<mujoco><option ${option}/>${scene}</mujoco>`;
}

for (const integrator of ['Euler', 'RK4', 'implicit', 'implicitfast']) {
  test(`contacts, limits, friction and equalities with ${integrator} match MuJoCo for 60 steps`, () => {
    expectSameTrajectory(model(`integrator="${integrator}" tolerance="1e-12" iterations="200"`), 60, 1e-6);
  });
}

test('step equals step1 followed by step2', () => {
  const one = pairFromXml(model('integrator="implicitfast"'));
  const two = pairFromXml(model('integrator="implicitfast"'));
  for (let k = 0; k < 30; k++) {
    step(one.m, one.d);
    step1(two.m, two.d);
    step2(two.m, two.d);
  }
  expect(two.d.qpos).toEqual(one.d.qpos);
  expect(two.d.sensordata).toEqual(one.d.sensordata);
});

test('inverse dynamics of a given acceleration matches MuJoCo, continuous and discrete', () => {
  for (const integrator of ['Euler', 'implicit', 'implicitfast']) {
    for (const discrete of [0, Enable.INVDISCRETE]) {
      const pair = pairFromXml(model(`integrator="${integrator}" density="1"`));
      const { m, d, theirs } = pair;
      m.opt.enableflags |= discrete;
      theirs.m.opt.enableflags |= discrete;
      for (const seed of [1, 2]) {
        randomState(pair, seed);
        for (let i = 0; i < m.nv; i++) d.qacc[i] = Math.sin(3 * i + seed);
        theirs.d.qacc.set(d.qacc);
        inverse(m, d);
        mujoco.mj_inverse(theirs.m, theirs.d);
        for (const field of ['qfrc_inverse', 'qfrc_constraint', 'qacc', 'sensordata'])
          expect(fieldError(pair, field), `${field} ${integrator} ${discrete}`).toBeLessThan(1e-9);
      }
    }
  }
});

test('inverse dynamics recovers the forces that were applied in forward dynamics', () => {
  const pair = pairFromXml(model('tolerance="1e-14" iterations="200"'));
  const { m, d } = pair;
  randomState(pair, 4);
  d.xfrc_applied.set([1, 2, 3, 0.1, 0.2, 0.3], 6);
  forward(m, d);
  expect(d.nefc).toBeGreaterThan(0);
  const force = d.efc_force.slice(0, d.nefc);
  compareFwdInv(m, d);
  expect(d.solver_fwdinv[0]).toBeLessThan(1e-6);
  expect(d.solver_fwdinv[1]).toBeLessThan(1e-6);
  expect(d.efc_force.slice(0, d.nefc)).toEqual(force);
});

test('discrete inverse dynamics of a finite difference of velocities recovers the applied force', () => {
  for (const integrator of ['Euler', 'implicit', 'implicitfast']) {
    const pair = pairFromXml(
      model(`integrator="${integrator}"`).replace('/><worldbody>', '><flag constraint="disable"/></option><worldbody>'),
    );
    const { m, d } = pair;
    randomState(pair, 5);
    forward(m, d);
    const applied = d.qfrc_applied.map((f, i) => f + d.qfrc_actuator[i]);
    const qpos = d.qpos.slice();
    const qvel = d.qvel.slice();
    step(m, d);
    for (let i = 0; i < m.nv; i++) d.qacc[i] = (d.qvel[i] - qvel[i]) / m.opt.timestep;
    d.qpos.set(qpos);
    d.qvel.set(qvel);
    m.opt.enableflags |= Enable.INVDISCRETE;
    inverse(m, d);
    for (let i = 0; i < m.nv; i++) expect(d.qfrc_inverse[i]).toBeCloseTo(applied[i], 9);
  }
});

import { expect, test } from 'vitest';
import { expectSameTrajectory } from '../../../../test/support/oracle/compare.ts';
import { fieldError, mujoco, pairFromXml, random, randomState } from '../../../../test/support/oracle/oracle.ts';
import { step } from '../step.ts';
import { differentiatePos, integratePos } from './integratePos.ts';

const scene = `<worldbody>
    <body pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3" pos=".05 0 .1"/></body>
    <body pos="2 0 1"><joint name="root" type="ball" damping=".1"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/><site name="s"/>
      <body pos=".5 0 0"><joint name="a" axis="0 1 0" stiffness="2" damping=".2 .1"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/>
        <body pos=".5 0 0"><joint name="b" axis="0 0 1" damping=".05"/><joint name="x" type="slide" axis="1 0 0" stiffness="30" damping=".5"/>
          <geom size=".1" pos=".1 0 0"/><site name="t" pos=".2 0 .1"/></body>
        <body pos=".2 .3 0"><joint name="c" axis="1 0 1" armature=".01"/><geom size=".08" pos="0 .2 0" fluidshape="ellipsoid"/></body></body></body>
    <body pos="0 2 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .3" fluidshape="ellipsoid"/></body>
  </worldbody>
  <tendon><fixed name="f" damping=".2 .1"><joint joint="a" coef="1"/><joint joint="b" coef="-1"/></fixed>
    <spatial name="sp" damping=".1" stiffness="1"><site site="s"/><site site="t"/></spatial></tendon>
  <actuator><position joint="a" kp="5" kv=".5"/><velocity joint="b" kv=".2"/><motor joint="c" gear=".1"/>
    <general joint="c" dyntype="filterexact" dynprm=".05" gaintype="affine" gainprm="1 0 -.1" actearly="true"/>
    <muscle tendon="f" lengthrange="-1 1" force="1"/><motor joint="x" damping=".3"/><orientation joint="root" kp=".5" kv=".1"/></actuator>
  <sensor><gyro site="t"/><accelerometer site="t"/></sensor>
  <keyframe><key qpos="0 0 1 1 0 0 0  1 0 0 0 .1 .2 0 -.1  0 2 1 1 0 0 0" qvel="0 0 1 3 -2 .5  .1 .2 .3 1 -1 .1 .5  1 0 0 4 .1 .2"/></keyframe>`;

for (const integrator of ['Euler', 'RK4', 'implicit', 'implicitfast']) {
  test(`1000 steps of ${integrator} agree with MuJoCo to 1e-8, without constraints`, () => {
    expectSameTrajectory(
      `<mujoco><option integrator="${integrator}" timestep=".004" density="1" viscosity=".05" wind=".3 0 .1">
        <flag constraint="disable"/></option>${scene}</mujoco>`,
      1000,
    );
  });
}

test('Euler treats dampers explicitly if eulerdamp or the dampers are off', () => {
  for (const flag of ['eulerdamp', 'damper']) {
    expectSameTrajectory(
      `<mujoco><option timestep=".004"><flag constraint="disable" ${flag}="disable"/></option>${scene}</mujoco>`,
      100,
    );
  }
});

test('Euler factors M + h B for trees with a damped dof or a damping actuator; the others keep the factor of M', () => {
  const hinges = (
    name: string,
    damping: string,
  ) => `<body pos="0 2 0"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/>
    <body pos=".5 0 0"><joint name="${name}" axis="0 1 0" ${damping}/><geom size=".1" pos=".3 0 0"/></body></body>`;
  const pair =
    pairFromXml(`<mujoco><option timestep=".01"/><worldbody>${hinges('a', '')}${hinges('b', 'damping="0 .3"')}
    <body pos="0 0 3"><freejoint/><geom type="box" size=".1 .2 .3" pos=".05 0 .1"/></body>${hinges('c', '')}</worldbody>
    <actuator><motor joint="c" damping=".4"/></actuator></mujoco>`);
  randomState(pair, 4);
  const { m, d } = pair;
  step(m, d);
  mujoco.mj_step(pair.theirs.m, pair.theirs.d);
  for (const field of ['qH', 'qpos', 'qvel']) expect(fieldError(pair, field), field).toBeLessThan(1e-12);
  const keepsFactor = (dof: number) => {
    const end = m.M_rowadr[dof] + m.M_rownnz[dof];
    return d.qH[end - 1] === d.qLD[end - 1] && d.qH[end - 2] === d.qLD[end - 2];
  };
  // the second dof of each tree
  expect([1, 3, 5, 11].map(keepsFactor)).toEqual([true, false, true, false]);
});

for (const [integrator, matrix] of [
  ['implicit', 'qLU'],
  ['implicitfast', 'qH'],
]) {
  test(`velocity derivatives of the smooth forces match MuJoCo (${integrator})`, () => {
    const pair = pairFromXml(
      `<mujoco><option integrator="${integrator}" density="2" viscosity=".3" wind="1 .2 0"><flag constraint="disable"/></option>
        ${scene}</mujoco>`,
    );
    for (const seed of [4, 5, 6]) {
      randomState(pair, seed);
      step(pair.m, pair.d);
      mujoco.mj_step(pair.theirs.m, pair.theirs.d);
      for (const field of ['qDeriv', matrix, 'qpos', 'qvel', 'act'])
        expect(fieldError(pair, field), field).toBeLessThan(1e-11);
    }
  });
}

test('differentiatePos inverts integratePos for every joint type', () => {
  const pair = pairFromXml(`<mujoco>${scene}</mujoco>`);
  const { m, d } = pair;
  randomState(pair, 3);
  const next = random(9);
  const velocity = Float64Array.from({ length: m.nv }, next);
  const moved = d.qpos.slice();
  integratePos(m, moved, 0, velocity, 0, 0.1);
  const found = new Float64Array(m.nv);
  differentiatePos(m, found, 0, 0.1, d.qpos, 0, moved, 0);
  for (let i = 0; i < m.nv; i++) expect(found[i]).toBeCloseTo(velocity[i], 12);
});

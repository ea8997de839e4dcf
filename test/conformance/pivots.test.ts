/** Inertia matrices that are not positive definite: MuJoCo clamps their pivots and warns. */
import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { step } from '../../src/core/engine/step.ts';
import { Warning } from '../../src/core/model/enums.ts';
import { loadModelFromXml } from '../support/compileMjcf.ts';
import { fieldError, modelFromOracle, mujoco, pairFromXml } from '../support/oracle/oracle.ts';

const chain = (option: string, joints: string) => `<mujoco><option ${option}/><worldbody>
  <body><joint axis="1 0 0" pos="0 0 1"/><geom size=".1" pos=".3 0 0"/><body name="twice">${joints}<geom type="box" size=".1 .2 .3"/></body></body>
  </worldbody></mujoco>`;
const turn = '<joint axis="0 0 1"/>';

test.each([
  ['two equal joints', chain('', turn.repeat(2))],
  ['three equal joints', chain('', turn.repeat(3))],
  ['two equal joints, implicitfast', chain('integrator="implicitfast"', turn.repeat(2))],
  ['two equal joints, implicit', chain('integrator="implicit"', turn.repeat(2))],
  ['a negative damping, implicitfast', chain('integrator="implicitfast"', '<joint axis="0 0 1" damping="-1000"/>')],
])('%s: clamped pivots are those of MuJoCo, and there is a warning', (_, xml) => {
  const pair = pairFromXml(xml);
  const { m, d, theirs } = pair;
  m.callbacks = { warning: () => {} };
  for (let i = 0; i < m.nv; i++) d.qvel[i] = theirs.d.qvel[i] = 0.1 * (i + 1);
  forward(m, d);
  mujoco.mj_forward(theirs.m, theirs.d);
  for (const field of ['qLD', 'qLDiagInv', 'qacc']) expect(fieldError(pair, field), field).toBeLessThan(1e-12);
  step(m, d);
  mujoco.mj_step(theirs.m, theirs.d);
  expect(fieldError(pair, 'qvel')).toBeLessThan(1e-9);
  expect(d.warning_number[Warning.INERTIA]).toBeGreaterThan(0);
});

test('inverse weights of a model with equal joints are those of MuJoCo', () => {
  const xml = chain('', turn.repeat(2));
  const own = loadModelFromXml(xml);
  const model = mujoco.MjModel.from_xml_string(xml);
  const theirs = modelFromOracle(model);
  expect([...own.dof_invweight0]).toEqual([...theirs.dof_invweight0]);
  expect([...own.body_invweight0]).toEqual([...theirs.body_invweight0]);
  model.delete();
});

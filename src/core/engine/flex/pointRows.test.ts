import { expect, test } from 'vitest';
import { copyStateToOracle, fieldError, mujoco, pairFromXml, random } from '../../../../test/support/oracle/oracle.ts';
import { forward } from '../forward.ts';

test.each([
  ['vert', 'full', '3 4 1', 2, 'flexvert_J'],
  ['strain', 'trilinear', '3 3 3', 3, 'efc_J'],
  ['strain', 'quadratic', '3 3 3', 3, 'efc_J'],
])('rows of equality %s of a %s flex below two hinges match MuJoCo', (equality, dof, count, dim, field) => {
  const pair = pairFromXml(`<mujoco><option jacobian="dense"/><worldbody>
    <body><joint axis="0 1 0"/><geom size=".02"/><body name="b" pos=".1 0 0"><joint axis="1 0 0"/><geom size=".02"/>
      <flexcomp name="f" type="grid" count="${count}" spacing=".1 .1 .1" pos="0 0 .3" dim="${dim}" mass="1" dof="${dof}">
        <contact contype="0" conaffinity="0" selfcollide="none"/><edge equality="${equality}"/>
      </flexcomp></body></body></worldbody></mujoco>`);
  const { m, d } = pair;
  const next = random(7);
  for (let i = 0; i < m.nq; i++) d.qpos[i] = 0.02 * next();
  copyStateToOracle(pair);
  forward(m, d);
  mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
  expect(d.nefc).toBeGreaterThan(10);
  expect(fieldError(pair, field)).toBeLessThan(1e-12);
});

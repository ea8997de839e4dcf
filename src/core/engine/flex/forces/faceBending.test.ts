import { expect, test } from 'vitest';
import {
  copyStateToOracle,
  fieldError,
  mujoco,
  pairFromXml,
  random,
} from '../../../../../test/support/oracle/oracle.ts';
import { forward } from '../../forward.ts';

test.each(['trilinear', 'quadratic'])('a %s shell of bent faces has the same node forces as in MuJoCo', (dof) => {
  const pair = pairFromXml(`<mujoco><worldbody><body name="b">
    <flexcomp name="f" type="grid" count="5 3 4" cellcount="2 1 3" spacing=".1 .1 .1" dim="3" mass="1" radius=".001" dof="${dof}">
      <contact contype="0" conaffinity="0" selfcollide="none" internal="false"/>
      <elasticity young="1e4" poisson=".3" elastic2d="bend" thickness=".03"/>
    </flexcomp></body></worldbody></mujoco>`);
  const { m, d } = pair;
  const next = random(5);
  for (let i = 0; i < m.nq; i++) d.qpos[i] = 0.02 * next();
  copyStateToOracle(pair);
  forward(m, d);
  mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
  expect(Math.max(...d.qfrc_spring)).toBeGreaterThan(0.1);
  expect(fieldError(pair, 'qfrc_spring')).toBeLessThan(1e-10);
});

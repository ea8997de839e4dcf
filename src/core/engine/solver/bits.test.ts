// needs: the compiled engine
import { expect, test, vi } from 'vitest';
import { oracleModel } from '../../../../test/support/oracle/oracle.ts';
import { twoEngines } from '../../../../test/support/oracle/twoEngines.ts';
import { scenes } from '../../../../test/support/scenes/constraintScenes.ts';
import { Cone, Disable, JacobianType, Solver } from '../../model/enums.ts';
import { setStages } from '../runtime/engine.ts';
import { step } from '../step.ts';

vi.setConfig({ testTimeout: 120_000 });

const { DENSE, SPARSE } = JacobianType;

test.each(['equalities', 'boxes condim 6', 'figure', 'surfaces'])(
  'constraints and solvers give the same bits in both engines: %s',
  async (name) => {
    const theirs = oracleModel(scenes[name]());
    const { js, compared, seen } = await twoEngines(theirs);
    theirs.delete();
    const { m, d } = js;
    setStages(m, compared);
    for (const solver of Object.values(Solver)) {
      for (const [cone, jacobian, disable, noslip] of [
        [Cone.PYRAMIDAL, DENSE, 0, 0],
        [Cone.ELLIPTIC, SPARSE, 0, 0],
        [Cone.ELLIPTIC, DENSE, Disable.ISLAND, 3],
        [Cone.PYRAMIDAL, SPARSE, Disable.ISLAND, 2],
      ]) {
        Object.assign(m.opt, { solver, cone, jacobian, disableflags: disable, noslip_iterations: noslip });
        d.qvel.fill(0.2);
        for (let k = 0; k < 2; k++) step(m, d);
      }
    }
    expect(seen.has('fwdConstraint') && seen.has('island') && seen.has('projectConstraint')).toBe(true);
  },
);

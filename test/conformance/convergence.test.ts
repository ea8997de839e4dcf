/** Iterations to tolerance compared with MuJoCo's, in contact-rich states along MuJoCo's own trajectories. */
import { expect, test } from 'vitest';
import { makeConstraint } from '../../src/core/engine/constraint/make.ts';
import { projectConstraint } from '../../src/core/engine/constraint/project.ts';
import { referenceConstraint } from '../../src/core/engine/constraint/reference.ts';
import { island } from '../../src/core/engine/island/island.ts';
import { fwdConstraint } from '../../src/core/engine/solver/fwdConstraint.ts';
import { Cone, Solver } from '../../src/core/model/enums.ts';
import { forwardAndCopy, prepare, run, setOptions, withPair } from '../support/constraintPair.ts';
import { fieldError, mujoco, oracleField, type Pair } from '../support/oracle/oracle.ts';
import { scenes } from '../support/scenes/constraintScenes.ts';

const total = (a: ArrayLike<number>) => Array.from(a).reduce((x, y) => x + y, 0);

/** Iterations of both engines in the current state of MuJoCo. */
function iterations(pair: Pair): [number, number] {
  forwardAndCopy(pair);
  run(pair, makeConstraint);
  island(pair.m, pair.d);
  run(pair, projectConstraint);
  referenceConstraint(pair.m, pair.d);
  run(pair, fwdConstraint);
  expect(fieldError(pair, 'qacc')).toBeLessThan(1e-5);
  return [total(pair.d.solver_niter), total(oracleField(pair, 'solver_niter'))];
}

test('no solver needs more iterations than in MuJoCo, in 24 contact-rich states', () => {
  const solvers = { Newton: Solver.NEWTON, CG: Solver.CG, PGS: Solver.PGS };
  const table: Record<string, Record<string, string | number>> = {};
  const sums: Record<string, [number, number]> = { Newton: [0, 0], CG: [0, 0], PGS: [0, 0] };
  let states = 0;
  for (const name of ['many boxes', 'figure', 'boxes condim 4', 'boxes condim 6']) {
    withPair(scenes[name](), (pair) => {
      for (const cone of [Cone.PYRAMIDAL, Cone.ELLIPTIC]) {
        setOptions(pair, { cone, solver: Solver.NEWTON });
        prepare(pair, 11);
        for (let k = 1; k <= 3; k++) {
          for (let s = 0; s < 15; s++) mujoco.mj_step(pair.theirs.m, pair.theirs.d);
          const row: Record<string, string | number> = {};
          for (const [label, solver] of Object.entries(solvers)) {
            setOptions(pair, { solver });
            const [ours, theirs] = iterations(pair);
            row[label] = `${ours} / ${theirs}`;
            sums[label][0] += ours;
            sums[label][1] += theirs;
          }
          setOptions(pair, { solver: Solver.NEWTON });
          table[`${name}, ${cone === Cone.ELLIPTIC ? 'elliptic' : 'pyramidal'}, step ${15 * k}`] = {
            contacts: pair.d.ncon,
            ...row,
          };
          states++;
        }
      }
    });
  }
  console.table(table);
  expect(states).toBeGreaterThanOrEqual(20);
  for (const [label, [ours, theirs]] of Object.entries(sums)) {
    expect({ label, ours, theirs, more: ours > 1.005 * theirs }).toEqual({ label, ours, theirs, more: false });
  }
});

import { expect, test } from 'vitest';
import { prepare, run, type Settings, setOptions, withPair } from '../../../test/support/constraintPair.ts';
import { scenes } from '../../../test/support/constraintScenes.ts';
import { fieldError, oracleField, type Pair } from '../../../test/support/oracle.ts';
import { Cone, Disable, JacobianType, Solver } from '../../model/enums.ts';
import { makeConstraint } from '../constraint/make.ts';
import { projectConstraint } from '../constraint/project.ts';
import { referenceConstraint } from '../constraint/reference.ts';
import { island } from '../island/island.ts';
import { fwdConstraint } from './fwdConstraint.ts';

function solve(pair: Pair): void {
  run(pair, makeConstraint);
  island(pair.m, pair.d);
  run(pair, projectConstraint);
  referenceConstraint(pair.m, pair.d);
  run(pair, fwdConstraint);
}

/** Largest error of qacc relative to its scale. */
function accelerationError(pair: Pair): number {
  return fieldError(pair, 'qacc');
}

const solvers = { Newton: Solver.NEWTON, CG: Solver.CG, PGS: Solver.PGS };

for (const [name, solver] of Object.entries(solvers)) {
  for (const scene of Object.keys(scenes)) {
    test(`${name} gives MuJoCo's accelerations and forces in ${scene}`, () => {
      withPair(scenes[scene](), (pair) => {
        for (const cone of [Cone.PYRAMIDAL, Cone.ELLIPTIC]) {
          for (const jacobian of [JacobianType.DENSE, JacobianType.SPARSE]) {
            for (const disableflags of [0, Disable.ISLAND]) {
              const settings: Settings = { solver, cone, jacobian, disableflags };
              setOptions(pair, settings);
              prepare(pair, 3);
              solve(pair);
              const iterations = [...pair.d.solver_niter];
              expect({ ...settings, error: accelerationError(pair) }).toEqual({
                ...settings,
                error: expect.closeTo(0, 6),
              });
              expect({ ...settings, force: fieldError(pair, 'efc_force') }).toEqual({
                ...settings,
                force: expect.closeTo(0, 6),
              });
              expect({ ...settings, iterations }).toEqual({
                ...settings,
                iterations: Array.from(oracleField(pair, 'solver_niter')),
              });
            }
          }
        }
      });
    });
  }
}

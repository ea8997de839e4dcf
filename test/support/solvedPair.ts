/** The constraint solver compared with MuJoCo's, from the same state. */
import { expect } from 'vitest';
import { makeConstraint } from '../../src/core/engine/constraint/make.ts';
import { projectConstraint } from '../../src/core/engine/constraint/project.ts';
import { referenceConstraint } from '../../src/core/engine/constraint/reference.ts';
import { island } from '../../src/core/engine/island/island.ts';
import { fwdConstraint } from '../../src/core/engine/solver/fwdConstraint.ts';
import { Cone, Solver } from '../../src/core/model/enums.ts';
import { prepare, run, type Settings, setOptions } from './constraintPair.ts';
import { fieldError, oracleField, type Pair } from './oracle/oracle.ts';

/** The stages from `makeConstraint` to `fwdConstraint`. */
export function solve(pair: Pair): void {
  run(pair, makeConstraint);
  island(pair.m, pair.d);
  run(pair, projectConstraint);
  referenceConstraint(pair.m, pair.d);
  run(pair, fwdConstraint);
}

/** Solves in our engine in the state that MuJoCo has solved, and compares accelerations, forces and iterations. */
export function expectSameSolution(pair: Pair, settings: Settings, seed = 3): void {
  setOptions(pair, settings);
  prepare(pair, seed);
  solve(pair);
  expectSolved(pair, settings);
}

/** Compares a solution with MuJoCo's of the same state. */
export function expectSolved(pair: Pair, settings: Settings): void {
  const iterations = [...pair.d.solver_niter];
  // the dual solvers project forces onto their cone, where rounding decides the row state
  const dual = settings.solver === Solver.PGS || settings.noslip_iterations !== undefined;
  const fields = ['qacc', 'efc_force', 'qfrc_constraint', 'efc_b'];
  for (const field of dual && settings.cone === Cone.ELLIPTIC ? fields : [...fields, 'efc_state']) {
    const error = fieldError(pair, field);
    expect({ field, ...settings, error }).toEqual({ field, ...settings, error: expect.closeTo(0, 6) });
  }
  expect({ ...settings, iterations }).toEqual({
    ...settings,
    iterations: Array.from(oracleField(pair, 'solver_niter')),
  });
}

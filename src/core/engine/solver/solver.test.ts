import { expect, test } from 'vitest';
import { prepare, run, type Settings, setOptions, withPair } from '../../../../test/support/constraintPair.ts';
import { fieldError, oracleField, type Pair } from '../../../../test/support/oracle/oracle.ts';
import { scenes } from '../../../../test/support/scenes/constraintScenes.ts';
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

/** Solves in our engine at the state that MuJoCo has solved, and compares accelerations, forces and iterations. */
function expectSameSolution(pair: Pair, settings: Settings): void {
  setOptions(pair, settings);
  prepare(pair, 3);
  solve(pair);
  const iterations = [...pair.d.solver_niter];
  // the dual solvers put forces on their cone, where rounding decides the state
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

const { DENSE, SPARSE } = JacobianType;
const variants = [
  { cone: Cone.PYRAMIDAL, jacobian: DENSE, disableflags: 0 },
  { cone: Cone.PYRAMIDAL, jacobian: SPARSE, disableflags: Disable.ISLAND },
  { cone: Cone.ELLIPTIC, jacobian: SPARSE, disableflags: 0 },
  { cone: Cone.ELLIPTIC, jacobian: DENSE, disableflags: Disable.ISLAND },
];
const solvers = { Newton: Solver.NEWTON, CG: Solver.CG, PGS: Solver.PGS };

for (const scene of Object.keys(scenes)) {
  test(`every solver gives MuJoCo's accelerations, forces and iterations in ${scene}`, () => {
    withPair(scenes[scene](), (pair) => {
      for (const solver of Object.values(solvers)) {
        for (const variant of variants) expectSameSolution(pair, { solver, ...variant });
      }
    });
  });
}

test('noslip gives the forces of MuJoCo after Newton and PGS', () => {
  withPair(scenes.figure(), (pair) => {
    for (const solver of [Solver.NEWTON, Solver.PGS]) {
      for (const variant of variants) expectSameSolution(pair, { solver, ...variant, noslip_iterations: 6 });
    }
  });
});

test('without warm start the solvers begin at the smooth acceleration, as in MuJoCo', () => {
  withPair(scenes.figure(), (pair) => {
    for (const solver of Object.values(solvers)) {
      setOptions(pair, { solver, disableflags: Disable.WARMSTART });
      prepare(pair, 3);
      solve(pair);
      expect(fieldError(pair, 'qacc')).toBeLessThan(1e-8);
    }
  });
});

test('statistics of each iteration are those of MuJoCo', () => {
  withPair(scenes.figure(), (pair) => {
    setOptions(pair, { cone: Cone.ELLIPTIC });
    prepare(pair, 3);
    solve(pair);
    const { d } = pair;
    const n = d.solver_niter[0];
    expect(n).toBeGreaterThan(2);
    const records = pair.theirs.d.solver;
    for (let k = 0; k < n; k++) {
      const record = records.get(k)!;
      expect([d.solver_nactive[k], d.solver_nchange[k], d.solver_neval[k], d.solver_nupdate[k]]).toEqual([
        record.nactive,
        record.nchange,
        record.neval,
        record.nupdate,
      ]);
      expect(d.solver_improvement[k]).toBeCloseTo(record.improvement, 9);
      expect(d.solver_gradient[k]).toBeCloseTo(record.gradient, 9);
      expect(d.solver_lineslope[k]).toBeCloseTo(record.lineslope, 9);
    }
    // these are numbers that could be wrong
    expect(d.solver_lineslope.subarray(0, n).some((slope) => slope !== 0)).toBe(true);
    expect(d.solver_nupdate.subarray(0, n).some((count) => count > 0)).toBe(true);
  });
});

test('with and without islands the solution is the same, to the tolerance of the solver', () => {
  withPair(scenes['many boxes'](), (pair) => {
    for (const cone of [Cone.PYRAMIDAL, Cone.ELLIPTIC]) {
      const solutions = [0, Disable.ISLAND].map((disableflags) => {
        setOptions(pair, { cone, disableflags, tolerance: 1e-14, iterations: 200 });
        prepare(pair, 5);
        solve(pair);
        return pair.d.qacc.slice();
      });
      expect(pair.d.nisland).toBe(0);
      solutions[0].forEach((x, i) => {
        expect(Math.abs(x - solutions[1][i])).toBeLessThan(1e-6 * (1 + Math.abs(x)));
      });
    }
  });
});

test('the solver grows its own memory when the Hessian does not fit', () => {
  withPair(scenes['many boxes'](), (pair) => {
    prepare(pair, 2);
    expect(pair.d.H_cap).toBeLessThan(100);
    solve(pair);
    expect(pair.d.H_cap).toBeGreaterThan(1000);
    expect(fieldError(pair, 'qacc')).toBeLessThan(1e-8);
  });
});

/** Where the solvers start: the warm start or, where that costs less, the smooth acceleration. With a limit of 0 iterations the start is the
 *  result. */
import { expect, test } from 'vitest';
import { forwardAndCopy, prepare, run, setOptions, withPair } from '../../../../test/support/constraintPair.ts';
import { fieldError, type Pair, random } from '../../../../test/support/oracle/oracle.ts';
import { scenes } from '../../../../test/support/scenes/constraintScenes.ts';
import { expectSolved, solve } from '../../../../test/support/solvedPair.ts';
import { Cone, Disable, Solver } from '../../model/enums.ts';
import { fwdConstraint } from './fwdConstraint.ts';

/** Sets the warm start of both engines and solves in both. */
function solveFrom(pair: Pair, warmstart: ArrayLike<number>): void {
  pair.d.qacc_warmstart.set(warmstart);
  (pair.theirs.d.qacc_warmstart as Float64Array).set(warmstart);
  forwardAndCopy(pair);
  solve(pair);
}

const same = (a: Float64Array, b: Float64Array) => a.every((x, i) => Math.abs(x - b[i]) < 1e-9 * (1 + Math.abs(x)));

/** A ball and a box pressed into a plane. */
const pressed = (option = '') => `<mujoco><option ${option}/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .09"><freejoint/><geom size=".1" mass="1"/></body>
  <body pos="1 0 .095"><freejoint/><geom type="box" size=".1 .1 .1" mass="2"/></body></worldbody></mujoco>`;

test.each([0, Disable.ISLAND])(
  'a warm start that leaves every contact costs nothing in constraints, and loses by its Gauss cost (disableflags %i)',
  (disableflags) => {
    withPair(pressed(), (pair) => {
      for (const solver of [Solver.NEWTON, Solver.CG]) {
        for (const cone of [Cone.PYRAMIDAL, Cone.ELLIPTIC]) {
          setOptions(pair, { solver, cone, disableflags, iterations: 0 });
          prepare(pair, 0);
          const { d } = pair;
          let [warm, smooth] = [0, 0];
          // from a little to far upwards: the cost of leaving exceeds that of the contacts between
          for (const lift of [0, 1, 10, 30, 100, 200, 300, 500, 1000, 1e4, 1e6]) {
            const start = d.qacc_smooth.slice();
            for (const z of [2, 8]) start[z] += lift;
            solveFrom(pair, start);
            expect(fieldError(pair, 'qacc'), `${solver} ${cone} ${lift}`).toBeLessThan(1e-9);
            expect(fieldError(pair, 'efc_force'), `${solver} ${cone} ${lift}`).toBeLessThan(1e-9);
            if (lift > 0 && same(d.qacc, start)) warm++;
            if (lift > 0 && same(d.qacc, d.qacc_smooth)) smooth++;
          }
          expect([warm > 2, smooth > 2, warm + smooth]).toEqual([true, true, 10]);
        }
      }
    });
  },
);

test.each(['figure', 'boxes condim 6', 'limits and friction loss', 'equalities', 'surfaces'])(
  'from any warm start the solvers begin where MuJoCo does: %s',
  (scene) => {
    withPair(scenes[scene](), (pair) => {
      const { d } = pair;
      let [warm, smooth] = [0, 0];
      for (const solver of Object.values(Solver)) {
        for (const [cone, disableflags] of [
          [Cone.PYRAMIDAL, Disable.ISLAND],
          [Cone.ELLIPTIC, 0],
        ]) {
          setOptions(pair, { solver, cone, disableflags, iterations: 100 });
          prepare(pair, 3);
          solve(pair);
          const solution = d.qacc.slice();
          const next = random(5);
          for (const apart of [0, 0.1, 1, 10, 100, 1e3, 1e6]) {
            const start = solution.map((x) => x + apart * next());
            setOptions(pair, { iterations: 0 });
            solveFrom(pair, start);
            for (const field of ['qacc', 'efc_force', 'efc_b'])
              expect(fieldError(pair, field), `${solver} ${cone} ${apart} ${field}`).toBeLessThan(1e-8);
            if (solver !== Solver.PGS) {
              if (same(d.qacc, d.qacc_smooth)) smooth++;
              else warm++;
            }
            setOptions(pair, { iterations: 2 });
            solveFrom(pair, start);
            expectSolved(pair, { solver, cone, disableflags, iterations: 2 });
          }
        }
      }
      expect(Math.min(warm, smooth)).toBeGreaterThan(2);
    });
  },
);

test('a solution as warm start takes no iterations, and gives the same forces', () => {
  withPair(scenes.figure(), (pair) => {
    for (const solver of [Solver.NEWTON, Solver.CG]) {
      setOptions(pair, { solver, iterations: 200, tolerance: 1e-12 });
      prepare(pair, 3);
      solve(pair);
      const { d } = pair;
      expect(d.solver_niter[0]).toBeGreaterThan(1);
      const forces = d.efc_force.slice(0, d.nefc);
      setOptions(pair, { tolerance: 1e-8 });
      solveFrom(pair, d.qacc.slice());
      expect([...d.solver_niter.subarray(0, 2)]).toEqual([0, 0]);
      for (let e = 0; e < d.nefc; e++) expect(d.efc_force[e]).toBeCloseTo(forces[e], 3);
      // a second call from the same Data, without the stages before it, gives the same
      const again = d.qacc.slice();
      run(pair, fwdConstraint);
      expect(d.qacc).toEqual(again);
    }
  });
});

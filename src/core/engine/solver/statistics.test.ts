/** Solver statistics of each iteration, of each island. */
import { expect, test } from 'vitest';
import {
  forwardAndCopy,
  prepare,
  type Settings,
  setOptions,
  withPair,
} from '../../../../test/support/constraintPair.ts';
import { oracleField, type Pair } from '../../../../test/support/oracle/oracle.ts';
import { scenes } from '../../../../test/support/scenes/constraintScenes.ts';
import { solve } from '../../../../test/support/solvedPair.ts';
import { NISLAND, NSOLVER } from '../../model/constants.ts';
import { Cone, Disable, JacobianType, Solver } from '../../model/enums.ts';
import { resetData } from '../reset.ts';
import { isSparse } from '../tree/settings.ts';

const counts = ['nactive', 'nchange', 'neval', 'nupdate'] as const;
const reals = ['improvement', 'gradient', 'lineslope'] as const;
type Statistic = (typeof counts)[number] | (typeof reals)[number];

/** Statistics of an iteration of an island. */
function ours({ d }: Pair, name: Statistic, at: number): number {
  return (d[`solver_${name}`] as ArrayLike<number>)[at];
}

/** Compares iterations [0, solver_niter) of each island with statistics, and the rest of earlier solves after them. Returns how many
 *  values of each statistic are not 0. */
function expectSameStatistics(pair: Pair, label: string): Record<string, number> {
  const { m, d, theirs } = pair;
  const onCone = m.opt.cone === Cone.ELLIPTIC && (m.opt.solver === Solver.PGS || m.opt.noslip_iterations > 0);
  const found = Object.fromEntries([...counts, ...reals].map((name) => [name, 0]));
  expect([...d.solver_niter], `${label} solver_niter`).toEqual(Array.from(oracleField(pair, 'solver_niter')));
  // a sparse Hessian is stored in blocks here, and element by element in MuJoCo
  if (m.opt.solver !== Solver.NEWTON || !isSparse(m))
    expect([...d.solver_nnz], `${label} solver_nnz`).toEqual(Array.from(oracleField(pair, 'solver_nnz')));
  const records = theirs.d.solver;
  for (let k = 0; k < Math.min(NISLAND, Math.max(1, d.nisland)); k++) {
    for (let iter = 0; iter < Math.min(NSOLVER, d.solver_niter[k]); iter++) {
      const at = NSOLVER * k + iter;
      const record = records.get(at)!;
      const where = `${label}, island ${k}, iteration ${iter}`;
      // the dual solvers project forces on their cone, where rounding decides the state
      const names = onCone ? counts.slice(2) : counts;
      for (const name of names) expect(ours(pair, name, at), `${name} ${where}`).toBe(record[name]);
      for (const name of reals)
        expect(Math.abs(ours(pair, name, at) - record[name]), `${name} ${where}`).toBeLessThan(
          1e-6 * (1 + record[name]),
        );
      for (const name of [...counts, ...reals]) if (ours(pair, name, at) !== 0) found[name]++;
    }
  }
  return found;
}

function solveBoth(pair: Pair, settings: Settings, seed = 3): void {
  setOptions(pair, settings);
  resetData(pair.m, pair.d);
  prepare(pair, seed);
  solve(pair);
}

const { DENSE, SPARSE } = JacobianType;
const variants = [
  { cone: Cone.PYRAMIDAL, jacobian: DENSE, disableflags: 0 },
  { cone: Cone.PYRAMIDAL, jacobian: SPARSE, disableflags: Disable.ISLAND },
  { cone: Cone.ELLIPTIC, jacobian: SPARSE, disableflags: 0 },
  { cone: Cone.ELLIPTIC, jacobian: DENSE, disableflags: Disable.ISLAND },
];

test.each(['figure', 'boxes condim 4', 'limits and friction loss', 'equalities', 'many boxes'])(
  'statistics of each iteration of Newton and conjugate gradients are those of MuJoCo: %s',
  (scene) => {
    withPair(scenes[scene](), (pair) => {
      for (const solver of [Solver.NEWTON, Solver.CG]) {
        for (const variant of variants) {
          solveBoth(pair, { solver, ...variant, iterations: 30 });
          const found = expectSameStatistics(pair, `${solver} ${JSON.stringify(variant)}`);
          for (const name of ['nactive', 'neval', 'improvement', 'gradient', 'lineslope'])
            expect(found[name], name).toBeGreaterThan(0);
          if (solver === Solver.CG) expect(found.nupdate).toBe(0);
        }
      }
    });
  },
);

test.each(['figure', 'boxes condim 3', 'limits and friction loss'])(
  'so are those of PGS, and of noslip, which are appended to those of the solver: %s',
  (scene) => {
    withPair(scenes[scene](), (pair) => {
      for (const cone of [Cone.PYRAMIDAL, Cone.ELLIPTIC]) {
        for (const disableflags of [0, Disable.ISLAND]) {
          for (const jacobian of [DENSE, SPARSE]) {
            solveBoth(pair, { solver: Solver.PGS, cone, jacobian, disableflags, noslip_iterations: 0, iterations: 30 });
            const found = expectSameStatistics(pair, `PGS ${cone} ${disableflags} ${jacobian}`);
            expect([found.neval, found.nupdate, found.gradient, found.lineslope]).toEqual([0, 0, 0, 0]);
            expect(Math.min(found.nactive, found.nchange, found.improvement)).toBeGreaterThan(0);
            solveBoth(pair, { solver: Solver.NEWTON, noslip_iterations: 4 });
            const before = pair.d.solver_niter[0];
            expect(before).toBeGreaterThan(3);
            expectSameStatistics(pair, `noslip ${cone} ${disableflags} ${jacobian}`);
          }
        }
      }
    });
  },
);

/** Balls in the floor, each an island of its own, at different depths. */
const balls = (n: number) => `<mujoco><worldbody><geom type="plane" size="50 5 1"/>
  ${Array.from({ length: n }, (_, i) => `<body pos="${i} 0 ${0.0993 - 0.0004 * i}"><freejoint/><geom size=".1" mass="${1 + i}"/></body>`).join('\n')}
  </worldbody></mujoco>`;

test.each([19, 20, 21, 25])('of %i islands the first 20 have statistics', (n) => {
  withPair(balls(n), (pair) => {
    const { d } = pair;
    const kept = Math.min(n, NISLAND);
    for (const solver of Object.values(Solver)) {
      for (const cone of [Cone.PYRAMIDAL, Cone.ELLIPTIC]) {
        for (const jacobian of [DENSE, SPARSE]) {
          solveBoth(pair, { solver, cone, jacobian, iterations: 50 }, 0);
          expect(d.nisland).toBe(n);
          expectSameStatistics(pair, `${solver} ${cone} ${jacobian}`);
          for (let k = 0; k < NISLAND; k++) {
            expect(d.solver_niter[k] > 0, `iterations of island ${k}`).toBe(k < kept);
            expect(d.solver_nnz[k] > 0, `nonzeros of island ${k}`).toBe(k < kept);
            expect(d.solver_improvement[NSOLVER * k] > 0, `improvement of island ${k}`).toBe(k < kept);
          }
          // all islands are solved, with statistics or without
          for (let i = 0; i < n; i++) expect(d.qacc[6 * i + 2]).toBeGreaterThan(-9);
        }
      }
    }
  });
});

test('of more than 200 iterations the first 200 have statistics, and the count continues', () => {
  withPair(scenes['boxes condim 3'](), (pair) => {
    const { d } = pair;
    const settings = { solver: Solver.PGS, tolerance: 0, disableflags: Disable.ISLAND };
    solveBoth(pair, { ...settings, iterations: NSOLVER });
    const last = d.solver_improvement[NSOLVER - 1];
    expect(last).toBeGreaterThan(0);
    solveBoth(pair, { ...settings, iterations: NSOLVER + 30 });
    expect([...d.solver_niter.subarray(0, 2)]).toEqual([NSOLVER + 30, 0]);
    expect(d.solver_improvement[NSOLVER - 1]).toBe(last);
    // the place of the next island
    expect([...d.solver_improvement.subarray(NSOLVER, NSOLVER + 30)].every((x) => x === 0)).toBe(true);
    expectSameStatistics(pair, 'PGS');
    solveBoth(pair, { ...settings, iterations: NSOLVER - 2, noslip_iterations: 5 });
    expect([...d.solver_niter.subarray(0, 2)]).toEqual(
      [...(oracleField(pair, 'solver_niter') as number[])].slice(0, 2),
    );
    expect([...d.solver_improvement.subarray(NSOLVER, NSOLVER + 30)].every((x) => x === 0)).toBe(true);
  });
});

test('a solve that ends where it starts has no iterations, and the Jacobian as its only matrix', () => {
  for (const scene of ['figure', 'boxes condim 3', 'limits and friction loss']) {
    withPair(scenes[scene](), (pair) => {
      for (const solver of [Solver.NEWTON, Solver.CG]) {
        for (const variant of variants) {
          solveBoth(pair, { solver, ...variant, tolerance: 1e-12, iterations: 300 });
          setOptions(pair, { tolerance: 1e-3 });
          pair.d.qacc_warmstart.set(pair.d.qacc);
          (pair.theirs.d.qacc_warmstart as Float64Array).set(pair.d.qacc);
          forwardAndCopy(pair);
          solve(pair);
          expect([...pair.d.solver_niter].every((n) => n === 0)).toBe(true);
          expect(pair.d.solver_nnz[0]).toBeGreaterThan(0);
          expectSameStatistics(pair, `${solver} ${JSON.stringify(variant)}`);
        }
      }
    });
  }
});

test('islands of 29 to 91 dofs with fill in the factor', () => {
  const slide = (k: number) =>
    `<body><joint name="j${k}" type="slide" axis="0 0 1"/><geom size=".1" mass="1"/>${k % 3 === 0 ? '<body><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>' : ''}</body>`;
  for (const n of [29, 30, 31, 47, 91]) {
    const joint = (k: number) => `<joint joint1="j${(7 * k) % n}" joint2="j${(7 * k + 7) % n}"/>`;
    const each = (f: (k: number) => string) => Array.from({ length: n }, (_, k) => f(k)).join('');
    withPair(
      `<mujoco><option jacobian="sparse"><flag contact="disable"/></option><worldbody>${each(slide)}</worldbody>
      <equality>${each(joint)}</equality></mujoco>`,
      (pair) => {
        for (const cone of [Cone.PYRAMIDAL, Cone.ELLIPTIC]) {
          for (const disableflags of [Disable.CONTACT, Disable.CONTACT | Disable.ISLAND]) {
            solveBoth(pair, { cone, disableflags });
            expectSameStatistics(pair, `${n} ${cone} ${disableflags}`);
          }
        }
      },
    );
  }
});

test('each solve restarts the iteration count, also without rows', () => {
  withPair(scenes['boxes condim 3'](), (pair) => {
    solveBoth(pair, {});
    expect(pair.d.solver_niter[0]).toBeGreaterThan(0);
    solveBoth(pair, { disableflags: Disable.CONSTRAINT });
    expect([...pair.d.solver_niter].every((n) => n === 0)).toBe(true);
  });
});

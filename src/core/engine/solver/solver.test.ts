import { expect, test } from 'vitest';
import { prepare, setOptions, withPair } from '../../../../test/support/constraintPair.ts';
import { fieldError, type Pair } from '../../../../test/support/oracle/oracle.ts';
import { scenes } from '../../../../test/support/scenes/constraintScenes.ts';
import { expectSameSolution, solve } from '../../../../test/support/solvedPair.ts';
import { Cone, Disable, JacobianType, Solver } from '../../model/enums.ts';

const { DENSE, SPARSE } = JacobianType;
const variants = [
  { cone: Cone.PYRAMIDAL, jacobian: DENSE, disableflags: 0 },
  { cone: Cone.PYRAMIDAL, jacobian: SPARSE, disableflags: Disable.ISLAND },
  { cone: Cone.ELLIPTIC, jacobian: SPARSE, disableflags: 0 },
  { cone: Cone.ELLIPTIC, jacobian: DENSE, disableflags: Disable.ISLAND },
];
const solvers = { Newton: Solver.NEWTON, CG: Solver.CG, PGS: Solver.PGS };

for (const scene of Object.keys(scenes)) {
  test(`every solver matches MuJoCo's accelerations, forces and iterations in ${scene}`, () => {
    withPair(scenes[scene](), (pair) => {
      for (const solver of Object.values(solvers)) {
        for (const variant of variants) expectSameSolution(pair, { solver, ...variant });
      }
    });
  });
}

test.each(['figure', 'limits and friction loss', 'boxes condim 4', 'boxes condim 6', 'surfaces'])(
  'noslip after Newton and PGS gives the forces of MuJoCo: %s',
  (scene) => {
    withPair(scenes[scene](), (pair) => {
      for (const solver of [Solver.NEWTON, Solver.PGS]) {
        for (const variant of variants) {
          for (const noslip_iterations of [1, 6]) expectSameSolution(pair, { solver, ...variant, noslip_iterations });
        }
      }
    });
  },
);

test('noslip holds joints and tendons by friction loss that is not exhausted, as in MuJoCo', () => {
  const link = (k: number, inner = ''): string =>
    `<body pos=".3 0 0"><joint name="j${k}" axis="0 1 0" frictionloss="${[3000, 2, 1000][k]}"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".04"/>${inner}</body>`;
  withPair(
    `<mujoco><worldbody>${link(0, link(1, link(2)))}</worldbody>
    <tendon><fixed frictionloss="500"><joint joint="j0" coef="1"/><joint joint="j1" coef="-2"/></fixed></tendon></mujoco>`,
    (pair) => {
      for (const solver of [Solver.NEWTON, Solver.PGS]) {
        for (const variant of variants) {
          for (const noslip_iterations of [1, 3, 3000])
            expectSameSolution(pair, { solver, ...variant, noslip_iterations, noslip_tolerance: 0 });
          // and it holds: without regularization the row has its reference acceleration
          const { m, d } = pair;
          let held = 0;
          for (let e = 0; e < d.nefc; e++) {
            if (Math.abs(d.efc_force[e]) >= d.efc_frictionloss[e]) continue;
            let a = 0;
            for (let i = 0; i < m.nv; i++) a += jacobian(pair, e, i) * d.qacc[i];
            expect(a).toBeCloseTo(d.efc_aref[e], 5);
            held++;
          }
          expect(held).toBeGreaterThan(1);
        }
      }
    },
  );
});

/** Element of the Jacobian, dense or sparse. */
function jacobian({ m, d }: Pair, e: number, i: number): number {
  if (m.opt.jacobian === DENSE) return d.efc_J[e * m.nv + i];
  const adr = d.efc_J_rowadr[e];
  const c = d.efc_J_colind.subarray(adr, adr + d.efc_J_rownnz[e]).indexOf(i);
  return c < 0 ? 0 : d.efc_J[adr + c];
}

test('a coarse line search takes the cheapest of the points that are good enough', () => {
  for (const scene of ['figure', 'boxes condim 6', 'limits and friction loss']) {
    withPair(scenes[scene](), (pair) => {
      for (const solver of [Solver.NEWTON, Solver.CG]) {
        for (const variant of variants) {
          for (const [tolerance, ls_tolerance] of [
            [1e-3, 0.5],
            [1e-2, 1],
            [1e-1, 10],
          ])
            expectSameSolution(pair, { solver, ...variant, tolerance, ls_tolerance });
        }
      }
    });
  }
});

test('islands whose trees alternate in the model have slots that are not consecutive, and the solution of MuJoCo', () => {
  const trees = 12;
  const hinges = ['0 1 0', '1 0 0', '0 0 1'].map((axis) => `<joint axis="${axis}" armature=".1"/>`);
  const tree = (k: number) =>
    `<body pos="${k} 0 0"><joint name="j${k}" type="slide" axis="0 0 1" frictionloss=".1"/>${hinges.slice(0, k % 4).join('')}
      <geom size=".1" pos=".2 .1 0" mass="${1 + k}"/></body>`;
  const bodies = Array.from({ length: trees }, (_, k) => tree(k)).join('');
  const joins = Array.from({ length: trees - 2 }, (_, k) => `<joint joint1="j${k}" joint2="j${k + 2}"/>`).join('');
  withPair(
    `<mujoco><option gravity="1 2 -9"/><worldbody>${bodies}</worldbody><equality>${joins}</equality></mujoco>`,
    (pair) => {
      for (const solver of Object.values(solvers)) {
        for (const jacobian of [DENSE, SPARSE]) {
          for (const disableflags of [Disable.CONTACT, Disable.CONTACT | Disable.ISLAND]) {
            expectSameSolution(pair, { solver, jacobian, disableflags, iterations: 200 });
            expect(pair.d.nisland).toBe(disableflags === Disable.CONTACT ? 2 : 0);
          }
        }
      }
    },
  );
});

test('rows that changed the factor one by one are in the Hessian when contacts slide later', () => {
  // a limit that opens or closes before the first contact is on its cone
  const arm = (
    k: number,
  ) => `<body pos="${0.5 * k} 0 .1"><joint type="slide" axis="0 0 1"/><joint type="slide" axis="1 0 0" limited="true" range="-.01 .01"/>
      <joint axis="0 1 0" frictionloss=".${k + 1}"/><geom name="g${k}" size=".1" mass="${1 + k}" friction=".${3 + k}"/></body>`;
  const ties = [0, 1, 2, 3].map((k) => `<joint joint="j${k}" coef="1"/>`).join('');
  const bodies = [0, 1, 2, 3].map((k) => arm(k).replace('axis="1 0 0"', `name="j${k}" axis="1 0 0"`)).join('');
  const xml = `<mujoco><option cone="elliptic"/><worldbody><geom type="plane" size="9 9 1"/>${bodies}</worldbody>
    <tendon><fixed limited="true" range="-.01 .01">${ties}</fixed></tendon></mujoco>`;
  withPair(xml, (pair) => {
    for (let seed = 1; seed <= 80; seed++) {
      for (const disableflags of [0, Disable.ISLAND]) expectSameSolution(pair, { disableflags }, seed);
    }
  });
});

test('without warm start the solvers start at the smooth acceleration, as in MuJoCo', () => {
  withPair(scenes.figure(), (pair) => {
    for (const solver of Object.values(solvers)) {
      setOptions(pair, { solver, disableflags: Disable.WARMSTART });
      prepare(pair, 3);
      solve(pair);
      expect(fieldError(pair, 'qacc')).toBeLessThan(1e-8);
    }
  });
});

test.each([1, 2, 3, 5, 8])(
  'a line search that ends after %i evaluations accepts the point of MuJoCo',
  (ls_iterations) => {
    for (const scene of ['figure', 'boxes condim 6', 'limits and friction loss', 'equalities']) {
      withPair(scenes[scene](), (pair) => {
        for (const solver of [Solver.NEWTON, Solver.CG]) {
          for (const variant of variants) {
            for (const ls_tolerance of [0.01, 1e-6])
              expectSameSolution(pair, { solver, ...variant, ls_iterations, ls_tolerance, iterations: 20 });
          }
        }
      });
    }
  },
);

test('with and without islands the solution is the same within the solver tolerance', () => {
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

test('the solver grows its own memory if the Hessian does not fit', () => {
  withPair(scenes['many boxes'](), (pair) => {
    prepare(pair, 2);
    expect(pair.d.H_cap).toBeLessThan(100);
    solve(pair);
    expect(pair.d.H_cap).toBeGreaterThan(1000);
    expect(fieldError(pair, 'qacc')).toBeLessThan(1e-8);
  });
});

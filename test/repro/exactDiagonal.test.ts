/** `diagexact` with many contacts: rows and forces are MuJoCo's with every solver and cone.
 *
 *  Differences of `efc_force` were reported for CG. There the rows agree to the last bits, and only the forces of a solver that stopped
 *  before convergence differ: MuJoCo then differs from itself as much when a velocity changes in its last bit, with the flag or without.
 *  With enough iterations CG agrees too. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { Cone, Enable, JacobianType, Solver } from '../../src/core/model/enums.ts';
import {
  copyStateToOracle,
  fieldError,
  mujoco,
  type Pair,
  pairFromXml,
  randomState,
} from '../support/oracle/oracle.ts';

const figure = readFileSync(new URL('../../examples/humanoid.xml', import.meta.url), 'utf8');

/** Limbs bent at random and half inside the floor. */
function heap(pair: Pair, seed: number): void {
  randomState(pair, seed, 1);
  pair.d.qpos[2] = 0.1;
  copyStateToOracle(pair);
}

function setOptions(pair: Pair, options: Partial<Record<'solver' | 'cone' | 'jacobian' | 'iterations', number>>): void {
  const all = { ...options, enableflags: Enable.DIAGEXACT };
  Object.assign(pair.m.opt, all);
  Object.assign(pair.theirs.m.opt, all);
}

const rows = ['efc_diagA', 'efc_R', 'efc_D', 'efc_aref'];
const cases = (['PGS', 'CG', 'NEWTON'] as const).flatMap((solver) =>
  (['PYRAMIDAL', 'ELLIPTIC'] as const).flatMap((cone) =>
    (['DENSE', 'SPARSE'] as const).map((jacobian) => ({ solver, cone, jacobian })),
  ),
);

test.each(cases)('exact diagonals give the forces of MuJoCo: $solver, $cone, $jacobian', (one) => {
  const pair = pairFromXml(figure);
  setOptions(pair, {
    solver: Solver[one.solver],
    cone: Cone[one.cone],
    jacobian: JacobianType[one.jacobian],
    iterations: 1000,
  });
  let contacts = 0;
  for (const seed of [1, 2, 3, 4]) {
    heap(pair, seed);
    forward(pair.m, pair.d);
    mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
    contacts += pair.d.ncon;
    expect(pair.d.nefc).toBe(pair.theirs.d.nefc);
    for (const field of rows) expect(fieldError(pair, field, 0), `${field}, seed ${seed}`).toBeLessThan(1e-12);
    for (const field of ['efc_force', 'qfrc_constraint', 'qacc'])
      expect(fieldError(pair, field), `${field}, seed ${seed}`).toBeLessThan(1e-8);
  }
  expect(contacts).toBeGreaterThan(40);
});

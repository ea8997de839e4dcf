import { expect, test } from 'vitest';
import { prepare, run, setOptions, withPair } from '../../../../test/support/constraintPair.ts';
import { fieldError, mujoco, type Pair } from '../../../../test/support/oracle/oracle.ts';
import { scenes } from '../../../../test/support/scenes/constraintScenes.ts';
import { growArena } from '../../model/data.ts';
import { Cone, Disable, Enable, JacobianType, Solver } from '../../model/enums.ts';
import { invConstraint } from './inverse.ts';
import { makeConstraint } from './make.ts';
import { projectConstraint } from './project.ts';
import { referenceConstraint } from './reference.ts';

const rows =
  `ne nf nl nefc efc_type efc_id efc_J efc_pos efc_margin efc_frictionloss efc_diagA efc_KBIP efc_D efc_R efc_vel
  efc_aref tendon_efcadr contact_mu contact_efc_address`
    .trim()
    .split(/\s+/);
const sparseRows = ['nJ', 'efc_J_rownnz', 'efc_J_rowadr', 'efc_J_colind', 'efc_J_rowsuper'];

const storages = [JacobianType.DENSE, JacobianType.SPARSE].flatMap((jacobian) =>
  [Cone.PYRAMIDAL, Cone.ELLIPTIC].map((cone) => ({ jacobian, cone })),
);

function expectSame(pair: Pair, fields: readonly string[], about: object = {}): void {
  for (const field of fields) {
    expect({ field, ...about, error: fieldError(pair, field) }).toEqual({
      field,
      ...about,
      error: expect.closeTo(0, 9),
    });
  }
}

for (const [name, xml] of Object.entries(scenes)) {
  test(`rows of ${name} match MuJoCo, dense and sparse, with both cones`, () => {
    withPair(xml(), (pair) => {
      for (const storage of storages) {
        setOptions(pair, storage);
        for (const seed of [0, 3, 7]) {
          prepare(pair, seed);
          run(pair, makeConstraint);
          referenceConstraint(pair.m, pair.d);
          expect(pair.d.nefc).toBe(pair.theirs.d.nefc);
          expectSame(pair, rows, { ...storage, seed });
          if (storage.jacobian === JacobianType.SPARSE) expectSame(pair, sparseRows, storage);
          if (name === 'equalities') expect(pair.d.ne).toBeGreaterThan(20);
        }
      }
    });
  });
}

test('references without refsafe and exact diagonals give the same rows as MuJoCo', () => {
  withPair(scenes.figure(), (pair) => {
    for (const storage of storages) {
      for (const flags of [{ disableflags: Disable.REFSAFE }, { disableflags: 0, enableflags: Enable.DIAGEXACT }]) {
        setOptions(pair, { ...storage, ...flags, timestep: 0.02 });
        prepare(pair, 5);
        run(pair, makeConstraint);
        run(pair, projectConstraint);
        referenceConstraint(pair.m, pair.d);
        expectSame(pair, rows, { ...storage, ...flags });
      }
    }
  });
});

test('the matrices of the dual problem match MuJoCo', () => {
  withPair(scenes.figure(), (pair) => {
    for (const storage of storages) {
      setOptions(pair, { ...storage, solver: Solver.PGS });
      prepare(pair, 2);
      run(pair, makeConstraint);
      run(pair, projectConstraint);
      expectSame(pair, ['nY', 'nA', 'efc_Y', 'efc_AR'], storage);
      if (storage.jacobian === JacobianType.DENSE) continue;
      expectSame(pair, ['efc_Y_rownnz', 'efc_Y_rowadr', 'efc_Y_colind'], storage);
      expectSame(pair, ['efc_AR_rownnz', 'efc_AR_rowadr', 'efc_AR_colind'], storage);
    }
  });
});

test('constraint forces of a given acceleration match inverse dynamics in MuJoCo', () => {
  withPair(scenes.figure(), (pair) => {
    for (const storage of storages) {
      setOptions(pair, storage);
      prepare(pair, 4);
      for (let i = 0; i < pair.m.nv; i++) pair.d.qacc[i] = pair.theirs.d.qacc[i] = Math.sin(i) * 5;
      mujoco.mj_inverse(pair.theirs.m, pair.theirs.d);
      run(pair, makeConstraint);
      referenceConstraint(pair.m, pair.d);
      invConstraint(pair.m, pair.d);
      expectSame(pair, ['efc_force', 'efc_state', 'qfrc_constraint'], storage);
    }
  });
});

test('without rows the constraint force of inverse dynamics is zero, also after a state with rows', () => {
  withPair(scenes.figure(), (pair) => {
    const { m, d } = pair;
    for (const flag of [0, Disable.CONSTRAINT]) {
      setOptions(pair, { disableflags: flag });
      prepare(pair, 4);
      run(pair, makeConstraint);
      referenceConstraint(m, d);
      invConstraint(m, d);
      expect(d.qfrc_constraint.some((x) => x !== 0)).toBe(flag === 0);
    }
  });
});

test('disabled constraint types have no rows', () => {
  withPair(scenes.equalities(), (pair) => {
    for (const flag of [Disable.CONSTRAINT, Disable.EQUALITY, Disable.FRICTIONLOSS, Disable.LIMIT, Disable.CONTACT]) {
      setOptions(pair, { disableflags: flag });
      prepare(pair, 1);
      run(pair, makeConstraint);
      expectSame(pair, ['ne', 'nf', 'nl', 'nefc'], { flag });
    }
  });
});

test('the arena grows when rows exceed it, and rows are the same', () => {
  withPair(scenes['many boxes'](), (pair) => {
    setOptions(pair, { cone: Cone.ELLIPTIC });
    prepare(pair, 1);
    run(pair, makeConstraint);
    const before = Float64Array.from(pair.d.efc_J.subarray(0, pair.d.nJ));
    expect(pair.d.nefc).toBeGreaterThan(20);
    pair.d.efc_need = pair.d.efc_cap + 1;
    pair.d.J_need = pair.d.J_cap + 1;
    growArena(pair.d);
    run(pair, makeConstraint);
    expect(pair.d.efc_J.subarray(0, pair.d.nJ)).toEqual(before);
  });
});

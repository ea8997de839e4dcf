import { expect, test } from 'vitest';
import { prepare, run, setOptions, withPair } from '../../../../test/support/constraintPair.ts';
import { fieldError } from '../../../../test/support/oracle/oracle.ts';
import { scenes } from '../../../../test/support/scenes/constraintScenes.ts';
import { Disable, JacobianType } from '../../model/enums.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { makeConstraint } from '../constraint/make.ts';
import { island } from './island.ts';
import { findRoot, labelSets, mergeTrees } from './unionFind.ts';

const fields =
  `nisland nidof tree_island island_ntree island_itreeadr map_itree2tree dof_island island_nv island_idofadr
  island_dofadr map_dof2idof map_idof2dof efc_island island_ne island_nf island_nefc island_iefcadr map_efc2iefc map_iefc2efc
  iefc_type iefc_id iefc_frictionloss iefc_D iefc_R`
    .trim()
    .split(/\s+/);

for (const name of Object.keys(scenes)) {
  test(`islands of ${name} match MuJoCo, dense and sparse`, () => {
    withPair(scenes[name](), (pair) => {
      for (const jacobian of [JacobianType.DENSE, JacobianType.SPARSE]) {
        setOptions(pair, { jacobian });
        for (const seed of [0, 2]) {
          prepare(pair, seed);
          run(pair, makeConstraint);
          island(pair.m, pair.d);
          for (const field of fields) {
            const error = fieldError(pair, field);
            expect({ field, jacobian, seed, error }).toEqual({ field, jacobian, seed, error: expect.closeTo(0, 10) });
          }
        }
      }
    });
  });
}

test('without the island flag, or without rows, there are no islands; earlier ones are removed', () => {
  withPair(scenes.figure(), (pair) => {
    const { m, d } = pair;
    const islands = () => {
      prepare(pair, 1);
      run(pair, makeConstraint);
      island(m, d);
      return [d.nisland, d.nidof, ...d.tree_island];
    };
    const none = [0, 0, ...Array(m.ntree).fill(-1)];
    for (const settling of [1, 0]) {
      for (const flag of [Disable.ISLAND, Disable.CONSTRAINT]) {
        d.work_sleep_int[SleepSlot.SETTLING] = settling;
        setOptions(pair, { disableflags: 0 });
        expect(islands().slice(0, 2)).toEqual([1, m.nv]);
        setOptions(pair, { disableflags: flag });
        expect(islands()).toEqual(none);
        for (const field of ['nisland', 'nidof']) expect(fieldError(pair, field), field).toBe(0);
        // again, with nothing to remove
        expect(islands()).toEqual(none);
      }
    }
  });
});

test('sets of trees are numbered by their smallest tree, whatever the merge order', () => {
  const parent = new Int32Array(7).fill(-1);
  mergeTrees(parent, 6, 4);
  mergeTrees(parent, 5, 1);
  mergeTrees(parent, 4, 5);
  mergeTrees(parent, -1, 3);
  mergeTrees(parent, -1, -1);
  const label = new Int32Array(7);
  expect(
    labelSets(
      label,
      parent,
      Int32Array.from({ length: 7 }, (_, t) => t),
      7,
    ),
  ).toBe(2);
  expect([...label]).toEqual([-1, 0, -1, 1, 0, 0, 0]);
  expect(findRoot(parent, 6)).toBe(1);
});

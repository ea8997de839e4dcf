/** The key of the row cache: each of its parts alone decides between hit and miss, and nothing else does. */
import { expect, test } from 'vitest';
import { prepare, run, setOptions, withPair } from '../../../../test/support/constraintPair.ts';
import type { Pair } from '../../../../test/support/oracle/oracle.ts';
import { ConstraintType, EqType, JacobianType } from '../../model/enums.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { makeConstraint } from '../constraint/make.ts';
import { island } from './island.ts';
import { rowsUnchanged } from './rowCache.ts';

/** Two boxes on the floor, connected to each other, and two arms of two joints each with limits, tendons and equalities. */
const arm = (name: string, y: number) => `<body pos="2 ${y} 1">
  <joint name="${name}1" axis="0 1 0" limited="true" range="5 50"/><geom size=".05" pos=".2 0 0"/>
  <body pos=".3 0 0"><joint name="${name}2" axis="0 0 1" frictionloss=".1"/><geom size=".05" pos=".2 .1 0"/></body></body>`;
const fixed = (name: string, a: string, b: string) =>
  `<fixed name="${name}" limited="true" range=".1 .2"><joint joint="${a}" coef="1"/><joint joint="${b}" coef="2"/></fixed>`;
const scene = `<mujoco><worldbody><geom type="plane" size="9 9 1"/>
  <body name="a" pos="0 0 .095"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body name="b" pos=".5 0 .095"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  ${arm('p', 0)}${arm('q', 1)}</worldbody>
  <tendon>${fixed('one', 'p1', 'p2')}${fixed('two', 'p1', 'q1')}</tendon>
  <equality><connect body1="a" body2="b" anchor=".25 0 0"/><joint joint1="p1" joint2="p2" polycoef=".1 1 0 0 0"/>
    <joint joint1="p2" joint2="q2" polycoef=".1 1 0 0 0"/><joint joint1="q1" polycoef=".1 0 0 0 0"/>
    <weld body1="b" body2="a"/></equality></mujoco>`;

const cloth = `<mujoco><worldbody>
  <flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2" mass="1" radius=".01" pos="0 0 .3"><edge equality="true"/></flexcomp>
  <flexcomp name="g" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2" mass="1" radius=".01" pos="1 0 .3">
    <elasticity young="1e3" poisson=".2" thickness=".01" elastic2d="stretch"/></flexcomp>
  <body pos="3 0 0"><joint limited="true" range="5 50"/><geom size=".1"/></body></worldbody></mujoco>`;

const { DENSE, SPARSE } = JacobianType;

/** Constraints of a scene with their islands; the row cache has just stored its key. */
function cached(xml: string, jacobian: number, check: (pair: Pair) => void): void {
  withPair(xml, (pair) => {
    setOptions(pair, { jacobian });
    prepare(pair, 0);
    run(pair, makeConstraint);
    pair.d.work_sleep_int[SleepSlot.SETTLING] = 0;
    island(pair.m, pair.d);
    expect(hits(pair)).toBe(true);
    check(pair);
  });
}

const hits = ({ m, d }: Pair) => rowsUnchanged(m, d);

/** Expects a miss after the change of one element, then hits, then the same for the old value. */
function expectMiss(pair: Pair, array: { [k: number]: number }, k: number, value: number): void {
  expectChange(pair, array, k, value, false);
}

/** Expects hits only. */
function expectHit(pair: Pair, array: { [k: number]: number }, k: number, value: number): void {
  expectChange(pair, array, k, value, true);
}

function expectChange(pair: Pair, array: { [k: number]: number }, k: number, value: number, hit: boolean): void {
  const before = array[k];
  expect(before).not.toBe(value);
  for (const x of [value, before]) {
    array[k] = x;
    expect(hits(pair)).toBe(hit);
    expect(hits(pair)).toBe(true);
  }
}

/** First row of a type and an id. */
function rowOf({ d }: Pair, type: number, id: number): number {
  const row = Array.from({ length: d.nefc }, (_, e) => e).find((e) => d.efc_type[e] === type && d.efc_id[e] === id);
  expect(row, `row of type ${type}, id ${id}`).toBeDefined();
  return row as number;
}

test.each([DENSE, SPARSE])(
  'numbers of rows and contacts, types, ids, geoms and equalities (Jacobian %i)',
  (jacobian) => {
    cached(scene, jacobian, (pair) => {
      const { m, d } = pair;
      const loose = d as unknown as { [k: string]: number };
      for (const count of ['nefc', 'ncon']) {
        const before = loose[count];
        for (const n of [before - 1, before]) {
          loose[count] = n;
          expect(hits(pair), `${count} ${n}`).toBe(false);
          expect(hits(pair)).toBe(true);
        }
      }
      const last = d.nefc - 1;
      for (const e of [d.ne + d.nf + d.nl, last]) {
        expectMiss(pair, d.efc_type, e, ConstraintType.CONTACT_ELLIPTIC);
        expectMiss(pair, d.efc_id, e, d.efc_id[e] + 1);
      }
      for (const k of [0, 1, 2 * d.ncon - 1]) expectMiss(pair, d.contact_geom, k, 3);
      for (const i of [0, m.neq - 1]) {
        for (const objects of [m.eq_objtype, m.eq_obj1id, m.eq_obj2id]) expectMiss(pair, objects, i, 1 - objects[i]);
        expectMiss(pair, m.eq_type, i, i === 0 ? EqType.WELD : EqType.CONNECT);
      }
      setOptions(pair, { jacobian: DENSE + SPARSE - jacobian });
      expect(hits(pair)).toBe(false);
    });
  },
);

test('no islands, or trees that have just fallen asleep or woken, are a miss', () => {
  cached(scene, SPARSE, (pair) => {
    const { d } = pair;
    const islands = d.nisland;
    expect(islands).toBeGreaterThan(1);
    d.nisland = 0;
    expect([hits(pair), hits(pair)]).toEqual([false, false]);
    d.nisland = islands;
    expect(hits(pair)).toBe(true);
    d.work_sleep_int[SleepSlot.SETTLING] = 1;
    expect([hits(pair), hits(pair)]).toEqual([false, false]);
    d.work_sleep_int[SleepSlot.SETTLING] = 0;
    expect(hits(pair)).toBe(true);
  });
});

test('values of the Jacobian do not matter; zeros only in dense rows whose dofs depend on them', () => {
  cached(scene, DENSE, (pair) => {
    const { m, d } = pair;
    const element = (type: number, id: number) => {
      const row = rowOf(pair, type, id) * m.nv;
      return row + d.efc_J.subarray(row, row + m.nv).findLastIndex((x) => x !== 0);
    };
    const { EQUALITY, LIMIT_JOINT, LIMIT_TENDON, FRICTION_DOF, CONTACT_PYRAMIDAL } = ConstraintType;
    const dynamic = [element(EQUALITY, 2), element(LIMIT_TENDON, 1)];
    const fixed = [
      ...[0, 1, 3, 4].map((id) => element(EQUALITY, id)),
      element(LIMIT_TENDON, 0),
      element(LIMIT_JOINT, 2),
      element(FRICTION_DOF, m.nv - 1),
      element(CONTACT_PYRAMIDAL, 0),
    ];
    for (const k of [...dynamic, ...fixed]) expectHit(pair, d.efc_J, k, 2 * d.efc_J[k]);
    for (const k of dynamic) expectMiss(pair, d.efc_J, k, 0);
    // the elements at both ends of the rows
    for (const k of dynamic) {
      const row = k - (k % m.nv);
      for (const c of [row, row + m.nv - 1]) expectMiss(pair, d.efc_J, c, d.efc_J[c] === 0 ? 1 : 0);
    }
    for (const k of fixed) expectHit(pair, d.efc_J, k, 0);
  });
  cached(scene, SPARSE, (pair) => {
    for (let k = 0; k < pair.d.nJ; k++) expectHit(pair, pair.d.efc_J, k, pair.d.efc_J[k] + 1);
  });
});

test('with flexes: columns, zeros of edges, and which flexes are stiff; a dense Jacobian is never cached', () => {
  cached(cloth, SPARSE, (pair) => {
    const { m, d } = pair;
    expect([...m.flex_stiffnessadr].map((adr) => adr >= 0 && m.flex_stiffness[adr] !== 0)).toEqual([false, true]);
    const adr = m.flex_stiffnessadr[1];
    expectMiss(pair, m.flex_stiffness, adr, 0);
    for (const stiffness of [1, 2 * m.flex_stiffness[adr]]) expectHit(pair, m.flex_stiffness, adr, stiffness);
    const edge = d.efc_J_rowadr[1];
    const limit = d.efc_J_rowadr[rowOf(pair, ConstraintType.LIMIT_JOINT, m.njnt - 1)];
    for (const c of [edge, limit]) expectMiss(pair, d.efc_J_colind, c, d.efc_J_colind[c] + 1);
    const end = edge + d.efc_J_rownnz[1] - 1;
    expectMiss(pair, d.efc_J_colind, end, d.efc_J_colind[end] - 1);
    expectMiss(pair, d.efc_J_rownnz, 1, d.efc_J_rownnz[1] - 1);
    for (let c = edge; c <= end; c++) {
      const zero = d.efc_J[c] === 0;
      expectMiss(pair, d.efc_J, c, zero ? 1 : 0);
      if (!zero) expectHit(pair, d.efc_J, c, 2 * d.efc_J[c]);
    }
    expectHit(pair, d.efc_J, limit, 0);
  });
  withPair(cloth, (pair) => {
    setOptions(pair, { jacobian: DENSE });
    prepare(pair, 0);
    run(pair, makeConstraint);
    pair.d.work_sleep_int[SleepSlot.SETTLING] = 0;
    island(pair.m, pair.d);
    expect(pair.d.nisland).toBeGreaterThan(0);
    expect([hits(pair), hits(pair)]).toEqual([false, false]);
  });
});

import { expect, test } from 'vitest';
import { loadModelFromXml } from '../../../test/support/compileMjcf.ts';

/** A tree of bodies with hinges, slides and balls, some of them simple. */
const m = loadModelFromXml(`<mujoco><worldbody>
  <body><freejoint/><geom size=".1" pos=".1 0 0"/>
    <body pos="1 0 0"><joint/><geom size=".1"/><body pos="1 0 0"><joint type="ball"/><geom size=".1"/></body></body>
    <body pos="0 1 0"><joint type="slide"/><joint axis="1 0 0"/><geom size=".1"/></body>
  </body>
  <body><geom size=".1"/><body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><geom size=".1"/></body></body>
  <body><joint axis="0 1 1"/><geom size=".1"/><body><geom size=".1"/><body><joint/><geom size=".1"/></body></body></body>
</worldbody></mujoco>`);

function isAncestor(i: number, of: number): boolean {
  for (let j = of; j >= 0; j = m.dof_parentid[j]) if (j === i) return true;
  return false;
}

function row(rownnz: Int32Array, rowadr: Int32Array, colind: Int32Array, i: number): number[] {
  return Array.from(colind.subarray(rowadr[i], rowadr[i] + rownnz[i]));
}

const dofs = Array.from({ length: m.nv }, (_, i) => i);

test('row i of M has the ancestors of i and i itself; simple dofs have only themselves', () => {
  expect(dofs.some((i) => m.dof_simplenum[i] > 0)).toBe(true);
  for (const i of dofs) {
    const expected = dofs.filter((j) => isAncestor(j, i) && (j === i || m.dof_simplenum[i] === 0));
    expect(row(m.M_rownnz, m.M_rowadr, m.M_colind, i)).toEqual(expected);
  }
});

test('row i of D has ancestors, i and descendants, with the diagonal at D_diag', () => {
  for (const i of dofs) {
    const columns = row(m.D_rownnz, m.D_rowadr, m.D_colind, i);
    expect(columns).toEqual(dofs.filter((j) => isAncestor(j, i) || isAncestor(i, j)));
    expect(columns[m.D_diag[i]]).toBe(i);
  }
});

test('rows of B are the rows of D of the dofs of the body', () => {
  for (const i of dofs) {
    const body = m.dof_bodyid[i];
    expect(row(m.B_rownnz, m.B_rowadr, m.B_colind, body)).toEqual(row(m.D_rownnz, m.D_rowadr, m.D_colind, i));
  }
  expect(row(m.B_rownnz, m.B_rowadr, m.B_colind, 0)).toEqual(dofs);
});

test('the maps between the triangle and the symmetric matrix name the same elements', () => {
  const findRow = (rowadr: Int32Array, adr: number) => dofs.findLast((i) => rowadr[i] <= adr)!;
  m.mapD2M.forEach((from, to) => {
    expect([findRow(m.D_rowadr, from), m.D_colind[from]]).toEqual([findRow(m.M_rowadr, to), m.M_colind[to]]);
  });
  m.mapM2D.forEach((from, to) => {
    if (from < 0) return;
    const pair = [findRow(m.D_rowadr, to), m.D_colind[to]].sort((a, b) => a - b);
    expect([m.M_colind[from], findRow(m.M_rowadr, from)]).toEqual(pair);
  });
});

/** The constant part of the metric for implicit integration of flexes: the factor of M + (h^2 + h damping) K over the
 * dofs of bending shells. */

import { MINVAL } from '../../../core/model/constants.ts';
import type { Model } from '../../../core/model/model.ts';
import { ConstantError } from '../error.ts';
import { fillOf } from './metricPattern.ts';

export function factorMetric(m: Model): void {
  let row = 0;
  let adr = 0;
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_interp[f] !== 0 || m.flex_rigid[f] || m.flex_dim[f] !== 2 || m.flex_bendingadr[f] < 0) continue;
    const { flaps, edges } = flapsOf(m, f);
    const start = m.flex_vertadr[f];
    const moves = Array.from(
      { length: m.flex_vertnum[f] },
      (_, v) => m.body_dofnum[m.flex_vertbodyid[start + v]] === 3,
    );
    const { slot, columns, rows } = fillOf(moves, flaps);
    const stiffness = bendingMatrix(m, f, flaps, edges, slot, rows);
    moves.forEach((isMoving, v) => {
      if (!isMoving) return;
      const dof = m.body_dofadr[m.flex_vertbodyid[start + v]];
      for (let k = 0; k < 3; k++) m.efm0_dofid[row + 3 * slot[v] + k] = dof + k;
    });
    for (let k = 0; k < 3; k++) {
      const L = factor(m, columns, stiffness, (r) => m.efm0_dofid[row + 3 * r + k]);
      L.forEach((values, r) => {
        m.efm0_L_rownnz[row + 3 * r + k] = values.length;
      });
      writeValues(m, row, k, columns, L);
    }
    for (let r = row; r < row + 3 * rows; r++) {
      m.efm0_L_rowadr[r] = adr;
      adr += m.efm0_L_rownnz[r];
    }
    row += 3 * rows;
  }
}

/** Values by row, stored once addresses are known. */
function writeValues(m: Model, row: number, k: number, columns: readonly number[][], L: readonly Float64Array[]): void {
  let adr = row === 0 ? 0 : m.efm0_L_rowadr[row - 1] + m.efm0_L_rownnz[row - 1];
  columns.forEach((cols, r) => {
    adr += k * cols.length;
    m.efm0_L.set(L[r], adr);
    cols.forEach((c, i) => {
      m.efm0_L_colind[adr + i] = row + 3 * c + k;
    });
    adr += (3 - k) * cols.length;
  });
}

/** Vertices of the edges between two triangles: both ends, then both sides; and the ids of the edges. */
function flapsOf(m: Model, f: number): { flaps: number[][]; edges: number[] } {
  const flaps: number[][] = [];
  const edges: number[] = [];
  for (let e = 0; e < m.flex_edgenum[f]; e++) {
    const i = 2 * (m.flex_edgeadr[f] + e);
    if (m.flex_edgeflap[i + 1] < 0) continue;
    flaps.push([m.flex_edge[i], m.flex_edge[i + 1], m.flex_edgeflap[i], m.flex_edgeflap[i + 1]]);
    edges.push(e);
  }
  return { flaps, edges };
}

/** Couplings of each row: (h^2 + h damping) times the stiffness. */
function bendingMatrix(
  m: Model,
  f: number,
  flaps: readonly number[][],
  edges: readonly number[],
  slot: Int32Array,
  rows: number,
): Map<number, number>[] {
  const h = m.opt.timestep;
  const scale = h * h + h * m.flex_damping[f];
  const matrix = Array.from({ length: rows }, () => new Map<number, number>());
  flaps.forEach((flap, n) => {
    const b = m.flex_bendingadr[f] + 17 * edges[n];
    for (let i = 0; i < 4; i++) {
      const row = matrix[slot[flap[i]]];
      for (let j = 0; j < 4 && row !== undefined; j++) {
        const column = slot[flap[j]];
        if (column >= 0) row.set(column, (row.get(column) ?? 0) + scale * m.flex_bending[b + 4 * i + j]);
      }
    }
  });
  return matrix;
}

/** Rows of L with L^T L = mass + stiffness, for one coordinate. */
function factor(
  m: Model,
  columns: readonly number[][],
  stiffness: readonly Map<number, number>[],
  dofOf: (row: number) => number,
): Float64Array[] {
  const L = columns.map((cols) => new Float64Array(cols.length));
  // rows after r that have column r, and their offsets
  const users: [row: number, at: number][][] = columns.map(() => []);
  columns.forEach((cols, r) => {
    for (let i = 0; i < cols.length - 1; i++) users[cols[i]].push([r, i]);
  });
  const dense = new Float64Array(columns.length);
  for (let r = columns.length - 1; r >= 0; r--) {
    for (const [c, value] of stiffness[r]) if (c <= r) dense[c] = value;
    const dof = dofOf(r);
    dense[r] += m.body_mass[m.dof_bodyid[dof]] + m.dof_armature[dof];
    for (const [c, at] of users[r]) for (let i = 0; i <= at; i++) dense[columns[c][i]] -= L[c][at] * L[c][i];
    if (dense[r] < MINVAL)
      throw new ConstantError('body', m.dof_bodyid[dof], 'mass and bending stiffness are not positive definite');
    const diagonal = Math.sqrt(dense[r]);
    columns[r].forEach((c, i) => {
      L[r][i] = c === r ? diagonal : dense[c] / diagonal;
      dense[c] = 0;
    });
  }
  return L;
}

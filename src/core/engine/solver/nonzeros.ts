import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Cone } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { Problem } from '../../model/solverSlots.ts';
import { isSparse } from '../tree/settings.ts';

/*  The sizes in `solver_nnz`, counted as MuJoCo stores these matrices: by elements, dofs in the order of the model. Our own are
 *  stored by blocks in another order, and are larger. */

/** Columns of one pass over the pattern: bits of an integer that is not negative. */
const TILE = 30;

/** Elements of the Jacobian of problem k. */
export function jacobianNonzeros(m: Model, d: Data, k: int): int {
  const { work_problem, map_iefc2efc, efc_J_rownnz } = d;
  const p = Problem.SIZE * k;
  const row = work_problem[p + Problem.ROW];
  const n = work_problem[p + Problem.NEFC];
  if (!isSparse(m)) return n * work_problem[p + Problem.NV];
  let count = 0;
  for (let e = row; e < row + n; e++) count += efc_J_rownnz[map_iefc2efc[e]];
  return count;
}

/** Elements of the Hessian H = M + J^T D J of problem k if it is dense, else elements on and below the diagonals of M, J^T J and
 *  the factor L, H = L^T L; with elliptic cones twice those of L.
 *
 *  Row i of L has the columns of row i of H, and of every row whose last column before the diagonal is i (its children in the
 *  elimination tree). Columns are counted in tiles, the last one first, so that parents are known where they are needed.
 *  writes d: work_block_mark work_block_head */
export function hessianNonzeros(m: Model, d: Data, k: int): int {
  const { work_problem, work_block_mark, work_block_head } = d;
  const n = work_problem[Problem.SIZE * k + Problem.NV];
  if (!isSparse(m)) return n * n;
  const factors = m.opt.cone === Cone.ELLIPTIC ? 2 : 1;
  work_block_head.fill(-1, 0, n);
  let count = 0;
  let last = 0;
  while (last + TILE < n) last += TILE;
  for (let from = last; from >= 0; from -= TILE) {
    work_block_mark.fill(0, from, n);
    markRows(d, k, from);
    for (let i = from; i < n; i++) count += countBits(work_block_mark[i]);
    count += markMass(m, d, k, from, n);
    for (let i = n - 1; i >= from; i--) {
      count += factors * countBits(work_block_mark[i]);
      passToParent(d, i, from);
    }
  }
  return count;
}

/** Dof i of problem k. */
function dofOf(d: Data, k: int, i: int): int {
  const { map_idof2dof, island_idofadr } = d;
  return d.nisland > 0 ? map_idof2dof[island_idofadr[k] + i] : i;
}

/** Position of a dof in problem k. */
function positionOf(d: Data, k: int, dof: int): int {
  const { map_dof2idof, island_idofadr } = d;
  return d.nisland > 0 ? map_dof2idof[dof] - island_idofadr[k] : dof;
}

/** Marks columns [from, from + TILE) of J^T J of problem k, on and below the diagonal. */
function markRows(d: Data, k: int, from: int): void {
  const { work_problem, work_block_mark, map_iefc2efc, efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  const p = Problem.SIZE * k;
  const row = work_problem[p + Problem.ROW];
  for (let r = row; r < row + work_problem[p + Problem.NEFC]; r++) {
    const e = map_iefc2efc[r];
    const adr = efc_J_rowadr[e];
    const end = adr + efc_J_rownnz[e];
    let bits = 0;
    for (let c = adr; c < end; c++) {
      const column = positionOf(d, k, efc_J_colind[c]) - from;
      if (column >= 0 && column < TILE) bits |= 1 << column;
    }
    if (bits === 0) continue;
    for (let c = adr; c < end; c++) {
      const i = positionOf(d, k, efc_J_colind[c]);
      if (i >= from) work_block_mark[i] |= bits & maskUpTo(i - from);
    }
  }
}

/** Marks the columns of M in this tile, and counts them. */
function markMass(m: Model, d: Data, k: int, from: int, n: int): int {
  const { M_rownnz, M_rowadr, M_colind } = m;
  const { work_block_mark } = d;
  let count = 0;
  for (let i = from; i < n; i++) {
    const dof = dofOf(d, k, i);
    for (let c = M_rowadr[dof]; c < M_rowadr[dof] + M_rownnz[dof]; c++) {
      const column = positionOf(d, k, M_colind[c]) - from;
      if (column < 0 || column >= TILE) continue;
      work_block_mark[i] |= 1 << column;
      count++;
    }
  }
  return count;
}

/** Adds the marks of row i before its diagonal to those of its parent. */
function passToParent(d: Data, i: int, from: int): void {
  const { work_block_mark, work_block_head } = d;
  const bits = i - from < TILE ? work_block_mark[i] & ~(1 << (i - from)) : work_block_mark[i];
  if (bits === 0) return;
  if (work_block_head[i] < 0) work_block_head[i] = from + 31 - Math.clz32(bits);
  work_block_mark[work_block_head[i]] |= bits;
}

/** Bits 0 to i, at most TILE. */
function maskUpTo(i: int): int {
  return i >= TILE - 1 ? (1 << TILE) - 1 : (2 << i) - 1;
}

function countBits(bits: int): int {
  let left = bits;
  let n = 0;
  while (left !== 0) {
    left &= left - 1;
    n++;
  }
  return n;
}

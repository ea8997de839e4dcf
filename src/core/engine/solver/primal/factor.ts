import { copy, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { cholRows4, solveRows4, solveRowsT4, subOuter4, updateRows4 } from '../../../math/linear/block4.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { blockCount, firstBlock } from '../blocks.ts';

/*  The factor U of the Hessian H = U^T U in 4x4 blocks: factorization, solves, and rank-one updates. `makePattern` has made the
 *  pattern. */

/** Factors work_U, which contains H, in place: right-looking, block row by block row. Returns the number of raised pivots. */
export function factorHessian(d: Data, k: int): int {
  const { work_U, work_H_adr, work_H_num } = d;
  const first = firstBlock(d, k);
  const end = first + blockCount(d, k);
  let raised = 0;
  for (let b = first; b < end; b++) {
    raised += cholRows4(work_U, work_H_adr[b], 4 * work_H_num[b], MINVAL);
    scatterRowUpdate(d, b);
  }
  return raised;
}

/** Subtracts the outer product of the finished row b from the rows of its other columns: H_cj -= U_bc^T U_bj, j >= c */
function scatterRowUpdate(d: Data, b: int): void {
  const { work_U, work_H_adr, work_H_num, work_H_list, work_H_col } = d;
  const n = work_H_num[b];
  const list = work_H_list[b];
  const adr = work_H_adr[b];
  for (let i = 1; i < n; i++) {
    const c = work_H_col[list + i];
    const cols = work_H_list[c];
    const to = work_H_adr[c];
    let at = 0;
    for (let j = i; j < n; j++) {
      const column = work_H_col[list + j];
      while (work_H_col[cols + at] < column) at++;
      subOuter4(work_U, to + 4 * at, 4 * work_H_num[c], work_U, adr + 4 * i, 4 * n, work_U, adr + 4 * j, 4 * n);
    }
  }
}

/** x = H^-1 x */
export function solveHessian(d: Data, k: int, x: Float64Array): void {
  const { work_U, work_H_adr, work_H_num, work_seg } = d;
  const first = firstBlock(d, k);
  const end = first + blockCount(d, k);
  for (let b = first; b < end; b++) {
    if (isAdjacent(d, b)) {
      solveRowsT4(x, 4 * b, work_U, work_H_adr[b], 4 * work_H_num[b]);
    } else {
      gatherRow(d, b, x);
      solveRowsT4(work_seg, 0, work_U, work_H_adr[b], 4 * work_H_num[b]);
      scatterRow(d, b, x);
    }
  }
  for (let b = end - 1; b >= first; b--) {
    if (isAdjacent(d, b)) {
      solveRows4(x, 4 * b, work_U, work_H_adr[b], 4 * work_H_num[b]);
    } else {
      gatherRow(d, b, x);
      solveRows4(work_seg, 0, work_U, work_H_adr[b], 4 * work_H_num[b]);
      copy(x, 4 * b, work_seg, 0, 4);
    }
  }
}

/** Rank-one update of the factor, from H to H + sign x x^T. x is zero before block b, and zero everywhere on return. Returns the
 *  number of raised pivots. */
export function updateFactor(d: Data, b: int, x: Float64Array, sign: number): int {
  const { work_U, work_H_adr, work_H_num, work_H_list, work_H_col, work_seg } = d;
  let row = b;
  let raised = 0;
  // the nonzeros of x are on one path up the elimination tree
  while (row >= 0) {
    const n = work_H_num[row];
    if (isAdjacent(d, row)) {
      raised += updateRows4(work_U, work_H_adr[row], 4 * n, x, 4 * row, sign, MINVAL);
    } else {
      gatherRow(d, row, x);
      raised += updateRows4(work_U, work_H_adr[row], 4 * n, work_seg, 0, sign, MINVAL);
      scatterRow(d, row, x);
    }
    zero(x, 4 * row, 4);
    row = n > 1 ? work_H_col[work_H_list[row] + 1] : -1;
  }
  return raised;
}

/** Whether the columns of row b are consecutive blocks. */
function isAdjacent(d: Data, b: int): boolean {
  const { work_H_num, work_H_list, work_H_col } = d;
  return work_H_col[work_H_list[b] + work_H_num[b] - 1] === b + work_H_num[b] - 1;
}

/** work_seg = the blocks of x in the columns of row b */
function gatherRow(d: Data, b: int, x: Float64Array): void {
  const { work_H_num, work_H_list, work_H_col, work_seg } = d;
  const n = work_H_num[b];
  const list = work_H_list[b];
  for (let c = 0; c < n; c++) copy(work_seg, 4 * c, x, 4 * work_H_col[list + c], 4);
}

/** the blocks of x in the columns of row b = work_seg */
function scatterRow(d: Data, b: int, x: Float64Array): void {
  const { work_H_num, work_H_list, work_H_col, work_seg } = d;
  const n = work_H_num[b];
  const list = work_H_list[b];
  for (let c = 0; c < n; c++) copy(x, 4 * work_H_col[list + c], work_seg, 4 * c, 4);
}

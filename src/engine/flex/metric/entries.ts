import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';

/** Adds a block of 3 x 3 in the rows and columns of two points. */
export function addBlock(d: Data, row: int, column: int, value: Float64Array): void {
  const { efm_K_val, efm_K_rowadr } = d;
  const at = columnOf(d, row, column);
  for (let r = 0; r < 3; r++) {
    const to = efm_K_rowadr[row + r] + at;
    for (let c = 0; c < 3; c++) efm_K_val[to + c] += value[3 * r + c];
  }
}

/** Where in its row a column stands; columns come in threes. */
export function columnOf(d: Data, row: int, column: int): int {
  const { efm_K_rowadr, efm_K_rownnz, efm_K_colind } = d;
  const adr = efm_K_rowadr[row];
  let lo = 0;
  let hi = (efm_K_rownnz[row] / 3) | 0;
  while (hi - lo > 1) {
    const middle = (lo + hi) >> 1;
    if (efm_K_colind[adr + 3 * middle] <= column) lo = middle;
    else hi = middle;
  }
  return 3 * lo;
}

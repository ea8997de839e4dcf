import type { int } from '../../../math/int.ts';
import { addTo3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';

/** Adds a 3 x 3 block in the rows and columns of two points. */
export function addBlock(d: Data, row: int, column: int, value: Float64Array): void {
  addBlockAt(d, row, findColumn(d, row, column, 0), value);
}

/** The same for a position in the row. */
export function addBlockAt(d: Data, row: int, at: int, value: Float64Array): void {
  const { efm_K_val, efm_K_rowadr } = d;
  addTo3(efm_K_val, efm_K_rowadr[row] + at, value, 0);
  addTo3(efm_K_val, efm_K_rowadr[row + 1] + at, value, 3);
  addTo3(efm_K_val, efm_K_rowadr[row + 2] + at, value, 6);
}

/** Index of a column in its row; columns are in groups of three. Tries `hint` first. */
export function findColumn(d: Data, row: int, column: int, hint: int): int {
  const { efm_K_rowadr, efm_K_rownnz, efm_K_colind } = d;
  const adr = efm_K_rowadr[row];
  const nnz = efm_K_rownnz[row];
  if (hint < nnz && efm_K_colind[adr + hint] === column) return hint;
  let lo = 0;
  let hi = (nnz / 3) | 0;
  while (hi - lo > 1) {
    const middle = (lo + hi) >> 1;
    if (efm_K_colind[adr + 3 * middle] <= column) lo = middle;
    else hi = middle;
  }
  return 3 * lo;
}

import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';

/** Appends row `out` of the actuator moments after the previous row and returns its address. */
export function startRow(d: Data, out: int): int {
  const { moment_rowadr, moment_rownnz } = d;
  moment_rowadr[out] = out === 0 ? 0 : moment_rowadr[out - 1] + moment_rownnz[out - 1];
  return moment_rowadr[out];
}

/** Row `out` = s times the first n values of pos_moment, for the dofs of pos_chain; omits zeros. */
export function storeChain(d: Data, out: int, n: int, s: number): void {
  const { pos_moment, pos_chain, actuator_moment, moment_rownnz, moment_colind } = d;
  let adr = startRow(d, out);
  const start = adr;
  for (let k = 0; k < n; k++) {
    if (pos_moment[k] === 0) continue;
    actuator_moment[adr] = pos_moment[k] * s;
    moment_colind[adr] = pos_chain[k];
    adr++;
  }
  moment_rownnz[out] = adr - start;
}

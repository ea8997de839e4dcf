/** Stiffness of flexes in Newton's method with the integrator `discrete`: the matrix efm_K over the slots of the one problem. */
import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { blockOfSlot } from '../blocks.ts';
import { hessianAddress } from './couplings.ts';

/** H += K, on and above the diagonal blocks. */
export function addStiffnessTerms(d: Data): void {
  const { nefmdof, efm_dofid, efm_K_rownnz, efm_K_rowadr, efm_K_colind, efm_K_val, work_dof_slot, work_H } = d;
  for (let k = 0; k < nefmdof; k++) {
    for (let i = efm_dofid[k]; i < efm_dofid[k] + 3; i++) {
      const row = work_dof_slot[i];
      const adr = efm_K_rowadr[i];
      for (let a = adr; a < adr + efm_K_rownnz[i]; a++) {
        const column = work_dof_slot[efm_K_colind[a]];
        if (blockOfSlot(column) >= blockOfSlot(row)) work_H[hessianAddress(d, row, column)] += efm_K_val[a];
      }
    }
  }
}

/** Adds the columns of K to the bit sets of the block rows, which start at block `first`: rows of `smallPattern`. */
export function addStiffnessBits(d: Data, first: int): void {
  const { nefmdof, efm_dofid, efm_K_rownnz, efm_K_rowadr, efm_K_colind, work_dof_slot, work_block_head } = d;
  for (let k = 0; k < nefmdof; k++) {
    for (let i = efm_dofid[k]; i < efm_dofid[k] + 3; i++) {
      const row = blockOfSlot(work_dof_slot[i]);
      const adr = efm_K_rowadr[i];
      for (let a = adr; a < adr + efm_K_rownnz[i]; a++) {
        const column = blockOfSlot(work_dof_slot[efm_K_colind[a]]) - first;
        if (column >= row - first) work_block_head[row] |= 1 << column;
      }
    }
  }
}

/** Marks the columns of K in block row b: rows of `largePattern`. */
export function markStiffness(d: Data, b: int): void {
  const { efm_K_rownnz, efm_K_rowadr, efm_K_colind, work_dof_slot, work_slot_dof, work_block_mark } = d;
  for (let s = 4 * b; s < 4 * b + 4; s++) {
    const i = work_slot_dof[s];
    if (i < 0) continue;
    const adr = efm_K_rowadr[i];
    for (let a = adr; a < adr + efm_K_rownnz[i]; a++) work_block_mark[blockOfSlot(work_dof_slot[efm_K_colind[a]])] = b;
  }
}

import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Status } from '../../runtime/status.ts';
import { bends, canAssembleCells, isCellular, stretches } from '../../tree/flexTerms.ts';
import { elementCount, MAX_NODES, stiffnessOf } from '../finiteElement.ts';
import { PASSIVE_CONTACT } from './contactStiffness.ts';
import { cellDofs, contactDofs, elementDofs, flapDofs } from './stencil.ts';

const dofs = new Int32Array(MAX_NODES);
const nodes = new Int32Array(MAX_NODES);

/** Minimum capacity when the arena first grows. */
const MIN_CAPACITY = 4096;

/** Sparsity pattern of the stiffness matrix of flexes, by rows, columns increasing: each point has a 3 x 3 block with
 *  every point that it is coupled with. Returns ARENA_FULL if the capacity is too small.
 *  writes d: nefmK efm_K_rownnz efm_K_rowadr efm_K_colind work_efm_first work_efm_next work_efm_col */
export function stiffnessPattern(m: Model, d: Data): int {
  const { nv, nflex } = m;
  const cells = canAssembleCells(m);
  d.work_efm_first.fill(-1, 0, nv);
  let blocks = 0;
  for (let f = 0; f < nflex; f++) {
    if (bends(m, f)) blocks = coupleFlaps(m, d, f, blocks);
    if (stretches(m, f)) blocks = coupleElements(m, d, f, blocks);
    if (cells && isCellular(m, f)) blocks = coupleCells(m, d, f, blocks);
  }
  blocks = coupleContacts(m, d, blocks);
  if (9 * blocks > d.K_cap) {
    // blocks may have been counted more than once
    d.K_need = Math.min(9 * blocks, Math.max(4 * d.K_cap, MIN_CAPACITY));
    return Status.ARENA_FULL;
  }
  d.nefmK = 9 * blocks;
  layOutRows(m, d);
  return Status.OK;
}

function coupleFlaps(m: Model, d: Data, f: int, start: int): int {
  const { flex_edgeadr, flex_edgenum, flex_edgeflap } = m;
  const end = flex_edgeadr[f] + flex_edgenum[f];
  let blocks = start;
  for (let e = flex_edgeadr[f]; e < end; e++) {
    if (flex_edgeflap[2 * e + 1] < 0) continue;
    flapDofs(m, f, e, dofs);
    blocks = couple(d, 4, blocks);
  }
  return blocks;
}

function coupleElements(m: Model, d: Data, f: int, start: int): int {
  let blocks = start;
  for (let e = 0; e < m.flex_elemnum[f]; e++) blocks = couple(d, elementDofs(m, f, e, dofs), blocks);
  return blocks;
}

function coupleCells(m: Model, d: Data, f: int, start: int): int {
  const count = elementCount(m, f);
  let blocks = start;
  for (let e = 0; e < count; e++) {
    if (m.flex_stiffness[stiffnessOf(m, f, e)] === 0) continue;
    blocks = couple(d, cellDofs(m, f, e, nodes, dofs), blocks);
  }
  return blocks;
}

function coupleContacts(m: Model, d: Data, start: int): int {
  const { ncon, contact_exclude } = d;
  let blocks = start;
  for (let i = 0; i < ncon; i++) {
    if (contact_exclude[i] === PASSIVE_CONTACT) blocks = couple(d, contactDofs(m, d, i, dofs), blocks);
  }
  return blocks;
}

/** Adds the other dofs, and itself, to the increasing column list of each of the first n dofs; returns the new number
 *  of blocks. Beyond the capacity, blocks are only counted. */
function couple(d: Data, n: int, start: int): int {
  const { K_cap, work_efm_first, work_efm_next, work_efm_col } = d;
  let blocks = start;
  for (let a = 0; a < n; a++) {
    const row = dofs[a];
    if (row < 0) continue;
    // the last entry before the current column; columns usually arrive in order
    let before = -1;
    for (let b = 0; b < n; b++) {
      const column = dofs[b];
      if (column < 0) continue;
      if (before >= 0 && work_efm_col[before] >= column) before = -1;
      let at = before < 0 ? work_efm_first[row] : work_efm_next[before];
      while (at >= 0 && work_efm_col[at] < column) {
        before = at;
        at = work_efm_next[at];
      }
      if (at >= 0 && work_efm_col[at] === column) continue;
      if (9 * (blocks + 1) <= K_cap) {
        work_efm_col[blocks] = column;
        work_efm_next[blocks] = at;
        if (before < 0) work_efm_first[row] = blocks;
        else work_efm_next[before] = blocks;
      }
      blocks++;
    }
  }
  return blocks;
}

/** Three consecutive rows for each point, in the order of dofs. */
function layOutRows(m: Model, d: Data): void {
  const { nv } = m;
  const { work_efm_first, work_efm_next, work_efm_col, efm_K_rownnz, efm_K_rowadr, efm_K_colind } = d;
  let adr = 0;
  let i = 0;
  while (i < nv) {
    if (work_efm_first[i] < 0) {
      efm_K_rownnz[i] = 0;
      efm_K_rowadr[i] = adr;
      i++;
      continue;
    }
    for (let row = i; row < i + 3; row++) {
      const start = adr;
      for (let at = work_efm_first[i]; at >= 0; at = work_efm_next[at]) {
        for (let c = 0; c < 3; c++) efm_K_colind[adr++] = work_efm_col[at] + c;
      }
      efm_K_rowadr[row] = start;
      efm_K_rownnz[row] = adr - start;
    }
    i += 3;
  }
}

/** Patterns of the matrices over degrees of freedom, compressed by rows with increasing columns.
 *
 *  M  lower triangle of the inertia matrix: row i has the ancestors of i and i; simple dofs have only themselves
 *  D  its symmetric counterpart (derivatives): ancestors, i, descendants; simple or not
 *  B  bodies times dofs: all dofs above, in and below a body */
import type { Model } from '../../core/model/model.ts';

export function makeSparsity(m: Model): void {
  const depth = dofDepth(m);
  makeM(m, depth);
  makeD(m, depth);
  makeB(m);
  makeMaps(m, depth);
}

/** Number of ancestors of each dof. */
function dofDepth(m: Model): Int32Array {
  const depth = new Int32Array(m.nv);
  for (let i = 0; i < m.nv; i++) {
    const parent = m.dof_parentid[i];
    depth[i] = parent < 0 ? 0 : depth[parent] + 1;
  }
  return depth;
}

function makeM(m: Model, depth: Int32Array): void {
  let adr = 0;
  for (let i = 0; i < m.nv; i++) {
    m.M_rowadr[i] = adr;
    m.M_rownnz[i] = m.dof_simplenum[i] > 0 ? 1 : depth[i] + 1;
    adr += m.M_rownnz[i];
    let at = adr - 1;
    m.M_colind[at] = i;
    for (let j = m.dof_parentid[i]; j >= 0 && at > m.M_rowadr[i]; j = m.dof_parentid[j]) m.M_colind[--at] = j;
  }
}

function makeD(m: Model, depth: Int32Array): void {
  const { nv, dof_parentid, D_rownnz, D_rowadr, D_diag, D_colind } = m;
  for (let i = 0; i < nv; i++) D_rownnz[i] = depth[i] + 1;
  for (let i = 0; i < nv; i++) for (let j = dof_parentid[i]; j >= 0; j = dof_parentid[j]) D_rownnz[j]++;
  const next = new Int32Array(nv);
  let adr = 0;
  for (let i = 0; i < nv; i++) {
    D_rowadr[i] = adr;
    D_diag[i] = depth[i];
    next[i] = adr + depth[i];
    adr += D_rownnz[i];
  }
  // i is added to its own row, and after the diagonals of its ancestors; ancestors are added before the diagonal of i
  for (let i = 0; i < nv; i++) {
    let before = D_rowadr[i] + depth[i];
    for (let j = i; j >= 0; j = dof_parentid[j]) {
      D_colind[next[j]++] = i;
      if (j !== i) D_colind[--before] = j;
    }
  }
}

function makeB(m: Model): void {
  const { nbody, nv, body_parentid, body_dofnum, body_dofadr, B_rownnz, B_rowadr, B_colind } = m;
  if (nv === 0) return;
  // bodies are numbered depth first, so a subtree is a range of bodies, and its dofs are a range of dofs
  const end = new Int32Array(nbody);
  const subtree = new Int32Array(nbody);
  for (let i = nbody - 1; i >= 0; i--) {
    if (end[i] === 0) end[i] = i + 1;
    subtree[i] += body_dofnum[i];
    if (i > 0) {
      const parent = body_parentid[i];
      end[parent] = Math.max(end[parent], end[i]);
      subtree[parent] += subtree[i];
    }
  }
  let adr = 0;
  let firstDof = 0;
  for (let i = 0; i < nbody; i++) {
    B_rowadr[i] = adr;
    let above = 0;
    for (let j = body_parentid[i]; j > 0; j = body_parentid[j]) above += body_dofnum[j];
    B_rownnz[i] = i === 0 ? subtree[i] : above + subtree[i];
    let at = adr + above;
    for (let j = i === 0 ? 0 : body_parentid[i]; j > 0; j = body_parentid[j]) {
      at -= body_dofnum[j];
      for (let k = 0; k < body_dofnum[j]; k++) B_colind[at + k] = body_dofadr[j] + k;
    }
    for (let k = 0; k < subtree[i]; k++) B_colind[adr + B_rownnz[i] - subtree[i] + k] = firstDof + k;
    adr += B_rownnz[i];
    firstDof += body_dofnum[i];
  }
}

/** Index maps: mapM2M from the old layout (diagonal first, then upward), mapM2D and mapD2M between the triangle and the
 * symmetric matrix. */
function makeMaps(m: Model, depth: Int32Array): void {
  const { nv, dof_Madr, M_rownnz, M_rowadr, D_rownnz, D_rowadr, D_colind, mapM2M, mapM2D, mapD2M } = m;
  for (let i = 0; i < nv; i++) {
    const n = M_rownnz[i];
    for (let k = 0; k < n; k++) {
      mapM2M[M_rowadr[i] + k] = dof_Madr[i] + (n - 1 - k);
      mapD2M[M_rowadr[i] + k] = D_rowadr[i] + depth[i] - (n - 1 - k);
    }
    for (let adr = D_rowadr[i]; adr < D_rowadr[i] + D_rownnz[i]; adr++) {
      const row = Math.max(i, D_colind[adr]);
      const column = Math.min(i, D_colind[adr]);
      if (row === column) mapM2D[adr] = M_rowadr[row] + M_rownnz[row] - 1;
      else mapM2D[adr] = m.dof_simplenum[row] > 0 ? -1 : M_rowadr[row] + depth[column];
    }
  }
}

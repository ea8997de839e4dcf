/** Patterns of matrices over dofs are determined by the tree: each element is compared with the expected value.
 *
 *  M  lower triangle of the inertia matrix: row i has the ancestors of i and i; simple dofs have only themselves
 *  D  its symmetric counterpart: ancestors, i, descendants
 *  B  bodies times dofs: all dofs above, in and below a body */
import type { Model } from '../../../core/model/model.ts';
import { expectSize, expectValue } from './expect.ts';

const PATTERN = 'by the pattern of the tree';

/** Requires a checked tree: bodies and dofs are numbered depth first. */
export function checkSparsity(m: Model): void {
  checkSimple(m);
  const depth = dofDepths(m);
  checkM(m, depth);
  const below = checkD(m, depth);
  checkB(m);
  checkMaps(m, depth, below);
}

/** Runs of simple dofs: the length of the rest of the run from each dof on. */
function checkSimple(m: Model): void {
  const { nv, body_simple, dof_bodyid, dof_simplenum } = m;
  let count = 0;
  for (let i = nv - 1; i >= 0; i--) {
    count = body_simple[dof_bodyid[i]] !== 0 ? count + 1 : 0;
    expectValue('dof_simplenum', dof_simplenum, i, count, 'by body_simple');
  }
}

/** Number of ancestors of each dof. */
function dofDepths({ nv, dof_parentid }: Model): Int32Array {
  const depth = new Int32Array(nv);
  for (let i = 0; i < nv; i++) depth[i] = dof_parentid[i] < 0 ? 0 : depth[dof_parentid[i]] + 1;
  return depth;
}

function checkM(m: Model, depth: Int32Array): void {
  const { nv, dof_parentid, dof_simplenum, dof_Madr, M_rownnz, M_rowadr, M_colind } = m;
  let [adr, old] = [0, 0];
  for (let i = 0; i < nv; i++) {
    const nnz = dof_simplenum[i] > 0 ? 1 : depth[i] + 1;
    expectValue('dof_Madr', dof_Madr, i, old, PATTERN);
    expectValue('M_rowadr', M_rowadr, i, adr, PATTERN);
    expectValue('M_rownnz', M_rownnz, i, nnz, PATTERN);
    old += depth[i] + 1;
    adr += nnz;
    if (adr > m.nC) break;
    let dof = i;
    for (let at = adr - 1; at >= adr - nnz; at--, dof = dof_parentid[dof]) {
      expectValue('M_colind', M_colind, at, dof, PATTERN);
    }
  }
  expectSize('nC', m.nC, adr);
  expectSize('nM', m.nM, old);
}

/** Returns the number of descendants of each dof, which follow it. */
function checkD(m: Model, depth: Int32Array): Int32Array {
  const { nv, dof_parentid, D_rownnz, D_rowadr, D_diag, D_colind } = m;
  const below = new Int32Array(nv);
  for (let i = nv - 1; i >= 0; i--) if (dof_parentid[i] >= 0) below[dof_parentid[i]] += below[i] + 1;
  let adr = 0;
  for (let i = 0; i < nv; i++) {
    const nnz = depth[i] + 1 + below[i];
    expectValue('D_rowadr', D_rowadr, i, adr, PATTERN);
    expectValue('D_rownnz', D_rownnz, i, nnz, PATTERN);
    expectValue('D_diag', D_diag, i, depth[i], PATTERN);
    if (adr + nnz > m.nD) break;
    let dof = i;
    for (let at = adr + depth[i]; at >= adr; at--, dof = dof_parentid[dof]) {
      expectValue('D_colind', D_colind, at, dof, PATTERN);
    }
    for (let k = 1; k <= below[i]; k++) expectValue('D_colind', D_colind, adr + depth[i] + k, i + k, PATTERN);
    adr += nnz;
  }
  expectSize('nD', m.nD, adr);
  return below;
}

function checkB(m: Model): void {
  const { nbody, nv, body_parentid, body_dofnum, body_dofadr, B_rownnz, B_rowadr, B_colind } = m;
  const below = body_dofnum.slice();
  for (let i = nbody - 1; i > 0; i--) below[body_parentid[i]] += below[i];
  const above = new Int32Array(nbody);
  let [adr, first] = [0, 0];
  for (let i = 0; i < nbody; i++) {
    const parent = body_parentid[i];
    if (parent > 0) above[i] = above[parent] + body_dofnum[parent];
    const nnz = above[i] + below[i];
    expectValue('B_rowadr', B_rowadr, i, nv === 0 ? 0 : adr, PATTERN);
    expectValue('B_rownnz', B_rownnz, i, nnz, PATTERN);
    if (adr + nnz > m.nB) break;
    let at = adr + above[i];
    for (let j = parent; j > 0; j = body_parentid[j]) {
      at -= body_dofnum[j];
      for (let k = 0; k < body_dofnum[j]; k++) expectValue('B_colind', B_colind, at + k, body_dofadr[j] + k, PATTERN);
    }
    for (let k = 0; k < below[i]; k++) expectValue('B_colind', B_colind, adr + above[i] + k, first + k, PATTERN);
    adr += nnz;
    first += body_dofnum[i];
  }
  expectSize('nB', m.nB, adr);
}

/** Index maps: mapM2M from the old layout (diagonal first, then upward), mapM2D and mapD2M between the triangle and the
 * symmetric matrix. */
function checkMaps(m: Model, depth: Int32Array, below: Int32Array): void {
  const { nv, dof_Madr, dof_simplenum, M_rownnz, M_rowadr, D_rowadr, mapM2M, mapM2D, mapD2M } = m;
  for (let i = 0; i < nv; i++) {
    const [n, row] = [M_rownnz[i], M_rowadr[i]];
    const diagonal = D_rowadr[i] + depth[i];
    for (let k = 0; k < n; k++) {
      expectValue('mapM2M', mapM2M, row + k, dof_Madr[i] + n - 1 - k, PATTERN);
      expectValue('mapD2M', mapD2M, row + k, diagonal - (n - 1 - k), PATTERN);
    }
    for (let k = 0; k < depth[i]; k++) {
      expectValue('mapM2D', mapM2D, D_rowadr[i] + k, dof_simplenum[i] > 0 ? -1 : row + k, PATTERN);
    }
    expectValue('mapM2D', mapM2D, diagonal, row + n - 1, PATTERN);
    for (let j = i + 1; j <= i + below[i]; j++) {
      const from = dof_simplenum[j] > 0 ? -1 : M_rowadr[j] + depth[i];
      expectValue('mapM2D', mapM2D, diagonal + j - i, from, PATTERN);
    }
  }
}

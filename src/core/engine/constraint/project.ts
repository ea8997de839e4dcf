import { dot } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { combineSparseInc, transposeSparse } from '../../math/linear/sparse.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { Status } from '../runtime/status.ts';
import { isDiscrete } from '../tree/metricTerms.ts';
import { isDual, isSparse } from '../tree/settings.ts';
import { halfSolve } from '../tree/solveM.ts';
import { makeImpedance } from './impedance.ts';

/** The dual problem: Y = J M^-1/2 and AR = Y Y^T + R, if a solver or the exact diagonal needs them. With `diagexact`
 *  the regularization follows from the exact diagonal.
 *  reads  d: efc_J* qLD   m: M_*
 *  writes d: nY nA efc_Y* efc_AR* efc_diagA efc_KBIP efc_R efc_D iefc_D iefc_R contact_mu */
export function projectConstraint(m: Model, d: Data): int {
  // with the integrator `discrete` the metric takes the place of M, after actuation: `regularizeConstraint`
  if (d.nefc === 0 || isDiscrete(m)) return Status.OK;
  return makeDual(m, d);
}

/** Y, the exact diagonal and AR, with M or with the backbone qH of the metric. */
export function makeDual(m: Model, d: Data): int {
  const dual = isDual(m);
  const exact = (m.opt.enableflags & Enable.DIAGEXACT) !== 0;
  const sparse = isSparse(m);
  if (!dual && !exact) return Status.OK;
  const made = sparse ? makeYSparse(m, d) : makeYDense(m, d);
  if (made !== Status.OK) return made;
  if (exact) exactDiagonal(m, d, sparse);
  if (!dual) return Status.OK;
  return sparse ? makeARSparse(m, d) : makeARDense(d, m.nv);
}

/** 1 / sqrt(D) of M = L^T D L */
function inverseRoots(m: Model, d: Data, factor: Float64Array): void {
  const { M_rowadr, M_rownnz } = m;
  const { nv_awake, dof_awake_ind, work_sqrtInvD } = d;
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    work_sqrtInvD[i] = 1 / Math.sqrt(factor[M_rowadr[i] + M_rownnz[i] - 1]);
  }
}

/** Dense: x = D^-1/2 L^-T x for each row of J */
function makeYDense(m: Model, d: Data): int {
  const size = d.nefc * m.nv;
  d.nY = size;
  if (size > d.Y_cap) {
    d.Y_need = size;
    return Status.ARENA_FULL;
  }
  if (isDiscrete(m)) halfSolve(m, d.qH, d.qHDiagInv, d.efc_Y, 0, d.efc_J, 0, d.nefc);
  else halfSolve(m, d.qLD, d.qLDiagInv, d.efc_Y, 0, d.efc_J, 0, d.nefc);
  return Status.OK;
}

/** Sparse: each row of J with all ancestors of its dofs, then the same substitution within the row */
function makeYSparse(m: Model, d: Data): int {
  const { efc_Y_rownnz, efc_Y_rowadr, nv_awake, dof_awake_ind, work_dof_mark } = d;
  const { nefc } = d;
  let size = 0;
  for (let k = 0; k < nv_awake; k++) work_dof_mark[dof_awake_ind[k]] = -1;
  for (let e = 0; e < nefc; e++) {
    efc_Y_rowadr[e] = size;
    efc_Y_rownnz[e] = countY(m, d, e);
    size += efc_Y_rownnz[e];
  }
  d.nY = size;
  if (size > d.Y_cap) {
    d.Y_need = size;
    return Status.ARENA_FULL;
  }
  const factor = isDiscrete(m) ? d.qH : d.qLD;
  inverseRoots(m, d, factor);
  for (let e = 0; e < nefc; e++) {
    fillY(m, d, e);
    substituteY(m, d, e, factor);
  }
  return Status.OK;
}

/** Number of dofs of row e of J and their ancestors. */
function countY(m: Model, d: Data, e: int): int {
  const { dof_parentid } = m;
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind, work_dof_mark } = d;
  const start = efc_J_rowadr[e];
  let n = 0;
  for (let k = start + efc_J_rownnz[e] - 1; k >= start; k--) {
    for (let i = efc_J_colind[k]; i >= 0 && work_dof_mark[i] !== e; i = dof_parentid[i]) {
      work_dof_mark[i] = e;
      n++;
    }
  }
  return n;
}

/** Scatters row e of J over those dofs, from last to first. */
function fillY(m: Model, d: Data, e: int): void {
  const { dof_parentid } = m;
  const { efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_Y, efc_Y_rownnz, efc_Y_rowadr, efc_Y_colind } = d;
  const first = efc_J_rowadr[e];
  let from = first + efc_J_rownnz[e] - 1;
  let parent = -1;
  for (let k = efc_Y_rowadr[e] + efc_Y_rownnz[e] - 1; k >= efc_Y_rowadr[e]; k--) {
    const next = from >= first ? efc_J_colind[from] : -1;
    const i = Math.max(next, parent);
    efc_Y_colind[k] = i;
    efc_Y[k] = 0;
    if (next === i) {
      efc_Y[k] = efc_J[from];
      from--;
    }
    // dofs are numbered depth first, so ancestors of earlier dofs are ancestors of this one too
    parent = dof_parentid[i];
  }
}

/** y = D^-1/2 L^-T y */
function substituteY(m: Model, d: Data, e: int, factor: Float64Array): void {
  const { M_rownnz, M_rowadr, M_colind } = m;
  const { efc_Y, efc_Y_rownnz, efc_Y_rowadr, efc_Y_colind, work_sqrtInvD } = d;
  const adr = efc_Y_rowadr[e];
  const n = efc_Y_rownnz[e];
  for (let k = adr + n - 1; k >= adr; k--) {
    const y = efc_Y[k];
    if (y === 0) continue;
    const i = efc_Y_colind[k];
    combineSparseInc(
      efc_Y,
      adr,
      1,
      n,
      efc_Y_colind,
      adr,
      factor,
      M_rowadr[i],
      -y,
      M_rownnz[i] - 1,
      M_colind,
      M_rowadr[i],
    );
  }
  for (let k = adr; k < adr + n; k++) efc_Y[k] *= work_sqrtInvD[efc_Y_colind[k]];
}

/** diagA = |Y_e|^2, and the quantities that follow from it */
function exactDiagonal(m: Model, d: Data, sparse: boolean): void {
  const { efc_diagA, efc_Y, efc_Y_rownnz, efc_Y_rowadr, efc_D, efc_R, iefc_D, iefc_R, map_iefc2efc } = d;
  const { nefc } = d;
  for (let e = 0; e < nefc; e++) {
    const adr = sparse ? efc_Y_rowadr[e] : e * m.nv;
    efc_diagA[e] = dot(efc_Y, adr, efc_Y, adr, sparse ? efc_Y_rownnz[e] : m.nv);
  }
  makeImpedance(m, d);
  if (d.nisland === 0) return;
  for (let k = 0; k < nefc; k++) {
    iefc_D[k] = efc_D[map_iefc2efc[k]];
    iefc_R[k] = efc_R[map_iefc2efc[k]];
  }
}

function makeARDense(d: Data, nv: int): int {
  const { efc_Y, efc_AR, efc_R } = d;
  const { nefc } = d;
  d.nA = nefc * nefc;
  if (d.nA > d.A_cap) {
    d.A_need = d.nA;
    return Status.ARENA_FULL;
  }
  for (let i = 0; i < nefc; i++) {
    for (let j = 0; j < i; j++) {
      const a = dot(efc_Y, i * nv, efc_Y, j * nv, nv);
      efc_AR[i * nefc + j] = a;
      efc_AR[j * nefc + i] = a;
    }
    efc_AR[i * nefc + i] = dot(efc_Y, i * nv, efc_Y, i * nv, nv) + efc_R[i];
  }
  return Status.OK;
}

/** Sparse rows of AR, columns increasing: pairs of rows of Y that share a dof. Each pair is multiplied once, for the
 *  lower row; processing the rows in order produces the lower and then the upper parts already sorted. */
function makeARSparse(m: Model, d: Data): int {
  const { work_YT, work_YT_rownnz, work_YT_rowadr, work_YT_colind, efc_Y, efc_Y_rownnz, efc_Y_rowadr, efc_Y_colind } =
    d;
  const { efc_AR_rownnz, efc_AR_rowadr, work_efc_mark } = d;
  const { nefc } = d;
  transposeSparse(
    work_YT,
    work_YT_rownnz,
    work_YT_rowadr,
    work_YT_colind,
    efc_Y,
    nefc,
    m.nv,
    efc_Y_rownnz,
    efc_Y_rowadr,
    efc_Y_colind,
  );
  work_efc_mark.fill(-1, 0, nefc);
  let size = 0;
  for (let e = 0; e < nefc; e++) {
    // rows of one constraint have the same pattern
    const same = e > 0 && d.efc_J_rowsuper[e - 1] > 0;
    efc_AR_rowadr[e] = size;
    efc_AR_rownnz[e] = same ? efc_AR_rownnz[e - 1] : countNeighbors(m, d, e);
    size += efc_AR_rownnz[e];
  }
  d.nA = size;
  if (size > d.A_cap) {
    d.A_need = size;
    return Status.ARENA_FULL;
  }
  // from here on rownnz counts the elements written to a row, and rownnz of YT those left in a column
  work_efc_mark.fill(-1, 0, nefc);
  efc_AR_rownnz.fill(0, 0, nefc);
  for (let e = 0; e < nefc; e++) multiplyBelow(m, d, e);
  for (let e = 0; e < nefc; e++) mirrorRow(d, e);
  return Status.OK;
}

/** Rows that share a dof with row e; marks them with e. */
function countNeighbors(m: Model, d: Data, e: int): int {
  const { efc_Y_rownnz, efc_Y_rowadr, efc_Y_colind, work_YT_rownnz, work_YT_rowadr, work_YT_colind, work_efc_mark } = d;
  const end = efc_Y_rowadr[e] + efc_Y_rownnz[e];
  let n = 0;
  for (let k = efc_Y_rowadr[e]; k < end; k += runLength(m, d, k, end)) {
    const i = efc_Y_colind[k];
    for (let c = work_YT_rowadr[i]; c < work_YT_rowadr[i] + work_YT_rownnz[i]; c++) {
      const row = work_YT_colind[c];
      if (work_efc_mark[row] === e) continue;
      work_efc_mark[row] = e;
      n++;
    }
  }
  return n;
}

/** Number of dofs of a row of Y, from element k on, that occur in the same rows, such as those of one joint. Rows
 *  contain all ancestors of their dofs, so the rows of a dof are a subset of its parent's: equal counts mean equal
 *  sets. */
function runLength(m: Model, d: Data, k: int, end: int): int {
  const { dof_parentid } = m;
  const { efc_Y_colind, work_YT_rownnz } = d;
  let i = efc_Y_colind[k];
  let next = k + 1;
  while (next < end) {
    const j = efc_Y_colind[next];
    if (dof_parentid[j] !== i || work_YT_rownnz[j] !== work_YT_rownnz[i]) break;
    i = j;
    next++;
  }
  return next - k;
}

/** Column e from row e on: products of row e of Y with those that share a dof, accumulated dof by dof. */
function multiplyBelow(m: Model, d: Data, e: int): void {
  const { efc_Y_rownnz, efc_Y_rowadr, efc_Y_colind } = d;
  const { work_YT_rownnz, work_YT_rowadr, work_YT_colind, work_efc_mark } = d;
  const { efc_AR, efc_AR_rowadr, efc_AR_rownnz, efc_AR_colind, efc_R } = d;
  const end = efc_Y_rowadr[e] + efc_Y_rownnz[e];
  let k = efc_Y_rowadr[e];
  while (k < end) {
    const run = runLength(m, d, k, end);
    const i = efc_Y_colind[k];
    const from = work_YT_rowadr[i];
    const left = work_YT_rownnz[i];
    for (let c = 0; c < left; c++) {
      const row = work_YT_colind[from + c];
      if (work_efc_mark[row] !== e) {
        work_efc_mark[row] = e;
        const at = efc_AR_rowadr[row] + efc_AR_rownnz[row];
        efc_AR_colind[at] = e;
        efc_AR[at] = row === e ? efc_R[e] : 0;
        efc_AR_rownnz[row]++;
      }
      const at = efc_AR_rowadr[row] + efc_AR_rownnz[row] - 1;
      efc_AR[at] = addRun(d, k, run, c, efc_AR[at]);
    }
    // row e was the first entry of these columns and is done
    for (let r = k; r < k + run; r++) {
      work_YT_rowadr[efc_Y_colind[r]]++;
      work_YT_rownnz[efc_Y_colind[r]]--;
    }
    k += run;
  }
}

/** Adds to `sum` the products of elements of Y from k on with element c of their columns. */
function addRun(d: Data, k: int, run: int, c: int, sum: number): number {
  const { efc_Y, efc_Y_colind, work_YT, work_YT_rowadr } = d;
  let s = sum;
  for (let r = k; r < k + run; r++) s += efc_Y[r] * work_YT[work_YT_rowadr[efc_Y_colind[r]] + c];
  return s;
}

/** Copies the elements of row e left of the diagonal to column e. */
function mirrorRow(d: Data, e: int): void {
  const { efc_AR, efc_AR_rowadr, efc_AR_rownnz, efc_AR_colind } = d;
  for (let k = efc_AR_rowadr[e]; efc_AR_colind[k] < e; k++) {
    const row = efc_AR_colind[k];
    const at = efc_AR_rowadr[row] + efc_AR_rownnz[row];
    efc_AR_colind[at] = e;
    efc_AR[at] = efc_AR[k];
    efc_AR_rownnz[row]++;
  }
}

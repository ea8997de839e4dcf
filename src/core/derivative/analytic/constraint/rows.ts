import { constraintSize } from '../../../engine/constraint/impedance.ts';
import { mulJacVec } from '../../../engine/constraint/mulJac.ts';
import { constraintUpdate } from '../../../engine/constraint/update.ts';
import { metricProduct } from '../../../engine/metric/products.ts';
import { isDiscrete } from '../../../engine/tree/metricTerms.ts';
import { isSparse } from '../../../engine/tree/settings.ts';
import { sub } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintState, ConstraintType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { SolverIntSlot } from '../../../model/solverSlots.ts';
import {
  Dof,
  dofOffset,
  drDvOffset,
  Factored,
  factorLocation,
  Mat,
  matOffset,
  PassResult,
  stateSize,
} from '../layout.ts';
import { clearLower } from '../tree/spans.ts';
import { rowDamping } from './rowDamping.ts';

/** States and forces of all rows at the current acceleration, with the cone Hessians.
 *  reads  d: qacc efc_*   writes d: work_jar efc_force efc_state contact_H qfrc_constraint */
export function evaluateRows(m: Model, d: Data): void {
  const { nefc, work_jar } = d;
  d.qfrc_constraint.fill(0, 0, m.nv);
  if (nefc === 0) return;
  mulJacVec(m, d, work_jar, 0, d.qacc, 0);
  sub(work_jar, 0, work_jar, 0, d.efc_aref, 0, nefc);
  constraintUpdate(m, d, true);
}

/** H = M + J^T G J, the lower triangle, unless its factors exist; if `damps`, also RV += J^T G B J, because aref
 *  contains -B J v
 *  reads  d: M efc_*   writes w: H   adds to w: RV */
export function constraintHessian(m: Model, d: Data, w: Float64Array, damps: boolean): void {
  const { nefc, efc_type, efc_state, efc_D } = d;
  const stiff = factorLocation(w) === Factored.NONE;
  if (!stiff && !damps) return;
  if (stiff) copyMass(m, d, w);
  for (let e = 0; e < nefc; ) {
    const n = constraintSize(m, d, e);
    if (efc_type[e] === ConstraintType.CONTACT_ELLIPTIC && efc_state[e] === ConstraintState.CONE) {
      addCone(m, d, w, e, n, damps);
    } else {
      for (let k = e; k < e + n; k++) {
        if (efc_state[k] !== ConstraintState.QUADRATIC) continue;
        addRow(m, d, w, k, stiff ? efc_D[k] : 0.0, damps ? efc_D[k] * rowDamping(m, d, k) : 0.0);
      }
    }
    e += n;
  }
}

/** H = M, or the metric of the integrator `discrete` */
function copyMass(m: Model, d: Data, w: Float64Array): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const M = isDiscrete(m) ? d.work_metric : d.M;
  const H = matOffset(m, Mat.H);
  clearLower(m, w, H);
  for (let i = 0; i < nv; i++) {
    for (let k = M_rowadr[i]; k < M_rowadr[i] + M_rownnz[i]; k++) w[H + i * nv + M_colind[k]] = M[k];
  }
  if (isDiscrete(m)) addCouplingMatrix(m, d, w, H);
}

/** Adds the couplings of the metric to the lower triangle of H. */
function addCouplingMatrix(m: Model, d: Data, w: Float64Array, H: int): void {
  const { nv } = m;
  const { work_sol_int, work_coupling_scale, work_coupling_adr, work_coupling_nnz } = d;
  const { work_coupling_dof, work_coupling_val } = d;
  for (let k = 0; k < work_sol_int[SolverIntSlot.NCOUPLING]; k++) {
    const from = work_coupling_adr[k];
    const end = from + work_coupling_nnz[k];
    for (let a = from; a < end; a++) {
      const row = H + work_coupling_dof[a] * nv;
      const scaled = work_coupling_scale[k] * work_coupling_val[a];
      for (let b = from; b < end; b++) {
        if (work_coupling_dof[b] <= work_coupling_dof[a])
          w[row + work_coupling_dof[b]] += scaled * work_coupling_val[b];
      }
    }
  }
}

/** Gathers the nonzero elements of row e to `at` of w, and their dofs to work_chain; returns their number. */
export function gatherRow(m: Model, d: Data, w: Float64Array, e: int, at: int): int {
  const { nv } = m;
  const { efc_J, work_chain } = d;
  let n = 0;
  if (isSparse(m)) {
    const { efc_J_rowadr, efc_J_rownnz, efc_J_colind } = d;
    n = efc_J_rownnz[e];
    for (let k = 0; k < n; k++) {
      work_chain[k] = efc_J_colind[efc_J_rowadr[e] + k];
      w[at + k] = efc_J[efc_J_rowadr[e] + k];
    }
    return n;
  }
  for (let i = 0; i < nv; i++) {
    const x = efc_J[e * nv + i];
    if (x === 0) continue;
    work_chain[n] = i;
    w[at + n] = x;
    n++;
  }
  return n;
}

/** H += stiff J^T J, RV += damp J^T J for row e */
function addRow(m: Model, d: Data, w: Float64Array, e: int, stiff: number, damp: number): void {
  const { nv } = m;
  const nx = stateSize(m);
  const { work_chain } = d;
  const J = dofOffset(m, Dof.JAC);
  const n = gatherRow(m, d, w, e, J);
  const H = matOffset(m, Mat.H);
  const RV = drDvOffset(m);
  for (let r = 0; r < n; r++) {
    const row = H + work_chain[r] * nv;
    const s = stiff * w[J + r];
    if (stiff !== 0) for (let c = 0; c <= r; c++) w[row + work_chain[c]] += s * w[J + c];
    if (damp === 0) continue;
    const side = RV + work_chain[r] * nx;
    const b = damp * w[J + r];
    for (let c = 0; c < n; c++) w[side + work_chain[c]] += b * w[J + c];
  }
}

/** The same for the rows of a contact on its cone, whose G is a full matrix. */
function addCone(m: Model, d: Data, w: Float64Array, e: int, dim: int, damps: boolean): void {
  const { nv } = m;
  const nx = stateSize(m);
  const { efc_id, contact_H, work_chain } = d;
  const con = 36 * efc_id[e];
  const J = dofOffset(m, Dof.JAC);
  const H = matOffset(m, Mat.H);
  const RV = drDvOffset(m);
  // rows of a contact may have zeros at different dofs: use the union of their dofs
  const n = gatherRows(m, d, w, e, dim, J);
  for (let r = 0; r < n; r++) {
    const row = H + work_chain[r] * nv;
    const side = RV + work_chain[r] * nx;
    for (let q = 0; q < dim; q++) {
      let s: number = 0;
      for (let p = 0; p < dim; p++) s += w[J + p * nv + r] * contact_H[con + p * dim + q];
      for (let c = 0; c <= r; c++) w[row + work_chain[c]] += s * w[J + q * nv + c];
      if (!damps) continue;
      const b = s * rowDamping(m, d, e + q);
      for (let c = 0; c < n; c++) w[side + work_chain[c]] += b * w[J + q * nv + c];
    }
  }
}

/** Gathers `dim` rows from e on over the union of their dofs, row k at w[at + k nv]; returns the number of dofs. */
function gatherRows(m: Model, d: Data, w: Float64Array, e: int, dim: int, at: int): int {
  const { nv } = m;
  const { efc_J, work_chain } = d;
  if (isSparse(m)) {
    const { efc_J_rowadr, efc_J_rownnz, efc_J_colind } = d;
    // rows of a contact have the same pattern
    const n = efc_J_rownnz[e];
    for (let k = 0; k < n; k++) work_chain[k] = efc_J_colind[efc_J_rowadr[e] + k];
    for (let q = 0; q < dim; q++) {
      for (let k = 0; k < n; k++) w[at + q * nv + k] = efc_J[efc_J_rowadr[e + q] + k];
    }
    return n;
  }
  let n = 0;
  for (let i = 0; i < nv; i++) {
    let any = false;
    for (let q = 0; q < dim; q++) if (efc_J[(e + q) * nv + i] !== 0) any = true;
    if (!any) continue;
    for (let q = 0; q < dim; q++) w[at + q * nv + n] = efc_J[(e + q) * nv + i];
    work_chain[n] = i;
    n++;
  }
  return n;
}

/** PassResult.RESIDUAL: residual at the current acceleration, relative to the largest force
 *  reads  d: M qacc qfrc_smooth qfrc_constraint */
export function residual(m: Model, d: Data, w: Float64Array): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { M, qacc, qfrc_smooth, qfrc_constraint } = d;
  const r = dofOffset(m, Dof.JAC);
  if (isDiscrete(m)) {
    metricResidual(m, d, w, r);
    return;
  }
  let scale: number = 1;
  for (let i = 0; i < nv; i++) {
    w[r + i] = -qfrc_smooth[i] - qfrc_constraint[i];
    scale = Math.max(scale, Math.max(Math.abs(qfrc_smooth[i]), Math.abs(qfrc_constraint[i])));
  }
  for (let i = 0; i < nv; i++) {
    const end = M_rowadr[i] + M_rownnz[i];
    for (let k = M_rowadr[i]; k < end; k++) {
      const j = M_colind[k];
      w[r + i] += M[k] * qacc[j];
      if (j !== i) w[r + j] += M[k] * qacc[i];
    }
  }
  let worst: number = 0;
  for (let i = 0; i < nv; i++) worst = Math.max(worst, Math.abs(w[r + i]));
  w[PassResult.RESIDUAL] = worst / scale;
}

/** The same in the metric of the integrator `discrete`. */
function metricResidual(m: Model, d: Data, w: Float64Array, r: int): void {
  const { nv } = m;
  const { qfrc_constraint, work_efm_b, work_efm_out } = d;
  metricProduct(m, d, work_efm_out, d.qacc);
  let scale: number = 1;
  let worst: number = 0;
  for (let i = 0; i < nv; i++) {
    w[r + i] = work_efm_out[i] - work_efm_b[i] - qfrc_constraint[i];
    scale = Math.max(scale, Math.max(Math.abs(work_efm_b[i]), Math.abs(qfrc_constraint[i])));
    worst = Math.max(worst, Math.abs(w[r + i]));
  }
  w[PassResult.RESIDUAL] = worst / scale;
}

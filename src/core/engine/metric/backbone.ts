import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { factorLTDL } from '../../math/linear/ltdl.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';
import { addToCouplings, isInPattern } from './couplings.ts';

/** The metric as matrices: work_metric, all of it that fits the pattern of M; the couplings, terms that do not; and the
 *  factor qH of M with the fluid and the diagonals of all terms. qH is the factor of the whole metric if every term
 *  moves one dof, else a preconditioner (METRIC_ITERATES).
 *  reads  d: M efm_* ten_J actuator_moment moment_*
 *  writes d: qH qHDiagInv efm_sdiag work_metric work_coupling_* work_sol_int */
export function makeMetric(m: Model, d: Data): void {
  const { M_rowadr, M_rownnz, M_colind } = m;
  const { nv_awake, dof_awake_ind, M, qH, qHDiagInv, efm_diag, efm_sdiag, work_metric, work_sol_int } = d;
  const fluid = hasFluid(m);
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    const adr = M_rowadr[i];
    const n = M_rownnz[i];
    copy(work_metric, adr, M, adr, n);
    if (fluid) for (let a = adr; a < adr + n; a++) work_metric[a] += d.efm_fluid[a];
    work_metric[adr + n - 1] += efm_diag[i];
    copy(qH, adr, work_metric, adr, n);
  }
  work_sol_int[SolverIntSlot.NCOUPLING] = 0;
  work_sol_int[SolverIntSlot.METRIC_ITERATES] = 0;
  addTendonTerms(m, d);
  addActuatorTerms(m, d);
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    const diag = M_rowadr[i] + M_rownnz[i] - 1;
    efm_sdiag[i] = qH[diag] - M[diag];
  }
  factorLTDL(qH, qHDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
}

/** True if bodies are in a fluid. Without springs and dampers no passive force is applied. */
export function hasFluid(m: Model): boolean {
  const { disableflags, viscosity, density } = m.opt;
  const passive = (disableflags & Disable.SPRING) === 0 || (disableflags & Disable.DAMPER) === 0;
  return passive && (viscosity > 0 || density > 0);
}

function addTendonTerms(m: Model, d: Data): void {
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { ten_J, efm_tid, efm_ts } = d;
  const { nefmT } = d;
  for (let t = 0; t < nefmT; t++) {
    const i = efm_tid[t];
    if (efm_ts[t] !== 0) addTerm(m, d, efm_ts[t], ten_J, ten_J_colind, ten_J_rowadr[i], ten_J_rownnz[i]);
  }
}

function addActuatorTerms(m: Model, d: Data): void {
  const { actuator_outadr, actuator_outnum } = m;
  const { actuator_moment, moment_rowadr, moment_rownnz, moment_colind, efm_aid, efm_as } = d;
  const { nefmA } = d;
  for (let t = 0; t < nefmA; t++) {
    const i = efm_aid[t];
    for (let o = actuator_outadr[i]; o < actuator_outadr[i] + actuator_outnum[i]; o++) {
      addTerm(m, d, efm_as[t], actuator_moment, moment_colind, moment_rowadr[o], moment_rownnz[o]);
    }
  }
}

/** Adds a term scale row^T row: its diagonal to qH, all of it to work_metric or to the couplings.
 *  @inline */
function addTerm(m: Model, d: Data, scale: number, row: Float64Array, colind: Int32Array, adr: int, nnz: int): void {
  const { M_rowadr, M_rownnz } = m;
  const { qH, work_sol_int } = d;
  for (let a = adr; a < adr + nnz; a++) {
    const c = colind[a];
    qH[M_rowadr[c] + M_rownnz[c] - 1] += scale * row[a] * row[a];
  }
  if (nnz > 1) work_sol_int[SolverIntSlot.METRIC_ITERATES] = 1;
  if (isInPattern(m, colind, adr, nnz)) addToPattern(m, d, scale, row, colind, adr, nnz);
  else addToCouplings(d, scale, row, colind, adr, nnz);
}

/** work_metric += scale row^T row, whose columns are in the pattern of M. */
function addToPattern(
  m: Model,
  d: Data,
  scale: number,
  row: Float64Array,
  colind: Int32Array,
  adr: int,
  nnz: int,
): void {
  const { M_rowadr, M_rownnz, M_colind } = m;
  const { work_metric } = d;
  for (let a = adr; a < adr + nnz; a++) {
    const i = colind[a];
    for (let b = adr; b < adr + nnz; b++) {
      if (colind[b] > i) continue;
      let at = M_rowadr[i] + M_rownnz[i] - 1;
      while (M_colind[at] > colind[b]) at--;
      work_metric[at] += scale * row[a] * row[b];
    }
  }
}

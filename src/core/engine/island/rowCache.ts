import { copyInt, sameInts } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, EqType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';
import { isSparse } from '../tree/settings.ts';

/*  While things touch as they did a step ago, rows come from the same constraints and depend on the same dofs. Then islands are what
 *  they were, and so are the order of elimination and the groups of the solver. */

/** Whether rows are those of the last call, on the same dofs, and the same trees are awake; if not, notes them.
 *  writes d: work_kept_* work_sol_int */
export function rowsUnchanged(m: Model, d: Data): boolean {
  const { nefc, ncon, efc_type, efc_id, contact_geom } = d;
  const { work_kept_type, work_kept_id, work_kept_geom, work_sol_int, work_sleep_int } = d;
  const sparse = isSparse(m);
  const same =
    work_sol_int[SolverIntSlot.CACHED_ROWS] === nefc &&
    work_sol_int[SolverIntSlot.CACHED_CONTACTS] === ncon &&
    work_sol_int[SolverIntSlot.CACHED_SPARSE] === (sparse ? 1 : 0) &&
    work_sleep_int[SleepSlot.SETTLING] === 0 &&
    d.nisland > 0 &&
    (d.ne === 0 || sameEqualities(m, d)) &&
    sameInts(work_kept_type, efc_type, nefc) &&
    sameInts(work_kept_id, efc_id, nefc) &&
    sameInts(work_kept_geom, contact_geom, 2 * ncon) &&
    (m.nflex === 0 || sameJacobian(m, d)) &&
    (sparse || sameZeroPattern(m, d));
  if (same) return true;
  clearRowCache(d);
  // rows of flexes depend on more than types, ids and objects tell, but a sparse Jacobian does
  if (!sparse && m.nflex > 0) return false;
  copyInt(work_kept_type, 0, efc_type, 0, nefc);
  copyInt(work_kept_id, 0, efc_id, 0, nefc);
  copyInt(work_kept_geom, 0, contact_geom, 0, 2 * ncon);
  if (d.ne > 0) cacheEqualities(m, d);
  if (m.nflex > 0) cacheJacobian(m, d);
  if (!sparse) cacheZeroPattern(m, d);
  work_sol_int[SolverIntSlot.CACHED_ROWS] = nefc;
  work_sol_int[SolverIntSlot.CACHED_CONTACTS] = ncon;
  work_sol_int[SolverIntSlot.CACHED_SPARSE] = sparse ? 1 : 0;
  return false;
}

/** What is known of rows is of no use any more. */
export function clearRowCache(d: Data): void {
  const { work_sol_int } = d;
  work_sol_int[SolverIntSlot.CACHED_ROWS] = 0;
  work_sol_int[SolverIntSlot.CACHED_GROUPS] = 0;
}

/** Whether kinds and objects of equalities are those that were noted: users may change them. */
function sameEqualities(m: Model, d: Data): boolean {
  const { neq, eq_type, eq_objtype, eq_obj1id, eq_obj2id } = m;
  const { work_kept_eq } = d;
  for (let i = 0; i < neq; i++) {
    if (work_kept_eq[4 * i] !== eq_type[i] || work_kept_eq[4 * i + 1] !== eq_objtype[i]) return false;
    if (work_kept_eq[4 * i + 2] !== eq_obj1id[i] || work_kept_eq[4 * i + 3] !== eq_obj2id[i]) return false;
  }
  return true;
}

function cacheEqualities(m: Model, d: Data): void {
  const { neq, eq_type, eq_objtype, eq_obj1id, eq_obj2id } = m;
  const { work_kept_eq } = d;
  for (let i = 0; i < neq; i++) {
    work_kept_eq[4 * i] = eq_type[i];
    work_kept_eq[4 * i + 1] = eq_objtype[i];
    work_kept_eq[4 * i + 2] = eq_obj1id[i];
    work_kept_eq[4 * i + 3] = eq_obj2id[i];
  }
}

/** Whether the Jacobian has its elements where they were noted, and flexes are stiff that were: these are islands. */
function sameJacobian(m: Model, d: Data): boolean {
  const { nefc, efc_J_rownnz, efc_J_rowadr, work_kept_nnz, work_kept_dof, work_kept_stiff } = d;
  for (let f = 0; f < m.nflex; f++) if (work_kept_stiff[f] !== (isStiff(m, f) ? 1 : 0)) return false;
  if (!sameInts(work_kept_nnz, efc_J_rownnz, nefc)) return false;
  for (let e = 0; e < nefc; e++) {
    const edge = isEdge(m, d, e);
    const adr = efc_J_rowadr[e];
    for (let c = adr; c < adr + efc_J_rownnz[e]; c++) if (work_kept_dof[c] !== markedDof(d, c, edge)) return false;
  }
  return true;
}

function cacheJacobian(m: Model, d: Data): void {
  const { nefc, efc_J_rownnz, efc_J_rowadr, work_kept_nnz, work_kept_dof, work_kept_stiff } = d;
  for (let f = 0; f < m.nflex; f++) work_kept_stiff[f] = isStiff(m, f) ? 1 : 0;
  copyInt(work_kept_nnz, 0, efc_J_rownnz, 0, nefc);
  for (let e = 0; e < nefc; e++) {
    const edge = isEdge(m, d, e);
    const adr = efc_J_rowadr[e];
    for (let c = adr; c < adr + efc_J_rownnz[e]; c++) work_kept_dof[c] = markedDof(d, c, edge);
  }
}

/** The dof of an element of the Jacobian; zeros of edges, which groups leave out, are told from others.
 *  @inline */
function markedDof(d: Data, c: int, edge: boolean): int {
  const dof = d.efc_J_colind[c];
  return edge && d.efc_J[c] === 0 ? -2 - dof : dof;
}

/** Whether row e keeps the length of an edge of a flex.
 *  @inline */
export function isEdge(m: Model, d: Data, e: int): boolean {
  return m.nflex > 0 && d.efc_type[e] === ConstraintType.EQUALITY && m.eq_type[d.efc_id[e]] === EqType.FLEX;
}

/** Whether flex f is stiff between its nodes or vertices. */
export function isStiff(m: Model, f: int): boolean {
  const { flex_stiffnessadr, flex_stiffness } = m;
  return flex_stiffnessadr[f] >= 0 && flex_stiffness[flex_stiffnessadr[f]] !== 0;
}

/** Whether types, ids and objects tell which trees and dofs row e of a dense Jacobian depends on: of the trees of a tendon or of two joints it has
 *  only those that move it at the moment. */
function hasStaticDofs(m: Model, d: Data, e: int): boolean {
  const { efc_type, efc_id } = d;
  const type = efc_type[e];
  if (type === ConstraintType.EQUALITY) return equalityHasStaticDofs(m, efc_id[e]);
  const tendon = type === ConstraintType.LIMIT_TENDON || type === ConstraintType.FRICTION_TENDON;
  return !tendon || hasOneTree(m, efc_id[e]);
}

/** Where rows end of which some may not tell: contacts do, and without tendons and equalities all of them. */
function dynamicRowsEnd(m: Model, d: Data): int {
  return m.ntendon === 0 && d.ne === 0 ? 0 : d.ne + d.nf + d.nl;
}

/** Whether rows of a dense Jacobian that do not tell have their zeros where they were noted. */
function sameZeroPattern(m: Model, d: Data): boolean {
  const { nv } = m;
  const { efc_J, work_kept_dof } = d;
  const end = dynamicRowsEnd(m, d);
  for (let e = 0; e < end; e++) {
    if (hasStaticDofs(m, d, e)) continue;
    for (let k = e * nv; k < (e + 1) * nv; k++) if (work_kept_dof[k] !== (efc_J[k] === 0 ? 0 : 1)) return false;
  }
  return true;
}

function cacheZeroPattern(m: Model, d: Data): void {
  const { nv } = m;
  const { efc_J, work_kept_dof } = d;
  const end = dynamicRowsEnd(m, d);
  for (let e = 0; e < end; e++) {
    if (hasStaticDofs(m, d, e)) continue;
    for (let k = e * nv; k < (e + 1) * nv; k++) work_kept_dof[k] = efc_J[k] === 0 ? 0 : 1;
  }
}

/** Whether the rows of equality i in a dense Jacobian depend on all dofs that its objects have: not those of tendons, and of two joints only in
 *  one tree. */
export function equalityHasStaticDofs(m: Model, i: int): boolean {
  const { eq_type, eq_obj1id, eq_obj2id, jnt_dofadr, dof_treeid } = m;
  if (eq_type[i] === EqType.CONNECT || eq_type[i] === EqType.WELD) return true;
  if (eq_type[i] !== EqType.JOINT) return false;
  return eq_obj2id[i] < 0 || dof_treeid[jnt_dofadr[eq_obj1id[i]]] === dof_treeid[jnt_dofadr[eq_obj2id[i]]];
}

/** Whether tendon t moves with one tree only, and has no more columns than there are dofs. */
export function hasOneTree(m: Model, t: int): boolean {
  const { nv, dof_treeid, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  // a fixed tendon may name a joint several times
  if (ten_J_rownnz[t] > nv) return false;
  const from = ten_J_rowadr[t];
  const end = from + ten_J_rownnz[t];
  for (let k = from + 1; k < end; k++) if (dof_treeid[ten_J_colind[k]] !== dof_treeid[ten_J_colind[from]]) return false;
  return true;
}

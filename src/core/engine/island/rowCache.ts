import { copyInt, sameInts } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, EqType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';
import { isSparse } from '../tree/settings.ts';

/*  The row cache: whether the constraint rows have the structure of the last call. Then islands and maps are unchanged, and the
 *  solver reuses its slots, fill-reducing order and groups (docs/derivations/solver.md lists all caches).
 *
 *  Key: number of rows and contacts; sparse or dense Jacobian; type and id of each row; geoms of each contact; type and objects
 *  of equalities, which users may change; with flexes, the columns of J, the zeros of edges, and which flexes are stiff; in a
 *  dense J, the zero pattern of rows without static dofs.
 *  Hit: the key is equal, there are islands, and the set of sleeping trees is settled.
 *  Invalidated by: any difference (the new key is stored), no rows, islands disabled (`clearRowCache`). A dense J with flexes is
 *  never cached: types, ids and objects do not determine its dofs. */

/** Whether the rows have the structure of the last call. If not, caches their structure and invalidates the groups of the solver.
 *  writes d: work_cached_* work_sol_int */
export function rowsUnchanged(m: Model, d: Data): boolean {
  const { nefc, ncon, work_sol_int, work_sleep_int } = d;
  const sparse = isSparse(m);
  const same =
    work_sol_int[SolverIntSlot.CACHED_ROWS] === nefc &&
    work_sol_int[SolverIntSlot.CACHED_CONTACTS] === ncon &&
    work_sol_int[SolverIntSlot.CACHED_SPARSE] === (sparse ? 1 : 0) &&
    work_sleep_int[SleepSlot.SETTLING] === 0 &&
    d.nisland > 0 &&
    visitRows(m, d, sparse, false);
  if (same) return true;
  clearRowCache(d);
  if (!sparse && m.nflex > 0) return false;
  visitRows(m, d, sparse, true);
  work_sol_int[SolverIntSlot.CACHED_ROWS] = nefc;
  work_sol_int[SolverIntSlot.CACHED_CONTACTS] = ncon;
  work_sol_int[SolverIntSlot.CACHED_SPARSE] = sparse ? 1 : 0;
  return false;
}

/** Invalidates the cached rows and the groups of the solver. */
export function clearRowCache(d: Data): void {
  const { work_sol_int } = d;
  work_sol_int[SolverIntSlot.CACHED_ROWS] = 0;
  work_sol_int[SolverIntSlot.CACHED_GROUPS] = 0;
}

/*  Visitors of the key: with `store` they write it and return true, without they compare it and return whether it is equal. */

/** The whole key, except the numbers of rows and contacts.
 *  @inline */
function visitRows(m: Model, d: Data, sparse: boolean, store: boolean): boolean {
  const { nefc, ncon, efc_type, efc_id, contact_geom, work_cached_type, work_cached_id, work_cached_geom } = d;
  return (
    (d.ne === 0 || visitEqualities(m, d, store)) &&
    visitInts(work_cached_type, efc_type, nefc, store) &&
    visitInts(work_cached_id, efc_id, nefc, store) &&
    visitInts(work_cached_geom, contact_geom, 2 * ncon, store) &&
    (m.nflex === 0 || visitJacobian(m, d, store)) &&
    (sparse || visitZeroPattern(m, d, store))
  );
}

/** An array of the key.
 *  @inline */
function visitInts(cached: Int32Array, values: Int32Array, n: int, store: boolean): boolean {
  if (!store) return sameInts(cached, values, n);
  copyInt(cached, 0, values, 0, n);
  return true;
}

/** An element of the key.
 *  @inline */
function visitInt(cached: Int32Array, i: int, value: int, store: boolean): boolean {
  if (!store) return cached[i] === value;
  cached[i] = value;
  return true;
}

/** Type and objects of all equalities.
 *  @inline */
function visitEqualities(m: Model, d: Data, store: boolean): boolean {
  const { neq, eq_type, eq_objtype, eq_obj1id, eq_obj2id } = m;
  const { work_cached_eq } = d;
  for (let i = 0; i < neq; i++) {
    const same =
      visitInt(work_cached_eq, 4 * i, eq_type[i], store) &&
      visitInt(work_cached_eq, 4 * i + 1, eq_objtype[i], store) &&
      visitInt(work_cached_eq, 4 * i + 2, eq_obj1id[i], store) &&
      visitInt(work_cached_eq, 4 * i + 3, eq_obj2id[i], store);
    if (!same) return false;
  }
  return true;
}

/** Columns of the sparse Jacobian, and which flexes are stiff: a stiff flex is one island.
 *  @inline */
function visitJacobian(m: Model, d: Data, store: boolean): boolean {
  const { nefc, efc_J_rownnz, efc_J_rowadr, work_cached_nnz, work_cached_dof, work_cached_stiff } = d;
  for (let f = 0; f < m.nflex; f++) if (!visitInt(work_cached_stiff, f, isStiff(m, f) ? 1 : 0, store)) return false;
  if (!visitInts(work_cached_nnz, efc_J_rownnz, nefc, store)) return false;
  for (let e = 0; e < nefc; e++) {
    const edge = isEdge(m, d, e);
    const adr = efc_J_rowadr[e];
    const end = adr + efc_J_rownnz[e];
    for (let c = adr; c < end; c++) if (!visitInt(work_cached_dof, c, markedDof(d, c, edge), store)) return false;
  }
  return true;
}

/** Which elements are nonzero in rows of a dense Jacobian without static dofs.
 *  @inline */
function visitZeroPattern(m: Model, d: Data, store: boolean): boolean {
  const { nv } = m;
  const { efc_J, work_cached_dof } = d;
  const end = dynamicRowsEnd(m, d);
  for (let e = 0; e < end; e++) {
    if (hasStaticDofs(m, d, e)) continue;
    for (let k = e * nv; k < (e + 1) * nv; k++) {
      if (!visitInt(work_cached_dof, k, efc_J[k] === 0 ? 0 : 1, store)) return false;
    }
  }
  return true;
}

/** Dof of element c of the sparse Jacobian; -2 - dof for a zero of an edge, which groups leave out.
 *  @inline */
function markedDof(d: Data, c: int, edge: boolean): int {
  const dof = d.efc_J_colind[c];
  return edge && d.efc_J[c] === 0 ? -2 - dof : dof;
}

/** Whether row e constrains the length of an edge of a flex.
 *  @inline */
export function isEdge(m: Model, d: Data, e: int): boolean {
  return m.nflex > 0 && d.efc_type[e] === ConstraintType.EQUALITY && m.eq_type[d.efc_id[e]] === EqType.FLEX;
}

/** Whether flex f is stiff between its nodes or vertices. */
export function isStiff(m: Model, f: int): boolean {
  const { flex_stiffnessadr, flex_stiffness } = m;
  return flex_stiffnessadr[f] >= 0 && flex_stiffness[flex_stiffnessadr[f]] !== 0;
}

/** Whether type, id and objects determine the dofs of row e of a dense Jacobian. Rows of a tendon or of two joints in several
 *  trees depend only on the trees whose elements are nonzero in this step. */
function hasStaticDofs(m: Model, d: Data, e: int): boolean {
  const { efc_type, efc_id } = d;
  const type = efc_type[e];
  if (type === ConstraintType.EQUALITY) return equalityHasStaticDofs(m, efc_id[e]);
  const tendon = type === ConstraintType.LIMIT_TENDON || type === ConstraintType.FRICTION_TENDON;
  return !tendon || hasOneTree(m, efc_id[e]);
}

/** End of the rows that may have no static dofs. Contacts have them; without tendons and equalities all rows do. */
function dynamicRowsEnd(m: Model, d: Data): int {
  return m.ntendon === 0 && d.ne === 0 ? 0 : d.ne + d.nf + d.nl;
}

/** Whether the objects of equality i determine the dofs of its rows in a dense Jacobian: connects, welds, and joints of one
 *  tree. */
export function equalityHasStaticDofs(m: Model, i: int): boolean {
  const { eq_type, eq_obj1id, eq_obj2id, jnt_dofadr, dof_treeid } = m;
  if (eq_type[i] === EqType.CONNECT || eq_type[i] === EqType.WELD) return true;
  if (eq_type[i] !== EqType.JOINT) return false;
  return eq_obj2id[i] < 0 || dof_treeid[jnt_dofadr[eq_obj1id[i]]] === dof_treeid[jnt_dofadr[eq_obj2id[i]]];
}

/** Whether all dofs of tendon t are in one tree, and it has at most nv columns. */
export function hasOneTree(m: Model, t: int): boolean {
  const { nv, dof_treeid, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  // a fixed tendon may name a joint several times
  if (ten_J_rownnz[t] > nv) return false;
  const from = ten_J_rowadr[t];
  const end = from + ten_J_rownnz[t];
  for (let k = from + 1; k < end; k++) if (dof_treeid[ten_J_colind[k]] !== dof_treeid[ten_J_colind[from]]) return false;
  return true;
}

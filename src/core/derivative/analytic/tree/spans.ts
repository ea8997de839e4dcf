import { isSparse } from '../../../engine/tree/settings.ts';
import { copy, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintType, TrnType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import {
  drDqOffset,
  drDuOffset,
  firstPart,
  hasFullRows,
  intAt,
  nextPart,
  Part,
  PassResult,
  partColumns,
  partOffset,
  partSpan,
  partStride,
  SPANS,
  Span,
  sideSpan,
  stateSize,
  treeSpanOffset,
} from '../layout.ts';

/*  Sparsity of the right-hand sides and of H. Constraints, tendons and actuators couple trees; union-find over these
 *  couplings gives sets of trees. The row of a dof is nonzero only in columns of its own set: its span is the range from
 *  the first to the last of them. Invariants:
 *    elements outside spans are neither cleared nor read, so work grows with the number of trees, not with its square
 *    coupled trees share one span, so elimination stays within spans
 *  The root of a set is its smallest tree id, its "leader". */

/** First column of the row of dof i; `kind` is a Span. */
export function spanFrom(w: Float64Array, i: int, kind: int): int {
  return intAt(w, SPANS + Span.SIZE * i + kind);
}

/** End of the columns of the row of dof i (exclusive). */
export function spanEnd(w: Float64Array, i: int, kind: int): int {
  return intAt(w, SPANS + Span.SIZE * i + kind + 1);
}

/** Compute the spans of all dofs.
 *  reads  d: moment_* contact_geom efc_type efc_J_*   writes w */
export function findSpans(m: Model, d: Data, w: Float64Array): void {
  const { nv, nu, na, ntree } = m;
  const trees = treeSpanOffset(m);
  w[PassResult.CONTACTS_DECOUPLED] = 0;
  // one tree, or few dofs with dense constraint rows
  if (ntree === 1 || !isSparse(m)) {
    if (hasFullRows(w)) return;
    w[PassResult.FULL_ROWS] = 1;
    for (let i = 0; i < nv; i++) {
      for (let k = 0; k < Span.SIZE; k += 2) w[SPANS + Span.SIZE * i + k] = 0;
      w[SPANS + Span.SIZE * i + Span.DOF + 1] = nv;
      w[SPANS + Span.SIZE * i + Span.CONTROL + 1] = nu;
      w[SPANS + Span.SIZE * i + Span.ACTIVATION + 1] = na;
      w[SPANS + Span.SIZE * i + Span.STATE + 1] = stateSize(m);
      w[SPANS + Span.SIZE * i + Span.SIDE + 1] = nv;
    }
    return;
  }
  w[PassResult.FULL_ROWS] = 0;
  for (let t = 0; t < ntree; t++) w[trees + t] = t;
  joinTendons(m, w);
  joinActuators(m, d, w);
  joinRows(m, d, w);
  measureDofs(m, w, Span.SIDE);
  for (let i = 0; i < nv; i++) takeSpans(m, w, i, Span.SIDE, 2);
  joinContacts(m, d, w);
  measureDofs(m, w, Span.DOF);
  measureActuators(m, d, w);
  for (let i = 0; i < nv; i++) takeSpans(m, w, i, 0, Span.SIDE);
}

/** Copy n values of the spans of dof i, starting at `kind`, from the leader of its tree. */
function takeSpans(m: Model, w: Float64Array, i: int, kind: int, n: int): void {
  const tree = leader(m, w, m.dof_treeid[i]);
  copy(w, SPANS + Span.SIZE * i + kind, w, treeRangesOffset(m, tree) + kind, n);
}

/** Start of the spans of a leader. */
function treeRangesOffset(m: Model, tree: int): int {
  return treeSpanOffset(m) + m.ntree + Span.SIZE * tree;
}

/** The leader of a tree, with path halving. */
function leader(m: Model, w: Float64Array, tree: int): int {
  const at = treeSpanOffset(m);
  let t = tree;
  while (intAt(w, at + t) !== t) {
    w[at + t] = w[at + intAt(w, at + t)];
    t = intAt(w, at + t);
  }
  return t;
}

/** Couple two trees; a negative id is static. */
function join(m: Model, w: Float64Array, one: int, other: int): void {
  if (one < 0 || other < 0 || one === other) return;
  const a = leader(m, w, one);
  const b = leader(m, w, other);
  w[treeSpanOffset(m) + Math.max(a, b)] = Math.min(a, b);
}

/** Couple the trees of n dofs. */
function joinDofs(m: Model, w: Float64Array, dofs: Int32Array, adr: int, n: int): void {
  const { dof_treeid } = m;
  for (let k = 1; k < n; k++) join(m, w, dof_treeid[dofs[adr]], dof_treeid[dofs[adr + k]]);
}

function joinTendons(m: Model, w: Float64Array): void {
  const { ntendon, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  for (let t = 0; t < ntendon; t++) joinDofs(m, w, ten_J_colind, ten_J_rowadr[t], ten_J_rownnz[t]);
}

/** Couple the trees of each actuator. Moments omit zeros, so sites are joined explicitly. */
function joinActuators(m: Model, d: Data, w: Float64Array): void {
  const { nactuator, nout, actuator_trntype, actuator_trnid, site_bodyid, body_treeid } = m;
  const { moment_rownnz, moment_rowadr, moment_colind } = d;
  for (let o = 0; o < nout; o++) joinDofs(m, w, moment_colind, moment_rowadr[o], moment_rownnz[o]);
  for (let i = 0; i < nactuator; i++) {
    const type = actuator_trntype[i];
    const ref = actuator_trnid[2 * i + 1];
    if (ref < 0 || (type !== TrnType.SITE && type !== TrnType.SLIDERCRANK && type !== TrnType.SO3)) continue;
    join(m, w, body_treeid[site_bodyid[actuator_trnid[2 * i]]], body_treeid[site_bodyid[ref]]);
  }
}

/** Couple the trees of constraint rows, except contacts. */
function joinRows(m: Model, d: Data, w: Float64Array): void {
  const { nefc, efc_type, efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  for (let e = 0; e < nefc; e++) {
    if (efc_type[e] >= ConstraintType.CONTACT_FRICTIONLESS) break;
    joinDofs(m, w, efc_J_colind, efc_J_rowadr[e], efc_J_rownnz[e]);
  }
}

function joinContacts(m: Model, d: Data, w: Float64Array): void {
  const { geom_bodyid, body_treeid } = m;
  const { ncon, contact_geom, contact_efc_address, efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  for (let c = 0; c < ncon; c++) {
    const one = contact_geom[2 * c];
    const other = contact_geom[2 * c + 1];
    const e = contact_efc_address[c];
    if (one >= 0 && other >= 0) join(m, w, body_treeid[geom_bodyid[one]], body_treeid[geom_bodyid[other]]);
    else if (e >= 0) joinDofs(m, w, efc_J_colind, efc_J_rowadr[e], efc_J_rownnz[e]);
  }
}

/** Spans `kind` of leaders = the dofs of their trees. */
function measureDofs(m: Model, w: Float64Array, kind: int): void {
  const { ntree, tree_dofadr, tree_dofnum } = m;
  zero(w, treeRangesOffset(m, 0), Span.SIZE * ntree);
  for (let t = 0; t < ntree; t++) {
    widen(w, treeRangesOffset(m, leader(m, w, t)) + kind, tree_dofadr[t], tree_dofnum[t]);
  }
}

/** Spans of leaders += the controls and activations of actuators that act on their trees. */
function measureActuators(m: Model, d: Data, w: Float64Array): void {
  const { nactuator, dof_treeid } = m;
  const { actuator_outadr, actuator_outnum, actuator_ctrladr, actuator_ctrlnum, actuator_actadr, actuator_actnum } = m;
  const { moment_rownnz, moment_rowadr, moment_colind } = d;
  for (let i = 0; i < nactuator; i++) {
    for (let o = actuator_outadr[i]; o < actuator_outadr[i] + actuator_outnum[i]; o++) {
      if (moment_rownnz[o] === 0) continue;
      const at = treeRangesOffset(m, leader(m, w, dof_treeid[moment_colind[moment_rowadr[o]]]));
      widen(w, at + Span.CONTROL, actuator_ctrladr[i], actuator_ctrlnum[i]);
      widen(w, at + Span.ACTIVATION, actuator_actadr[i], actuator_actnum[i]);
    }
  }
}

/** Extend the range at `at` to include [from, from + n); an empty range ends at 0. */
function widen(w: Float64Array, at: int, from: int, n: int): void {
  if (n === 0) return;
  if (w[at + 1] === 0) w[at] = from;
  w[at] = Math.min(w[at], from);
  w[at + 1] = Math.max(w[at + 1], from + n);
}

/** Clear the spans of the square matrix at x. */
export function clearMatrix(m: Model, w: Float64Array, x: int): void {
  const { nv } = m;
  if (hasFullRows(w)) zero(w, x, nv * nv);
  else for (let i = 0; i < nv; i++) clearSpan(w, x + i * nv, i, Span.DOF);
}

/** Clear the spans of its lower triangle. */
export function clearLower(m: Model, w: Float64Array, x: int): void {
  const { nv } = m;
  for (let i = 0; i < nv; i++) {
    const from = spanFrom(w, i, Span.DOF);
    zero(w, x + i * nv + from, i + 1 - from);
  }
}

/** Clear the span of row i, which starts at `row`. */
function clearSpan(w: Float64Array, row: int, i: int, kind: int): void {
  const from = spanFrom(w, i, kind);
  zero(w, row + from, spanEnd(w, i, kind) - from);
}

/** Clear row i of the right-hand sides. */
export function clearSide(m: Model, w: Float64Array, i: int): void {
  for (let p = firstPart(w); p < Part.SIZE; p = nextPart(p)) {
    clearSpan(w, partOffset(m, p) + i * partStride(m, p), i, sideSpan(w, p));
  }
}

/** Clear the right-hand sides. */
export function clearSides(m: Model, w: Float64Array): void {
  const { nv, nu } = m;
  if (hasFullRows(w)) {
    zero(w, drDqOffset(m), nv * stateSize(m));
    if (nu > 0) zero(w, drDuOffset(m), nv * nu);
  } else {
    for (let i = 0; i < nv; i++) clearSide(m, w, i);
  }
}

/** Clear the right-hand sides outside their spans, for readers of whole rows. */
export function clearOutside(m: Model, w: Float64Array): void {
  if (hasFullRows(w)) return;
  for (let p: int = Part.POSITION; p < Part.SIZE; p++) {
    const columns = partColumns(m, p);
    const kind = partSpan(p);
    for (let i = 0; i < m.nv; i++) {
      const row = partOffset(m, p) + i * partStride(m, p);
      const end = spanEnd(w, i, kind);
      zero(w, row, spanFrom(w, i, kind));
      zero(w, row + end, columns - end);
    }
  }
}

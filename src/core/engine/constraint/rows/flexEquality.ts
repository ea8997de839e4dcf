import { copy, copyInt, dot, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { negQuat, rotVecQuat } from '../../../math/quat.ts';
import { copy3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import {
  elementNodes,
  elementRotation,
  elementSize,
  MAX_NODES,
  stiffnessOf,
  strainElement,
} from '../../flex/finiteElement.ts';
import { addPointRows, recordColumns } from '../../flex/pointRows.ts';
import { lastDof } from '../../tree/chain.ts';
import { addRows, setError } from './row.ts';

/** Edges of a flex keep their lengths: one row for each edge that can change. */
export function addFlexEdges(m: Model, d: Data, sparse: boolean, i: int): void {
  const { eq_obj1id, flex_edgeadr, flex_edgenum, flexedge_rigid, flexedge_length0 } = m;
  const { flexedge_J_rownnz, flexedge_J_rowadr, flexedge_J_colind } = m;
  const { flexedge_length, flexedge_J } = d;
  const f = eq_obj1id[i];
  const end = flex_edgeadr[f] + flex_edgenum[f];
  for (let e = flex_edgeadr[f]; e < end; e++) {
    if (flexedge_rigid[e] !== 0) continue;
    const pos = flexedge_length[e] - flexedge_length0[e];
    addFlexRow(m, d, sparse, i, flexedge_J, flexedge_J_colind, flexedge_J_rowadr[e], flexedge_J_rownnz[e], pos);
  }
}

/** A surface keeps its metric: two rows for each vertex. */
export function addFlexVertices(m: Model, d: Data, sparse: boolean, i: int): void {
  const { eq_obj1id, flex_vertadr, flex_vertnum, flexvert_J_rownnz, flexvert_J_rowadr, flexvert_J_colind } = m;
  const { flexvert_length, flexvert_J } = d;
  const f = eq_obj1id[i];
  const end = 2 * (flex_vertadr[f] + flex_vertnum[f]);
  for (let r = 2 * flex_vertadr[f]; r < end; r++) {
    const nnz = flexvert_J_rownnz[r];
    addFlexRow(m, d, sparse, i, flexvert_J, flexvert_J_colind, flexvert_J_rowadr[r], nnz, flexvert_length[r]);
  }
}

/** One row of equality i, with the Jacobian from a sparse matrix. */
function addFlexRow(
  m: Model,
  d: Data,
  sparse: boolean,
  i: int,
  jac: Float64Array,
  colind: Int32Array,
  adr: int,
  nnz: int,
  pos: number,
): void {
  copy(d.work_jac, 0, jac, adr, nnz);
  copyInt(d.work_chain, 0, colind, adr, nnz);
  setError(d, pos, 0);
  addRows(m, d, sparse, 1, ConstraintType.EQUALITY, i, nnz, 0);
}

const nodes = new Int32Array(MAX_NODES);
const position = new Float64Array(3 * MAX_NODES);
const strain = new Float64Array(3 * MAX_NODES);
const quat = new Float64Array(4);
const back = new Float64Array(4);
// a mode of deformation at a node, and the next one
const mode = new Float64Array(6);

/** A cell (or face) of an interpolated flex does not deform: one row for each deformation mode. */
export function addFlexStrain(m: Model, d: Data, sparse: boolean, i: int): void {
  const { eq_obj1id, flex_interp, flex_stiffnessadr, flex_stiffness, flex_nodebodyid, flex_node0 } = m;
  const { work_flex_node, work_flex_column, work_jac, work_chain } = d;
  const f = eq_obj1id[i];
  if (flex_interp[f] === 0 || flex_stiffnessadr[f] < 0) return;
  const e = strainElement(m, i);
  const k = stiffnessOf(m, f, e);
  const size = 3 * elementSize(m, f);
  const count = elementNodes(m, f, e, nodes);
  for (let n = 0; n < count; n++) copy3(position, 3 * n, work_flex_node, 3 * nodes[n]);
  elementRotation(m, f, e, position, quat);
  negQuat(back, 0, quat, 0);
  for (let n = 0; n < count; n++) {
    rotVecQuat(strain, 3 * n, position, 3 * n, quat, 0);
    sub3(strain, 3 * n, strain, 3 * n, flex_node0, 3 * nodes[n]);
  }
  const nnz = nodeChain(m, work_chain, count);
  recordColumns(work_flex_column, work_chain, 0, nnz);
  const modes = flex_stiffness[k] | 0;
  // two modes at a time: both need the same velocities of nodes
  for (let a = 0; a < modes; a += 2) {
    const at = k + 1 + a * size;
    const next = a + 1 < modes ? at + size : at;
    zero(work_jac, 0, 2 * nnz);
    for (let n = 0; n < count; n++) {
      rotVecQuat(mode, 0, flex_stiffness, at + 3 * n, back, 0);
      rotVecQuat(mode, 3, flex_stiffness, next + 3 * n, back, 0);
      const body = flex_nodebodyid[nodes[n]];
      addPointRows(m, d, work_jac, 0, nnz, body, position, 3 * n, mode);
    }
    addMode(m, d, sparse, i, at, size, nnz);
    if (next === at) return;
    copy(work_jac, 0, work_jac, nnz, nnz);
    addMode(m, d, sparse, i, next, size, nnz);
  }
}

/** Row of a mode, whose Jacobian is in `work_jac`. */
function addMode(m: Model, d: Data, sparse: boolean, i: int, at: int, size: int, nnz: int): void {
  setError(d, dot(m.flex_stiffness, at, strain, 0, size), 0);
  addRows(m, d, sparse, 1, ConstraintType.EQUALITY, i, nnz, 0);
}

/** Dofs that move any of the first `count` nodes, increasing; returns their number. */
function nodeChain(m: Model, chain: Int32Array, count: int): int {
  const { flex_nodebodyid, dof_parentid } = m;
  let n = 0;
  for (let k = 0; k < count; k++) {
    for (let dof = lastDof(m, flex_nodebodyid[nodes[k]]); dof >= 0; dof = dof_parentid[dof]) {
      let at = n;
      while (at > 0 && chain[at - 1] > dof) at--;
      // the ancestors are already in the list
      if (at > 0 && chain[at - 1] === dof) break;
      for (let c = n; c > at; c--) chain[c] = chain[c - 1];
      chain[at] = dof;
      n++;
    }
  }
  return n;
}

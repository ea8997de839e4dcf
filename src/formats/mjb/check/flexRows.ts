/** Rows of the Jacobians of flexes: each is empty, or has the dofs that move its vertices, increasing. */
import type { Model } from '../../../core/model/model.ts';
import { expectAllWithin, expectValue, expectWithin, fail } from './expect.ts';

export function checkFlexRows(m: Model): void {
  const state = { lists: 0, rows: 0, mark: new Int32Array(m.nv).fill(-1) };
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_interp[f] !== 0) expectNoRows(m, f);
    else {
      for (let e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; e++) checkEdge(m, f, e);
      for (let v = 0; v < m.flex_vertnum[f]; v++) checkVertex(m, f, v, state);
    }
  }
}

interface State {
  /** Earliest offset of the next list of edges and row of vertices. */
  lists: number;
  rows: number;
  /** The last row that contains each dof. */
  readonly mark: Int32Array;
}

/** Vertices between nodes have no bodies. */
function expectNoRows(m: Model, f: number): void {
  const { flexedge_J_rownnz, flexvert_J_rownnz, flex_vertedgenum, flex_edgeadr, flex_edgenum, flex_vertadr } = m;
  const end = flex_edgeadr[f] + flex_edgenum[f];
  const [first, last] = [flex_vertadr[f], flex_vertadr[f] + m.flex_vertnum[f]];
  expectAllWithin('flexedge_J_rownnz', flexedge_J_rownnz, flex_edgeadr[f], end, 0, 1);
  expectAllWithin('flex_vertedgenum', flex_vertedgenum, first, last, 0, 1);
  expectAllWithin('flexvert_J_rownnz', flexvert_J_rownnz, 2 * first, 2 * last, 0, 1);
}

/** The row of an edge has one column for each dof above the bodies of its ends. Rows of two flexes may overlap, as in
 * MuJoCo, so that the columns are those of the last one. */
function checkEdge(m: Model, f: number, e: number): void {
  const { flexedge_J_rownnz: nnz, flexedge_J_rowadr: adr, flexedge_J_colind: colind } = m;
  const { flex_edge, flex_vertadr, flex_vertbodyid, dof_parentid } = m;
  expectWithin('flexedge_J_rowadr', adr, e, 0, m.nJfe - nnz[e] + 1);
  if (nnz[e] === 0) return;
  let i = lastDof(m, flex_vertbodyid[flex_vertadr[f] + flex_edge[2 * e]]);
  let j = lastDof(m, flex_vertbodyid[flex_vertadr[f] + flex_edge[2 * e + 1]]);
  let columns = 0;
  for (; i >= 0 || j >= 0; columns++) {
    const dof = Math.max(i, j);
    if (i === dof) i = dof_parentid[i];
    if (j === dof) j = dof_parentid[j];
  }
  expectValue('flexedge_J_rownnz', nnz, e, columns, 'by the bodies of both ends');
  for (let k = adr[e] + 1; k < adr[e] + columns; k++) {
    if (colind[k] <= colind[k - 1]) fail('flexedge_J_colind', k, `more than ${colind[k - 1]}`, colind[k]);
  }
}

/** The edges at a vertex, and its two rows, which contain the dofs of all ends of these edges. */
function checkVertex(m: Model, f: number, local: number, state: State): void {
  const { flex_vertedgeadr, flex_vertedgenum, flex_vertedge, flexvert_J_rownnz: nnz, flexvert_J_rowadr: adr } = m;
  const v = m.flex_vertadr[f] + local;
  expectWithin('flex_vertedgenum', flex_vertedgenum, v, 0, m.flex_edgenum[f] + 1);
  const edges = flex_vertedgenum[v];
  const room = 2 * m.nflexedge;
  expectWithin('flex_vertedgeadr', flex_vertedgeadr, v, edges === 0 ? 0 : state.lists, room - edges + 1);
  const start = flex_vertedgeadr[v];
  state.lists = Math.max(state.lists, start + edges);
  expectAllWithin('flex_vertedge', flex_vertedge, start, start + edges, 0, m.flex_edgenum[f]);
  const room2 = 2 * m.nJfv;
  for (let row = 2 * v; row < 2 * v + 2; row++) {
    expectWithin('flexvert_J_rownnz', nnz, row, 0, m.nv + 1);
    if (row !== 2 * v) expectValue('flexvert_J_rownnz', nnz, row, nnz[2 * v], 'as in the first row of its vertex');
    expectWithin('flexvert_J_rowadr', adr, row, nnz[row] === 0 ? 0 : state.rows, room2 - nnz[row] + 1);
    if (nnz[row] > 0) state.rows = adr[row] + nnz[row];
    checkColumns(m, row, 2 * v, state.mark);
  }
  let found = 0;
  for (let k = start; k < start + edges; k++) {
    const edge = 2 * (m.flex_edgeadr[f] + flex_vertedge[k]);
    if (m.flex_edge[edge] !== local && m.flex_edge[edge + 1] !== local) {
      fail('flex_vertedge', k, `an edge at vertex ${local}`, flex_vertedge[k]);
    }
    for (const end of [m.flex_edge[edge], m.flex_edge[edge + 1]]) {
      found += markChain(m, m.flex_vertbodyid[m.flex_vertadr[f] + end], 2 * v, state.mark);
    }
  }
  if (found !== nnz[2 * v]) fail('flexvert_J_rownnz', 2 * v, `${found}, by the edges at its vertex`, nnz[2 * v]);
}

/** Columns of a row increase; those of the first row are marked. */
function checkColumns(m: Model, row: number, first: number, mark: Int32Array): void {
  const { flexvert_J_rownnz, flexvert_J_rowadr, flexvert_J_colind: colind } = m;
  const adr = flexvert_J_rowadr[row];
  for (let k = 0; k < flexvert_J_rownnz[row]; k++) {
    if (k > 0 && colind[adr + k] <= colind[adr + k - 1]) {
      fail('flexvert_J_colind', adr + k, `more than ${colind[adr + k - 1]}`, colind[adr + k]);
    }
    if (row === first) mark[colind[adr + k]] = -2 - row;
    else expectValue('flexvert_J_colind', colind, adr + k, colind[flexvert_J_rowadr[first] + k], 'as in the first row');
  }
}

/** Number of dofs of a body that are new in a row; all of them must be columns of it. */
function markChain(m: Model, body: number, row: number, mark: Int32Array): number {
  let found = 0;
  for (let dof = lastDof(m, body); dof >= 0 && mark[dof] !== row; dof = m.dof_parentid[dof]) {
    if (mark[dof] !== -2 - row) fail('flexvert_J_rownnz', row, `column ${dof} too`, m.flexvert_J_rownnz[row]);
    mark[dof] = row;
    found++;
  }
  return found;
}

/** The last dof in or above a body; -1: none. */
function lastDof({ body_weldid, body_dofnum, body_dofadr, body_parentid }: Model, start: number): number {
  let body = body_weldid[start];
  while (body > 0 && body_dofnum[body] === 0) body = body_weldid[body_parentid[body]];
  return body_dofnum[body] > 0 ? body_dofadr[body] + body_dofnum[body] - 1 : -1;
}

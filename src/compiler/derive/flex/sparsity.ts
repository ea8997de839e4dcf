/** Patterns of the Jacobians of flexes, and the rest-shape data of vertex constraints: the edges at each vertex, and
 * the inverse of their moment matrix. */

import { MINVAL } from '../../../core/model/constants.ts';
import type { Model } from '../../../core/model/model.ts';
import { cross, normalize, quatToMat, zToQuat } from '../../../formats/pose/frame.ts';
import { ConstantError } from '../error.ts';
import { chainOfBodies } from './bodyChain.ts';

export function makeFlexSparsity(m: Model): void {
  if (m.nflex === 0) return;
  const cleared = [m.flexedge_J_rowadr, m.flexedge_J_rownnz, m.flexedge_J_colind];
  cleared.push(m.flexvert_J_rowadr, m.flexvert_J_rownnz, m.flexvert_J_colind);
  cleared.push(m.flex_vertedgeadr, m.flex_vertedgenum, m.flex_vertedge);
  for (const array of cleared) array.fill(0);
  m.flex_vertmetric.fill(0);
  let incident = 0;
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_rigid[f] || m.flex_interp[f] !== 0) continue;
    if (hasEdgeForces(m, f)) makeEdgeRows(m, f);
    if (!hasVertexConstraints(m, f)) continue;
    incident = joinEdges(m, f, incident);
    makeVertexRows(m, f);
    for (let v = 0; v < m.flex_vertnum[f]; v++) setMetric(m, f, v);
  }
  for (let f = 0; f < m.nflex; f++) if (hasVertexConstraints(m, f)) layFlat(m, f);
}

function hasEdgeForces(m: Model, f: number): boolean {
  return [m.flex_edgeequality, m.flex_edgedamping, m.flex_edgestiffness, m.flex_damping].some((a) => a[f] !== 0);
}

function hasVertexConstraints(m: Model, f: number): boolean {
  return m.flex_dim[f] === 2 && m.flex_edgeequality[f] === 2;
}

function vertexBody(m: Model, f: number, v: number): number {
  return m.flex_vertbodyid[m.flex_vertadr[f] + v];
}

function makeEdgeRows(m: Model, f: number): void {
  const { flexedge_J_rowadr: adr, flexedge_J_rownnz: nnz } = m;
  for (let e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; e++) {
    if (e > 0) adr[e] = adr[e - 1] + nnz[e - 1];
    const bodies = [0, 1].map((k) => vertexBody(m, f, m.flex_edge[2 * e + k]));
    const chain = chainOfBodies(m, bodies);
    nnz[e] = chain.length;
    m.flexedge_J_colind.set(chain, adr[e]);
  }
}

/** Lists of the edges at each vertex; returns the offset of the next flex. */
function joinEdges(m: Model, f: number, start: number): number {
  const base = m.flex_vertadr[f];
  const n = m.flex_vertnum[f];
  const lists = Array.from({ length: n }, () => [] as number[]);
  for (let e = 0; e < m.flex_edgenum[f]; e++) {
    for (let k = 0; k < 2; k++) lists[m.flex_edge[2 * (m.flex_edgeadr[f] + e) + k]].push(e);
  }
  lists.forEach((edges, v) => {
    m.flex_vertedgeadr[base + v] = start;
    m.flex_vertedgenum[base + v] = edges.length;
    m.flex_vertedge.set(edges, start);
    start += edges.length;
  });
  return start;
}

/** Ends of the edges at a vertex. */
function edgesAt(m: Model, f: number, v: number): (readonly [number, number])[] {
  const start = m.flex_vertedgeadr[m.flex_vertadr[f] + v];
  const edges = m.flex_vertedge.subarray(start, start + m.flex_vertedgenum[m.flex_vertadr[f] + v]);
  return Array.from(edges, (e) => {
    const i = 2 * (m.flex_edgeadr[f] + e);
    return [m.flex_edge[i], m.flex_edge[i + 1]] as const;
  });
}

/** Two rows per vertex, over the dofs of all vertices connected by an edge. */
function makeVertexRows(m: Model, f: number): void {
  const { flexvert_J_rowadr: adr, flexvert_J_rownnz: nnz } = m;
  const base = m.flex_vertadr[f];
  let at = base > 0 ? adr[2 * base - 1] + nnz[2 * base - 1] : 0;
  for (let v = 0; v < m.flex_vertnum[f]; v++) {
    const chain = chainOfBodies(
      m,
      edgesAt(m, f, v)
        .flat()
        .map((i) => vertexBody(m, f, i)),
    );
    for (let row = 2 * (base + v); row < 2 * (base + v) + 2; row++) {
      adr[row] = at;
      nnz[row] = chain.length;
      m.flexvert_J_colind.set(chain, at);
      at += chain.length;
    }
  }
  const next = 2 * (base + m.flex_vertnum[f]);
  if (next < adr.length) adr[next] = at;
}

// B = sum of w dx dx^T over the edges at a vertex, w the mass at their other end; in the plane of the flex
function setMetric(m: Model, f: number, v: number): void {
  let [xx, xy, yy] = [0, 0, 0];
  for (const [a, b] of edgesAt(m, f, v)) {
    const i = 3 * (m.flex_vertadr[f] + a);
    const j = 3 * (m.flex_vertadr[f] + b);
    const x = (m.flex_vert0[j] - m.flex_vert0[i]) * (2 * m.flex_size[3 * f]);
    const y = (m.flex_vert0[j + 1] - m.flex_vert0[i + 1]) * (2 * m.flex_size[3 * f + 1]);
    const height = (m.flex_vert0[j + 2] - m.flex_vert0[i + 2]) * (2 * m.flex_size[3 * f + 2]);
    if (Math.abs(height) > MINVAL) {
      throw new ConstantError(
        'flex',
        f,
        'vertices of a flex with vertex constraints must lie in a plane of constant z',
      );
    }
    const weight = Math.max(MINVAL, m.body_mass[vertexBody(m, f, v === a ? b : a)]);
    xx += weight * x * x;
    xy += weight * x * y;
    yy += weight * y * y;
  }
  const det = xx * yy - xy * xy;
  if (Math.abs(det) < MINVAL) return;
  const inverse = 1 / det;
  m.flex_vertmetric.set([yy * inverse, -xy * inverse, -xy * inverse, xx * inverse], 4 * (m.flex_vertadr[f] + v));
}

/** Vertices at rest, rotated so that the first triangle is in the xy plane. */
function layFlat(m: Model, f: number): void {
  const base = m.flex_vertadr[f];
  const [a, b, c] = m.flex_elem.subarray(m.flex_elemdataadr[f], m.flex_elemdataadr[f] + 3);
  const edge = (v: number) => [0, 1, 2].map((k) => m.flex_vert0[3 * (base + v) + k] - m.flex_vert0[3 * (base + a) + k]);
  const normal = cross(edge(b), edge(c));
  normalize(normal);
  const mat = quatToMat(zToQuat(normal));
  for (let i = 3 * base; i < 3 * (base + m.flex_vertnum[f]); i += 3) {
    const [x, y, z] = m.flex_vert0.subarray(i, i + 3);
    for (let k = 0; k < 3; k++) m.flex_vert0[i + k] = mat[k] * x + mat[3 + k] * y + mat[6 + k] * z;
  }
}

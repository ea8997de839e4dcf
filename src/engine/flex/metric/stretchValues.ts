import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatMat3, mulMatTMat3, transpose3 } from '../../../math/mat3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { corner, edgeMetric, MOST_EDGES, metric } from '../edgeMetric.ts';
import { addBlock } from './entries.ts';
import { elementDofs } from './stencil.ts';

/*  The energy of an element is a quadratic form M in the changes e of its squared edge lengths. With d the edges, s = +-1
 *  at their ends and the tensions t = M e, its Hessian is
 *    K = 2 sum_ab M_ab (s_a d_a) (s_b d_b)^T + sum_a t_a s_a s_a^T I.
 *  Only edges that pull count in the last term, which keeps K positive. */

/** Edges of the element at hand, from end to start, and their tensions. */
export const edges = new Float64Array(3 * MOST_EDGES);
export const tensions = new Float64Array(MOST_EDGES);

const dofs = new Int32Array(4);
const block = new Float64Array(9);
const turned = new Float64Array(9);

/** Adds the triangles or tetrahedra of flex f to the stiffness matrix. */
export function addTriangles(m: Model, d: Data, f: int, scale: number): void {
  const { flex_elemnum } = m;
  for (let e = 0; e < flex_elemnum[f]; e++) {
    readElement(m, d, f, e);
    const n = elementDofs(m, f, e, dofs);
    for (let i = 0; i < n; i++) {
      if (dofs[i] < 0) continue;
      for (let j = i; j < n; j++) if (dofs[j] >= 0) addPair(m, d, f, e, i, j, scale);
    }
  }
}

/** Edges, metric and tensions of element e of flex f. */
export function readElement(m: Model, d: Data, f: int, e: int): int {
  const { flex_dim, flex_elem, flex_elemdataadr, flex_vertadr, flex_elemedge, flex_elemedgeadr, flex_edgeadr } = m;
  const { flexedge_length0 } = m;
  const { flexvert_xpos, flexedge_length } = d;
  const dim = flex_dim[f];
  const n = edgeMetric(m, f, e);
  const data = flex_elemdataadr[f] + (dim + 1) * e;
  zero(tensions, 0, n);
  for (let a = 0; a < n; a++) {
    const v0 = 3 * (flex_vertadr[f] + flex_elem[data + corner(dim, 2 * a)]);
    const v1 = 3 * (flex_vertadr[f] + flex_elem[data + corner(dim, 2 * a + 1)]);
    for (let c = 0; c < 3; c++) edges[3 * a + c] = flexvert_xpos[v0 + c] - flexvert_xpos[v1 + c];
    const edge = flex_edgeadr[f] + flex_elemedge[flex_elemedgeadr[f] + e * n + a];
    const change = flexedge_length[edge] * flexedge_length[edge] - flexedge_length0[edge] * flexedge_length0[edge];
    for (let b = 0; b < n; b++) tensions[b] += metric[n * b + a] * change;
  }
  for (let a = 0; a < n; a++) tensions[a] = Math.max(tensions[a], 0);
  return n;
}

/** +1 or -1 if edge a of an element begins or ends at corner i, else 0. */
function endSign(dim: int, a: int, i: int): int {
  return corner(dim, 2 * a) === i ? 1 : corner(dim, 2 * a + 1) === i ? -1 : 0;
}

/** The blocks of corners i and j of element e, in the frames of their bodies. */
function addPair(m: Model, d: Data, f: int, e: int, i: int, j: int, scale: number): void {
  const { flex_dim, flex_elem, flex_elemdataadr, flex_vertadr, flex_vertbodyid } = m;
  const { xmat } = d;
  const dim = flex_dim[f];
  pairBlock(dim, i, j, scale);
  const data = flex_elemdataadr[f] + (dim + 1) * e;
  const b1 = flex_vertbodyid[flex_vertadr[f] + flex_elem[data + i]];
  const b2 = flex_vertbodyid[flex_vertadr[f] + flex_elem[data + j]];
  mulMatMat3(turned, 0, block, 0, xmat, 9 * b2);
  mulMatTMat3(block, 0, xmat, 9 * b1, turned, 0);
  addBlock(d, dofs[i], dofs[j], block);
  if (i === j) return;
  transpose3(turned, 0, block, 0);
  addBlock(d, dofs[j], dofs[i], turned);
}

function pairBlock(dim: int, i: int, j: int, scale: number): void {
  const n = dim === 2 ? 3 : 6;
  let pull: number = 0;
  zero(block, 0, 9);
  for (let a = 0; a < n; a++) {
    const sa = endSign(dim, a, i);
    if (sa === 0) continue;
    pull += tensions[a] * sa * endSign(dim, a, j);
    for (let b = 0; b < n; b++) {
      const sb = endSign(dim, b, j);
      if (sb === 0) continue;
      const w = 2 * scale * metric[n * a + b] * sa * sb;
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) block[3 * r + c] += w * edges[3 * a + r] * edges[3 * b + c];
      }
    }
  }
  for (let c = 0; c < 9; c += 4) block[c] += scale * pull;
}

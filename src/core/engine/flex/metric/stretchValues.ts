import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { rotateBlock3, transpose3 } from '../../../math/mat3.ts';
import { addToScl3, set3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { corner } from '../elementTables.ts';
import { addBlock } from './entries.ts';
import { elementDofs } from './stencil.ts';
import { MAX_EDGES, stretchEdges, stretchForm, stretchTensions } from './stretchWorkspace.ts';

/*  Stiffness matrix of stretching. The energy of an element is a quadratic form M in the changes e of its squared edge lengths. With d the
 *  edges, s = +-1 at their ends and the tensions t = M e, its Hessian is
 *    K = 2 sum_ab M_ab (s_a d_a) (s_b d_b)^T + sum_a t_a s_a s_a^T I.
 *  The last term has only the edges that pull: K stays positive. */

const dofs = new Int32Array(4);
const block = new Float64Array(9);
const transposedBlock = new Float64Array(9);

/** Adds the triangles or tetrahedra of flex f to the stiffness matrix. */
export function addTriangles(m: Model, d: Data, f: int, scale: number): void {
  const { flex_dim, flex_elemnum } = m;
  for (let e = 0; e < flex_elemnum[f]; e++) {
    readElement(m, d, f, e);
    weighEdges(flex_dim[f]);
    const n = elementDofs(m, f, e, dofs);
    for (let i = 0; i < n; i++) {
      if (dofs[i] < 0) continue;
      for (let j = i; j < n; j++) if (dofs[j] >= 0) addPair(m, d, f, e, i, j, scale);
    }
  }
}

/** Reads element e of flex f into the workspace: form, edges and tensions. Returns the number of edges.
 *  writes stretchForm stretchEdges stretchTensions */
export function readElement(m: Model, d: Data, f: int, e: int): int {
  const { flex_dim, flex_elem, flex_elemdataadr, flex_vertadr, flex_elemedge, flex_elemedgeadr, flex_edgeadr } = m;
  const { flexedge_length0 } = m;
  const { flexvert_xpos, flexedge_length } = d;
  const dim = flex_dim[f];
  const n = readForm(m, f, e);
  const data = flex_elemdataadr[f] + (dim + 1) * e;
  zero(stretchTensions, 0, n);
  for (let a = 0; a < n; a++) {
    const v0 = 3 * (flex_vertadr[f] + flex_elem[data + corner(dim, 2 * a)]);
    const v1 = 3 * (flex_vertadr[f] + flex_elem[data + corner(dim, 2 * a + 1)]);
    for (let c = 0; c < 3; c++) stretchEdges[3 * a + c] = flexvert_xpos[v0 + c] - flexvert_xpos[v1 + c];
    const edge = flex_edgeadr[f] + flex_elemedge[flex_elemedgeadr[f] + e * n + a];
    const change = flexedge_length[edge] * flexedge_length[edge] - flexedge_length0[edge] * flexedge_length0[edge];
    for (let b = 0; b < n; b++) stretchTensions[b] += stretchForm[n * b + a] * change;
  }
  for (let a = 0; a < n; a++) stretchTensions[a] = Math.max(stretchTensions[a], 0);
  return n;
}

/** stretchForm = the form of element e of flex f, which is stored as its upper triangle. Returns the number of edges. */
function readForm(m: Model, f: int, e: int): int {
  const { flex_dim, flex_stiffness, flex_stiffnessadr } = m;
  const n = flex_dim[f] === 2 ? 3 : 6;
  let at = flex_stiffnessadr[f] + 21 * e;
  for (let a = 0; a < n; a++) {
    for (let b = a; b < n; b++) {
      stretchForm[n * a + b] = flex_stiffness[at];
      stretchForm[n * b + a] = flex_stiffness[at];
      at++;
    }
  }
  return n;
}

/** Maximum number of edges that meet at a corner. */
const MAX_ENDS = 3;

/** Edges at each corner of a triangle, and of a tetrahedron, and whether they start (1) or end (-1) there. */
const TRIANGLE_ENDS = new Int32Array([1, 2, 0, 2, 0, 0, 0, 1, 0]);
const TRIANGLE_SIGNS = new Int32Array([-1, 1, 0, -1, 1, 0, -1, 1, 0]);
const TETRAHEDRON_ENDS = new Int32Array([0, 2, 4, 0, 1, 5, 1, 2, 3, 3, 4, 5]);
const TETRAHEDRON_SIGNS = new Int32Array([1, -1, 1, -1, 1, 1, -1, 1, 1, -1, -1, -1]);

function edgeAt(dim: int, k: int): int {
  return dim === 2 ? TRIANGLE_ENDS[k] : TETRAHEDRON_ENDS[k];
}

function signAt(dim: int, k: int): int {
  return dim === 2 ? TRIANGLE_SIGNS[k] : TETRAHEDRON_SIGNS[k];
}

/** For each corner j and edge a: sum_b M_ab s_b d_b over the edges b at j. */
const weightedEdges = new Float64Array(4 * 3 * MAX_EDGES);

/** Sets `weightedEdges`. */
function weighEdges(dim: int): void {
  const n = dim === 2 ? 3 : 6;
  for (let j = 0; j <= dim; j++) {
    for (let a = 0; a < n; a++) {
      const to = 3 * (MAX_EDGES * j + a);
      zero3(weightedEdges, to);
      for (let k = MAX_ENDS * j; k < MAX_ENDS * j + dim; k++) {
        const b = edgeAt(dim, k);
        addToScl3(weightedEdges, to, stretchEdges, 3 * b, stretchForm[n * a + b] * signAt(dim, k));
      }
    }
  }
}

/** Adds the blocks of corners i and j of element e, in the frames of their bodies. */
function addPair(m: Model, d: Data, f: int, e: int, i: int, j: int, scale: number): void {
  const { flex_dim, flex_elem, flex_elemdataadr, flex_vertadr, flex_vertbodyid } = m;
  const { xmat } = d;
  const dim = flex_dim[f];
  pairBlock(dim, i, j, scale);
  const data = flex_elemdataadr[f] + (dim + 1) * e;
  const b1 = flex_vertbodyid[flex_vertadr[f] + flex_elem[data + i]];
  const b2 = flex_vertbodyid[flex_vertadr[f] + flex_elem[data + j]];
  if (!isIdentity(xmat, 9 * b1) || !isIdentity(xmat, 9 * b2)) {
    rotateBlock3(block, 0, block, 0, 3, xmat, 9 * b1, 9 * b2, 1);
  }
  addBlock(d, dofs[i], dofs[j], block);
  if (i === j) return;
  transpose3(transposedBlock, 0, block, 0);
  addBlock(d, dofs[j], dofs[i], transposedBlock);
}

/** True if a rotation matrix is the identity. */
function isIdentity(R: Float64Array, r: int): boolean {
  return R[r] === 1 && R[r + 4] === 1 && R[r + 8] === 1;
}

/** block = K of corners i and j, times scale */
function pairBlock(dim: int, i: int, j: int, scale: number): void {
  let m0: number = 0;
  let m1: number = 0;
  let m2: number = 0;
  let m3: number = 0;
  let m4: number = 0;
  let m5: number = 0;
  let m6: number = 0;
  let m7: number = 0;
  let m8: number = 0;
  let tension: number = 0;
  for (let k = MAX_ENDS * i; k < MAX_ENDS * i + dim; k++) {
    const a = edgeAt(dim, k);
    const w = 2 * scale * signAt(dim, k);
    const p = 3 * (MAX_EDGES * j + a);
    const x = w * stretchEdges[3 * a];
    const y = w * stretchEdges[3 * a + 1];
    const z = w * stretchEdges[3 * a + 2];
    m0 += x * weightedEdges[p];
    m1 += x * weightedEdges[p + 1];
    m2 += x * weightedEdges[p + 2];
    m3 += y * weightedEdges[p];
    m4 += y * weightedEdges[p + 1];
    m5 += y * weightedEdges[p + 2];
    m6 += z * weightedEdges[p];
    m7 += z * weightedEdges[p + 1];
    m8 += z * weightedEdges[p + 2];
    for (let l = MAX_ENDS * j; l < MAX_ENDS * j + dim; l++) {
      if (edgeAt(dim, l) === a) tension += stretchTensions[a] * signAt(dim, k) * signAt(dim, l);
    }
  }
  const own = scale * tension;
  set3(block, 0, m0 + own, m1, m2);
  set3(block, 3, m3, m4 + own, m5);
  set3(block, 6, m6, m7, m8 + own);
}

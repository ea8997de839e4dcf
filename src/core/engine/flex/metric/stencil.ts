import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { hasVertexRows } from '../../tree/flexTerms.ts';
import { elementNodes } from '../finiteElement.ts';

/*  Points coupled by an elastic energy, as the first of the three dofs of their bodies; -1 if the body is not a slider
 *  body. */

/** Ends of an edge of a flex and the corners on both sides of it. */
export function flapDofs(m: Model, f: int, e: int, dofs: Int32Array): void {
  const { flex_vertadr, flex_edge, flex_edgeflap } = m;
  const base = flex_vertadr[f];
  dofs[0] = vertexDof(m, base + flex_edge[2 * e]);
  dofs[1] = vertexDof(m, base + flex_edge[2 * e + 1]);
  dofs[2] = vertexDof(m, base + flex_edgeflap[2 * e]);
  dofs[3] = vertexDof(m, base + flex_edgeflap[2 * e + 1]);
}

/** Corners of element e of flex f. */
export function elementDofs(m: Model, f: int, e: int, dofs: Int32Array): int {
  const { flex_vertadr, flex_dim, flex_elem, flex_elemdataadr } = m;
  const n = flex_dim[f] + 1;
  const data = flex_elemdataadr[f] + n * e;
  for (let k = 0; k < n; k++) dofs[k] = vertexDof(m, flex_vertadr[f] + flex_elem[data + k]);
  return n;
}

/** Nodes of finite element e of the interpolated flex f; also writes the nodes. */
export function cellDofs(m: Model, f: int, e: int, nodes: Int32Array, dofs: Int32Array): int {
  const { flex_nodebodyid } = m;
  const n = elementNodes(m, f, e, nodes);
  for (let k = 0; k < n; k++) dofs[k] = bodyDof(m, flex_nodebodyid[nodes[k]]);
  return n;
}

/** Vertices of flexes on both sides of contact i that have rows in the stiffness matrix, without duplicates. */
export function contactDofs(m: Model, d: Data, i: int, dofs: Int32Array): int {
  const { flex_vertadr } = m;
  const { contact_flex, contact_vert, contact_elem } = d;
  let count = 0;
  for (let k = 2 * i; k < 2 * i + 2; k++) {
    const f = contact_flex[k];
    if (f < 0 || !hasVertexRows(m, f)) continue;
    if (contact_vert[k] >= 0) count = addDof(dofs, count, vertexDof(m, flex_vertadr[f] + contact_vert[k]));
    else if (contact_elem[k] >= 0) {
      const n = elementDofs(m, f, contact_elem[k], corner);
      for (let c = 0; c < n; c++) count = addDof(dofs, count, corner[c]);
    }
  }
  return count;
}

const corner = new Int32Array(4);

function addDof(dofs: Int32Array, count: int, dof: int): int {
  if (dof < 0) return count;
  for (let k = 0; k < count; k++) if (dofs[k] === dof) return count;
  dofs[count] = dof;
  return count + 1;
}

export function vertexDof(m: Model, v: int): int {
  return bodyDof(m, m.flex_vertbodyid[v]);
}

/** True if the flex is interpolated: its vertices have no bodies. */
function bodyDof(m: Model, body: int): int {
  return body >= 0 && m.body_dofnum[body] === 3 ? m.body_dofadr[body] : -1;
}

import { clip, zero } from '../../../math/array.ts';
import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { addToScl3, copy3, dist3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { phiAll } from '../../flex/shape.ts';
import { addPointJac, chainLength, lastDof } from '../../tree/chain.ts';

/*  A contact of an element of a flex moves all vertices of the element, weighted by inverse distance. Vertices of an
 *  interpolated flex move its nodes. */

/** Maximum number of bodies on both sides of a contact. */
const MAX_BODIES = 1458;
const bodies = new Int32Array(MAX_BODIES);
const weights = new Float64Array(MAX_BODIES);
const vertex = new Int32Array(4);
const share = new Float64Array(4);
const restPoint = new Float64Array(3);
const point = new Float64Array(3);

/** Minimum weight of a node. */
const MIN_WEIGHT = 1e-5;

/** True if a side of contact i has several bodies. Called for each contact of a step.
 *  @inline */
export function isWeighted(m: Model, d: Data, i: int): boolean {
  return m.nflex > 0 && (isSpread(m, d, 2 * i) || isSpread(m, d, 2 * i + 1));
}

function isSpread(m: Model, d: Data, k: int): boolean {
  const { contact_geom, contact_flex, contact_vert } = d;
  return contact_geom[k] < 0 && (contact_vert[k] < 0 || m.flex_interp[contact_flex[k]] !== 0);
}

/** Velocity of side 2 minus that of side 1 at contact i, in `work_jac` over `work_chain`; returns the number of
 *  dofs. */
export function weightedJac(m: Model, d: Data, i: int, rotation: boolean): int {
  const { contact_pos, work_jac, work_chain } = d;
  let count = sideBodies(m, d, i, 0, 0, -1);
  count = sideBodies(m, d, i, 1, count, 1);
  let n = 0;
  for (let k = 0; k < count; k++) n = addToChain(m, work_chain, n, bodies[k]);
  zero(work_jac, 0, (rotation ? 6 : 3) * n);
  copy3(point, 0, contact_pos, 3 * i);
  for (let k = 0; k < count; k++) addPointJac(m, d, work_jac, work_chain, n, bodies[k], point, weights[k], rotation);
  return n;
}

/** Adds the dofs that move a body to an increasing list; returns its new length. */
function addToChain(m: Model, chain: Int32Array, count: int, body: int): int {
  const { dof_parentid } = m;
  let n = count;
  for (let dof = lastDof(m, body); dof >= 0; dof = dof_parentid[dof]) {
    let at = n;
    while (at > 0 && chain[at - 1] > dof) at--;
    // the ancestors are already in the list
    if (at > 0 && chain[at - 1] === dof) break;
    for (let c = n; c > at; c--) chain[c] = chain[c - 1];
    chain[at] = dof;
    n++;
  }
  return n;
}

/** Upper bound on the number of dofs of contact i. */
export function weightedLength(m: Model, d: Data, i: int): int {
  let count = sideBodies(m, d, i, 0, 0, -1);
  count = sideBodies(m, d, i, 1, count, 1);
  let n = 0;
  for (let k = 0; k < count; k++) n += chainLength(m, 0, bodies[k], false);
  return n;
}

/** Inverse weight of one side of contact i: translation (0) or rotation (1), averaged over its bodies. */
export function sideWeight(m: Model, d: Data, i: int, side: int, which: int): number {
  const { body_invweight0, geom_bodyid } = m;
  const geom = d.contact_geom[2 * i + side];
  if (geom >= 0) return body_invweight0[2 * geom_bodyid[geom] + which];
  const count = sideBodies(m, d, i, side, 0, 1);
  let sum: number = 0;
  for (let k = 0; k < count; k++) sum += body_invweight0[2 * bodies[k] + which] * weights[k];
  return sum;
}

/** Appends the bodies of one side of contact i, with their weights times a sign, from index `count` on; returns the new
 *  number. */
function sideBodies(m: Model, d: Data, i: int, side: int, count: int, sign: number): int {
  const { geom_bodyid, flex_vertadr, flex_vertbodyid, flex_interp } = m;
  const { contact_geom, contact_flex, contact_vert } = d;
  const k = 2 * i + side;
  if (contact_geom[k] >= 0) {
    bodies[count] = geom_bodyid[contact_geom[k]];
    weights[count] = sign;
    return count + 1;
  }
  const f = contact_flex[k];
  let n = 1;
  if (contact_vert[k] >= 0) {
    vertex[0] = flex_vertadr[f] + contact_vert[k];
    share[0] = 1;
  } else {
    n = elementShares(m, d, i, side);
  }
  if (flex_interp[f] !== 0) return nodeBodies(m, f, n, count, sign);
  for (let v = 0; v < n; v++) {
    bodies[count + v] = flex_vertbodyid[vertex[v]];
    weights[count + v] = sign * share[v];
  }
  return count + n;
}

/** Vertices of the element of one side, and their weights: inverse distances to the contact, normalized. Excludes the
 *  vertex on the other side of the contact. Returns their number. */
function elementShares(m: Model, d: Data, i: int, side: int): int {
  const { flex_dim, flex_elemdataadr, flex_elem, flex_vertadr } = m;
  const { contact_flex, contact_elem, contact_vert, contact_pos, flexvert_xpos } = d;
  const f = contact_flex[2 * i + side];
  const other = contact_vert[2 * i + 1 - side];
  const data = flex_elemdataadr[f] + contact_elem[2 * i + side] * (flex_dim[f] + 1);
  let n = 0;
  let sum: number = 0;
  for (let k = 0; k <= flex_dim[f]; k++) {
    const v = flex_elem[data + k];
    if (v === other) continue;
    vertex[n] = flex_vertadr[f] + v;
    share[n] = 1 / Math.max(MINVAL, dist3(contact_pos, 3 * i, flexvert_xpos, 3 * vertex[n]));
    sum += share[n];
    n++;
  }
  const scale = 1 / sum;
  for (let k = 0; k < n; k++) share[k] *= scale;
  return n;
}

/** Shape functions along the three axes. */
const along = new Float64Array(9);

/** Appends the nodes of the cell that contains the mean of n vertices; returns the new number of bodies. */
function nodeBodies(m: Model, f: int, n: int, count: int, sign: number): int {
  const { flex_interp, flex_cellnum, flex_vert0 } = m;
  const order = Math.abs(flex_interp[f]);
  zero3(restPoint, 0);
  for (let k = 0; k < n; k++) addToScl3(restPoint, 0, flex_vert0, 3 * vertex[k], share[k]);
  const i = latticeCell(m, f, 0);
  const j = latticeCell(m, f, 1);
  const k = latticeCell(m, f, 2);
  const s = clip(restPoint[0] * flex_cellnum[3 * f] - i, 0, 1);
  const t = clip(restPoint[1] * flex_cellnum[3 * f + 1] - j, 0, 1);
  const u = clip(restPoint[2] * flex_cellnum[3 * f + 2] - k, 0, 1);
  phiAll(along, 0, s, order);
  phiAll(along, 3, t, order);
  phiAll(along, 6, u, order);
  let end = count;
  for (let a = 0; a <= order; a++) {
    for (let b = 0; b <= order; b++) {
      for (let c = 0; c <= order; c++) {
        const w = along[a] * along[3 + b] * along[6 + c];
        if (w < MIN_WEIGHT) continue;
        end = addNode(m, f, i * order + a, j * order + b, k * order + c, sign * w, count, end);
      }
    }
  }
  return end;
}

function latticeCell(m: Model, f: int, axis: int): int {
  const n = m.flex_cellnum[3 * f + axis];
  return Math.max(0, Math.min(n - 1, Math.floor(restPoint[axis] * n) | 0));
}

/** Adds the weight of a node; a node inside a shell is distributed over nodes of its surface by interpolation. */
function addNode(m: Model, f: int, i: int, j: int, k: int, w: number, first: int, end: int): int {
  const { flex_interp, flex_cellnum } = m;
  const order = Math.abs(flex_interp[f]);
  const nx = flex_cellnum[3 * f] * order;
  const ny = flex_cellnum[3 * f + 1] * order;
  const nz = flex_cellnum[3 * f + 2] * order;
  const inside = i > 0 && i < nx && j > 0 && j < ny && k > 0 && k < nz;
  if (flex_interp[f] > 0 || !inside) return addBody(m, f, (i * (ny + 1) + j) * (nz + 1) + k, w, first, end);
  const s = i / nx;
  const t = j / ny;
  const u = k / nz;
  let n = end;
  for (let a = 0; a < 3; a++) {
    const ws = a === 0 ? 1 - s : a === 1 ? s : -1;
    const ia = a === 0 ? 0 : a === 1 ? nx : i;
    for (let b = 0; b < 3; b++) {
      const wt = b === 0 ? 1 - t : b === 1 ? t : -1;
      const jb = b === 0 ? 0 : b === 1 ? ny : j;
      for (let g = 0; g < 3; g++) {
        if (a === 2 && b === 2 && g === 2) continue;
        const wu = g === 0 ? 1 - u : g === 1 ? u : -1;
        const kg = g === 0 ? 0 : g === 1 ? nz : k;
        n = addBody(m, f, (ia * (ny + 1) + jb) * (nz + 1) + kg, w * ws * wt * wu, first, n);
      }
    }
  }
  return n;
}

/** Adds a weight to the body of a node, which may be listed already; returns the new number of bodies. */
function addBody(m: Model, f: int, node: int, w: number, first: int, end: int): int {
  const body = m.flex_nodebodyid[m.flex_nodeadr[f] + node];
  for (let k = first; k < end; k++) {
    if (bodies[k] !== body) continue;
    weights[k] += w;
    return end;
  }
  bodies[end] = body;
  weights[end] = w;
  return end + 1;
}

import { dot, scl, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3, dot3, sub3, subFrom3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { contactJac } from '../../constraint/rows/contact.ts';
import { applyFT } from '../../tree/applyFT.ts';
import { lastDof } from '../../tree/chain.ts';
import {
  bends,
  canAssembleCells,
  dampingFactor,
  hasContactTerms,
  isCellular,
  SLIDERS,
  stiffnessFactor,
  stretches,
} from '../../tree/flexTerms.ts';
import { corner } from '../elementTables.ts';
import { elementCount, elementNodes, elementSize, MAX_NODES, stiffnessOf } from '../finiteElement.ts';
import { addFlapProducts } from '../flaps.ts';
import { contactStiffness, PASSIVE_CONTACT } from './contactStiffness.ts';
import { contactDofs, vertexDof } from './stencil.ts';
import { readElement } from './stretchValues.ts';
import { MAX_EDGES, stretchEdges, stretchForm, stretchTensions } from './stretchWorkspace.ts';

/*  Products of the stiffness of flexes with a vector over dofs. */

/** res += (h^2 + h damping) K v: by the matrix, or element by element for what the matrix does not contain. */
export function addStiffness(m: Model, d: Data, res: Float64Array, v: Float64Array): void {
  const { nefmdof, efm_dofid, efm_K_rownnz, efm_K_rowadr, efm_K_colind, efm_K_val } = d;
  const s1 = stiffnessFactor(m);
  const s2 = dampingFactor(m);
  if (d.nefmK === 0) addBending(m, d, res, v, s1, s2);
  if (d.nefmK === 0 || !canAssembleCells(m)) addCells(m, d, res, v, s1, s2);
  if (d.nefmK === 0) return;
  for (let k = 0; k < nefmdof; k++) {
    // the three rows of a point have the same columns, in groups of three
    const i = efm_dofid[k];
    const n = efm_K_rownnz[i];
    let a = efm_K_rowadr[i];
    const end = a + n;
    let sx: number = 0;
    let sy: number = 0;
    let sz: number = 0;
    for (; a < end; a += 3) {
      const c = efm_K_colind[a];
      const x = v[c];
      const y = v[c + 1];
      const z = v[c + 2];
      sx += efm_K_val[a] * x + efm_K_val[a + 1] * y + efm_K_val[a + 2] * z;
      sy += efm_K_val[a + n] * x + efm_K_val[a + n + 1] * y + efm_K_val[a + n + 2] * z;
      sz += efm_K_val[a + 2 * n] * x + efm_K_val[a + 2 * n + 1] * y + efm_K_val[a + 2 * n + 2] * z;
    }
    res[i] += sx;
    res[i + 1] += sy;
    res[i + 2] += sz;
  }
}

/** Contribution of the metric to the smooth force: c = -h K qvel. The forces are those of the present deformation, and
 *  the step continues from it with the velocity.
 *  reads  d: qvel flexelem_krot flexvert_xpos flexedge_length contact_* xmat M cdof subtree_com work_flex_node
 *  writes d: efm_c work_jac work_chain work_flex_rate work_flex_force */
export function flexShift(m: Model, d: Data): void {
  const { efm_c, qvel } = d;
  if (d.efm_active === 0) return;
  const h = m.opt.timestep;
  zero(efm_c, 0, m.nv);
  if (stiffnessFactor(m) === 0) {
    if (hasContactTerms(m)) addContacts(m, d, efm_c, qvel, -h, 0);
    return;
  }
  const scale = d.nefmK > 0 && canAssembleCells(m) ? commonScale(m) : 0;
  if (scale > 0) {
    // the matrix contains all of K, but scales passive contacts differently
    addStiffness(m, d, efm_c, qvel);
    scl(efm_c, 0, efm_c, 0, -h / scale, m.nv);
    addContacts(m, d, efm_c, qvel, -h, (h * h * h) / scale);
    return;
  }
  addCells(m, d, efm_c, qvel, -h, 0);
  addBending(m, d, efm_c, qvel, -h, 0);
  addStretching(m, d, efm_c, qvel, -h);
  addContacts(m, d, efm_c, qvel, -h, 0);
}

/** h^2 + h damping if it is equal for all flexes, else 0. */
function commonScale(m: Model): number {
  const { nflex, flex_damping } = m;
  for (let f = 1; f < nflex; f++) if (flex_damping[f] !== flex_damping[0]) return 0;
  return stiffnessFactor(m) + dampingFactor(m) * flex_damping[0];
}

const dofs = new Int32Array(4);
const bodies = new Int32Array(4);
const rates = new Float64Array(3 * MAX_NODES);
const sum = new Float64Array(3);
const local = new Float64Array(3);

/** res += (s1 + s2 damping) K v of the edges at which surfaces bend. */
function addBending(m: Model, d: Data, res: Float64Array, v: Float64Array, s1: number, s2: number): void {
  const { nflex, flex_damping, flex_vertadr, flex_vertnum, flex_vertbodyid } = m;
  const { xmat, work_flex_rate, work_flex_force } = d;
  for (let f = 0; f < nflex; f++) {
    const scale = s1 + s2 * flex_damping[f];
    if (!bends(m, f) || scale === 0) continue;
    const first = flex_vertadr[f];
    const end = first + flex_vertnum[f];
    zero(work_flex_rate, 3 * first, 3 * flex_vertnum[f]);
    zero(work_flex_force, 3 * first, 3 * flex_vertnum[f]);
    // sums start from the present value, so that they have the same order as in MuJoCo
    for (let k = first; k < end; k++) {
      const dof = vertexDof(m, k);
      if (dof < 0) continue;
      mulMatVec3(work_flex_rate, 3 * k, xmat, 9 * flex_vertbodyid[k], v, dof);
      mulMatVec3(work_flex_force, 3 * k, xmat, 9 * flex_vertbodyid[k], res, dof);
      zero3(res, dof);
    }
    addFlapProducts(m, f, work_flex_force, work_flex_rate, scale);
    for (let k = first; k < end; k++) {
      const dof = vertexDof(m, k);
      if (dof < 0) continue;
      mulMatTVec3(local, 0, xmat, 9 * flex_vertbodyid[k], work_flex_force, 3 * k);
      addTo3(res, dof, local, 0);
    }
  }
}

const along = new Float64Array(MAX_EDGES);

/** res += scale K v of triangles and tetrahedra. */
function addStretching(m: Model, d: Data, res: Float64Array, v: Float64Array, scale: number): void {
  const { nflex, flex_elemnum } = m;
  for (let f = 0; f < nflex; f++) {
    if (!stretches(m, f)) continue;
    for (let e = 0; e < flex_elemnum[f]; e++) addElement(m, d, res, v, f, e, scale);
  }
}

function addElement(m: Model, d: Data, res: Float64Array, v: Float64Array, f: int, e: int, scale: number): void {
  const { flex_dim, flex_elem, flex_elemdataadr, flex_vertadr, flex_vertbodyid, body_dofnum, body_dofadr } = m;
  const { xmat } = d;
  const dim = flex_dim[f];
  const n = readElement(m, d, f, e);
  const data = flex_elemdataadr[f] + (dim + 1) * e;
  for (let k = 0; k <= dim; k++) {
    bodies[k] = flex_vertbodyid[flex_vertadr[f] + flex_elem[data + k]];
    dofs[k] = body_dofnum[bodies[k]] === 3 ? body_dofadr[bodies[k]] : -1;
    zero3(rates, 3 * k);
    if (dofs[k] >= 0) mulMatVec3(rates, 3 * k, xmat, 9 * bodies[k], v, dofs[k]);
  }
  for (let a = 0; a < n; a++) {
    sub3(local, 0, rates, 3 * corner(dim, 2 * a), rates, 3 * corner(dim, 2 * a + 1));
    along[a] = dot3(stretchEdges, 3 * a, local, 0);
  }
  for (let a = 0; a < n; a++) {
    const i = corner(dim, 2 * a);
    const j = corner(dim, 2 * a + 1);
    const tension = 2 * scale * dot(stretchForm, n * a, along, 0, n);
    sub3(sum, 0, rates, 3 * i, rates, 3 * j);
    for (let c = 0; c < 3; c++) sum[c] = tension * stretchEdges[3 * a + c] + scale * stretchTensions[a] * sum[c];
    if (dofs[i] >= 0) {
      mulMatTVec3(local, 0, xmat, 9 * bodies[i], sum, 0);
      addTo3(res, dofs[i], local, 0);
    }
    if (dofs[j] >= 0) {
      mulMatTVec3(local, 0, xmat, 9 * bodies[j], sum, 0);
      subFrom3(res, dofs[j], local, 0);
    }
  }
}

const nodes = new Int32Array(MAX_NODES);
const none = new Float64Array(3);

/** res += (s1 + s2 damping) K v of cells and faces between nodes; the stored stiffness is -K, the derivative of the
 *  force. */
function addCells(m: Model, d: Data, res: Float64Array, v: Float64Array, s1: number, s2: number): void {
  const { nflex, flex_damping, flex_stiffness } = m;
  for (let f = 0; f < nflex; f++) {
    const scale = s1 + s2 * flex_damping[f];
    if (!isCellular(m, f) || scale === 0) continue;
    const count = elementCount(m, f);
    for (let e = 0; e < count; e++) {
      if (flex_stiffness[stiffnessOf(m, f, e)] !== 0) addCell(m, d, res, v, f, e, -scale);
    }
  }
}

function addCell(m: Model, d: Data, res: Float64Array, v: Float64Array, f: int, e: int, scale: number): void {
  const { flexelem_krot } = d;
  const n = elementNodes(m, f, e, nodes);
  const size = 3 * elementSize(m, f);
  const k = stiffnessOf(m, f, e);
  for (let i = 0; i < n; i++) nodeRate(m, d, i, v);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) sum[c] = scale * dot(flexelem_krot, k + (3 * i + c) * size, rates, 0, size);
    applyToNode(m, d, res, nodes[i]);
  }
}

/** World velocity of node i of the current cell, for velocities v of the dofs. */
function nodeRate(m: Model, d: Data, i: int, v: Float64Array): void {
  const { flex_nodebodyid, body_simple, body_dofnum, body_dofadr, body_rootid, dof_parentid } = m;
  const { xmat, cdof, subtree_com, work_flex_node } = d;
  const body = flex_nodebodyid[nodes[i]];
  if (body_simple[body] === SLIDERS && body_dofnum[body] === 3) {
    mulMatVec3(rates, 3 * i, xmat, 9 * body, v, body_dofadr[body]);
    return;
  }
  zero3(rates, 3 * i);
  sub3(local, 0, work_flex_node, 3 * nodes[i], subtree_com, 3 * body_rootid[body]);
  for (let dof = lastDof(m, body); dof >= 0; dof = dof_parentid[dof]) {
    const a = 6 * dof;
    const q = v[dof];
    rates[3 * i] += q * (cdof[a + 3] + (cdof[a + 1] * local[2] - cdof[a + 2] * local[1]));
    rates[3 * i + 1] += q * (cdof[a + 4] + (cdof[a + 2] * local[0] - cdof[a] * local[2]));
    rates[3 * i + 2] += q * (cdof[a + 5] + (cdof[a] * local[1] - cdof[a + 1] * local[0]));
  }
}

/** res += the force `sum` on a node. */
function applyToNode(m: Model, d: Data, res: Float64Array, node: int): void {
  const { flex_nodebodyid, body_simple, body_dofnum, body_dofadr } = m;
  const { xmat, work_flex_node } = d;
  const body = flex_nodebodyid[node];
  if (body_simple[body] === SLIDERS && body_dofnum[body] === 3) {
    mulMatTVec3(local, 0, xmat, 9 * body, sum, 0);
    addTo3(res, body_dofadr[body], local, 0);
  } else applyFT(m, d, res, 0, sum, 0, none, 0, work_flex_node, 3 * node, body);
}

/** res += scale K v of passive contacts, and `inside` K v for the part that the stiffness matrix contains. */
function addContacts(m: Model, d: Data, res: Float64Array, v: Float64Array, scale: number, inside: number): void {
  const { ncon, contact_exclude, work_jac, work_chain } = d;
  for (let i = 0; i < ncon; i++) {
    if (contact_exclude[i] !== PASSIVE_CONTACT) continue;
    const k = contactStiffness(m, d, i);
    const n = contactJac(m, d, i);
    let speed: number = 0;
    for (let c = 0; c < n; c++) speed += work_jac[c] * v[work_chain[c]];
    for (let c = 0; c < n; c++) res[work_chain[c]] += scale * k * speed * work_jac[c];
    if (inside !== 0) addInside(m, d, res, v, i, n, inside * k);
  }
}

const corners = new Int32Array(8);

/** The same between dofs that have rows in the matrix, with the current Jacobian of contact i. */
function addInside(m: Model, d: Data, res: Float64Array, v: Float64Array, i: int, n: int, scale: number): void {
  const { work_jac, work_chain } = d;
  const count = contactDofs(m, d, i, corners);
  let speed: number = 0;
  for (let c = 0; c < n; c++) if (isCorner(count, work_chain[c])) speed += work_jac[c] * v[work_chain[c]];
  for (let c = 0; c < n; c++) if (isCorner(count, work_chain[c])) res[work_chain[c]] += scale * speed * work_jac[c];
}

function isCorner(count: int, dof: int): boolean {
  for (let k = 0; k < count; k++) if (dof >= corners[k] && dof < corners[k] + 3) return true;
  return false;
}

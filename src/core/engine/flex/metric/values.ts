import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { rotateBlock3 } from '../../../math/mat3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { contactJac } from '../../constraint/rows/contact.ts';
import {
  bends,
  canAssembleCells,
  dampingFactor,
  hasContactTerms,
  isCellular,
  stiffnessFactor,
  stretches,
} from '../../tree/flexTerms.ts';
import { elementCount, elementSize, MAX_NODES, stiffnessOf } from '../finiteElement.ts';
import { contactStiffness, PASSIVE_CONTACT } from './contactStiffness.ts';
import { addBlock, addBlockAt, findColumn } from './entries.ts';
import { cellDofs, contactDofs, flapDofs } from './stencil.ts';
import { addTriangles } from './stretchValues.ts';

/** Maximum number of vertices of a contact: two tetrahedra. */
const MAX_CORNERS = 8;

const dofs = new Int32Array(MAX_NODES);
const nodes = new Int32Array(MAX_NODES);
const block = new Float64Array(9);
const normal = new Float64Array(3 * MAX_CORNERS);

/** Values of the stiffness matrix of flexes, times h^2 + h damping.
 *  reads  d: efm_K_rowadr efm_K_rownnz efm_K_colind flexelem_krot flexvert_xpos flexedge_length contact_* xmat M
 *  writes d: efm_K_val work_jac work_chain */
export function stiffnessValues(m: Model, d: Data): void {
  const { nflex, flex_damping } = m;
  const h = m.opt.timestep;
  const cells = canAssembleCells(m);
  zero(d.efm_K_val, 0, d.nefmK);
  for (let f = 0; f < nflex; f++) {
    const scale = stiffnessFactor(m) + dampingFactor(m) * flex_damping[f];
    if (scale === 0) continue;
    if (bends(m, f)) addFlaps(m, d, f, scale);
    if (stretches(m, f)) addTriangles(m, d, f, scale);
    if (cells && isCellular(m, f)) addCells(m, d, f, scale);
  }
  if (!hasContactTerms(m)) return;
  for (let i = 0; i < d.ncon; i++) if (d.contact_exclude[i] === PASSIVE_CONTACT) addContact(m, d, i, h * h);
}

/** Bending couples the coordinates of the vertices of a flap separately and equally. */
function addFlaps(m: Model, d: Data, f: int, scale: number): void {
  const { flex_edgeadr, flex_edgenum, flex_edgeflap, flex_bending, flex_bendingadr } = m;
  const { efm_K_val, efm_K_rowadr } = d;
  const first = flex_edgeadr[f];
  for (let e = first; e < first + flex_edgenum[f]; e++) {
    if (flex_edgeflap[2 * e + 1] < 0) continue;
    flapDofs(m, f, e, dofs);
    const b = flex_bendingadr[f] + 17 * (e - first);
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        const q = scale * flex_bending[b + 4 * i + j];
        if (dofs[i] < 0 || dofs[j] < 0 || q === 0) continue;
        const at = findColumn(d, dofs[i], dofs[j], 0);
        for (let k = 0; k < 3; k++) efm_K_val[efm_K_rowadr[dofs[i] + k] + at + k] += q;
      }
    }
  }
}

/** Cells, or faces of a shell: their rotated stiffness is the derivative of a force, not of an energy, hence the
 *  sign. */
function addCells(m: Model, d: Data, f: int, scale: number): void {
  const { flex_stiffness, flex_nodebodyid } = m;
  const { flexelem_krot, xmat } = d;
  const count = elementCount(m, f);
  const size = 3 * elementSize(m, f);
  for (let e = 0; e < count; e++) {
    const k = stiffnessOf(m, f, e);
    if (flex_stiffness[k] === 0) continue;
    const n = cellDofs(m, f, e, nodes, dofs);
    for (let i = 0; i < n; i++) {
      if (dofs[i] < 0) continue;
      const rotation = 9 * flex_nodebodyid[nodes[i]];
      let at = 0;
      for (let j = 0; j < n; j++) {
        if (dofs[j] < 0) continue;
        const from = k + 3 * i * size + 3 * j;
        rotateBlock3(block, 0, flexelem_krot, from, size, xmat, rotation, 9 * flex_nodebodyid[nodes[j]], -scale);
        at = findColumn(d, dofs[i], dofs[j], at);
        addBlockAt(d, dofs[i], at, block);
        at += 3;
      }
    }
  }
}

/** A passive contact: k n n^T, n the Jacobian of its distance. */
function addContact(m: Model, d: Data, i: int, scale: number): void {
  const { work_jac, work_chain } = d;
  const n = contactDofs(m, d, i, dofs);
  const k = scale * contactStiffness(m, d, i);
  if (n === 0 || k <= 0) return;
  const count = contactJac(m, d, i);
  zero(normal, 0, 3 * n);
  for (let c = 0; c < count; c++) {
    for (let a = 0; a < n; a++) {
      const axis = work_chain[c] - dofs[a];
      if (axis >= 0 && axis < 3) normal[3 * a + axis] = work_jac[c];
    }
  }
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      for (let c = 0; c < 9; c++) block[c] = k * normal[3 * a + ((c / 3) | 0)] * normal[3 * b + (c % 3)];
      addBlock(d, dofs[a], dofs[b], block);
    }
  }
}

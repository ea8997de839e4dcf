/** Inverse weights at qpos0: the response of bodies, dofs, edges, tendons and actuators to a unit force. */

import { jacBodyCom } from '../../core/engine/tree/jacobian.ts';
import { solveM } from '../../core/engine/tree/solveM.ts';
import { MINVAL } from '../../core/model/constants.ts';
import { blockOf, type Data } from '../../core/model/data.ts';
import { JointType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { setActuatorAccelerations } from '../kernel/actuatorAccelerations.ts';
import { setInertialWeights } from '../kernel/inertialWeights.ts';

const kernels = { setActuatorAccelerations, setInertialWeights };

export function setInverseWeights(m: Model, d: Data): void {
  if (d.qLDiagInv.every(Number.isFinite)) withKernel(m, d, 'setInertialWeights');
  else setSingularWeights(m, d);
  setEdgeWeights(m, d);
  setTendonWeights(m, d);
  withKernel(m, d, 'setActuatorAccelerations');
}

/** Uses the compiled kernel if the Model has a compiled engine: this runs once, as cold code. */
function withKernel(m: Model, d: Data, name: keyof typeof kernels): void {
  const compiled = m.stages as Partial<typeof kernels> | undefined;
  if (compiled?.[name]) compiled[name](m, d);
  else kernels[name](m, blockOf(d));
}

/** The same by solving for all dofs: if M is singular the result is NaN, as in MuJoCo. */
function setSingularWeights(m: Model, d: Data): void {
  setBodyWeights(m, d);
  setDofWeights(m, d);
}

/** Translation and rotation of each body, averaged over the axes. */
function setBodyWeights(m: Model, d: Data): void {
  const { nv } = m;
  const jac = new Float64Array(6 * nv);
  for (let i = 1; i < m.nbody; i++) {
    const weld = m.body_weldid[i];
    if (m.body_dofnum[weld] === 0) continue;
    if (m.body_simple[i] === 2) {
      m.body_invweight0[2 * i] = 1 / Math.max(MINVAL, m.body_mass[i]);
      continue;
    }
    jacBodyCom(m, d, jac, 0, jac, 3 * nv, i);
    let linear = 0;
    let angular = 0;
    for (let k = 0; k < 3; k++) {
      linear += quadraticForm(m, d, jac, k * nv);
      angular += quadraticForm(m, d, jac, (3 + k) * nv);
    }
    m.body_invweight0[2 * i] = linear / 3;
    m.body_invweight0[2 * i + 1] = angular / 3;
  }
}

/** x M^-1 x */
function quadraticForm(m: Model, d: Data, x: Float64Array, r: number): number {
  const solved = new Float64Array(m.nv);
  solveM(m, d, solved, 0, x, r, 1);
  let sum = 0;
  for (let k = 0; k < m.nv; k++) sum += x[r + k] * solved[k];
  return sum;
}

/** Each dof; those of a free or ball joint share their average. */
function setDofWeights(m: Model, d: Data): void {
  const unit = new Float64Array(m.nv);
  const weight = (dof: number): number => {
    unit[dof] = 1;
    const result = quadraticForm(m, d, unit, 0);
    unit[dof] = 0;
    return result;
  };
  const average = (dof: number): number => (weight(dof) + weight(dof + 1) + weight(dof + 2)) / 3;
  for (let j = 0; j < m.njnt; j++) {
    const dof = m.jnt_dofadr[j];
    const body = m.jnt_bodyid[j];
    const type = m.jnt_type[j];
    if (m.body_simple[body] === 2) m.dof_invweight0[dof] = 1 / Math.max(MINVAL, m.body_mass[body]);
    else if (type === JointType.HINGE || type === JointType.SLIDE) m.dof_invweight0[dof] = weight(dof);
    else {
      m.dof_invweight0.fill(average(dof), dof, dof + 3);
      if (type === JointType.FREE) m.dof_invweight0.fill(average(dof + 3), dof + 3, dof + 6);
    }
  }
}

/** Edges of flexes. */
function setEdgeWeights(m: Model, d: Data): void {
  const { nv, body_mass, body_simple } = m;
  if (nv === 0) return;
  const row = new Float64Array(nv);
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_interp[f] !== 0) continue;
    for (let e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; e++) {
      const b1 = m.flex_vertbodyid[m.flex_vertadr[f] + m.flex_edge[2 * e]];
      const b2 = m.flex_vertbodyid[m.flex_vertadr[f] + m.flex_edge[2 * e + 1]];
      const sliders = body_simple[b1] === 2 && body_simple[b2] === 2;
      if (m.flexedge_rigid[e]) m.flexedge_invweight0[e] = 0;
      else if (sliders) m.flexedge_invweight0[e] = (1 / body_mass[b1] + 1 / body_mass[b2]) / 2;
      else m.flexedge_invweight0[e] = rowWeight(m, d, row, m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e]);
    }
  }
}

/** Inverse inertia along a row of the Jacobian of edges. */
function rowWeight(m: Model, d: Data, row: Float64Array, adr: number, nnz: number): number {
  const solved = new Float64Array(m.nv);
  row.fill(0);
  for (let k = adr; k < adr + nnz; k++) row[m.flexedge_J_colind[k]] = d.flexedge_J[k];
  solveM(m, d, solved, 0, row, 0, 1);
  let sum = 0;
  for (let k = 0; k < m.nv; k++) sum += row[k] * solved[k];
  return sum;
}

function setTendonWeights(m: Model, d: Data): void {
  const { nv } = m;
  const row = new Float64Array(nv);
  const solved = new Float64Array(nv);
  if (nv === 0) return;
  for (let i = 0; i < m.ntendon; i++) {
    row.fill(0);
    for (let k = m.ten_J_rowadr[i]; k < m.ten_J_rowadr[i] + m.ten_J_rownnz[i]; k++) row[m.ten_J_colind[k]] = d.ten_J[k];
    solveM(m, d, solved, 0, row, 0, 1);
    let sum = 0;
    for (let k = 0; k < nv; k++) sum += row[k] * solved[k];
    m.tendon_invweight0[i] = sum;
  }
}

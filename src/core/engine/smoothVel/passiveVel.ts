import { MINVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Disable, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { hasEllipsoid } from '../passive/fluid/fluid.ts';
import { dofDamping, tendonDamping } from '../tree/damping.ts';
import { polyForceDerivative } from '../tree/poly.ts';
import { tendonState } from '../tree/sleepState.ts';
import { addRankOne } from './addJTBJ.ts';
import { boxFluidVel } from './fluidBoxVel.ts';
import { ellipsoidFluidVel } from './fluidEllipsoidVel.ts';

const coef = new Float64Array(3);

/** Adds the derivative of the passive forces with respect to velocity to qDeriv: fluid, dampers of dofs, flex edges and tendons.
 *  reads  d: qvel flexedge_J ten_velocity ten_J cdof   adds to d: qDeriv */
export function passiveVel(m: Model, d: Data): void {
  const { disableflags } = m.opt;
  const noDamper = (disableflags & Disable.DAMPER) !== 0;
  if (noDamper && (disableflags & Disable.SPRING) !== 0) return;
  if (m.opt.viscosity > 0 || m.opt.density > 0) fluidVel(m, d);
  if (noDamper) return;
  dofDamperVel(m, d);
  edgeDamperVel(m, d);
  tendonDamperVel(m, d);
}

function fluidVel(m: Model, d: Data): void {
  const { body_mass } = m;
  const { nbody_awake, body_awake_ind } = d;
  for (let b = 0; b < nbody_awake; b++) {
    const i = body_awake_ind[b];
    if (body_mass[i] < MINVAL) continue;
    if (hasEllipsoid(m, i)) ellipsoidFluidVel(m, d, i);
    else boxFluidVel(m, d, i);
  }
}

function dofDamperVel(m: Model, d: Data): void {
  const { D_rowadr, D_diag } = m;
  const { nv_awake, dof_awake_ind, qvel, qDeriv } = d;
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    dofDamping(coef, 0, m, i);
    qDeriv[D_rowadr[i] + D_diag[i]] -= polyForceDerivative(coef[0], coef, 1, Math.abs(qvel[i]));
  }
}

/** Edges of flexes. */
function edgeDamperVel(m: Model, d: Data): void {
  const { nflex, flex_rigid, flex_edgedamping, flex_edgeadr, flex_edgenum, flexedge_rigid } = m;
  const { flexedge_J_rownnz, flexedge_J_rowadr, flexedge_J_colind } = m;
  for (let f = 0; f < nflex; f++) {
    if (flex_rigid[f] !== 0 || flex_edgedamping[f] === 0) continue;
    for (let e = flex_edgeadr[f]; e < flex_edgeadr[f] + flex_edgenum[f]; e++) {
      if (flexedge_rigid[e] !== 0) continue;
      addRankOne(
        m,
        d,
        d.flexedge_J,
        flexedge_J_rowadr[e],
        flexedge_J_rownnz[e],
        flexedge_J_colind,
        -flex_edgedamping[f],
      );
    }
  }
}

function tendonDamperVel(m: Model, d: Data): void {
  const { ntendon, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { ten_velocity, ten_J } = d;
  for (let i = 0; i < ntendon; i++) {
    if (tendonState(m, d, i) !== SleepState.AWAKE) continue;
    tendonDamping(coef, 0, m, i);
    const B = -polyForceDerivative(coef[0], coef, 1, Math.abs(ten_velocity[i]));
    if (B !== 0) addRankOne(m, d, ten_J, ten_J_rowadr[i], ten_J_rownnz[i], ten_J_colind, B);
  }
}

import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { symmetrize } from '../../math/linear/dense.ts';
import { MINVAL, NFLUID } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { hasEllipsoid } from '../passive/fluid/fluid.ts';
import { boxForceDerivatives } from '../smoothVel/fluidBoxVel.ts';
import { ellipsoidDragDerivatives } from '../smoothVel/fluidEllipsoidVel.ts';
import { frameJacobian } from '../tree/frameJacobian.ts';

const B = new Float64Array(36);

/** Drag of fluids in the metric: -h times the derivative of the force with respect to velocity. Drag is symmetric and dissipates;
 *  lift and added mass are not, and stay explicit.
 *  reads  d: cvel xipos ximat geom_xpos geom_xmat cdof subtree_com   writes d: efm_fluid work_fluid_* */
export function addFluid(m: Model, d: Data): void {
  const { body_mass, body_geomadr, body_geomnum, geom_fluid, M_rowadr, M_rownnz } = m;
  const { nv_awake, dof_awake_ind, nbody_awake, body_awake_ind, efm_fluid } = d;
  for (let k = 0; k < nv_awake; k++) zero(efm_fluid, M_rowadr[dof_awake_ind[k]], M_rownnz[dof_awake_ind[k]]);
  for (let b = 0; b < nbody_awake; b++) {
    const i = body_awake_ind[b];
    if (body_mass[i] < MINVAL) continue;
    if (!hasEllipsoid(m, i)) {
      const n = frameJacobian(m, d, i, d.xipos, 3 * i, d.ximat, 9 * i);
      if (n === 0) continue;
      boxForceDerivatives(m, d, i, B);
      addFrame(m, d, n);
      continue;
    }
    for (let g = body_geomadr[i]; g < body_geomadr[i] + body_geomnum[i]; g++) {
      if (geom_fluid[NFLUID * g] === 0) continue;
      const n = frameJacobian(m, d, i, d.geom_xpos, 3 * g, d.geom_xmat, 9 * g);
      if (n === 0) continue;
      ellipsoidDragDerivatives(m, d, g, B);
      symmetrize(B, 0, B, 0, 6);
      addFrame(m, d, n);
    }
  }
}

/** efm_fluid -= h J^T B J for the Jacobian of a frame, over a chain of n dofs. */
function addFrame(m: Model, d: Data, n: int): void {
  const { M_rowadr, M_colind } = m;
  const { efm_fluid, work_fluid_dof, work_fluid_J, work_fluid_BJ } = d;
  const h = m.opt.timestep;
  zero(work_fluid_BJ, 0, 6 * n);
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < 6; c++) {
      const b = B[6 * r + c];
      if (b === 0) continue;
      for (let k = 0; k < n; k++) work_fluid_BJ[r * n + k] += b * work_fluid_J[c * n + k];
    }
  }
  for (let k = 0; k < n; k++) {
    let adr = M_rowadr[work_fluid_dof[k]];
    for (let p = 0; p <= k; p++) {
      // rows of simple dofs have only the diagonal: the other elements are dropped
      while (M_colind[adr] < work_fluid_dof[p]) adr++;
      let sum: number = 0;
      for (let r = 0; r < 6; r++) sum += work_fluid_J[r * n + k] * work_fluid_BJ[r * n + p];
      if (M_colind[adr] === work_fluid_dof[p]) efm_fluid[adr] -= h * sum;
    }
  }
}
